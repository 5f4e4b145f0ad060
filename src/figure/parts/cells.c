// Large cells are rounded tiles apart from each other; small ones touch, and are one image, so that
// no seam shows between them at any size. Where cells are smaller than pixels, a pixel has the
// colour of the largest of those it represents: averages of colours would be no colours of the
// ramp, and a single large number would be lost. What is masked or not finite is never given a
// colour of the ramp: masked and -inf are hatched (falling), inf as well (rising), nan is
// the page, faintly cross-hatched, or grey where cells are small and few are nan. What may not be
// seen has neither. A cell that hardly differs from the page has an outline. What is masked has no
// number, and where there are many of -inf, or of what looks like zero, these have none.
#include "figure/parts/cells.h"

#include "base/text/number.h"
#include "figure/page/pen.h"
#include "study/looks/number.h"
#include "tensor/dtype.h"

#include <inttypes.h>
#include <math.h>

// In units.
static const double tile_from = 28;   // cells at least this large are rounded tiles
static const double apart_from = 14;  // at least this large: a hairline apart
static const double hatched_from = 5; // smaller ones: pixels in stripes
static const double smallest_text = 6.5;
static const double smallest_points = 5.5; // of type, whatever the unit
static const double good_text = 10;

static double smaller_side(const Cells *cells)
{
    return fmin(cells->width, cells->height);
}

double cells_gap(const Cells *cells, double unit)
{
    if (cells->photo) return 0;
    double side = smaller_side(cells);
    if (side >= tile_from * unit) return 2 * unit;
    return side >= apart_from * unit ? unit : 0;
}

// ---- numbers ----------------------------------------------------------------------------------

// Flat cells have taller letters for their height, so that they can be read at all.
static double text_size_for(const Cells *cells, double along, double across, double widest,
                            double unit)
{
    double room = along - cells_gap(cells, unit) - fmax(2 * unit, 0.18 * along);
    double tallest = 0.34 * across;
    if (along > 1.4 * across) tallest = fmax(0.55 * across, fmin(0.68 * across, good_text * unit));
    return fmin(fmin(room / widest, tallest), 16 * unit);
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
            width += str_starts(str_slice(text, i, text.n), "\u221e") ? letters->infinity
                                                                      : letters->minus;
        if (is_sign) i += 2;
    }
    return width;
}

// In a table of some size they say nothing one by one.
static bool are_many(const Plane *plane, int64_t count)
{
    const int64_t small = 144;
    int64_t cells = plane->matrix.rows * plane->matrix.columns - plane->masked - plane->left_out;
    return plane->matrix.rows * plane->matrix.columns > small && 4 * count > cells;
}

static double power_of(const Cells *cells)
{
    return cells->scale ? pow(10, cells->scale->factor) : 1;
}

// As in print; "" for none.
static const char *number_of(const Cells *cells, int64_t row, int64_t column, int decimals,
                             Buf *text)
{
    double value = matrix_value(&cells->plane->matrix, row, column);
    text->n = 0;
    if (plane_is_masked(cells->plane, row, column) || fabs(value) < cells->least ||
        (value == -HUGE_VAL && are_many(cells->plane, cells->plane->below))) {
        return "";
    } else if (cells->hundredths) {
        buf_add(text, str_from(number_hundredths(value, text->arena)));
    } else {
        double power = power_of(cells), largest = plane_largest(cells->plane) / power;
        if (power != 1) largest = fmax(largest, 10); // what is far smaller looks like zero
        plane_write(&cells->plane->matrix, value / power, decimals, largest, text);
    }
    return buf_text(text);
}

// Width of the widest cell in multiples of the font size.
static double widest_number(const Cells *cells, int decimals, const Letters *letters,
                            const Pen *pen)
{
    double widest = 0;
    Buf text = {.arena = pen->figure->arena};
    for (int64_t row = 0; row < cells->plane->matrix.rows; row++) {
        for (int64_t column = 0; column < cells->plane->matrix.columns; column++) {
            if (plane_seen(cells->plane, row, column) != SEEN) continue;
            if (plane_is_left_out(cells->plane, row, column)) continue;
            number_of(cells, row, column, decimals, &text);
            widest = fmax(widest, width_of(letters, buf_str(&text)));
        }
    }
    return widest;
}

static int decimals_of(const Cells *cells, int most)
{
    enum { WITH_FACTOR = 2 };
    bool has_factor = cells->scale && cells->scale->factor;
    int decimals = plane_decimals(cells->plane, most);
    if (!has_factor) return decimals;
    return most ? plane_digits(most) : WITH_FACTOR;
}

// Zeros alone are written.
double cells_least(const Cells *cells)
{
    const Plane *plane = cells->plane;
    double half = 0.5 * pow(10, -cells->decimals) * power_of(cells);
    int64_t count = 0, zeros = 0;
    if (!dtype_is_float(plane->matrix.tensor->dtype)) return 0;
    for (int64_t row = 0; row < plane->matrix.rows; row++) {
        for (int64_t column = 0; column < plane->matrix.columns; column++) {
            double size = fabs(plane_value(plane, row, column));
            count += size < half;
            zeros += size == 0;
        }
    }
    return are_many(plane, count) && count > zeros ? half : 0;
}

// Decimals go first, then size: a cut number of a good size says more than a full one that cannot
// be read from the back row. Where fewer do not make room, they stay.
static double fit_along(Cells *cells, double along, double across, int most, const Letters *letters,
                        const Pen *pen)
{
    enum { FEWEST_DECIMALS = 2 };
    double best = 0;
    int decimals = decimals_of(cells, most);
    int fewest = decimals < FEWEST_DECIMALS ? decimals : FEWEST_DECIMALS;
    for (; decimals >= fewest; decimals--) {
        double widest = widest_number(cells, decimals, letters, pen);
        double size = text_size_for(cells, along, across, widest, pen->unit);
        if (size > best) cells->decimals = decimals;
        best = fmax(best, size);
        if (best >= good_text * pen->unit) break;
    }
    return best >= fmax(smallest_text * pen->unit, smallest_points) ? best : 0;
}

// Level, or in tall cells that are too narrow for that, upright.
void cells_fit_text(Cells *cells, int most, const Pen *pen)
{
    const double narrowest = 10, tall = 1.6, better = 1.2;
    cells->text_size = 0;
    cells->upright = false;
    if (smaller_side(cells) < narrowest * pen->unit) return;
    Letters letters = measure_letters(pen);
    cells->text_size = fit_along(cells, cells->width, cells->height, most, &letters, pen);
    if (cells->text_size >= good_text * pen->unit || cells->height < tall * cells->width) return;
    Cells turned = *cells;
    turned.upright = true;
    turned.text_size = fit_along(&turned, cells->height, cells->width, most, &letters, pen);
    if (turned.text_size > better * cells->text_size) *cells = turned;
}

// ---- one cell ---------------------------------------------------------------------------------

static HatchBox cell_box(const Cells *cells, double unit, int64_t row, int64_t column)
{
    double gap = cells_gap(cells, unit);
    return (HatchBox){
        .x = cells->x + (double)column * cells->width + gap / 2,
        .y = cells->y + (double)row * cells->height + gap / 2,
        .width = cells->width - gap,
        .height = cells->height - gap,
        .radius = smaller_side(cells) >= tile_from * unit ? 3 * unit : 0,
    };
}

static void fill_box(const Pen *pen, HatchBox box, Color color)
{
    const double visible = 1.5; // contrast
    pen_box(pen, box.x, box.y, box.width, box.height, box.radius, color);
    if (color_contrast(color, pen->theme->background) < visible)
        pen_frame(pen, box.x, box.y, box.width, box.height, box.radius, pen->theme->rule);
}

static Color color_of(const Cells *cells, const Pen *pen, double value)
{
    bool small = smaller_side(cells) < hatched_from * pen->unit && !pen->theme->grey;
    bool usual = cells->plane->invalid > cells->plane->finite;
    if (isnan(value)) return small && !usual ? pen->theme->hatch : pen->theme->background;
    if (isinf(value)) return pen->theme->special;
    return scale_color(cells->scale, value);
}

static bool hides_sign(const Cells *cells, double value)
{
    return value < 0 && isfinite(value) && cells->scale && scale_hides_sign(cells->scale, value);
}

static void hatch_as(const Cells *cells, const Pen *pen, HatchBox box, double value)
{
    Color color = pen->theme->hatch;
    if (isnan(value)) color = color_mix(pen->theme->background, color, 0.5);
    if (isnan(value) || value == -HUGE_VAL) hatch_box(pen, box, false, color);
    if (isnan(value) || value == HUGE_VAL) hatch_box(pen, box, true, color);
    if (hides_sign(cells, value)) hatch_negative(pen, box, scale_color(cells->scale, value));
}

// On hatched ground a number has a plain patch behind it.
static void draw_number(const Cells *cells, const Pen *pen, const char *text, HatchBox box,
                        bool patched, Color ground, Color ink)
{
    double x = box.x + box.width / 2, y = box.y + box.height / 2, size = cells->text_size;
    double along = (pen_width(pen, text, false) + 0.5) * size, across = 1.35 * size;
    double width = cells->upright ? across : along, height = cells->upright ? along : across;
    if (patched) pen_box(pen, x - width / 2, y - height / 2, width, height, 0.2 * size, ground);
    pen_text(pen, x, y, text, size, ALIGN_MIDDLE, ink)->angle = cells->upright ? -90 : 0;
}

// ---- what a cell is ---------------------------------------------------------------------------

const char *cell_unseen(Seen seen)
{
    return seen == HIDDEN ? "yours to predict" : "not computed yet";
}

// "query 2", "row the", of a pair the label alone; NULL: there is no other.
static const char *side_name(const char *label, int64_t at, const char *noun, bool of_pairs,
                             Arena *arena)
{
    if (at < 0) return NULL;
    if (!label || !label[0]) return arena_printf(arena, "%s %" PRId64, noun, at);
    return of_pairs ? label : arena_printf(arena, "%s %s", noun, label);
}

const char *cell_title(const CellName *name, const char *value, Arena *arena)
{
    bool pairs = name->of_pairs;
    const char *row = side_name(name->row_label, name->row, pairs ? "query" : "row", pairs, arena);
    const char *column =
        side_name(name->column_label, name->column, pairs ? "key" : "column", pairs, arena);
    if (!row && !column) return value;
    if (!row || !column) return arena_printf(arena, "%s: %s", row ? row : column, value);
    bool plain = row == name->row_label && column == name->column_label;
    return arena_printf(arena, "%s%s%s%s %s", row, pairs ? " → " : ", ", column, plain ? "" : ":",
                        value);
}

static const char *label_of(const Axis *axis, int64_t at)
{
    return at % axis->step || at / axis->step >= axis->labels ? NULL : axis->whole[at / axis->step];
}

static FigureMark mark_of(const Cells *cells, int64_t row, int64_t column, Arena *arena)
{
    const Matrix *matrix = &cells->plane->matrix;
    CellName name = {label_of(&cells->axes->rows, row), label_of(&cells->axes->columns, column),
                     matrix->row_dim < 0 ? -1 : row, matrix->column_dim < 0 ? -1 : column,
                     cells->axes->of_pairs};
    Buf value = {.arena = arena};
    double number = matrix_value(matrix, row, column);
    Seen seen = plane_seen(cells->plane, row, column);
    if (seen != SEEN)
        buf_add(&value, str_from(cell_unseen(seen)));
    else if (plane_is_masked(cells->plane, row, column))
        buf_add(&value, STR("masked"));
    else if (plane_is_left_out(cells->plane, row, column))
        buf_add(&value, STR("left out"));
    else if (power_of(cells) != 1)
        number_human(&value, number, 4);
    else
        plane_write(matrix, number, cells->title_decimals, plane_largest(cells->plane), &value);
    if (str_starts(buf_str(&value), "≈")) { // there is room to say how little
        value.n = 0;
        number_human(&value, number, 1);
        number_typeset(&value, 0);
    }
    return (FigureMark){row, column, cell_title(&name, buf_text(&value), arena)};
}

static void mark_cell(const Cells *cells, Figure *figure, int shape, int64_t row, int64_t column)
{
    if (!cells->axes) return;
    FigureMark mark = mark_of(cells, row, column, figure->arena);
    figure_mark(figure, shape, row, column, mark.title);
}

static bool is_quiet(const Cells *cells, int64_t row, int64_t column)
{
    return cells->quiet && cells->quiet[row * cells->plane->matrix.columns + column];
}

static void draw_ground(const Cells *cells, const Pen *pen, int64_t row, int64_t column)
{
    double value = plane_value(cells->plane, row, column);
    if (plane_is_left_out(cells->plane, row, column)) return;
    HatchBox box = cell_box(cells, pen->unit, row, column);
    int first = pen->figure->count;
    if (cells_gap(cells, pen->unit) > 0) {
        fill_box(pen, box, color_of(cells, pen, value));
        mark_cell(cells, pen->figure, first, row, column);
    }
    if (plane_seen(cells->plane, row, column) == SEEN) hatch_as(cells, pen, box, value);
}

static void draw_text(const Cells *cells, const Pen *pen, int64_t row, int64_t column)
{
    double value = plane_value(cells->plane, row, column);
    if (plane_is_left_out(cells->plane, row, column)) return;
    Color color = color_of(cells, pen, value);
    Color ink = isfinite(value) ? color_on(color) : pen->theme->text;
    if (pen->quiet) ink = color_readable(pen->theme->muted, pen_shade(pen, color), 4.5);
    Buf text = {.arena = pen->figure->arena};
    Seen seen = plane_seen(cells->plane, row, column);
    const char *unseen = seen == HIDDEN ? "?" : "·";
    const char *number = number_of(cells, row, column, cells->decimals, &text);
    if (seen != SEEN) number = unseen;
    HatchBox box = cell_box(cells, pen->unit, row, column);
    if (number[0]) draw_number(cells, pen, number, box, hides_sign(cells, value), color, ink);
}

// ---- all of them ------------------------------------------------------------------------------

// How many cells a pixel represents, down and across.
typedef struct PixelBlock {
    int64_t rows, columns;
} PixelBlock;

// Of `count` cells, `side` wide.
static int64_t cells_in(double pixel, double side, int64_t count)
{
    const int64_t most_pixels = 8192; // of an image, where the file's are not known
    int64_t least = (count + most_pixels - 1) / most_pixels;
    int64_t fits = pixel > side * 1.001 ? (int64_t)ceil(pixel / side - 0.001) : 1;
    return fits > least ? fits : least;
}

static PixelBlock block_of(const Cells *cells, const Pen *pen)
{
    if (cells->width <= 0 || cells->height <= 0) return (PixelBlock){1, 1};
    const Matrix *matrix = &cells->plane->matrix;
    return (PixelBlock){cells_in(pen->pixel, cells->height, matrix->rows),
                        cells_in(pen->pixel, cells->width, matrix->columns)};
}

// Does `value` represent `other` as well? The largest does, whatever its sign; one that is no
// number is not lost either, but what is masked gives way, and so does nan where it is `usual`.
static bool outweighs(double value, double other, bool usual)
{
    if (value == -HUGE_VAL || other == -HUGE_VAL) return value != -HUGE_VAL;
    bool value_is_nan = isnan(value), other_is_nan = isnan(other);
    if (value_is_nan != other_is_nan) return usual ? other_is_nan : value_is_nan;
    return fabs(value) > fabs(other);
}

// Of a row of pixels; `cells` is room for a row of cells.
static void block_values(const Plane *plane, PixelBlock block, int64_t row, double *cells,
                         double *most)
{
    int64_t columns = plane->matrix.columns, end = row + block.rows;
    bool nan_is_usual = plane->invalid > plane->finite;
    if (block.rows == 1 && block.columns == 1) {
        plane_row(plane, row, most);
        return;
    }
    for (int64_t i = 0; i * block.columns < columns; i++) most[i] = -HUGE_VAL;
    for (int64_t r = row; r < end && r < plane->matrix.rows; r++) {
        plane_row(plane, r, cells);
        for (int64_t c = 0; c < columns; c++) {
            double *pixel = &most[c / block.columns];
            if (plane->triangle && plane_is_left_out(plane, r, c)) continue;
            if (outweighs(cells[c], *pixel, nan_is_usual)) *pixel = cells[c];
        }
    }
}

// Are all of its cells left out? That nearest to the diagonal says it.
static bool block_is_left_out(const Plane *plane, PixelBlock block, int64_t row, int64_t column)
{
    bool upper = plane->triangle == TRIANGLE_UPPER;
    return plane->triangle && plane_is_left_out(plane, upper ? row + block.rows - 1 : row,
                                                upper ? column : column + block.columns - 1);
}

// Where lines would be wider than cells, the pixels themselves are stripes.
static Color pixel_of(const Cells *cells, const Pen *pen, double value, int64_t row, int64_t column)
{
    Color color = color_of(cells, pen, value);
    if (smaller_side(cells) >= hatched_from * pen->unit) return color;
    int64_t along = value < 0 && isinf(value) ? row + 7 * column : row + column;
    if (isinf(value) && along % 8 < 2) return pen->theme->hatch;
    if (isnan(value) && pen->theme->grey && along % 4 == 0) return pen->theme->hatch;
    return hides_sign(cells, value) && along % 4 == 0 ? hatch_negative_color(color) : color;
}

static const Color *image_pixels(Cells cells, const Pen *pen, PixelBlock block, FigureShape *image)
{
    const size_t many = 1 << 16; // enough to pay for a table
    const Plane *plane = cells.plane;
    Arena *arena = pen->figure->arena;
    size_t count = (size_t)image->pixel_rows * (size_t)image->pixel_columns;
    Scale scale = *cells.scale;
    if (count > many) scale_tabulate(&scale, arena);
    cells.scale = &scale;
    Color *pixels = NEW_ARRAY(arena, Color, count), *next = pixels;
    double *values = NEW_ARRAY(arena, double, plane->matrix.columns),
           *most = NEW_ARRAY(arena, double, image->pixel_columns);
    Pen quiet = *pen;
    quiet.quiet = true;
    for (int64_t row = 0; row < image->pixel_rows; row++) {
        block_values(plane, block, row * block.rows, values, most);
        for (int64_t column = 0; column < image->pixel_columns; column++) {
            int64_t r = row * block.rows, c = column * block.columns;
            Color color = pixel_of(&cells, pen, most[column], row, column);
            if (block_is_left_out(plane, block, r, c)) color = pen->theme->background;
            *next++ = is_quiet(&cells, r, c) ? pen_shade(&quiet, color) : color;
        }
    }
    return pixels;
}

static int pixels_for(int64_t cells, int64_t block)
{
    return (int)((cells + block - 1) / block);
}

static const FigureMark *image_marks(const Cells *cells, const Pen *pen)
{
    const Matrix *matrix = &cells->plane->matrix;
    Arena *arena = pen->figure->arena;
    FigureMark *marks = NEW_ARRAY(arena, FigureMark, matrix->rows * matrix->columns);
    for (int64_t i = 0; i < matrix->rows * matrix->columns; i++)
        marks[i] = mark_of(cells, i / matrix->columns, i % matrix->columns, arena);
    return marks;
}

static void draw_image(const Cells *cells, const Pen *pen)
{
    const Matrix *matrix = &cells->plane->matrix;
    PixelBlock block = block_of(cells, pen);
    FigureShape image = {.kind = SHAPE_IMAGE, .x = cells->x, .y = cells->y};
    image.pixel_rows = pixels_for(matrix->rows, block.rows);
    image.pixel_columns = pixels_for(matrix->columns, block.columns);
    image.width = cells->width * (double)(image.pixel_columns * block.columns);
    image.height = cells->height * (double)(image.pixel_rows * block.rows);
    image.pixels = image_pixels(*cells, pen, block, &image);
    if (cells->axes && block.rows == 1 && block.columns == 1) image.mark = image_marks(cells, pen);
    figure_add(pen->figure, image);
    Pen own = *pen;
    own.quiet = cells->quiet;
    if (cells->plane->left_out) return;
    pen_frame(&own, image.x, image.y, image.width, image.height, 0, pen->theme->rule);
}

// One image of both: no format draws colours that are not opaque in another way.
static void draw_photo(const Cells *cells, const Pen *pen)
{
    const FigurePhoto *photo = cells->photo;
    const Matrix *matrix = &cells->plane->matrix;
    size_t count = (size_t)photo->rows * (size_t)photo->columns;
    Color *pixels = NEW_ARRAY(pen->figure->arena, Color, count);
    FigureShape image = {.kind = SHAPE_IMAGE, .x = cells->x, .y = cells->y, .pixels = pixels};
    image.width = cells->width * (double)matrix->columns;
    image.height = cells->height * (double)matrix->rows;
    image.pixel_rows = photo->rows;
    image.pixel_columns = photo->columns;
    Pen own = *pen;
    for (size_t i = 0; i < count; i++) {
        int64_t row = (int64_t)i / photo->columns * matrix->rows / photo->rows;
        int64_t column = (int64_t)i % photo->columns * matrix->columns / photo->columns;
        double value = plane_value(cells->plane, row, column);
        own.quiet = is_quiet(cells, row, column);
        bool plain = !isfinite(value) || own.quiet;
        pixels[i] = plain ? pen_shade(&own, photo->pixels[i])
                          : scale_color_over(cells->scale, value, photo->pixels[i]);
    }
    figure_add(pen->figure, image);
}

typedef void CellDraw(const Cells *cells, const Pen *pen, int64_t row, int64_t column);

static void draw_each(const Cells *cells, const Pen *pen, CellDraw *draw)
{
    Pen own = *pen;
    for (int64_t row = 0; row < cells->plane->matrix.rows; row++) {
        for (int64_t column = 0; column < cells->plane->matrix.columns; column++) {
            own.quiet = is_quiet(cells, row, column);
            draw(cells, &own, row, column);
        }
    }
}

void cells_draw(const Cells *given, const Pen *pen)
{
    const Plane *plane = given->plane;
    Cells cells = *given;
    bool many = plane->matrix.rows * plane->matrix.columns > MOST_TITLED_CELLS;
    if (many) cells.axes = NULL;
    if (cells.axes) cells.title_decimals = plane_decimals(plane, plane_digits(0));
    bool apart = cells_gap(&cells, pen->unit) > 0;
    figure_group(pen->figure, "cells");
    if (cells.photo) {
        draw_photo(&cells, pen);
        figure_group_end(pen->figure);
        return;
    }
    if (!apart) draw_image(&cells, pen);
    bool hatched = plane_has_special(plane) || hides_sign(&cells, cells.scale->low);
    bool large = smaller_side(&cells) >= hatched_from * pen->unit;
    if (apart || cells.text_size > 0 || (hatched && large)) draw_each(&cells, pen, draw_ground);
    figure_group_end(pen->figure);
    if (cells.text_size <= 0) return;
    figure_group(pen->figure, "numbers")->is_passive = true;
    draw_each(&cells, pen, draw_text);
    figure_group_end(pen->figure);
}

// ---- legend -----------------------------------------------------------------------------------

static double legend_end(const Pen *pen, double x, const char *text)
{
    const double size = 10.5, apart = 18;
    return x + (pen_width(pen, text, false) * size + apart) * pen->unit;
}

static void draw_legend_text(const Pen *pen, double x, double y, const char *text)
{
    pen_text(pen, x, y, text, 10.5 * pen->unit, ALIGN_START, pen->theme->muted);
}

static double draw_swatch(const Cells *cells, const Pen *pen, bool measured, double x, double y,
                          double value, const char *text)
{
    double side = 12 * pen->unit, start = x + side + 5 * pen->unit;
    if (!measured) {
        HatchBox box = {.x = x, .y = y - side / 2, .width = side, .height = side};
        fill_box(pen, box, color_of(cells, pen, value));
        hatch_as(cells, pen, box, value);
        draw_legend_text(pen, start, y, text);
    }
    return legend_end(pen, start, text);
}

static double draw_note(const Pen *pen, bool measured, double x, double y, const char *text)
{
    if (!measured) draw_legend_text(pen, x, y, text);
    return legend_end(pen, x, text);
}

// Numbers in the cells say themselves that they are none; that they are masked they do not.
static double legend(const Cells *cells, const Pen *pen, bool measured, double x, double y)
{
    const Plane *plane = cells->plane;
    PixelBlock block = block_of(cells, pen);
    bool silent = cells->text_size <= 0;
    bool no_infinities = silent || are_many(plane, plane->below);
    bool both = plane->masked && plane->below; // of scores, before the softmax and after the mask
    if (plane->masked)
        x = draw_swatch(cells, pen, measured, x, y, -HUGE_VAL,
                        both ? "masked, \u2212\u221e" : "masked");
    if (plane->below && no_infinities && !both)
        x = draw_swatch(cells, pen, measured, x, y, -HUGE_VAL, "\u2212\u221e");
    if (plane->above && silent) x = draw_swatch(cells, pen, measured, x, y, HUGE_VAL, "\u221e");
    if (plane->invalid && silent) x = draw_swatch(cells, pen, measured, x, y, nan(""), "nan");
    if (!silent && cells->least > 0)
        x = draw_note(pen, measured, x, y,
                      arena_printf(pen->figure->arena, "no numbers %s%g",
                                   plane->low < 0 ? "within ±" : "below ", cells->least));
    if (block.rows > 1 || block.columns > 1)
        x = draw_note(pen, measured, x, y,
                      arena_printf(pen->figure->arena, "1 pixel = %d × %d cells, largest",
                                   (int)block.rows, (int)block.columns));
    return x;
}

double cells_legend_width(const Cells *cells, const Pen *pen)
{
    return legend(cells, pen, true, 0, 0);
}

double cells_draw_legend(const Cells *cells, const Pen *pen, double x, double y)
{
    figure_group(pen->figure, "legend");
    double end = legend(cells, pen, false, x, y);
    figure_group_end(pen->figure);
    return end;
}
