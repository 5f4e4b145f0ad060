// A query and its keys as arrows from one origin. Of each key it says the dot product with the
// query and the angle; a dashed line falls from its tip onto the line of the query at a right
// angle: so far the key reaches in the query's direction, and that times the query's length is the
// dot product.
#include "figure/axis.h"
#include "figure/kinds.h"
#include "figure/sheet.h"

#include "study/arrows.h"
#include "study/attention.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MOST_KEYS = 16 };

static const double side = 300; // of the picture: its longer one
static const double shaft = 2.2, head_length = 10, head_width = 7;
static const double text_size = 12, note_size = 10.5;
static const double longest_label = 14; // font sizes

typedef struct ArrowsFigure {
    Pen pen;
    Arrows arrows;
    double scale;         // points to the unit
    double left, top;     // of the origin
    double right, bottom; // of the picture
    double labels;        // room beside it
} ArrowsFigure;

static Color color_of(const ArrowsFigure *drawn, const Arrow *arrow, Role otherwise)
{
    const FigureTheme *theme = drawn->pen.theme;
    Role role = arrow->role == ROLE_NONE || arrow->role == ROLE_INPUT ? otherwise : arrow->role;
    return theme->grey ? theme->text : theme_role(theme, role).chip;
}

static Point tip_of(const ArrowsFigure *drawn, const Arrow *arrow)
{
    return (Point){drawn->left + arrow->x * drawn->scale, drawn->top - arrow->y * drawn->scale};
}

// ---- drawing ------------------------------------------------------------------------------------

static void draw_head(const ArrowsFigure *drawn, Point tip, double dx, double dy, Color color)
{
    Point *corner = NEW_ARRAY(drawn->pen.figure->arena, Point, 3);
    Point foot = {tip.x - dx * head_length, tip.y - dy * head_length};
    corner[0] = tip;
    corner[1] = (Point){foot.x - dy * head_width / 2, foot.y + dx * head_width / 2};
    corner[2] = (Point){foot.x + dy * head_width / 2, foot.y - dx * head_width / 2};
    figure_add(
        drawn->pen.figure,
        (FigureShape){.kind = SHAPE_POLYGON, .points = corner, .point_count = 3, .color = color});
}

// In greys the query is the one that is dashed nowhere and twice as wide.
static void draw_arrow(const ArrowsFigure *drawn, const Arrow *arrow, Role role, double width)
{
    Point tip = tip_of(drawn, arrow);
    double dx = tip.x - drawn->left, dy = tip.y - drawn->top, length = hypot(dx, dy);
    Color color = color_of(drawn, arrow, role);
    if (length < head_length) { // no room for a head, and zeros have no direction
        pen_box(&drawn->pen, tip.x - 3, tip.y - 3, 6, 6, 3, color);
        return;
    }
    double part = (length - head_length) / length;
    figure_add(drawn->pen.figure, (FigureShape){.kind = SHAPE_LINE,
                                                .x = drawn->left,
                                                .y = drawn->top,
                                                .width = dx * part,
                                                .height = dy * part,
                                                .stroke = width,
                                                .color = color});
    draw_head(drawn, tip, dx / length, dy / length, color);
}

// Of a key: from its tip to the line of the query.
static void draw_shadow(const ArrowsFigure *drawn, const Arrow *key)
{
    const Arrow *query = &drawn->arrows.query;
    if (!(query->length > 0) || !(key->length > 0)) return;
    double along = key->dot / (query->length * query->length);
    Point tip = tip_of(drawn, key);
    Point foot = tip_of(drawn, &(Arrow){.x = along * query->x, .y = along * query->y});
    figure_add(drawn->pen.figure, (FigureShape){.kind = SHAPE_LINE,
                                                .x = tip.x,
                                                .y = tip.y,
                                                .width = foot.x - tip.x,
                                                .height = foot.y - tip.y,
                                                .stroke = 1,
                                                .dash = 3,
                                                .color = drawn->pen.theme->muted});
}

// Through the origin, as far as the picture goes.
static void draw_axes(const ArrowsFigure *drawn, double x, double y)
{
    Color color = drawn->pen.theme->rule;
    pen_line(&drawn->pen, x, drawn->top, drawn->right - x, 0, color);
    if (drawn->arrows.is_flat) pen_line(&drawn->pen, drawn->left, y, 0, drawn->bottom - y, color);
}

static const char *key_note(const Arrow *key, Arena *arena)
{
    const char *dot = arrows_number(key->dot, arena);
    return isfinite(key->angle) ? arena_printf(arena, "dot product %s, %.0f°", dot, key->angle)
                                : arena_printf(arena, "dot product %s", dot);
}

// Beyond the tip: the label in bold, and what there is to say of it below.
static void draw_label(const ArrowsFigure *drawn, const Arrow *arrow, const char *note, Role role)
{
    const Pen *pen = &drawn->pen;
    Point tip = tip_of(drawn, arrow);
    bool is_left = arrow->x < 0;
    double x = tip.x + (is_left ? -8 : 8), y = tip.y + (arrow->y < 0 ? 8 : -8);
    Align align = is_left ? ALIGN_END : ALIGN_START;
    const char *label = pen_fit_label(pen, arrow->label, longest_label);
    double width =
        fmax(pen_width(pen, label, true) * text_size, pen_width(pen, note, false) * note_size);
    pen_box(pen, is_left ? x - width - 2 : x - 2, y - text_size / 2 - 1, width + 4,
            2 * text_size + 4, 2, pen->theme->background); // lines end at it
    pen_text(pen, x, y, label, text_size, align, color_of(drawn, arrow, role))->bold = true;
    pen_text(pen, x, y + text_size + 2, note, note_size, align, pen->theme->muted);
}

static const char *query_note(const Arrow *query, Arena *arena)
{
    bool is_named = strncmp(query->label, "query", strlen("query")) == 0;
    return arena_printf(arena, "%slength %s", is_named ? "" : "query, ",
                        arrows_number(query->length, arena));
}

static void draw_all(const ArrowsFigure *drawn, double x, double y)
{
    Arena *arena = drawn->pen.figure->arena;
    const Arrows *arrows = &drawn->arrows;
    draw_axes(drawn, x, y);
    for (int i = 0; i < arrows->count; i++) draw_shadow(drawn, &arrows->keys[i]);
    for (int i = 0; i < arrows->count; i++) draw_arrow(drawn, &arrows->keys[i], ROLE_KEY, shaft);
    draw_arrow(drawn, &arrows->query, ROLE_QUERY, 1.6 * shaft);
    for (int i = 0; i < arrows->count; i++)
        draw_label(drawn, &arrows->keys[i], key_note(&arrows->keys[i], arena), ROLE_KEY);
    draw_label(drawn, &arrows->query, query_note(&arrows->query, arena), ROLE_QUERY);
}

// ---- words --------------------------------------------------------------------------------------

static const char *describe(const Arrows *arrows, Arena *arena)
{
    Buf text = {.arena = arena};
    buf_printf(&text, "%s %s, of length %s, and its keys as arrows from one origin.",
               arrows->query.label, arrows->query.numbers,
               arrows_number(arrows->query.length, arena));
    for (int i = 0; i < arrows->count; i++)
        buf_printf(&text, " %s.", arrows_tell_key(&arrows->keys[i], arena));
    return buf_text(&text);
}

static const char *subtitle(const ArrowsFigure *drawn, const char *name, bool is_titled)
{
    const Arrows *arrows = &drawn->arrows;
    Buf text = {.arena = drawn->pen.figure->arena};
    if (is_titled) buf_printf(&text, "%s   ", name);
    buf_printf(&text, "%s %s and its keys", arrows->query.label, arrows->query.numbers);
    if (!arrows->is_flat)
        buf_printf(&text, ", each at its angle to it (%" PRId64 " numbers)", arrows->width);
    if (arrows->count < arrows->matrix.columns)
        buf_printf(&text, ", %d of %" PRId64, arrows->count, arrows->matrix.columns);
    return buf_text(&text);
}

// ---- the whole ----------------------------------------------------------------------------------

typedef struct ArrowsExtent {
    double left, right, bottom, top;
} ArrowsExtent;

static void widen(ArrowsExtent *extent, const Arrow *arrow)
{
    extent->left = fmin(extent->left, arrow->x);
    extent->right = fmax(extent->right, arrow->x);
    extent->bottom = fmin(extent->bottom, arrow->y);
    extent->top = fmax(extent->top, arrow->y);
}

static ArrowsExtent extent_of(const Arrows *arrows)
{
    ArrowsExtent extent = {0};
    widen(&extent, &arrows->query);
    for (int i = 0; i < arrows->count; i++) widen(&extent, &arrows->keys[i]);
    return extent;
}

static double label_room(const ArrowsFigure *drawn)
{
    Arena *arena = drawn->pen.figure->arena;
    const Pen *pen = &drawn->pen;
    double widest = pen_width(pen, drawn->arrows.query.label, true) * text_size;
    for (int i = 0; i < drawn->arrows.count; i++) {
        const Arrow *key = &drawn->arrows.keys[i];
        widest = fmax(widest, pen_width(pen, key->label, true) * text_size);
        widest = fmax(widest, pen_width(pen, key_note(key, arena), false) * note_size);
    }
    return fmin(widest, longest_label * text_size) + 12;
}

// Labels of the queries are those of the keys too where both are the same tokens.
static const AxisLabels *key_labels(const FigureRequest *request, int entry)
{
    const FigureLook *look = &request->look;
    bool same = !look->columns.label && attention_has_same_tokens(request->trace, entry);
    return same ? &look->rows : &look->columns;
}

static void rename_arrows(Arrows *arrows, const FigureRequest *request, Arena *arena)
{
    const AxisLabels *keys = key_labels(request, arrows->matrix.entry);
    const AxisLabels *queries = &request->look.rows;
    if (queries->label)
        arrows->query.label = arena_printf(arena, "query %s", queries->label[arrows->row]);
    for (int i = 0; i < arrows->count && keys->label; i++)
        arrows->keys[i].label = keys->label[arrows->first_key + i];
}

// The query that is asked for, or the one that an index names.
static bool choose_query(const FigureRequest *request, const Pen *pen, Cell *score, Error *error)
{
    if (!arrows_find(request->trace, request->cell, score)) return false;
    Matrix matrix = matrix_through(request->trace, score->entry, score->at);
    const FigureLook *look = &request->look;
    Axis queries, keys;
    axis_read(&queries, request->trace, score->entry, matrix.row_dim, matrix.rows, pen);
    axis_read(&keys, request->trace, score->entry, matrix.column_dim, matrix.columns, pen);
    if (!axis_relabel(&queries, &look->rows, "queries", pen, error) ||
        !axis_relabel(&keys, key_labels(request, score->entry), "keys", pen, error))
        return false;
    bool named = queries.labels == matrix.rows;
    if (request->query_word && !named) {
        error_set(error, NULL, "the queries of %s have no labels",
                  entry_title(request->trace, score->entry, error->arena));
        return error_hint(error, "a number from 0 to %" PRId64, matrix.rows - 1);
    }
    int64_t at;
    const char *const *labels = (const char *const *)queries.label;
    if (!figure_query(request, labels, matrix.rows, &at, error)) return false;
    if (at >= 0 && matrix.row_dim >= 0) score->at.at[matrix.row_dim] = at;
    return true;
}

const char *arrows_misfit(const Trace *trace, Cell cell)
{
    Cell score;
    return arrows_find(trace, cell, &score) ? NULL : "holds no dot products of queries and keys";
}

bool arrows_build(Figure *figure, const FigureRequest *request, const Measure *measure,
                  Error *error)
{
    ArrowsFigure drawn = {0};
    Cell score;
    if (!sheet_pen(&drawn.pen, figure, &request->look, measure, error)) return false;
    if (!choose_query(request, &drawn.pen, &score, error)) return false;
    drawn.arrows = arrows_of(request->trace, score, MOST_KEYS, figure->arena);
    rename_arrows(&drawn.arrows, request, figure->arena);
    ArrowsExtent extent = extent_of(&drawn.arrows);
    double across = extent.right - extent.left, up = extent.top - extent.bottom;
    if (!isfinite(across) || !isfinite(up)) {
        error_set(error, NULL, "a query or a key holds a number that is not finite");
        return error_hint(error, "--kind heatmap draws such numbers");
    }
    drawn.scale = fmax(across, up) > 0 ? side / fmax(across, up) : 1;
    double room = label_room(&drawn), beside = extent.left < 0 ? room : 0;
    double width = SHEET_MARGIN + beside + across * drawn.scale + room;
    const char *name = entry_title(request->trace, score.entry, figure->arena);
    figure->title = request->look.title ? request->look.title : name;
    figure->description = describe(&drawn.arrows, figure->arena);
    const char *below = subtitle(&drawn, name, request->look.title != NULL);
    double y = sheet_heading(&drawn.pen, figure->title, below, &width) + 2 * text_size;
    double x = SHEET_MARGIN + beside;
    drawn.left = x - extent.left * drawn.scale;
    drawn.top = y + extent.top * drawn.scale;
    drawn.right = x + across * drawn.scale;
    drawn.bottom = y + up * drawn.scale;
    draw_all(&drawn, x, y);
    return sheet_end(&drawn.pen, width, drawn.bottom + 2 * text_size, &request->look, error);
}
