// The colour bar beside a heatmap, with numbers at both ends and round numbers between them. Where
// there is no room for all of those, every second, third … is shown, so that they stay equally far
// apart and the middle of a scale of both signs is among them. Where numbers go on beyond an end,
// it reads "≤ 0" or "≥ 1", since all cells beyond it have its colour.
#include "figure/parts/colorbar.h"

#include "base/text/number.h"
#include "base/text/symbols.h"
#include "figure/page/pen.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS = 256, MOST_DIGITS = 9 };

double colorbar_size(double unit)
{
    return 10.5 * unit;
}

double colorbar_thickness(double unit)
{
    return 12 * unit;
}

double colorbar_label_room(const ColorBar *bar, double unit)
{
    return bar->label ? 1.5 * colorbar_size(unit) : 0;
}

// ---- ticks ------------------------------------------------------------------------------------

static const char *number_text(const Scale *scale, double value, int digits, Arena *arena)
{
    if (scale->truth && (value == 0 || value == 1)) return value == 1 ? "True" : "False";
    Buf text = {.arena = arena};
    double power = pow(10, scale->factor), range = scale->high / 2 - scale->low / 2;
    double slack = 1e-9 * (scale->log ? fabs(value) : range / power);
    value /= power;
    while (digits < MOST_DIGITS && fabs(number_rounded(value, digits) - value) > slack) digits++;
    number_trimmed(&text, value, digits);
    number_typeset(&text, 0);
    return buf_text(&text);
}

const char *factor_text(int factor, Arena *arena)
{
    Buf text = {.arena = arena};
    buf_printf(&text, "×10%s", factor < 0 ? symbol_raised(STR("−")) : "");
    for (const char *digit = arena_printf(arena, "%d", abs(factor)); *digit; digit++)
        buf_add(&text, str_from(symbol_raised((Str){digit, 1})));
    return buf_text(&text);
}

static void add_tick(ColorBar *bar, double value, const Pen *pen)
{
    const Scale *scale = bar->scale;
    if (bar->ticks == MOST_TICKS) return;
    Arena *arena = pen->figure->arena;
    const char *sign = scale->below && value == scale->low    ? "≤ "
                       : scale->above && value == scale->high ? "≥ "
                                                              : "";
    Tick *tick = &bar->tick[bar->ticks++];
    tick->at = scale_position(scale, value);
    tick->text = arena_printf(arena, "%s%s", sign, number_text(scale, value, bar->digits, arena));
    if (scale->factor && value == scale->high)
        tick->text = arena_printf(arena, "%s %s", tick->text, factor_text(scale->factor, arena));
    tick->width = pen_width(pen, tick->text, false);
    bar->widest = fmax(bar->widest, tick->width);
}

static bool is_end(const Scale *scale, double value)
{
    double near = 1e-9 * (scale->high / 2 - scale->low / 2);
    return fabs(value - scale->low) <= near || fabs(value - scale->high) <= near;
}

static void add_multiples(ColorBar *bar, const Pen *pen)
{
    const Scale *scale = bar->scale;
    double power = pow(10, scale->power > 0 ? scale->power : -scale->power);
    double step = scale->times * (scale->power > 0 ? power : 1 / power);
    double first = ceil(scale->low / step - 1e-9);
    bar->even = is_end(scale, first * step);
    for (int i = 0; i < MOST_TICKS; i++) {
        double whole = (first + i) * scale->times;
        double value = scale->power > 0 ? whole * power : whole / power;
        if (value > scale->high) break;
        if (!is_end(scale, value)) add_tick(bar, value, pen);
    }
}

// Powers of ten between the ends; where there are few, also 2 and 5 times these.
static void add_factors(ColorBar *bar, const Pen *pen)
{
    static const double TIMES[] = {1, 2, 5};
    const Scale *scale = bar->scale;
    double decades = log10(scale->high / scale->low);
    int step = (int)ceil(decades / (MOST_TICKS - 4)), times = decades > 2.5 ? 1 : 3;
    int power = (int)floor(log10(scale->low) + 1e-9);
    for (; power < log10(scale->high); power += step) {
        for (int i = 0; i < times; i++) {
            double value = TIMES[i] * pow(10, power), slack = 1 + 1e-9;
            bool inside = value > scale->low * slack && value * slack < scale->high;
            if (inside) add_tick(bar, value, pen);
        }
    }
    bar->even = times == 1 && step == 1;
}

void colorbar_read(ColorBar *bar, const Scale *scale, int digits, const Pen *pen)
{
    *bar = (ColorBar){.scale = scale, .digits = digits};
    if (!scale->finite) return;
    add_tick(bar, scale->low, pen);
    if (scale->log)
        add_factors(bar, pen);
    else if (scale->times && !scale->truth)
        add_multiples(bar, pen);
    add_tick(bar, scale->high, pen);
}

// ---- which of them ----------------------------------------------------------------------------

// How far apart two neighbours must be, along the bar.
static double room_for(const ColorBar *bar, int a, int b, double size, bool upright)
{
    bool at_end = a == 0 || b == bar->ticks - 1; // the ends are inside
    if (upright) return (at_end ? 1.8 : 1.5) * size;
    double width[2] = {bar->tick[a].width / 2, bar->tick[b].width / 2};
    if (a == 0) width[0] *= 2;
    if (b == bar->ticks - 1) width[1] *= 2;
    return (width[0] + width[1] + 0.8) * size;
}

// Is tick `i` shown if only every n-th is?
static bool is_shown(const ColorBar *bar, int i, int every)
{
    return i == 0 || i == bar->ticks - 1 || i % every == 0;
}

// Evenly spaced ticks keep an even distance; those of both signs keep the 0.
static bool is_fair(const ColorBar *bar, int every)
{
    int gaps = bar->ticks - 1, half = bar->scale->low == -bar->scale->high ? gaps / 2 : gaps;
    return !bar->even || half % every == 0 || every >= gaps;
}

static bool all_fit(const ColorBar *bar, int every, double length, double size, bool upright)
{
    int before = 0;
    for (int i = 1; i < bar->ticks; i++) {
        if (!is_shown(bar, i, every)) continue;
        double distance = (bar->tick[i].at - bar->tick[before].at) * length;
        if (distance < room_for(bar, before, i, size, upright)) return false;
        before = i;
    }
    return true;
}

static int every_tick(const ColorBar *bar, double length, double size, bool upright)
{
    for (int every = 1; every < bar->ticks; every++) {
        if (is_fair(bar, every) && all_fit(bar, every, length, size, upright)) return every;
    }
    return bar->ticks;
}

// ---- drawing ----------------------------------------------------------------------------------

static const Color *bar_pixels(const ColorBar *bar, bool upright, const Pen *pen)
{
    Color *pixels = NEW_ARRAY(pen->figure->arena, Color, STEPS);
    for (int i = 0; i < STEPS; i++) {
        double at = (double)i / (STEPS - 1);
        if (bar->scale->truth) at = i < STEPS / 2 ? 0 : 1;
        Color color = ramp_color(bar->scale->ramp, at);
        if (bar->over) color = color_mix(pen_ground(pen), color, SCALE_MOST_OVER * at);
        pixels[upright ? STEPS - 1 - i : i] = color;
    }
    return pixels;
}

static void draw_colors(const ColorBar *bar, const Pen *pen, FigureShape box, bool upright)
{
    box.kind = bar->scale->truth ? SHAPE_IMAGE : SHAPE_GRADIENT;
    box.pixels = bar_pixels(bar, upright, pen);
    box.pixel_rows = upright ? STEPS : 1;
    box.pixel_columns = upright ? 1 : STEPS;
    figure_add(pen->figure, box);
    if (scale_hides_sign(bar->scale, bar->scale->low)) {
        HatchBox half = {box.x, box.y, box.width, box.height, 0};
        if (upright) half.y += half.height / 2;
        *(upright ? &half.height : &half.width) /= 2;
        hatch_negative(pen, half, ramp_color(bar->scale->ramp, 0.2));
    }
    pen_frame(pen, box.x, box.y, box.width, box.height, 0, pen->theme->rule);
}

// Beyond the numbers, centred along the bar.
static void draw_label(const ColorBar *bar, const Pen *pen, double x, double y, double length,
                       bool upright)
{
    double size = colorbar_size(pen->unit), thick = colorbar_thickness(pen->unit);
    const char *text = pen_fit(pen, bar->label, fmax(length / size, 4), false);
    double beside = x + thick + 7 * pen->unit + (bar->widest + 0.9) * size;
    double below = y + thick + 4 * pen->unit + 1.9 * size;
    pen_text(pen, upright ? beside : x + length / 2, upright ? y + length / 2 : below, text, size,
             ALIGN_MIDDLE, pen->theme->text)
        ->angle = upright ? -90 : 0;
}

// Numbers of the ends are inside the bar's length, so that nothing sticks out of the figure.
void colorbar_draw(const ColorBar *bar, const Pen *pen, double x, double y, double length,
                   bool upright)
{
    double size = colorbar_size(pen->unit), thick = colorbar_thickness(pen->unit), unit = pen->unit;
    int every = every_tick(bar, length, size, upright), last = bar->ticks - 1;
    FigureShape box = {.x = x, .y = y, .width = length, .height = thick};
    if (upright) box = (FigureShape){.x = x, .y = y, .width = thick, .height = length};
    figure_group(pen->figure, "bar");
    draw_colors(bar, pen, box, upright);
    if (bar->label) draw_label(bar, pen, x, y, length, upright);
    for (int i = 0; i <= last; i++) {
        if (!is_shown(bar, i, every)) continue;
        double right = x + bar->tick[i].at * length, up = y + (1 - bar->tick[i].at) * length;
        Point mark = upright ? (Point){x + thick, up} : (Point){right, y + thick};
        Point number = {right, y + thick + 4 * unit + 0.6 * size};
        Align align = i == 0 ? ALIGN_START : i == last ? ALIGN_END : ALIGN_MIDDLE;
        if (upright) {
            align = ALIGN_START;
            number.x = x + thick + 7 * unit;
            number.y = fmin(fmax(up, y + 0.4 * size), y + length - 0.4 * size);
        }
        pen_line(pen, mark.x, mark.y, upright ? 3 * unit : 0, upright ? 0 : 3 * unit,
                 pen->theme->rule);
        pen_text(pen, number.x, number.y, bar->tick[i].text, size, align, pen->theme->muted);
    }
    figure_group_end(pen->figure);
}
