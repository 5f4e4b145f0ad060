// Attention matrices as a grid: a row for each layer, a column for each head. The layers of a
// tensor are the others that were made like it, of its role and shape; its heads are its leading
// dimensions. Where there are no heads, all of them stand one after the other.

#include "figure/axis.h"
#include "figure/cells.h"
#include "figure/colorbar.h"
#include "figure/kinds.h"
#include "figure/sheet.h"

#include "trace/layers.h"
#include "trace/pattern.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const double gap = 14; // between matrices
static const double caption_size = 9.5;
static const double label_size = 11;
static const double bar_width = 180;

enum { MOST_HEADS = 1024, PER_ROW = 6 };

typedef struct Head {
    int entry;
    Index slice;
    int row, column;
    Plane plane;
    Pattern pattern;
} Head;

typedef struct Heads {
    const FigureRequest *request;
    Pen pen;
    Head *head;
    int count, rows, columns;
    bool has_layers; // several tensors, each with its heads in a row
    bool has_names;  // they are told apart by their names, not counted as layers
    bool has_heads;
    Scale scale;
    Axis row_axis, column_axis;
    AxisFit row_fit, column_fit;
    double side_x, side_y; // of one matrix
    double caption_height;
    int captions; // lines below each
} Heads;

const char *heads_misfit(const Trace *trace, Cell cell)
{
    const Shape *shape = &trace->entries[cell.entry].call.output->shape;
    if (shape->ndim < 2) return "is no matrix";
    return shape_count(shape) == 0 ? "has no cells" : NULL;
}

// ---- which matrices ---------------------------------------------------------------------------

// What tells the tensors of a grid apart: the name of each; where a model calls those of its layers
// all alike, the layer that made it.
static const char *tensor_title(const Heads *h, int entry)
{
    const Trace *trace = h->request->trace;
    if (h->has_names) return entry_title(trace, entry, h->pen.figure->arena);
    const Call *call = trace->entries[entry].inside;
    while (call && !call->path) call = call->caller;
    return call ? call->path : entry_title(trace, entry, h->pen.figure->arena);
}

static bool names_differ(const Trace *trace, const int *layers, int count, Arena *arena)
{
    for (int i = 0; i < count; i++) {
        const char *name = entry_title(trace, layers[i], arena);
        for (int other = 0; other < i; other++) {
            if (strcmp(name, entry_title(trace, layers[other], arena)) == 0) return false;
        }
    }
    return true;
}

// The dimensions that tell heads apart: all before the last two that no index was given for; with
// several layers only the innermost, there is room for one.
static int64_t heads_of(const FigureRequest *request, int first)
{
    const Shape *shape = &request->trace->entries[request->cell.entry].call.output->shape;
    int64_t heads = 1;
    for (int dim = first; dim < shape->ndim - 2; dim++) heads *= shape->dim[dim];
    return heads;
}

static Index slice_of(const FigureRequest *request, int first, int64_t head)
{
    const Shape *shape = &request->trace->entries[request->cell.entry].call.output->shape;
    Index slice = request->cell.at;
    for (int dim = shape->ndim - 3; dim >= first; dim--) {
        slice.at[dim] = head % shape->dim[dim];
        head /= shape->dim[dim];
    }
    return slice;
}

static bool too_many(int64_t count, Error *error)
{
    error_set(error, NULL, "a grid of %" PRId64 " matrices is too large: at most %d", count,
              MOST_HEADS);
    return error_hint(error, "choose some with an index, as in weights[0]");
}

static void place(Heads *h, int index, int layer, int64_t head, int per_row)
{
    h->head[index].row = h->has_layers ? layer : index / per_row;
    h->head[index].column = h->has_layers ? (int)head : index % per_row;
    h->rows = h->head[index].row + 1;
    if (h->head[index].column >= h->columns) h->columns = h->head[index].column + 1;
}

static bool list_heads(Heads *h, Error *error)
{
    const FigureRequest *request = h->request;
    Arena *arena = h->pen.figure->arena;
    int *layers, layer_count = trace_layers(request->trace, request->cell.entry, arena, &layers);
    int ndim = request->trace->entries[request->cell.entry].call.output->shape.ndim;
    int first = request->indices < ndim - 2 ? request->indices : ndim - 2;
    if (layer_count > 1 && first < ndim - 3) first = ndim - 3;
    int64_t heads = heads_of(request, first);
    if (heads > MOST_HEADS || heads * layer_count > MOST_HEADS)
        return too_many(heads * layer_count, error);
    h->has_heads = ndim > 2;
    h->has_layers = h->has_heads && layer_count > 1;
    h->has_names = names_differ(request->trace, layers, layer_count, arena);
    h->count = (int)heads * layer_count;
    h->head = NEW_ARRAY(arena, Head, h->count);
    int inner =
        ndim > 2
            ? (int)request->trace->entries[request->cell.entry].call.output->shape.dim[ndim - 3]
            : PER_ROW;
    int per_row = first < ndim - 3 ? inner : h->count < inner ? h->count : inner;
    for (int i = 0; i < h->count; i++) {
        Head *head = &h->head[i];
        head->entry = layers[i / heads];
        head->slice = slice_of(request, first, i % heads);
        place(h, i, i / (int)heads, i % heads, per_row);
    }
    return true;
}

static bool read_heads(Heads *h, Error *error)
{
    for (int i = 0; i < h->count; i++) {
        Head *head = &h->head[i];
        const Tensor *tensor = h->request->trace->entries[head->entry].call.output;
        if (!plane_of(&head->plane, tensor, head->slice, h->pen.figure->arena, error)) return false;
        scale_read(&h->scale, &head->plane);
        head->pattern = pattern_of(tensor, head->slice);
        if (head->pattern.kind != PATTERN_NONE && h->captions < 2) h->captions = 2;
    }
    if (h->request->scale_each) h->captions++;
    return scale_choose(&h->scale, &h->request->look.scale, h->pen.theme, error);
}

// ---- layout -----------------------------------------------------------------------------------

// Few matrices are large; the longer side of a long one is.
static void choose_sides(Heads *h)
{
    double side = h->columns <= 3 ? 200 : h->columns <= 6 ? 144 : 96;
    double rows = (double)h->head[0].plane.rows, columns = (double)h->head[0].plane.columns;
    double longest = fmax(rows, columns);
    if (h->count == 1) side = fmax(side, fmin(10 * longest, 560)); // room for every label
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

static bool read_axes(Heads *h, Error *error)
{
    const FigureRequest *request = h->request;
    const Plane *plane = &h->head[0].plane;
    const AxisLabels *rows = &request->look.rows, *columns = &request->look.columns;
    int entry = request->cell.entry;
    axis_read(&h->row_axis, request->trace, entry, plane->row_dim, plane->rows, &h->pen);
    axis_read(&h->column_axis, request->trace, entry, plane->column_dim, plane->columns, &h->pen);
    if (rows->label && !columns->label && plane->rows == plane->columns) columns = rows;
    if (!axis_relabel(&h->row_axis, rows, "rows", &h->pen, error) ||
        !axis_relabel(&h->column_axis, columns, "columns", &h->pen, error))
        return false;
    double down = h->side_y / (double)plane->rows, across = h->side_x / (double)plane->columns;
    forget_hidden(&h->row_axis, axis_fit_rows(&h->row_axis, down, 1));
    forget_hidden(&h->column_axis, axis_fit_columns(&h->column_axis, across, 1));
    h->row_fit = axis_fit_rows(&h->row_axis, down, 1);
    h->column_fit = axis_fit_columns(&h->column_axis, across, 1);
    return true;
}

static double column_pitch(const Heads *h)
{
    double least = 62; // for the words below
    return fmax(h->side_x, least) + gap;
}

static double row_pitch(const Heads *h)
{
    return h->side_y + h->caption_height + gap + (h->has_layers ? 0 : label_size + 4);
}

// ---- drawing ----------------------------------------------------------------------------------

static const char *head_title(const Heads *h, int i)
{
    Arena *arena = h->pen.figure->arena;
    const Head *head = &h->head[i];
    const char *text = tensor_title(h, head->entry);
    if (h->has_layers)
        text = text_printf(arena, "head %d", head->column);
    else if (h->has_heads && h->rows == 1)
        text = text_printf(arena, "head %d", head->column);
    else if (h->has_heads)
        text = text_printf(arena, "%d, head %d", head->row, head->column);
    return pen_fit(&h->pen, text, (column_pitch(h) - 6) / label_size, true);
}

// "previous"; "to the" where all look at one token that has a label.
static const char *fit_name(const Heads *h, const Head *head)
{
    Arena *arena = h->pen.figure->arena;
    const Trace *trace = h->request->trace;
    int dim = head->plane.column_dim;
    const char *name = pattern_name(&head->pattern, arena);
    if (head->pattern.kind == PATTERN_ONE && label_axis(trace, head->entry, dim)) {
        const char *token = label_at(trace, head->entry, dim, head->pattern.column, arena);
        if (*token) name = text_printf(arena, "to %s", token);
    }
    return pen_fit(&h->pen, name, column_pitch(h) / caption_size - 3, false);
}

static void draw_caption(const Heads *h, const Head *head, double x, double y)
{
    const Pen *pen = &h->pen;
    Arena *arena = pen->figure->arena;
    const Pattern *pattern = &head->pattern;
    y += caption_size / 2 + 5;
    if (pattern->kind != PATTERN_NONE) {
        const char *name = fit_name(h, head);
        if (pattern->share > 0) name = text_printf(arena, "%s %.0f %%", name, 100 * pattern->share);
        sheet_text(pen, x, y, name, caption_size, ALIGN_MIDDLE, pen->theme->text);
        y += caption_size + 4;
        name = text_printf(arena, "%.2f bits", pattern->entropy);
        sheet_text(pen, x, y, name, caption_size, ALIGN_MIDDLE, pen->theme->muted);
        y += caption_size + 4;
    }
    if (!h->request->scale_each || !head->plane.finite) return;
    const char *range = text_printf(arena, "%.2g … %.2g", head->plane.low, head->plane.high);
    sheet_text(pen, x, y, range, caption_size, ALIGN_MIDDLE, pen->theme->muted);
}

static bool draw_head(const Heads *h, int i, double x, double y, Error *error)
{
    const Head *head = &h->head[i];
    Scale own = {0};
    scale_read(&own, &head->plane);
    if (!scale_choose(&own, &h->request->look.scale, h->pen.theme, error)) return false;
    Cells cells = {.plane = &head->plane,
                   .scale = h->request->scale_each ? &own : &h->scale,
                   .x = x,
                   .y = y,
                   .width = h->side_x / (double)head->plane.columns,
                   .height = h->side_y / (double)head->plane.rows};
    cells_draw(&cells, &h->pen);
    draw_caption(h, head, x + h->side_x / 2, y + h->side_y);
    return true;
}

static void draw_layer_label(const Heads *h, const Head *head, double x, double y)
{
    Arena *arena = h->pen.figure->arena;
    const char *text = text_printf(arena, "layer %d", head->row);
    if (h->has_names) {
        text = entry_title(h->request->trace, head->entry, arena);
        text = pen_fit(&h->pen, text, (row_pitch(h) - 6) / label_size, true);
    }
    sheet_text(&h->pen, x, y, text, label_size, ALIGN_MIDDLE, h->pen.theme->text);
    FigureShape *label = &h->pen.figure->shapes[h->pen.figure->count - 1];
    label->angle = -90;
    label->bold = true;
}

// The bar below all of them, and what explains the cells that are no numbers.
static double draw_scale(const Heads *h, double x, double y, double *width)
{
    const Pen *pen = &h->pen;
    Plane all = {0};
    for (int i = 0; i < h->count; i++) {
        all.below += h->head[i].plane.below;
        all.above += h->head[i].plane.above;
        all.invalid += h->head[i].plane.invalid;
    }
    if (all.below || all.above || all.invalid) {
        Cells cells = {.plane = &all};
        cells_draw_legend(&cells, pen, x, y + 8);
        *width = fmax(*width, x + 140);
        y += 26;
    }
    ColorBar bar;
    colorbar_read(&bar, &h->scale, pen);
    if (h->request->scale_each || !bar.ticks) return y;
    colorbar_draw_level(&bar, pen, x, y, bar_width);
    *width = fmax(*width, x + bar_width + bar.widest * colorbar_size(1) / 2);
    return y + colorbar_thickness(1) + 20;
}

static const char *subtitle(const Heads *h)
{
    const FigureRequest *request = h->request;
    Arena *arena = h->pen.figure->arena;
    const Shape *shape = &request->trace->entries[request->cell.entry].call.output->shape;
    Buf text = {.arena = arena};
    if (h->has_layers)
        buf_printf(&text, "%d %s, %d heads, ", h->rows, h->has_names ? "tensors" : "layers",
                   h->columns);
    else if (h->count > 1)
        buf_printf(&text, "%d %s, ", h->count, h->has_heads ? "heads" : "matrices");
    buf_printf(&text, "%" PRId64 " × %" PRId64, shape->dim[shape->ndim - 2],
               shape->dim[shape->ndim - 1]);
    if (h->count > 1)
        buf_add(&text, request->scale_each ? STR(", each on its own scale") : STR(", one scale"));
    return buf_text(&text);
}

static const char *describe(const Heads *h, const char *name)
{
    Arena *arena = h->pen.figure->arena;
    Buf text = {.arena = arena};
    buf_printf(&text, "Grid of %d attention matrices of %s, %s.", h->count, name, subtitle(h));
    for (int i = 0; i < h->count && i < 24; i++) {
        const Pattern *pattern = &h->head[i].pattern;
        if (pattern->kind == PATTERN_NONE) continue;
        buf_printf(&text, " Row %d, column %d: %s.", h->head[i].row, h->head[i].column,
                   pattern_name(pattern, arena));
    }
    return buf_text(&text);
}

static bool draw_grid(const Heads *h, double left, double top, Error *error)
{
    for (int i = 0; i < h->count; i++) {
        const Head *head = &h->head[i];
        double x = left + head->column * column_pitch(h), y = top + head->row * row_pitch(h);
        if (!draw_head(h, i, x, y, error)) return false;
        if (head->column == 0) axis_draw_rows(&h->row_axis, h->row_fit, &h->pen, x, y);
        if (head->row == 0) axis_draw_columns(&h->column_axis, h->column_fit, &h->pen, x, y);
        double title_y = head->row == 0 ? y - h->column_fit.extent - label_size : y - label_size;
        if (h->count > 1 && (head->row == 0 || !h->has_layers))
            sheet_text(&h->pen, x + h->side_x / 2, title_y, head_title(h, i), label_size,
                       ALIGN_MIDDLE, h->pen.theme->text);
        if (h->has_layers && head->column == 0)
            draw_layer_label(h, head, x - h->row_fit.extent - 10, y + h->side_y / 2);
    }
    return true;
}

bool heads_build(Figure *figure, const FigureRequest *request, const Measure *measure, Error *error)
{
    Heads h = {.request = request};
    if (!sheet_pen(&h.pen, figure, &request->look, measure, error)) return false;
    if (!list_heads(&h, error) || !read_heads(&h, error)) return false;
    choose_sides(&h);
    if (!read_axes(&h, error)) return false;
    const char *name = entry_title(request->trace, request->cell.entry, figure->arena);
    figure->title = request->look.title ? request->look.title : name;
    figure->description = describe(&h, name);
    double overhang = fmax(0, (column_pitch(&h) - gap - h.side_x) / 2);
    double left = SHEET_MARGIN + h.row_fit.extent + (h.has_layers ? 20 : 0) + overhang;
    double right = left + (h.columns - 1) * column_pitch(&h) + h.side_x;
    double width = right + fmax(h.column_fit.overhang, overhang);
    double y = sheet_heading(&h.pen, figure->title, subtitle(&h), &width);
    double top = y + (h.count > 1 ? label_size * 1.6 : 0) + h.column_fit.extent;
    if (!draw_grid(&h, left, top, error)) return false;
    double bottom = top + (h.rows - 1) * row_pitch(&h) + h.side_y + h.caption_height;
    bottom = draw_scale(&h, left, bottom + 12, &width);
    return sheet_end(&h.pen, width, bottom, &request->look, error);
}
