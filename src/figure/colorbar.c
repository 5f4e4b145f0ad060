// The colour bar beside a heatmap, with numbers at both ends and round numbers between them (steps
// of 1, 2 or 5 times a power of ten). A number that would overlap its neighbour is left out. Where
// `--range` cuts the numbers off, an end reads "≤ 0" or "≥ 1", since all cells beyond it have its
// colour.
#include "figure/colorbar.h"

#include "base/number.h"

#include <math.h>

enum { STEPS = 256 };

double colorbar_size(double unit)
{
    return 10.5 * unit;
}

double colorbar_thickness(double unit)
{
    return 12 * unit;
}

// Beyond an end that the numbers go on past, there are others of the same colour.
static const char *bound(const Scale *scale, double value)
{
    if (scale->below && value == scale->low) return "≤ ";
    return scale->above && value == scale->high ? "≥ " : "";
}

// The ends are numbers of the matrix, written as in its cells; the others are round.
static void add_tick(ColorBar *bar, double at, double value, bool is_end, const Pen *pen)
{
    if (bar->ticks == MOST_TICKS) return;
    enum { MOST_DIGITS = 9 };
    int digits = bar->digits;
    double slack = is_end ? HUGE_VAL : 1e-9 * (bar->scale->high - bar->scale->low);
    while (digits < MOST_DIGITS && fabs(number_rounded(value, digits) - value) > slack) digits++;
    Buf text = {.arena = pen->figure->arena};
    number_trimmed(&text, value, digits);
    number_typeset(&text, 0);
    Tick *tick = &bar->tick[bar->ticks++];
    tick->at = at;
    tick->text =
        arena_printf(pen->figure->arena, "%s%s", bound(bar->scale, value), buf_text(&text));
    if (bar->scale->truth && (value == 0 || value == 1)) tick->text = value == 1 ? "True" : "False";
    tick->width = pen_width(pen, tick->text, false);
    bar->widest = fmax(bar->widest, tick->width);
}

// 1, 2 or 5 times a power of ten, about a fourth of the range; whole where there are no fractions.
static double round_step(double range, bool fractions)
{
    if (!fractions && range < 4) return 1;
    double power = pow(10, floor(log10(range / 4)));
    double times = range / 4 / power;
    return power * (times < 1.5 ? 1 : times < 3.5 ? 2 : times < 7.5 ? 5 : 10);
}

void colorbar_read(ColorBar *bar, const Scale *scale, int digits, const Pen *pen)
{
    *bar = (ColorBar){.scale = scale, .digits = digits};
    if (!scale->finite) return;
    if (scale_flat(scale)) {
        add_tick(bar, 0.5, scale->low, true, pen);
        return;
    }
    add_tick(bar, 0, scale->low, true, pen);
    add_tick(bar, 1, scale->high, true, pen);
    double range = scale->high - scale->low;
    double step = round_step(range, scale->fractions), first = ceil(scale->low / step);
    if (isinf(range)) return;
    for (int i = 0; i < MOST_TICKS; i++) {
        double value = (first + i) * step;
        if (value <= scale->low) continue;
        if (value >= scale->high) break;
        add_tick(bar, (value - scale->low) / range, value, false, pen);
    }
}

static const Color *bar_pixels(const ColorBar *bar, bool upright, Arena *arena)
{
    Color *pixels = NEW_ARRAY(arena, Color, STEPS);
    double low = scale_position(bar->scale, bar->scale->low);
    double high = scale_position(bar->scale, bar->scale->high);
    for (int i = 0; i < STEPS; i++) {
        double at = low + (high - low) * i / (STEPS - 1);
        if (bar->scale->truth) at = i < STEPS / 2 ? low : high;
        pixels[upright ? STEPS - 1 - i : i] = ramp_color(bar->scale->ramp, at);
    }
    return pixels;
}

static void draw_bar(const ColorBar *bar, const Pen *pen, FigureShape box, bool upright)
{
    box.kind = bar->scale->truth ? SHAPE_IMAGE : SHAPE_GRADIENT;
    box.pixels = bar_pixels(bar, upright, pen->figure->arena);
    box.pixel_rows = upright ? STEPS : 1;
    box.pixel_columns = upright ? 1 : STEPS;
    figure_add(pen->figure, box);
}

static double apart(const ColorBar *bar, int a, int b, double length)
{
    return fabs(bar->tick[a].at - bar->tick[b].at) * length;
}

// Every so-manieth tick between the ends is shown, so that they do not run into each other.
static int tick_step(const ColorBar *bar, double length, double size)
{
    double widest = 0;
    for (int i = 2; i < bar->ticks; i++) widest = fmax(widest, bar->tick[i].width);
    for (int step = 1; step + 2 < bar->ticks; step++) {
        if (apart(bar, 2, 2 + step, length) >= (widest + 0.6) * size) return step;
    }
    return bar->ticks;
}

// Is there room for the tick beside the two at the ends and those of its kind?
static bool has_room(const ColorBar *bar, int tick, double length, double size, bool upright)
{
    if (tick < 2) return true;
    if (!upright && (tick - 2) % tick_step(bar, length, size)) return false;
    for (int end = 0; end < 2; end++) {
        double widths = (bar->tick[tick].width / 2 + bar->tick[end].width + 0.6) * size;
        if (apart(bar, tick, end, length) < (upright ? 1.5 * size : widths)) return false;
    }
    return true;
}

// Numbers of the ends stand inside the bar's length, so that nothing sticks out of the figure.
void colorbar_draw_upright(const ColorBar *bar, const Pen *pen, double x, double y, double height)
{
    double size = colorbar_size(pen->unit), thickness = colorbar_thickness(pen->unit);
    draw_bar(bar, pen, (FigureShape){.x = x, .y = y, .width = thickness, .height = height}, true);
    for (int i = 0; i < bar->ticks; i++) {
        if (!has_room(bar, i, height, size, true)) continue;
        double at = y + (1 - bar->tick[i].at) * height;
        double inside = fmin(fmax(at, y + 0.4 * size), y + height - 0.4 * size);
        if (i > 1) {
            pen_line(pen, x + thickness, at, 3 * pen->unit, 0, pen->theme->rule);
        }
        pen_text(pen, x + thickness + 7 * pen->unit, inside, bar->tick[i].text, size, ALIGN_START,
                 pen->theme->muted);
    }
}

void colorbar_draw_level(const ColorBar *bar, const Pen *pen, double x, double y, double width)
{
    double size = colorbar_size(pen->unit), thickness = colorbar_thickness(pen->unit);
    draw_bar(bar, pen, (FigureShape){.x = x, .y = y, .width = width, .height = thickness}, false);
    for (int i = 0; i < bar->ticks; i++) {
        if (!has_room(bar, i, width, size, false)) continue;
        double at = x + bar->tick[i].at * width;
        Align align = bar->tick[i].at == 0   ? ALIGN_START
                      : bar->tick[i].at == 1 ? ALIGN_END
                                             : ALIGN_MIDDLE;
        if (i > 1) pen_line(pen, at, y + thickness, 0, 3 * pen->unit, pen->theme->rule);
        pen_text(pen, at, y + thickness + 4 * pen->unit + 0.6 * size, bar->tick[i].text, size,
                 align, pen->theme->muted);
    }
}
