// Attention matrices as a grid, the pattern and the entropy of each below it; all on one scale, or
// each on its own.
#include "figure/kinds/heads_parts.h"
#include "figure/page/pen.h"
#include "figure/page/sheet.h"
#include "figure/parts/alt.h"
#include "figure/parts/cells.h"
#include "figure/parts/focus.h"
#include "study/names/title.h"

#include <inttypes.h>
#include <math.h>

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

static bool read_tiles(HeadsFigure *h, Error *error)
{
    Arena *arena = h->pen.figure->arena;
    h->tile = NEW_ARRAY(arena, Tile, h->list.count);
    Attention attention = {0};
    for (int i = 0; i < h->list.count; i++) {
        Tile *tile = &h->tile[i];
        tile->head = &h->list.head[i];
        Matrix matrix = matrix_by_axes(h->request->trace, tile->head->entry, tile->head->slice);
        if (!plane_of(&tile->plane, h->request->trace, matrix, (Sight){0}, arena, error))
            return false;
        scale_read(&h->scale, &tile->plane);
        if (!attention.trace || attention.entry != tile->head->entry)
            attention = attention_of(h->request->trace, tile->head->entry, arena);
        const Slices *slices = &attention.slices;
        int64_t item = slices_number(slices, tile->head->slice) / slices->heads;
        tile->pattern = pattern_of(&attention, &tile->plane.matrix, 1, item);
        int captions = tile->pattern.kind == PATTERN_NONE    ? 0
                       : tile->pattern.kind == PATTERN_SMALL ? 1
                                                             : 2;
        if (h->captions < captions) h->captions = captions;
    }
    if (h->request->scale_each) h->captions++;
    return scale_choose(&h->scale, &h->request->look.scale, h->pen.theme, error);
}

static bool read_axes(const HeadsFigure *h, AxisPair *axes, Error *error)
{
    const Matrix *matrix = &h->tile[0].plane.matrix;
    const AxisLabels *rows = &h->request->look.rows, *columns = &h->request->look.columns;
    if (rows->label && !columns->label && matrix->rows == matrix->columns) columns = rows;
    return axes_read(axes, h->request->trace, matrix, rows, columns, &h->pen, error);
}

// ---- drawing ----------------------------------------------------------------------------------

// The lines about a matrix: its pattern, how uncertain it is, its range. Returns how many.
static int caption_lines(const HeadsFigure *h, const Tile *tile, const char *line[4])
{
    Arena *arena = h->pen.figure->arena;
    const Pattern *pattern = &tile->pattern;
    int count = 0;
    double room = h->place == CAPTION_BESIDE ? heads_beside_width(h) - 6 : heads_column_pitch(h);
    if (pattern->kind > PATTERN_SMALL) {
        const char *name = pattern_title(pattern, h->request->trace, &tile->plane.matrix, arena);
        bool shares = pattern_has_share(pattern);
        name = pen_fit(&h->pen, name, room / heads_caption_size - (shares ? 2.4 : 0), false);
        if (shares) name = arena_printf(arena, "%s %.2f", name, pattern->of[pattern->kind].score);
        line[count++] = name;
    }
    if (pattern->kind != PATTERN_NONE)
        line[count++] = arena_printf(arena, "%.2f bits", pattern->entropy);
    if (h->request->scale_each && tile->plane.finite)
        line[count++] = arena_printf(arena, "%.2g … %.2g", tile->plane.low, tile->plane.high);
    return count;
}

static void draw_caption(const HeadsFigure *h, const Tile *tile, double x, double y)
{
    const Pen *pen = &h->pen;
    const char *line[4];
    bool beside = heads_names_beside(h), has_pattern = tile->pattern.kind > PATTERN_SMALL;
    bool none = h->place == CAPTION_NONE || h->place == CAPTION_NAME_BESIDE;
    int count = none ? 0 : caption_lines(h, tile, line);
    x += beside ? h->side_x + 6 : h->side_x / 2;
    y += beside ? heads_name_lines(h) * heads_title_height : h->side_y;
    for (int i = 0; i < count; i++) {
        y += i ? heads_line : heads_caption_size / 2 + 5;
        Color color = i == 0 && has_pattern ? pen->theme->text : pen->theme->muted;
        pen_text(pen, x, y, line[i], heads_caption_size, beside ? ALIGN_START : ALIGN_MIDDLE,
                 color);
    }
}

// ---- the numbers in the cells -----------------------------------------------------------------

static Cells cells_of(const HeadsFigure *h, const Tile *tile)
{
    return (Cells){.plane = &tile->plane,
                   .scale = &h->scale,
                   .width = h->side_x / (double)tile->plane.matrix.columns,
                   .height = h->side_y / (double)tile->plane.matrix.rows};
}

// Of one size in all matrices, and with as many decimals; none where they would be too
// small.
static void fit_numbers(const HeadsFigure *h, Cells *numbers)
{
    numbers->text_size = h->request->look.no_values ? 0 : HUGE_VAL;
    numbers->decimals = 99;
    for (int i = 0; i < h->list.count && numbers->text_size > 0; i++) {
        Cells cells = cells_of(h, &h->tile[i]);
        int digits = h->request->look.digits;
        cells_fit_text(&cells, digits ? digits : 2, &h->pen);
        numbers->text_size = fmin(numbers->text_size, cells.text_size);
        if (cells.decimals < numbers->decimals) numbers->decimals = cells.decimals;
    }
    double least = h->request->look.least_text > 0 ? heads_caption_size : 7.5;
    if (numbers->text_size < least) numbers->text_size = 0;
    numbers->text_size = fmin(numbers->text_size, 14);
}

static bool draw_matrix(const HeadsFigure *h, Tile *tile, const Cells *numbers, double x, double y,
                        Error *error)
{
    Scale own = {0};
    scale_read(&own, &tile->plane);
    if (!scale_choose(&own, &h->request->look.scale, h->pen.theme, error)) return false;
    Cells cells = cells_of(h, tile);
    if (h->request->scale_each) cells.scale = &own;
    cells.x = x;
    cells.y = y;
    cells.text_size = numbers->text_size;
    cells.decimals = numbers->decimals;
    focus_draw_cells(h->request->look.focus, &cells, &h->pen);
    return true;
}

static void draw_layer_label(const HeadsFigure *h, const HeadPanel *head, double x, double y)
{
    const char *text = h->list.row_name[head->row];
    text = pen_fit(&h->pen, text, (heads_row_pitch(h) - 6) / heads_label_size, true);
    FigureShape *label =
        pen_text(&h->pen, x, y, text, heads_label_size, ALIGN_MIDDLE, h->pen.theme->text);
    label->angle = -90;
    label->bold = true;
}

// Above the matrix and the labels of its columns, or beside it.
static void draw_title(const HeadsFigure *h, const Tile *tile, double x, double y)
{
    if (!heads_titled(h, tile)) return;
    const char *text = tile->head->title;
    bool beside = heads_names_beside(h);
    double room = beside ? heads_beside_width(h) - 6 : heads_column_pitch(h) - 6;
    double size = beside ? heads_caption_size : heads_label_size;
    if (beside) {
        FigureLines lines = lines_wrap(text, room / size, heads_name_lines(h), true, &h->pen);
        for (int i = 0; i < lines.count; i++, y += heads_line)
            pen_bold(&h->pen, x + h->side_x + 6, y + size / 2 + 2, lines.line[i], size, ALIGN_START,
                     h->pen.theme->text);
        return;
    }
    text = pen_fit_label(&h->pen, text, room / size); // names often differ at their ends
    if (tile->row == 0) y -= h->column_fit.extent;
    pen_text(&h->pen, x + h->side_x / 2, y - 8, text, size, ALIGN_MIDDLE, h->pen.theme->text);
}

// What explains the cells that are no numbers. Returns the lower end.
static double draw_legend(const HeadsFigure *h, double x, double y, double *width)
{
    Plane all = {0};
    for (int i = 0; i < h->list.count; i++) plane_add_special(&all, &h->tile[i].plane);
    Cells cells = cells_of(h, &h->tile[0]);
    cells.plane = &all;
    if (h->request->look.bare || cells_legend_width(&cells, &h->pen) <= 0) return y;
    *width = fmax(*width, cells_draw_legend(&cells, &h->pen, x, y + 14));
    return y + 26;
}

// The bar, below all of them or beside the heading. Returns the lower end.
static double draw_bar(const HeadsFigure *h, double x, double y, double *width)
{
    double over = heads_bar_over(h);
    if (h->bar_above)
        colorbar_draw_level(&h->bar, &h->pen, *width - heads_bar_width - over, SHEET_MARGIN,
                            heads_bar_width);
    if (!h->bar_below) return y;
    colorbar_draw_level(&h->bar, &h->pen, x, y + 12, heads_bar_width);
    *width = fmax(*width, x + heads_bar_width + over);
    return y + 12 + colorbar_thickness(1) + 20;
}

static const char *subtitle(const HeadsFigure *h)
{
    const FigureRequest *request = h->request;
    Arena *arena = h->pen.figure->arena;
    Buf text = {.arena = arena};
    write_about(&h->list, &text);
    const char *held = entry_held(request->trace, request->cell.entry, arena);
    if (held) buf_printf(&text, ", %s", held);
    if (h->list.count > 1)
        buf_add(&text, request->scale_each ? STR(", each on its own scale") : STR(", one scale"));
    return buf_text(&text);
}

// By the name that it has in the figure: its pattern, of few tokens whom each attends to.
static void describe_tile(const HeadsFigure *h, const AxisPair *axes, const Tile *tile, Buf *text)
{
    const int64_t few = 12;
    const Pattern *pattern = &tile->pattern;
    bool named = pattern->kind > PATTERN_SMALL, told = tile->plane.matrix.rows <= few;
    if (pattern->kind == PATTERN_NONE || (!named && !told)) return;
    buf_printf(text, " %s: ", head_full_title(&h->list, tile->head, text->arena));
    if (named) buf_printf(text, "%s%s", pattern_name(pattern, text->arena), told ? "; " : "");
    if (told) alt_add_attention(text, &tile->plane, &axes->rows, &axes->columns, few);
    buf_add_char(text, '.');
}

static const char *describe(const HeadsFigure *h, const AxisPair *axes, const char *name)
{
    Arena *arena = h->pen.figure->arena;
    Buf text = {.arena = arena};
    buf_printf(&text, "Grid of %d attention matrices of %s, %s.", h->list.count, name, subtitle(h));
    for (int i = 0; i < h->list.count && i < 24; i++) describe_tile(h, axes, &h->tile[i], &text);
    return buf_text(&text);
}

// The name of the axes is said once, the labels at the first matrix of each row and column.
static void draw_labels(const HeadsFigure *h, const Tile *tile, double x, double y)
{
    Axis rows = h->row_axis, columns = h->column_axis;
    if (tile->row > 0) rows.name = NULL;
    if (tile->column > 0) columns.name = NULL;
    if (tile->column == 0) axis_draw_rows(&rows, h->row_fit, &h->pen, x, y);
    if (tile->row == 0) axis_draw_columns(&columns, h->column_fit, &h->pen, x, y);
    if (h->list.has_layers && tile->column == 0)
        draw_layer_label(h, tile->head, x - h->row_fit.extent - 10, y + h->side_y / 2);
}

static bool draw_grid(const HeadsFigure *h, const Cells *numbers, double left, double top,
                      Error *error)
{
    for (int i = 0; i < h->list.count; i++) {
        Tile *tile = &h->tile[i];
        double x = left + tile->column * heads_column_pitch(h);
        double y = top + tile->row * heads_row_pitch(h);
        if (!draw_matrix(h, tile, numbers, x, y, error)) return false;
        draw_caption(h, tile, x, y);
        draw_labels(h, tile, x, y);
        draw_title(h, tile, x, y);
    }
    return true;
}

static double widest_name(const HeadsFigure *h)
{
    double widest = 0;
    for (int i = 0; i < h->list.count; i++) {
        const char *name = h->list.head[i].title;
        widest = fmax(widest, pen_width(&h->pen, name, true) * heads_caption_size);
    }
    return widest;
}

// "attentions, layer 5"; of several tensors, each of which is named, no single one's name.
static const char *title_of(const HeadsFigure *h)
{
    const FigureRequest *request = h->request;
    Arena *arena = h->pen.figure->arena;
    int entry = request->cell.entry, axes[MAX_DIMS];
    if (h->list.has_tensors) return request->walk.lesson;
    for (int d = 0; d < request->indices; d++) axes[d] = d;
    const char *place =
        axes_place(request->trace, entry, request->cell.at, axes, request->indices, arena);
    const char *title = tensor_title(request->trace, entry, arena);
    return *place ? arena_printf(arena, "%s, %s", title, place) : title;
}

static bool build(Pen *pen, const FigureRequest *request, Error *error)
{
    HeadsFigure h = {.request = request, .pen = *pen};
    Figure *figure = pen->figure;
    AxisPair axes;
    if (!head_list_read(&h.list, request, figure->arena, error) || !read_tiles(&h, error) ||
        !read_axes(&h, &axes, error))
        return false;
    const char *name = title_of(&h);
    figure->title = request->look.title ? request->look.title : name;
    figure->description = describe(&h, &axes, name);
    h.title = figure->title;
    h.subtitle = subtitle(&h);
    colorbar_read(&h.bar, &h.scale, plane_digits(request->look.digits), &h.pen);
    h.name = widest_name(&h);
    heads_arrange(&h, &axes);
    double width = SHEET_MARGIN + h.width, left = SHEET_MARGIN + heads_left(&h);
    double y = sheet_heading(&h.pen, h.title, h.subtitle, &width);
    bool above = h.list.count > 1 && !heads_names_beside(&h);
    double top = y + (above ? heads_label_size * 1.6 : 0) + h.column_fit.extent;
    Cells numbers;
    fit_numbers(&h, &numbers);
    if (!draw_grid(&h, &numbers, left, top, error)) return false;
    double bottom = top + h.rows * heads_row_pitch(&h) - heads_gap - heads_title_room(&h);
    if (numbers.text_size <= 0) bottom = draw_legend(&h, left, bottom, &width);
    bottom = draw_bar(&h, left, bottom, &width);
    return sheet_end(&h.pen, width, bottom, &request->look, error);
}

const FigureKind heads_kind = {
    .name = "heads",
    .summary = "attention matrices in a grid, with the pattern of each",
    .options =
        "cell row highlight arrow scale-each cmap range log robust labels column-labels bare",
    .all_layers = true,
    .all_slices = true,
    .about = about,
    .misfit = misfit,
    .way_out = "fewer matrices, as in weights[0], or a larger --size",
    .build = build,
};
