// Decimals: as few as show every number of the matrix as it was stored, at most as many as asked
// for. A number that would look like zero, and a very large one, is written with an exponent.
#include "tui/parts/numbers.h"

#include "tensor/dtype.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    ALL_MEASURED = 16384, // cells of which each is looked at
    SAMPLE = 4096,        // of more cells so many are,
    RUN = 64,             // in runs of so many,
    SPREAD = 7919,        // which begin so far apart, going round
    NUMBER_CHARS = 48,
    UNMEASURED_WIDTH = 6, // what any number can be written in, "-1e-05"
};

static const double POWERS[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

static const double LARGE = 1e5, VERY_LARGE = 1e9;

static bool is_large(double value, int decimals)
{
    double size = fabs(value);
    return size >= VERY_LARGE || (size >= LARGE && (decimals > 0 || value != floor(value)));
}

static bool needs_exponent(double value, int decimals)
{
    double size = fabs(value);
    return is_large(value, decimals) || (size != 0 && size < 0.5 / POWERS[decimals]);
}

static int write_float(char *text, double value, int decimals)
{
    if (isnan(value)) return snprintf(text, NUMBER_CHARS, "nan");
    if (isinf(value)) return snprintf(text, NUMBER_CHARS, value < 0 ? "-inf" : "inf");
    if (needs_exponent(value, decimals)) {
        int length = snprintf(text, NUMBER_CHARS, "%.0e", value);
        bool says_all = fabs(value) < 1 || strtod(text, NULL) == value;
        return says_all ? length : snprintf(text, NUMBER_CHARS, "%.2e", value);
    }
    return snprintf(text, NUMBER_CHARS, "%.*f", decimals, value == 0 ? 0.0 : value);
}

static int write_number(char *text, const Tensor *tensor, Index at, int decimals)
{
    if (dtype_is_integer(tensor->dtype))
        return snprintf(text, NUMBER_CHARS, "%lld", (long long)tensor_get_int(tensor, at));
    if (tensor->dtype == DTYPE_BOOL)
        return snprintf(text, NUMBER_CHARS, tensor_get(tensor, at) != 0 ? "True" : "False");
    return write_float(text, tensor_get(tensor, at), decimals);
}

// The fewest decimals that read back as the same number.
static int decimals_of(double value, DType dtype, int most)
{
    if (!isfinite(value)) return 0;
    for (int d = 0; d < most; d++) {
        if (needs_exponent(value, d) && value != floor(value)) continue;
        if (fabs(value) >= VERY_LARGE) return 0;
        double read = nearbyint(value * POWERS[d]) / POWERS[d]; // as the text would be read
        if (dtype != DTYPE_FLOAT64) read = (double)(float)read;
        if (read == value) return d;
    }
    return most;
}

// Goes over the cells; of very many over short runs of neighbours, which lie together in memory,
// spread over the matrix.
typedef struct Scan {
    const Matrix *matrix;
    const float *floats; // the first cell, where numbers can be read without asking the tensor
    int64_t row_stride, column_stride;
    bool down;             // runs go down the columns
    bool all;              // a run is a whole line
    int64_t lines, length; // of the matrix, in the direction of runs
    int64_t run, runs;     // the one at hand, how many
    int64_t line, start;   // where it is
    int64_t at, size;      // in it
} Scan;

static void begin_run(Scan *scan, int64_t run)
{
    scan->run = run;
    scan->at = 0;
    if (run >= scan->runs) return;
    scan->line = run * scan->lines / scan->runs;
    scan->start = run * SPREAD % (scan->length - scan->size + 1);
}

static Scan scan_of(const Matrix *matrix)
{
    const Tensor *tensor = matrix->tensor;
    Scan scan = {.matrix = matrix, .all = matrix->rows * matrix->columns <= ALL_MEASURED};
    if (matrix->row_dim >= 0) scan.row_stride = tensor->stride[matrix->row_dim];
    if (matrix->column_dim >= 0) scan.column_stride = tensor->stride[matrix->column_dim];
    scan.down = !scan.all && (scan.column_stride > scan.row_stride || matrix->columns == 1);
    scan.lines = scan.down ? matrix->columns : matrix->rows;
    scan.length = scan.down ? matrix->rows : matrix->columns;
    scan.size = scan.all || scan.length < RUN ? scan.length : RUN;
    if (scan.lines <= 0 || scan.length <= 0) return scan; // no runs
    scan.runs = scan.all ? scan.lines : SAMPLE / scan.size;
    if (tensor->dtype == DTYPE_FLOAT32)
        scan.floats = tensor_floats(tensor) + tensor_offset(tensor, matrix_index(matrix, 0, 0));
    begin_run(&scan, 0);
    return scan;
}

static bool scan_next(Scan *scan, double *value)
{
    if (scan->at == scan->size) begin_run(scan, scan->run + 1);
    if (scan->run >= scan->runs) return false;
    int64_t place = scan->start + scan->at++;
    int64_t row = scan->down ? place : scan->line, column = scan->down ? scan->line : place;
    *value = scan->floats
                 ? (double)scan->floats[row * scan->row_stride + column * scan->column_stride]
                 : tensor_get(scan->matrix->tensor, matrix_index(scan->matrix, row, column));
    return true;
}

// ---- what many numbers need, without writing each of them --------------------------------------

typedef struct Range {
    double low, high; // low > high: nothing is in it
} Range;

static const Range NOTHING = {.low = HUGE_VAL, .high = -HUGE_VAL};

static void range_add(Range *range, double value)
{
    if (value < range->low) range->low = value;
    if (value > range->high) range->high = value;
}

static void range_join(Range *range, const Range *other)
{
    range_add(range, other->low);
    range_add(range, other->high);
}

// Of the numbers of one sign that are written as plain decimals none is wider than the farthest
// from 0, and of those with a negative exponent none is wider than the nearest to 0. Those with a
// positive exponent have no such order: "1e+06" is narrower than "1.23e+05".
typedef struct Extent {
    Range finite;
    Range near;           // none of these needs a positive exponent
    Range plain[2];       // written without exponent: with no decimals, with some
    double nearest[2];    // to 0, without sign: of negative numbers, of positive ones
    int exponents[2];     // width of the widest with an exponent, as `plain`
    int others, decimals; // width of the widest of nan and inf; decimals that show all as stored
} Extent;

static void measure_exponent(int *widest, double value, int decimals)
{
    enum { USUAL = 8 }; // "1.23e+05"
    char text[NUMBER_CHARS];
    bool usual = fabs(value) < 1e100;
    if (usual && *widest >= USUAL + (value < 0)) return; // nothing to learn from it
    int width = write_float(text, value, decimals);
    if (width > *widest) *widest = width;
}

static void extend_far(Extent *extent, double value)
{
    if (!isfinite(value)) {
        int width = !isnan(value) && value < 0 ? (int)sizeof "-inf" - 1 : (int)sizeof "inf" - 1;
        if (width > extent->others) extent->others = width;
        return;
    }
    range_add(&extent->finite, value);
    for (int some = 0; some < 2; some++) {
        if (is_large(value, some))
            measure_exponent(&extent->exponents[some], value, some);
        else
            range_add(&extent->plain[some], value);
    }
}

static void extend(Extent *extent, double value)
{
    double size = fabs(value);
    if (!(size < LARGE)) {
        extend_far(extent, value);
        return;
    }
    range_add(&extent->near, value);
    if (size != 0 && size < extent->nearest[value > 0]) extent->nearest[value > 0] = size;
}

static void widen(int *width, DType dtype, double value, int decimals)
{
    char text[NUMBER_CHARS];
    int needed = dtype_is_float(dtype) ? write_float(text, value, decimals)
                                       : snprintf(text, sizeof text, "%.0f", value);
    if (needed > *width) *width = needed;
}

static int width_with(const Extent *extent, DType dtype, int decimals)
{
    const Range *plain = &extent->plain[decimals > 0];
    int width = extent->others > 1 ? extent->others : 1;
    if (dtype == DTYPE_BOOL) {
        bool all_true = extent->finite.low != 0;
        return all_true ? (int)sizeof "True" - 1 : (int)sizeof "False" - 1;
    }
    if (!dtype_is_float(dtype)) plain = &extent->finite;
    if (plain->low <= plain->high) widen(&width, dtype, plain->low, decimals);
    if (plain->low <= plain->high) widen(&width, dtype, plain->high, decimals);
    if (!dtype_is_float(dtype)) return width;
    if (isfinite(extent->nearest[0])) widen(&width, dtype, -extent->nearest[0], decimals);
    if (isfinite(extent->nearest[1])) widen(&width, dtype, extent->nearest[1], decimals);
    int exponents = extent->exponents[decimals > 0];
    return exponents > width ? exponents : width;
}

static Extent measure(Scan *scan, DType dtype, int digits)
{
    Extent extent = {.finite = NOTHING,
                     .near = NOTHING,
                     .plain = {NOTHING, NOTHING},
                     .nearest = {HUGE_VAL, HUGE_VAL}};
    for (double value; scan_next(scan, &value);) {
        extend(&extent, value);
        if (!dtype_is_float(dtype) || extent.decimals >= digits) continue;
        int decimals = decimals_of(value, dtype, digits);
        if (decimals > extent.decimals) extent.decimals = decimals;
    }
    Range *others[] = {&extent.finite, &extent.plain[0], &extent.plain[1]};
    for (int i = 0; extent.near.low <= extent.near.high && i < 3; i++)
        range_join(others[i], &extent.near);
    return extent;
}

NumberColumn number_column(const Matrix *matrix, int digits)
{
    DType dtype = matrix->tensor->dtype;
    Scan scan = scan_of(matrix);
    Extent extent = measure(&scan, dtype, digits);
    bool unsure = !scan.all && dtype != DTYPE_BOOL;
    bool any = extent.finite.low <= extent.finite.high;
    NumberColumn found = {.decimals = extent.decimals};
    if (any) found.low = extent.finite.low;
    if (any) found.high = extent.finite.high;
    for (int d = 0; d <= digits; d++) {
        found.width[d] = width_with(&extent, dtype, d);
        if (unsure && found.width[d] < UNMEASURED_WIDTH) found.width[d] = UNMEASURED_WIDTH;
    }
    return found;
}

void number_cell(Buf *out, const Tensor *tensor, Index at, int decimals, int width)
{
    char text[NUMBER_CHARS];
    int length = write_number(text, tensor, at, decimals);
    double value = tensor_get(tensor, at);
    bool is_word = tensor->dtype == DTYPE_BOOL;
    if (is_word && width < (int)sizeof "False" - 1) length = 1; // "T", "F", and never one of each
    for (int d = 2; length > width && d >= 0; d--)
        length = snprintf(text, sizeof text, "%.*e", d, value);
    buf_add(out, (Str){text, length});
}
