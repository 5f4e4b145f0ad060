// Attention matrices as a grid, the pattern and the entropy of each below it; all on one scale, or
// each on its own.
#include "figure/alt.h"
#include "figure/axis.h"
#include "figure/cells.h"
#include "figure/colorbar.h"
#include "figure/head_list.h"
#include "figure/kinds.h"
#include "figure/sheet.h"

#include "study/pattern.h"

#include <inttypes.h>
#include <math.h>

static const double gap = 14; // between matrices
static const double caption_size = 9.5;
static const double label_size = 11;
static const double bar_width = 180;

// A matrix of the list as it is drawn.
typedef struct Tile {
    const HeadPanel *head;
    Plane plane;
    Pattern pattern;
} Tile;

typedef struct HeadsFigure {
    const FigureRequest *request;
    Pen pen;
    HeadList list;
    Tile *tile; // for each of the list
    Scale scale;
    Axis row_axis, column_axis;
    AxisFit row_fit, column_fit;
    double side_x, side_y; // of one matrix
    double caption_height;
    int captions; // lines below each
} HeadsFigure;

const char *heads_misfit(const Trace *trace, Cell cell)
{
    const Shape *shape = &trace->entries[cell.entry].call.output->shape;
    if (shape->ndim < 2) return "is no matrix";
    return shape_count(shape) == 0 ? "has no cells" : NULL;
}

// ---- reading ----------------------------------------------------------------------------------

static bool read_tiles(HeadsFigure *h, Error *error)
{
    Arena *arena = h->pen.figure->arena;
    h->tile = NEW_ARRAY(arena, Tile, h->list.count);
    Attention attention = {0};
    for (int i = 0; i < h->list.count; i++) {
        Tile *tile = &h->tile[i];
        tile->head = &h->list.head[i];
        if (!plane_of(&tile->plane, h->request->trace, tile->head->entry, tile->head->slice, arena,
                      error))
            return false;
        scale_read(&h->scale, &tile->plane);
        if (!attention.trace || attention.entry != tile->head->entry)
            attention = attention_of(h->request->trace, tile->head->entry, arena);
        const Shape *shape = &tile->plane.matrix.tensor->shape;
        int64_t slice = index_slice(shape, tile->head->slice);
        tile->pattern = pattern_of(&attention, &tile->plane.matrix, 1, slice / attention.heads);
        int captions = tile->pattern.kind == PATTERN_NONE    ? 0
                       : tile->pattern.kind == PATTERN_SMALL ? 1
                                                             : 2;
        if (h->captions < captions) h->captions = captions;
    }
    if (h->request->scale_each) h->captions++;
    return scale_choose(&h->scale, &h->request->look.scale, h->pen.theme, error);
}

// ---- layout -----------------------------------------------------------------------------------

// Few matrices are large; the longer side of a long one is.
static void choose_sides(HeadsFigure *h)
{
    double side = h->list.columns <= 3 ? 200 : h->list.columns <= 6 ? 144 : 96;
    double rows = (double)h->tile[0].plane.matrix.rows,
           columns = (double)h->tile[0].plane.matrix.columns;
    double longest = fmax(rows, columns);
    if (h->list.count == 1) side = fmax(side, fmin(10 * longest, 560)); // room for every label
    side = fmin(side, 40 * longest);
    h->side_x = fmax(side * columns / longest, 8);
    h->side_y = fmax(side * rows / longest, 8);
    h->side_x = fmax(h->side_x, fmin(64, 40 * columns));
    h->caption_height = h->captions * (caption_size + 4) + (h->captions ? 4 : 0);
}

// Only the labels that are shown need room.
static void forget_hidden(Axis *axis, AxisFit fit)
{
    axis->widest = 0;
    for (int i = 0; i < axis->labels; i += fit.every)
        axis->widest = fmax(axis->widest, axis->width[i]);
}

static bool read_axes(HeadsFigure *h, Error *error)
{
    const FigureRequest *request = h->request;
    const Matrix *matrix = &h->tile[0].plane.matrix;
    const AxisLabels *rows = &request->look.rows, *columns = &request->look.columns;
    int entry = request->cell.entry;
    axis_read(&h->row_axis, request->trace, entry, matrix->row_dim, matrix->rows, &h->pen);
    axis_read(&h->column_axis, request->trace, entry, matrix->column_dim, matrix->columns, &h->pen);
    if (rows->label && !columns->label && matrix->rows == matrix->columns) columns = rows;
    if (!axis_relabel(&h->row_axis, rows, "rows", &h->pen, error) ||
        !axis_relabel(&h->column_axis, columns, "columns", &h->pen, error))
        return false;
    double down = h->side_y / (double)matrix->rows, across = h->side_x / (double)matrix->columns;
    forget_hidden(&h->row_axis, axis_fit_rows(&h->row_axis, down, 1));
    forget_hidden(&h->column_axis, axis_fit_columns(&h->column_axis, across, 1));
    h->row_fit = axis_fit_rows(&h->row_axis, down, 1);
    h->column_fit = axis_fit_columns(&h->column_axis, across, 1);
    return true;
}

static double column_pitch(const HeadsFigure *h)
{
    double least = 62; // for the words below
    return fmax(h->side_x, least) + gap;
}

static double row_pitch(const HeadsFigure *h)
{
    return h->side_y + h->caption_height + gap + (h->list.has_layers ? 0 : label_size + 4);
}

// ---- drawing ----------------------------------------------------------------------------------

static const char *fit_name(const HeadsFigure *h, const Tile *tile)
{
    const char *name =
        pattern_title(&tile->pattern, h->request->trace, &tile->plane.matrix, h->pen.figure->arena);
    return pen_fit(&h->pen, name, column_pitch(h) / caption_size - 3, false);
}

static void draw_caption(const HeadsFigure *h, const Tile *tile, double x, double y)
{
    const Pen *pen = &h->pen;
    Arena *arena = pen->figure->arena;
    const Pattern *pattern = &tile->pattern;
    y += caption_size / 2 + 5;
    if (pattern->kind > PATTERN_SMALL) {
        const char *name = fit_name(h, tile);
        if (pattern_has_share(pattern))
            name = arena_printf(arena, "%s %.2f", name, pattern->of[pattern->kind].score);
        pen_text(pen, x, y, name, caption_size, ALIGN_MIDDLE, pen->theme->text);
        y += caption_size + 4;
    }
    if (pattern->kind != PATTERN_NONE) {
        const char *name = arena_printf(arena, "%.2f bits", pattern->entropy);
        pen_text(pen, x, y, name, caption_size, ALIGN_MIDDLE, pen->theme->muted);
        y += caption_size + 4;
    }
    if (!h->request->scale_each || !tile->plane.finite) return;
    const char *range = arena_printf(arena, "%.2g … %.2g", tile->plane.low, tile->plane.high);
    pen_text(pen, x, y, range, caption_size, ALIGN_MIDDLE, pen->theme->muted);
}

static bool draw_matrix(const HeadsFigure *h, Tile *tile, double x, double y, Error *error)
{
    Scale own = {0};
    scale_read(&own, &tile->plane);
    if (!scale_choose(&own, &h->request->look.scale, h->pen.theme, error)) return false;
    Cells cells = {.plane = &tile->plane,
                   .scale = h->request->scale_each ? &own : &h->scale,
                   .x = x,
                   .y = y,
                   .width = h->side_x / (double)tile->plane.matrix.columns,
                   .height = h->side_y / (double)tile->plane.matrix.rows};
    focus_draw_cells(h->request->look.focus, &cells, &h->pen);
    return true;
}

static void draw_layer_label(const HeadsFigure *h, const HeadPanel *head, double x, double y)
{
    const char *text = head_layer_title(&h->list, head, h->pen.figure->arena);
    text = pen_fit(&h->pen, text, (row_pitch(h) - 6) / label_size, true);
    FigureShape *label =
        pen_text(&h->pen, x, y, text, label_size, ALIGN_MIDDLE, h->pen.theme->text);
    label->angle = -90;
    label->bold = true;
}

static void draw_title(const HeadsFigure *h, const HeadPanel *head, double x, double y)
{
    if (h->list.count == 1 || (head->row > 0 && h->list.has_layers)) return;
    const char *text = head_title(&h->list, head, h->pen.figure->arena);
    text = pen_fit(&h->pen, text, (column_pitch(h) - 6) / label_size, true);
    if (head->row == 0) y -= h->column_fit.extent;
    pen_text(&h->pen, x, y - label_size, text, label_size, ALIGN_MIDDLE, h->pen.theme->text);
}

// The bar below all of them, and what explains the cells that are no numbers.
static double draw_scale(const HeadsFigure *h, double x, double y, double *width)
{
    const Pen *pen = &h->pen;
    Plane all = {0};
    for (int i = 0; i < h->list.count; i++) plane_add_special(&all, &h->tile[i].plane);
    Cells cells = {.plane = &all,
                   .scale = &h->scale,
                   .width = h->side_x / (double)h->tile[0].plane.matrix.columns,
                   .height = h->side_y / (double)h->tile[0].plane.matrix.rows};
    if (cells_legend_width(&cells, pen) > 0) {
        *width = fmax(*width, cells_draw_legend(&cells, pen, x, y + 8));
        y += 26;
    }
    ColorBar bar;
    colorbar_read(&bar, &h->scale, plane_digits(h->request->look.digits), pen);
    if (h->request->scale_each || !bar.ticks) return y;
    colorbar_draw_level(&bar, pen, x, y, bar_width);
    *width = fmax(*width, x + bar_width + bar.widest * colorbar_size(1) / 2);
    return y + colorbar_thickness(1) + 20;
}

static const char *subtitle(const HeadsFigure *h)
{
    const FigureRequest *request = h->request;
    Arena *arena = h->pen.figure->arena;
    const Shape *shape = &request->trace->entries[request->cell.entry].call.output->shape;
    Buf text = {.arena = arena};
    head_list_count(&h->list, &text);
    buf_printf(&text, "%" PRId64 " × %" PRId64, shape->dim[shape->ndim - 2],
               shape->dim[shape->ndim - 1]);
    const char *held = entry_held(request->trace, request->cell.entry, arena);
    if (held) buf_printf(&text, ", %s", held);
    if (h->list.count > 1)
        buf_add(&text, request->scale_each ? STR(", each on its own scale") : STR(", one scale"));
    return buf_text(&text);
}

// By the name that it has in the figure: its pattern, of few tokens whom each attends to.
static void describe_tile(const HeadsFigure *h, const Tile *tile, Buf *text)
{
    const int64_t few = 12;
    const Pattern *pattern = &tile->pattern;
    bool named = pattern->kind > PATTERN_SMALL, told = tile->plane.matrix.rows <= few;
    if (pattern->kind == PATTERN_NONE || (!named && !told)) return;
    buf_printf(text, " %s: ", head_full_title(&h->list, tile->head, text->arena));
    if (named) buf_printf(text, "%s%s", pattern_name(pattern, text->arena), told ? "; " : "");
    if (told) alt_add_attention(text, &tile->plane, &h->row_axis, &h->column_axis, few);
    buf_add_char(text, '.');
}

static const char *describe(const HeadsFigure *h, const char *name)
{
    Arena *arena = h->pen.figure->arena;
    Buf text = {.arena = arena};
    buf_printf(&text, "Grid of %d attention matrices of %s, %s.", h->list.count, name, subtitle(h));
    for (int i = 0; i < h->list.count && i < 24; i++) describe_tile(h, &h->tile[i], &text);
    return buf_text(&text);
}

static bool draw_grid(const HeadsFigure *h, double left, double top, Error *error)
{
    for (int i = 0; i < h->list.count; i++) {
        Tile *tile = &h->tile[i];
        const HeadPanel *head = tile->head;
        double x = left + head->column * column_pitch(h), y = top + head->row * row_pitch(h);
        if (!draw_matrix(h, tile, x, y, error)) return false;
        draw_caption(h, tile, x + h->side_x / 2, y + h->side_y);
        if (head->column == 0) axis_draw_rows(&h->row_axis, h->row_fit, &h->pen, x, y);
        if (head->row == 0) axis_draw_columns(&h->column_axis, h->column_fit, &h->pen, x, y);
        draw_title(h, head, x + h->side_x / 2, y);
        if (h->list.has_layers && head->column == 0)
            draw_layer_label(h, head, x - h->row_fit.extent - 10, y + h->side_y / 2);
    }
    return true;
}

bool heads_build(Figure *figure, const FigureRequest *request, const Measure *measure, Error *error)
{
    HeadsFigure h = {.request = request};
    if (!sheet_pen(&h.pen, figure, &request->look, measure, error)) return false;
    if (!head_list_read(&h.list, request, figure->arena, error) || !read_tiles(&h, error))
        return false;
    choose_sides(&h);
    if (!read_axes(&h, error)) return false;
    const char *name = entry_title(request->trace, request->cell.entry, figure->arena);
    figure->title = request->look.title ? request->look.title : name;
    figure->description = describe(&h, name);
    double overhang = fmax(0, (column_pitch(&h) - gap - h.side_x) / 2);
    double left = SHEET_MARGIN + h.row_fit.extent + (h.list.has_layers ? 20 : 0) + overhang;
    double right = left + (h.list.columns - 1) * column_pitch(&h) + h.side_x;
    double width = right + fmax(h.column_fit.overhang, overhang);
    double y = sheet_heading(&h.pen, figure->title, subtitle(&h), &width);
    double top = y + (h.list.count > 1 ? label_size * 1.6 : 0) + h.column_fit.extent;
    if (!draw_grid(&h, left, top, error)) return false;
    double bottom = top + (h.list.rows - 1) * row_pitch(&h) + h.side_y + h.caption_height;
    bottom = draw_scale(&h, left, bottom + 12, &width);
    return sheet_end(&h.pen, width, bottom, &request->look, error);
}
