// Attention matrices as a grid, the pattern and the entropy of each below it; all on one scale, or
// each on its own.
#include "figure/kinds/head_list.h"
#include "figure/parts/alt.h"
#include "figure/parts/tiles.h"
#include "study/attention/pattern.h"
#include "study/names/attention_title.h"
#include "study/names/title.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct HeadsFigure {
    const FigureRequest *request;
    HeadList list;
    Pattern *pattern; // of each
    TileGrid grid;
} HeadsFigure;

static const char *misfit(const Trace *trace, Cell cell)
{
    const Shape *shape = &trace->entries[cell.entry].call.output->shape;
    if (shape->ndim < 2) return "is no matrix";
    return shape_count(shape) == 0 ? "has no cells" : NULL;
}

static void write_about(const HeadList *list, Buf *out)
{
    const HeadPanel *first = list->head;
    Matrix matrix = matrix_by_axes(list->trace, first->entry, first->slice);
    if (role_of(list->trace, first->entry) == ROLE_WEIGHTS)
        buf_add(out, STR("attention weights, "));
    head_list_count(list, out);
    buf_printf(out, "%" PRId64 "×%" PRId64, matrix.rows, matrix.columns);
}

static bool about(const FigureRequest *request, Buf *out)
{
    HeadList list;
    Error none = {.arena = out->arena};
    if (!head_list_read(&list, request, out->arena, &none)) return true;
    write_about(&list, out);
    return !list.has_tensors;
}

// ---- reading ----------------------------------------------------------------------------------

static void add_line(Tile *tile, const char *text, const char *number)
{
    tile->line[tile->lines++] = (TileLine){text, number};
}

// The lines about a matrix: its pattern, how uncertain it is, its range.
static void read_lines(const HeadsFigure *h, Tile *tile, const Pattern *pattern, Arena *arena)
{
    const Plane *plane = &tile->plane;
    tile->is_named = pattern->kind > PATTERN_SMALL;
    if (tile->is_named) {
        const char *share = arena_printf(arena, "%.2f", pattern->of[pattern->kind].score);
        add_line(tile, pattern_title(pattern, h->request->trace, &plane->matrix, arena),
                 pattern_has_share(pattern) ? share : NULL);
    }
    if (pattern->kind != PATTERN_NONE)
        add_line(tile, arena_printf(arena, "%.2f bits", pattern->entropy), NULL);
    if (h->request->scale_each && plane->finite)
        add_line(tile, arena_printf(arena, "%.2g … %.2g", plane->low, plane->high), NULL);
}

// 3 of "head 3"; -1: there is none.
static int64_t number_at_end(const char *title)
{
    enum { MOST_DIGITS = 9 };
    int digits = str_digits_at_end(str_from(title));
    return digits > 0 && digits <= MOST_DIGITS ? strtol(title + strlen(title) - digits, NULL, 10)
                                               : -1;
}

static bool read_tiles(HeadsFigure *h, Arena *arena, Error *error)
{
    const Trace *trace = h->request->trace;
    const HeadList *list = &h->list;
    Attention attention = {0};
    h->pattern = NEW_ARRAY(arena, Pattern, list->count);
    h->grid.tile = NEW_ARRAY(arena, Tile, list->count);
    for (int i = 0; i < list->count; i++) {
        const HeadPanel *head = &list->head[i];
        Tile *tile = &h->grid.tile[h->grid.count++];
        *tile = (Tile){.row = head->row, .column = head->column};
        if (list->count > 1) tile->title = head->title;
        tile->whole = head_full_title(list, head, arena);
        tile->head = number_at_end(head->title);
        tile->layer = number_at_end(list->row_name[head->row]);
        tile->is_head = list->columns > 1;
        if (list->count > 1 && h->request->panels.letters)
            tile->title = panel_title(h->request->look.bare ? "" : head->title, i, arena);
        Matrix matrix = matrix_by_axes(trace, head->entry, head->slice);
        if (!plane_of(&tile->plane, trace, matrix, (Sight){0}, arena, error)) return false;
        if (!attention.trace || attention.entry != head->entry)
            attention = attention_of(trace, head->entry, arena);
        const Slices *slices = &attention.slices;
        int64_t item = slices_number(slices, head->slice) / slices->heads;
        h->pattern[i] = pattern_of(&attention, &tile->plane.matrix, 1, item);
        read_lines(h, tile, &h->pattern[i], arena);
    }
    return true;
}

static bool read_axes(HeadsFigure *h, Error *error)
{
    const Matrix *matrix = &h->grid.tile[0].plane.matrix;
    const AxisLabels *rows = &h->request->look.rows, *columns = &h->request->look.columns;
    if (rows->label && !columns->label && !columns->none && matrix->rows == matrix->columns)
        columns = rows;
    if (!axes_read(&h->grid.axes, h->request->trace, matrix, rows, columns, &h->grid.pen, error))
        return false;
    focus_keep_labels(h->request->look.focus, matrix, &h->grid.axes, h->grid.pen.figure->arena);
    return true;
}

// ---- words ------------------------------------------------------------------------------------

static const char *subtitle(const HeadsFigure *h)
{
    const FigureRequest *request = h->request;
    Arena *arena = h->grid.pen.figure->arena;
    Buf text = {.arena = arena};
    write_about(&h->list, &text);
    const char *held = entry_held(request->trace, request->cell.entry, arena);
    if (held) buf_printf(&text, ", %s", held);
    if (h->grid.scale.factor)
        buf_printf(&text, ", numbers %s", factor_text(h->grid.scale.factor, arena));
    if (h->list.count > 1)
        buf_add(&text, request->scale_each ? STR(", each on its own scale") : STR(", one scale"));
    return buf_text(&text);
}

// By the name that it has in the figure: its pattern, of few tokens whom each attends to.
static void describe_tile(const HeadsFigure *h, int i, Buf *text)
{
    const int64_t few = 12;
    const AxisPair *axes = &h->grid.axes;
    const Tile *tile = &h->grid.tile[i];
    const Pattern *pattern = &h->pattern[i];
    bool named = pattern->kind > PATTERN_SMALL, told = tile->plane.matrix.rows <= few;
    if (pattern->kind == PATTERN_NONE || (!named && !told)) return;
    buf_printf(text, " %s: ", head_full_title(&h->list, &h->list.head[i], text->arena));
    if (named) buf_printf(text, "%s%s", pattern_name(pattern, text->arena), told ? "; " : "");
    if (told) alt_add_attention(text, &tile->plane, &axes->rows, &axes->columns, few);
    buf_add_char(text, '.');
}

static const char *describe(const HeadsFigure *h, const char *name)
{
    Arena *arena = h->grid.pen.figure->arena;
    Buf text = {.arena = arena};
    buf_printf(&text, "Grid of %d attention matrices of %s, %s.", h->list.count, name, subtitle(h));
    for (int i = 0; i < h->list.count && i < 24; i++) describe_tile(h, i, &text);
    return buf_text(&text);
}

// "attentions, layer 5"; of several tensors, each of which is named, no single one's name.
static const char *title_of(const HeadsFigure *h)
{
    const FigureRequest *request = h->request;
    Arena *arena = h->grid.pen.figure->arena;
    int entry = request->cell.entry, axes[MAX_DIMS];
    if (h->list.has_tensors) return request->walk.lesson;
    for (int d = 0; d < request->indices; d++) axes[d] = d;
    const char *layer = attention_layer_title(request->trace, request->cell, arena);
    bool is_one = layer && h->list.rows == 1;
    if (is_one && (h->list.count > 1 || !request->indices)) return layer;
    const char *place =
        axes_place(request->trace, entry, request->cell.at, axes, request->indices, arena);
    const char *title = tensor_title(request->trace, entry, arena);
    return *place ? arena_printf(arena, "%s, %s", title, place) : title;
}

static bool build(Pen *pen, const FigureRequest *request, Error *error)
{
    HeadsFigure h = {.request = request};
    Figure *figure = pen->figure;
    TileGrid *grid = &h.grid;
    if (!head_list_read(&h.list, request, figure->arena, error)) return false;
    *grid = (TileGrid){.pen = *pen,
                       .request = request,
                       .row_name = h.list.has_layers ? h.list.row_name : NULL,
                       .rows = h.list.rows,
                       .columns = h.list.columns,
                       .one_row_of_titles = h.list.has_layers && !request->panels.letters,
                       .scale_each = request->scale_each,
                       .numbered = true,
                       .labels_all = true};
    if (!read_tiles(&h, figure->arena, error) || !read_axes(&h, error) || !tiles_scale(grid, error))
        return false;
    const char *name = title_of(&h);
    grid->title = figure->title = request->look.title ? request->look.title : name;
    grid->subtitle = subtitle(&h);
    figure->description = describe(&h, name);
    return tiles_draw(grid, NULL, NULL, error);
}

const FigureKind heads_kind = {
    .name = "heads",
    .summary = "attention matrices in a grid, with the pattern of each",
    .options = "cell row highlight arrow head layer rollout scale-each cmap range log robust "
               "labels column-labels "
               "raw-tokens merge-words groups "
               "bar-label panel-letters bare",
    .all_layers = true,
    .all_slices = true,
    .about = about,
    .misfit = misfit,
    .labels_all = true,
    .way_out = "fewer matrices, as in weights[0], or a larger --size",
    .build = build,
};
