// Large cells are rounded tiles apart from each other; small ones touch, and are one image, so that
// no seam shows between them at any size. What is not finite is never given a colour of the ramp:
// infinities are hatched (-inf falling, inf rising), nan is cross-hatched in the colour of errors.
#include "figure/cells.h"

#include <math.h>

// In units.
static const double tile_from = 28;   // cells at least this large are rounded tiles
static const double apart_from = 14;  // at least this large: a hairline apart
static const double hatched_from = 5; // smaller ones: pixels in stripes
static const double smallest_text = 6.5;
static const double good_text = 10;

static double smaller_side(const Cells *cells)
{
    return fmin(cells->width, cells->height);
}

double cells_gap(const Cells *cells, double unit)
{
    double side = smaller_side(cells);
    if (side >= tile_from * unit) return 2 * unit;
    return side >= apart_from * unit ? unit : 0;
}

// ---- numbers ----------------------------------------------------------------------------------

static double text_size_for(const Cells *cells, double widest, double unit)
{
    double room = cells->width - cells_gap(cells, unit) - fmax(2 * unit, 0.18 * cells->width);
    double size = fmin(room / widest, 0.34 * cells->height);
    return fmin(size, 16 * unit);
}

// Numbers are set without kerning, so the width of one is the sum of its characters; that of a word
// is so little less that it does no harm.
typedef struct Letters {
    double width[128], minus, infinity;
} Letters;

static Letters measure_letters(const Pen *pen)
{
    Letters letters = {.minus = pen_width(pen, "\u2212", false),
                       .infinity = pen_width(pen, "\u221e", false)};
    for (const char *p = "0123456789.+enaTruFls"; *p; p++)
        letters.width[(unsigned char)*p] = pen_width(pen, (char[]){*p, '\0'}, false);
    return letters;
}

static double width_of(const Letters *letters, Str text)
{
    double width = 0;
    for (int i = 0; i < text.n; i++) {
        bool is_sign = (unsigned char)text.p[i] >= 0x80;
        if (!is_sign)
            width += letters->width[(unsigned char)text.p[i]];
        else
            width += str_starts(str_slice(text, i, text.n), "\u2212") ? letters->minus
                                                                      : letters->infinity;
        if (is_sign) i += 2;
    }
    return width;
}

// Width of the widest cell in multiples of the font size.
static double widest_number(const Cells *cells, int decimals, const Letters *letters,
                            const Pen *pen)
{
    double widest = 0;
    Buf text = {.arena = pen->figure->arena};
    for (int64_t row = 0; row < cells->plane->matrix.rows; row++) {
        for (int64_t column = 0; column < cells->plane->matrix.columns; column++) {
            text.n = 0;
            plane_write(&cells->plane->matrix, matrix_value(&cells->plane->matrix, row, column),
                        decimals, &text);
            widest = fmax(widest, width_of(letters, buf_str(&text)));
        }
    }
    return widest;
}

// Decimals go first, then size: a cut number of a good size says more than a full one that nobody
// can read from the back row. Where fewer do not make room, they stay.
void cells_fit_text(Cells *cells, int most, const Pen *pen)
{
    enum { FEWEST_DECIMALS = 2 };
    cells->text_size = 0;
    if (cells->width < 12 * pen->unit || cells->height < 12 * pen->unit) return;
    Letters letters = measure_letters(pen);
    double best = 0;
    int decimals = plane_decimals(cells->plane, most);
    int fewest = decimals < FEWEST_DECIMALS ? decimals : FEWEST_DECIMALS;
    for (; decimals >= fewest; decimals--) {
        double size =
            text_size_for(cells, widest_number(cells, decimals, &letters, pen), pen->unit);
        if (size > best) cells->decimals = decimals;
        best = fmax(best, size);
        if (best >= good_text * pen->unit) break;
    }
    if (best >= smallest_text * pen->unit) cells->text_size = best;
}

static void draw_number(const Cells *cells, const Pen *pen, double value, double x, double y,
                        Color color)
{
    Buf text = {.arena = pen->figure->arena};
    plane_write(&cells->plane->matrix, value, cells->decimals, &text);
    pen_text(pen, x, y, buf_text(&text), cells->text_size, ALIGN_MIDDLE, color);
}

// ---- one cell ---------------------------------------------------------------------------------

typedef struct Box {
    double x, y, width, height, radius;
} Box;

static Box cell_box(const Cells *cells, double unit, int64_t row, int64_t column)
{
    double gap = cells_gap(cells, unit);
    return (Box){
        .x = cells->x + (double)column * cells->width + gap / 2,
        .y = cells->y + (double)row * cells->height + gap / 2,
        .width = cells->width - gap,
        .height = cells->height - gap,
        .radius = smaller_side(cells) >= tile_from * unit ? 3 * unit : 0,
    };
}

static void fill_box(const Pen *pen, Box box, Color color)
{
    pen_box(pen, box.x, box.y, box.width, box.height, box.radius, color);
}

// Lines at 45 degrees, cut at the box: along each, x + y (rising) is the same.
static void hatch_box(const Pen *pen, Box box, bool rising)
{
    double inset = box.radius / 3, spacing = fmin(6 * pen->unit, box.width / 2);
    double width = box.width - 2 * inset, height = box.height - 2 * inset;
    double left = box.x + inset, top = box.y + inset;
    for (double sum = spacing / 2; sum < width + height; sum += spacing) {
        double x0 = fmax(0, sum - height), x1 = fmin(width, sum);
        double y0 = sum - x0, y1 = sum - x1;
        double start = rising ? left + x0 : left + width - x0;
        double dx = rising ? x1 - x0 : x0 - x1;
        pen_line(pen, start, top + y0, dx, y1 - y0, pen->theme->hatch);
    }
}

static Color color_of(const Cells *cells, const Pen *pen, double value)
{
    if (isnan(value)) return pen->theme->invalid;
    if (isinf(value)) return pen->theme->special;
    return scale_color(cells->scale, value);
}

static void hatch_as(const Pen *pen, Box box, double value)
{
    if (isnan(value) || value == -HUGE_VAL) hatch_box(pen, box, false);
    if (isnan(value) || value == HUGE_VAL) hatch_box(pen, box, true);
}

static void draw_cell(const Cells *cells, const Pen *pen, int64_t row, int64_t column)
{
    double value = matrix_value(&cells->plane->matrix, row, column);
    Box box = cell_box(cells, pen->unit, row, column);
    Color color = color_of(cells, pen, value);
    if (cells_gap(cells, pen->unit) > 0) fill_box(pen, box, color);
    hatch_as(pen, box, value);
    if (cells->text_size <= 0) return;
    Color ink = isfinite(value) ? color_on(color) : pen->theme->text;
    draw_number(cells, pen, value, box.x + box.width / 2, box.y + box.height / 2, ink);
}

// ---- all of them ------------------------------------------------------------------------------

static Color pixel_of(const Cells *cells, const Pen *pen, int64_t row, int64_t column)
{
    double value = matrix_value(&cells->plane->matrix, row, column);
    int64_t along = value < 0 ? row - column + MAX_PLANE_SIDE : row + column;
    bool striped = isinf(value) && smaller_side(cells) < hatched_from * pen->unit;
    if (striped && along % 8 < 2) return pen->theme->hatch;
    return color_of(cells, pen, value);
}

static const Color *image_pixels(Cells cells, const Pen *pen)
{
    const size_t many = 1 << 16; // enough to pay for a table
    const Plane *plane = cells.plane;
    Arena *arena = pen->figure->arena;
    size_t count = (size_t)plane->matrix.rows * (size_t)plane->matrix.columns;
    Scale scale = *cells.scale;
    if (count > many) scale_tabulate(&scale, arena);
    cells.scale = &scale;
    Color *pixels = NEW_ARRAY(arena, Color, count), *next = pixels;
    for (int64_t row = 0; row < plane->matrix.rows; row++) {
        for (int64_t column = 0; column < plane->matrix.columns; column++) {
            *next++ = pixel_of(&cells, pen, row, column);
        }
    }
    return pixels;
}

static void draw_image(const Cells *cells, const Pen *pen)
{
    const Plane *plane = cells->plane;
    figure_add(pen->figure, (FigureShape){.kind = SHAPE_IMAGE,
                                          .x = cells->x,
                                          .y = cells->y,
                                          .width = cells->width * (double)plane->matrix.columns,
                                          .height = cells->height * (double)plane->matrix.rows,
                                          .pixels = image_pixels(*cells, pen),
                                          .pixel_rows = (int)plane->matrix.rows,
                                          .pixel_columns = (int)plane->matrix.columns});
}

void cells_draw(const Cells *cells, const Pen *pen)
{
    const Plane *plane = cells->plane;
    if (cells_gap(cells, pen->unit) <= 0) {
        draw_image(cells, pen);
        bool special = plane->below || plane->above || plane->invalid;
        bool large = smaller_side(cells) >= hatched_from * pen->unit;
        if (cells->text_size <= 0 && !(special && large)) return;
    }
    for (int64_t row = 0; row < plane->matrix.rows; row++) {
        for (int64_t column = 0; column < plane->matrix.columns; column++) {
            draw_cell(cells, pen, row, column);
        }
    }
}

// ---- legend -----------------------------------------------------------------------------------

static double draw_swatch(const Pen *pen, double x, double y, double value, const char *text)
{
    double side = 12 * pen->unit, size = 10.5 * pen->unit;
    Box box = {.x = x, .y = y - side / 2, .width = side, .height = side};
    fill_box(pen, box, isnan(value) ? pen->theme->invalid : pen->theme->special);
    hatch_as(pen, box, value);
    pen_text(pen, x + side + 5 * pen->unit, y, text, size, ALIGN_START, pen->theme->muted);
    return x + side + 18 * pen->unit + pen_width(pen, text, false) * size;
}

void cells_draw_legend(const Cells *cells, const Pen *pen, double x, double y)
{
    const Plane *plane = cells->plane;
    if (plane->below) x = draw_swatch(pen, x, y, -HUGE_VAL, "\u2212\u221e");
    if (plane->above) x = draw_swatch(pen, x, y, HUGE_VAL, "\u221e");
    if (plane->invalid) draw_swatch(pen, x, y, nan(""), "nan");
}
