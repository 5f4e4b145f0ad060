// Turns a number into a colour: its position between the two ends of the scale, from 0 to 1, is
// looked up on a ramp of colours. Numbers of both signs get the theme's diverging ramp, whose ends
// then mean plus and minus the same number, so that 0 has the neutral colour in the middle.
#include "figure/page/scale.h"

#include "base/error.h"
#include "tensor/dtype.h"

#include <math.h>

enum { TABLE_STEPS = 1 << 14 };

void scale_read(Scale *scale, Plane *plane)
{
    if (!plane->finite) return;
    bool first = !scale->finite;
    scale->shares = plane->holds_shares && (scale->shares || first);
    scale->low = first ? plane->low : fmin(scale->low, plane->low);
    scale->high = first ? plane->high : fmax(scale->high, plane->high);
    scale->least = first ? plane->least : fmin(scale->least, plane->least);
    scale->finite += plane->finite;
    scale->fractions |= dtype_is_float(plane->matrix.tensor->dtype);
    scale->signs |= plane->is_gradient;
    scale->truth = plane->matrix.tensor->dtype == DTYPE_BOOL;
    plane->read_before = scale->planes;
    scale->planes = plane;
}

// ---- several that are to be compared ----------------------------------------------------------

static double size_of(double low, double high)
{
    return fmax(fabs(low), fabs(high));
}

static bool is_alike(double size, double other, double most)
{
    return size <= most * other && other <= most * size;
}

static bool holds_fractions(const Plane *plane)
{
    return plane->finite && dtype_is_float(plane->matrix.tensor->dtype);
}

bool scale_fits_both(const Plane *a, const Plane *b)
{
    if (a->holds_shares || b->holds_shares) return a->holds_shares && b->holds_shares;
    return holds_fractions(a) && holds_fractions(b) &&
           is_alike(size_of(a->low, a->high), size_of(b->low, b->high), 10);
}

void scale_join(HeatScale *common, const Plane *plane)
{
    if (!holds_fractions(plane) || plane->holds_shares) return;
    bool first = common->low == common->high;
    common->low = first ? plane->low : fmin(common->low, plane->low);
    common->high = first ? plane->high : fmax(common->high, plane->high);
}

static void reach_common(Scale *scale, const HeatScale *common)
{
    const double most = 100; // no bar shows that the range is another one
    double all = size_of(common->low, common->high), own = size_of(scale->low, scale->high);
    bool is_alone = scale->shares || !scale->fractions || !scale->finite;
    if (is_alone || !is_alike(own, all, most)) return;
    scale->low = fmin(scale->low, common->low);
    scale->high = fmax(scale->high, common->high);
}

// ---- the ramp ---------------------------------------------------------------------------------

static bool choose_ramp(Scale *scale, const char *name, const FigureTheme *theme, Error *error)
{
    bool signs_differ = scale->low < 0 && scale->high > 0;
    const char *chosen = scale->shares                  ? theme->weights
                         : signs_differ || scale->signs ? theme->diverging
                                                        : theme->sequential;
    scale->ramp = ramp_find(name ? name : chosen);
    if (scale->ramp) return true;
    error_set(error, NULL, "no colour ramp is called '%s'", name);
    return error_hint(error, "the ramps are %s", figure_names_listed(ramp_names, error->arena));
}

// ---- most of the cells ------------------------------------------------------------------------

// The value at that place of their order, which takes a tenth of the time of a sort. They change
// places.
static double in_order(double *values, int64_t count, int64_t place)
{
    for (int64_t first = 0, last = count - 1; first < last;) {
        double middle = values[first + (last - first) / 2];
        int64_t i = first, k = last;
        while (i <= k) {
            while (values[i] < middle) i++;
            while (values[k] > middle) k--;
            if (i > k) break;
            double value = values[i];
            values[i++] = values[k];
            values[k--] = value;
        }
        if (place > k && place < i) break;
        if (place <= k) last = k;
        if (place >= i) first = i;
    }
    return values[place];
}

static bool divides_both(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a > 1;
}

// The column of many that has half of all weights, as where attention rests on the first token; -1:
// none has. Some rows are looked at.
static int64_t sink_of(const Plane *plane)
{
    enum { FEW = 12, MOST_ROWS = 64 };
    int64_t rows = plane->matrix.rows, columns = plane->matrix.columns, sink = 0;
    if (rows <= FEW || columns <= FEW) return -1;
    SCRATCH(scratch);
    double *sum = NEW_ARRAY(&scratch, double, columns), all = 0;
    for (int64_t row = 0; row < rows; row += 1 + rows / MOST_ROWS) {
        for (int64_t column = 0; column < columns; column++) {
            double value = plane_value(plane, row, column);
            if (isfinite(value)) sum[column] += value;
        }
    }
    for (int64_t column = 0; column < columns; column++) {
        all += sum[column];
        if (sum[column] > sum[sink]) sink = column;
    }
    return sum[sink] >= all / 2 ? sink : -1;
}

typedef enum Counting { ALL_FINITE, ABOVE_ZERO, BESIDE_SINKS } Counting;

// Of very many cells every n-th, of all columns alike.
static double *gather(const Scale *scale, Counting counting, int64_t *count, Arena *arena)
{
    const int64_t enough = 1 << 17;
    int64_t all = 0, planes = 0;
    for (const Plane *plane = scale->planes; plane; plane = plane->read_before, planes++)
        all += plane->matrix.rows * plane->matrix.columns;
    double *values = NEW_ARRAY(arena, double, all < enough ? all : enough + planes);
    *count = 0;
    for (const Plane *plane = scale->planes; plane; plane = plane->read_before) {
        int64_t columns = plane->matrix.columns, cells = plane->matrix.rows * columns;
        int64_t step = 1 + all / enough;
        while (step > 1 && divides_both(step, columns)) step++;
        int64_t sink = counting == BESIDE_SINKS ? sink_of(plane) : -1;
        for (int64_t i = 0; i < cells; i += step) {
            double value = plane_value(plane, i / columns, i % columns);
            bool counts = counting != ABOVE_ZERO || value > 0;
            if (isfinite(value) && counts && i % columns != sink) values[(*count)++] = value;
        }
    }
    return values;
}

// As NumPy's percentile: between two numbers, a straight line.
static double percentile(double *values, int64_t count, double percent)
{
    double at = percent / 100 * (double)(count - 1), before = floor(at);
    int64_t i = (int64_t)before;
    double value = in_order(values, count, i);
    if (i + 1 >= count) return value;
    return value + (at - before) * (in_order(values, count, i + 1) - value);
}

static void take_most(Scale *scale, bool positive)
{
    const double left_out = 2; // percent, as in seaborn
    SCRATCH(scratch);
    int64_t count;
    double *values = gather(scale, positive ? ABOVE_ZERO : ALL_FINITE, &count, &scratch);
    if (!count) return;
    scale->low = percentile(values, count, left_out);
    scale->high = percentile(values, count, 100 - left_out);
}

static void take_most_weights(Scale *scale)
{
    SCRATCH(scratch);
    int64_t count;
    double *values = gather(scale, BESIDE_SINKS, &count, &scratch), sum = 0;
    for (int64_t i = 0; i < count; i++) sum += values[i];
    if (count) scale->high = heat_end_of_shares(percentile(values, count, 99), sum / (double)count);
}

// ---- round ends -------------------------------------------------------------------------------

static double round_number(int64_t count, int times, int power)
{
    double whole = (double)(count * times); // one rounding, so that 3 * 0.1 is 0.3
    return power < 0 ? whole / pow(10, -power) : whole * pow(10, power);
}

// How bad it is to go from low to high in such steps: by what the ends stick out, and by how many
// or few they are.
static double badness(double low, double high, int64_t first, int64_t last, double step)
{
    double steps = (double)(last - first);
    double waste = (steps * step - (high - low)) / (high - low);
    double odd = steps < 4 ? 0.05 * (4 - steps) : steps > 6 ? 0.04 * (steps - 6) : 0;
    return waste + odd;
}

// The ends become multiples of 1, 2 or 5 times a power of ten; `symmetric` about 0.
static void round_ends(Scale *scale, bool symmetric)
{
    static const int TIMES[] = {1, 2, 5};
    const double slack = 1e-9;
    double low = scale->low, high = scale->high, best = HUGE_VAL;
    if (symmetric) low = 0; // the upper half, in half as many steps
    int from = (int)floor(log10(high - low)) - 1;
    if (isinf(high - low) || from < -300 || from > 300) return;
    for (int i = 0; i < 9; i++) {
        int times = TIMES[i % 3], power = from + i / 3;
        double step = round_number(1, times, power);
        if (!scale->fractions && step < 1) continue;
        int64_t first = (int64_t)floor(low / step + slack),
                last = (int64_t)ceil(high / step - slack);
        double bad = symmetric ? badness(-high, high, -last, last, step)
                               : badness(low, high, first, last, step);
        if (last - first > (symmetric ? 5 : 10) || bad >= best) continue;
        best = bad;
        scale->low = round_number(symmetric ? -last : first, times, power);
        scale->high = round_number(last, times, power);
        scale->times = times;
        scale->power = power;
    }
}

// All cells are equal: from 0 to a power of ten, so that different numbers look different.
static void widen_constant(Scale *scale)
{
    double far = fabs(scale->low);
    double end = far > 0 && far < 1e300 ? pow(10, ceil(log10(far) - 1e-9)) : far > 0 ? far : 1;
    if (!scale->fractions) end = fmax(end, 1);
    bool is_negative = scale->low < 0;
    scale->low = is_negative ? -end : 0;
    scale->high = is_negative ? 0 : end;
}

// To powers of ten; within two of them to 1, 2 or 5 times one.
static void round_factors(Scale *scale)
{
    static const double TIMES[] = {5, 2, 1};
    double below = pow(10, floor(log10(scale->low) + 1e-9));
    double above = pow(10, ceil(log10(scale->high) - 1e-9));
    if (above / below <= 100) {
        double start = below, end = above;
        for (int i = 2; i >= 0; i--) {
            if (TIMES[i] * start <= scale->low * (1 + 1e-9)) below = TIMES[i] * start;
        }
        for (int i = 0; i < 3; i++) {
            if (TIMES[i] * end / 10 >= scale->high * (1 - 1e-9)) above = TIMES[i] * end / 10;
        }
    }
    scale->low = below;
    scale->high = above > below ? above : below * 10;
}

static bool take_range(Scale *scale, const ScaleOptions *options, Error *error)
{
    double low = options->low, high = options->high;
    if (!(low < high) || isinf(low) || isinf(high))
        return error_fail(error, "the lower end first, as --range 0,1", "the range %g,%g is empty",
                          low, high);
    if (options->log && low <= 0) {
        return error_fail(error, "a number above 0, as --range 0.001,1, or leave --log out",
                          "a logarithmic scale cannot begin at %g", low);
    }
    scale->low = low;
    scale->high = high;
    Scale round = *scale; // the ends stay, what is between them is round
    if (!options->log) round_ends(&round, false);
    scale->times = round.times;
    scale->power = round.power;
    return true;
}

static bool check_log(const Scale *scale, Error *error)
{
    if (!scale->finite || (scale->low >= 0 && !isinf(scale->least))) return true;
    error_set(error, NULL, "a logarithmic scale is for numbers above 0, and here %s %g",
              scale->low < 0 ? "the least is" : "all are", scale->low);
    return error_hint(error, scale->low < 0 ? "leave --log out: negative numbers get a colour of "
                                              "their own"
                                            : "leave --log out");
}

static void choose_ends(Scale *scale, const ScaleOptions *options)
{
    if (scale->log) scale->low = fmin(scale->least, scale->high);
    if (options->robust) take_most(scale, scale->log);
    bool diverges = ramp_diverges(scale->ramp);
    if (scale->log) {
        round_factors(scale);
        return;
    }
    if (scale->shares) {
        scale->low = 0;
        if (options->whole)
            scale->high = 1;
        else if (!options->robust)
            take_most_weights(scale);
    } else if (scale->truth) {
        scale->low = 0;
        scale->high = 1;
    }
    if (scale->low == scale->high) widen_constant(scale);
    if (diverges) {
        scale->high = fmax(fabs(scale->low), fabs(scale->high));
        scale->low = -scale->high;
    }
    round_ends(scale, diverges);
}

bool scale_choose(Scale *scale, const ScaleOptions *options, const FigureTheme *theme, Error *error)
{
    double low = scale->low, high = scale->high;
    if (options->common.low < options->common.high) reach_common(scale, &options->common);
    if (!choose_ramp(scale, options->ramp, theme, error)) return false;
    scale->log = options->log;
    if (options->ranged) {
        if (!take_range(scale, options, error)) return false;
    } else if (scale->log && !check_log(scale, error)) {
        return false;
    } else if (scale->finite) {
        choose_ends(scale, options);
    }
    double slack = 1e-6 * fmin(scale->high / 2 - scale->low / 2, 1e300);
    scale->below = scale->finite && low < scale->low - (scale->log ? 0 : slack);
    scale->above = scale->finite && high > scale->high + slack;
    return true;
}

int scale_factor(const Scale *scale)
{
    const double small = 1e-3, large = 1e6;
    double largest = 0;
    if (scale->shares || scale->log || !scale->fractions) return 0;
    for (const Plane *plane = scale->planes; plane; plane = plane->read_before)
        largest = fmax(largest, plane_largest(plane));
    return largest > 0 && (largest < small || largest >= large) ? (int)floor(log10(largest)) : 0;
}

// ---- colours ----------------------------------------------------------------------------------

static double within(double part)
{
    return part > 0 ? (part < 1 ? part : 1) : 0; // nan becomes 0
}

// Halves, so that a range from -1e308 to 1e308 does not overflow.
double scale_position(const Scale *scale, double value)
{
    if (scale->low == scale->high) return 0.5;
    if (scale->log) {
        if (value <= 0) return 0;
        double factor = log(scale->high / scale->low);
        return within(log(value / scale->low) / factor);
    }
    double half = scale->low / 2;
    return within((value / 2 - half) / (scale->high / 2 - half));
}

Color scale_color(const Scale *scale, double value)
{
    double position = scale_position(scale, value);
    if (scale->table) return scale->table[(int)(position * TABLE_STEPS + 0.5)];
    return ramp_color(scale->ramp, position);
}

Color scale_color_over(const Scale *scale, double value, Color ground)
{
    const double paler = 0.5;
    uint8_t grey = (uint8_t)((299 * ground.r + 587 * ground.g + 114 * ground.b) / 1000);
    Color pale = color_mix((Color){grey, grey, grey, 255}, (Color)RGB(0xffffff), paler);
    double part = SCALE_MOST_OVER * scale_position(scale, value);
    return color_mix(pale, scale_color(scale, value), part);
}

void scale_tabulate(Scale *scale, Arena *arena)
{
    Color *table = NEW_ARRAY(arena, Color, TABLE_STEPS + 1);
    for (int i = 0; i <= TABLE_STEPS; i++)
        table[i] = ramp_color(scale->ramp, (double)i / TABLE_STEPS);
    scale->table = table;
}

bool scale_hides_sign(const Scale *scale, double value)
{
    return value < 0 && ramp_hides_sign(scale->ramp);
}
