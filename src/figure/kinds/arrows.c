// A query and its keys as arrows from one origin. Of each key it says the dot product with the
// query and the angle; a dashed line falls from its tip onto the line of the query at a right
// angle: so far the key reaches in the query's direction, and that times the query's length is the
// dot product.
#include "figure/kind.h"
#include "figure/kinds/arrow_labels.h"
#include "figure/page/sheet.h"
#include "figure/parts/axis.h"

#include "study/attention/arrows.h"
#include "study/attention/attention.h"
#include "study/looks/typeset.h"
#include "study/names/title.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MOST_KEYS = 16 };

static const double side = 300; // of the picture: its longer one
static const double shaft = 2.2, head_length = 10, head_width = 7;

typedef struct ArrowsFigure {
    Pen pen;
    Arrows arrows;
    ArrowLabel *label; // of the query and of each key, from the origin
    int labels;
    double scale;     // points to the unit
    double left, top; // of the origin
} ArrowsFigure;

typedef struct ArrowsExtent { // points, from the origin
    double left, right, top, bottom;
} ArrowsExtent;

static Color color_of(const ArrowsFigure *drawn, const Arrow *arrow, Role otherwise)
{
    const FigureTheme *theme = drawn->pen.theme;
    Role role = arrow->role == ROLE_NONE || arrow->role == ROLE_INPUT ? otherwise : arrow->role;
    return theme->grey ? theme->text : theme_role(theme, role).chip;
}

// From the origin.
static Point tip_from_origin(const ArrowsFigure *drawn, const Arrow *arrow)
{
    return (Point){arrow->x * drawn->scale, -arrow->y * drawn->scale};
}

static Point tip_of(const ArrowsFigure *drawn, const Arrow *arrow)
{
    Point tip = tip_from_origin(drawn, arrow);
    return (Point){drawn->left + tip.x, drawn->top + tip.y};
}

// Where a key's dashed line meets the line of the query. False: there is none.
static bool shadow_of(const ArrowsFigure *drawn, const Arrow *key, Arrow *foot)
{
    const Arrow *query = &drawn->arrows.query;
    if (!(query->length > 0) || !(key->length > 0)) return false;
    double along = key->dot / (query->length * query->length);
    *foot = (Arrow){.x = along * query->x, .y = along * query->y};
    return true;
}

// ---- drawing ------------------------------------------------------------------------------------

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
    pen_stroke(&drawn->pen, drawn->left, drawn->top, dx * part, dy * part, width, color);
    pen_arrowhead(&drawn->pen, (Point){drawn->left, drawn->top}, tip, head_length, head_width,
                  color);
}

// Of a key: from its tip to the line of the query.
static void draw_shadow(const ArrowsFigure *drawn, const Arrow *key)
{
    Arrow at;
    if (!shadow_of(drawn, key, &at)) return;
    Point tip = tip_of(drawn, key), foot = tip_of(drawn, &at);
    pen_stroke(&drawn->pen, tip.x, tip.y, foot.x - tip.x, foot.y - tip.y, 1,
               drawn->pen.theme->muted)
        ->dash = 3;
}

// Through the origin, as far as the arrows go.
static void draw_axes(const ArrowsFigure *drawn, const ArrowsExtent *extent)
{
    Color color = drawn->pen.theme->rule;
    pen_line(&drawn->pen, drawn->left + extent->left, drawn->top, extent->right - extent->left, 0,
             color);
    if (drawn->arrows.is_flat)
        pen_line(&drawn->pen, drawn->left, drawn->top + extent->top, 0,
                 extent->bottom - extent->top, color);
}

static void draw_all(const ArrowsFigure *drawn, const ArrowsExtent *extent)
{
    const Arrows *arrows = &drawn->arrows;
    Figure *figure = drawn->pen.figure;
    figure_group(figure, "axes");
    draw_axes(drawn, extent);
    figure_group_end(figure);
    figure_group(figure, "shadows");
    for (int i = 0; i < arrows->count; i++) draw_shadow(drawn, &arrows->keys[i]);
    figure_group_end(figure);
    for (int i = 0; i < drawn->labels; i++)
        arrow_label_draw_ground(&drawn->label[i], &drawn->pen, drawn->left, drawn->top);
    for (int i = 0; i < arrows->count; i++) {
        FigureGroup *group = figure_group(figure, "key");
        group->number = i + 1;
        group->title = arrows_tell_key(&arrows->keys[i], figure->arena);
        draw_arrow(drawn, &arrows->keys[i], ROLE_KEY, shaft);
        figure_group_end(figure);
    }
    figure_group(figure, "query")->title = arrows->query.label;
    draw_arrow(drawn, &arrows->query, ROLE_QUERY, 1.6 * shaft);
    figure_group_end(figure);
    figure_group(figure, "labels");
    for (int i = 0; i < drawn->labels; i++)
        arrow_label_draw_text(&drawn->label[i], &drawn->pen, drawn->left, drawn->top);
    figure_group_end(figure);
}

// ---- labels -------------------------------------------------------------------------------------

static const char *key_note(const Arrow *key, Arena *arena)
{
    const char *dot = typeset(arena, arrows_number(key->dot, arena));
    return isfinite(key->angle) ? arena_printf(arena, "dot product %s, %.0f°", dot, key->angle)
                                : arena_printf(arena, "dot product %s", dot);
}

static const char *query_note(const Arrow *query, Arena *arena)
{
    bool is_named = strncmp(query->label, "query", strlen("query")) == 0;
    return arena_printf(arena, "%slength %s", is_named ? "" : "query, ",
                        arrows_number(query->length, arena));
}

// Without a direction, to the right.
static ArrowLabel label_of(const ArrowsFigure *drawn, const Arrow *arrow, const char *note,
                           Role role)
{
    ArrowLabel label = arrow_label(&drawn->pen, arrow->label, note, color_of(drawn, arrow, role));
    label.tip = tip_from_origin(drawn, arrow);
    label.direction = atan2(label.tip.y, label.tip.x);
    return label;
}

static void place_labels(ArrowsFigure *drawn)
{
    static const double harm_of_arrow = 12, harm_of_shadow = 1.5;
    Arena *arena = drawn->pen.figure->arena;
    const Arrows *arrows = &drawn->arrows;
    drawn->label = NEW_ARRAY(arena, ArrowLabel, arrows->count + 1);
    ArrowLine *line = NEW_ARRAY(arena, ArrowLine, 2 * arrows->count + 1);
    const Arrow *query = &arrows->query;
    int lines = 0;
    drawn->label[drawn->labels++] = label_of(drawn, query, query_note(query, arena), ROLE_QUERY);
    line[lines++] = (ArrowLine){.to = tip_from_origin(drawn, query), .harm = harm_of_arrow};
    for (int i = 0; i < arrows->count; i++) {
        const Arrow *key = &arrows->keys[i];
        Arrow foot;
        Point tip = tip_from_origin(drawn, key);
        drawn->label[drawn->labels++] = label_of(drawn, key, key_note(key, arena), ROLE_KEY);
        line[lines++] = (ArrowLine){.to = tip, .harm = harm_of_arrow};
        if (shadow_of(drawn, key, &foot))
            line[lines++] = (ArrowLine){tip, tip_from_origin(drawn, &foot), harm_of_shadow};
    }
    arrow_labels_place(drawn->label, drawn->labels, line, lines);
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
    buf_printf(&text, "%s %s and its keys", arrows->query.label,
               typeset(text.arena, arrows->query.numbers));
    if (!arrows->is_flat)
        buf_printf(&text, ", each at its angle to it (%" PRId64 " numbers)", arrows->width);
    if (arrows->count < arrows->matrix.columns)
        buf_printf(&text, ", %d of %" PRId64, arrows->count, arrows->matrix.columns);
    return buf_text(&text);
}

// ---- the whole ----------------------------------------------------------------------------------

static void widen(ArrowsExtent *extent, double left, double top, double right, double bottom)
{
    extent->left = fmin(extent->left, left);
    extent->right = fmax(extent->right, right);
    extent->top = fmin(extent->top, top);
    extent->bottom = fmax(extent->bottom, bottom);
}

static ArrowsExtent extent_of_arrows(const ArrowsFigure *drawn)
{
    ArrowsExtent extent = {0};
    for (int i = -1; i < drawn->arrows.count; i++) {
        Point tip = tip_from_origin(drawn, i < 0 ? &drawn->arrows.query : &drawn->arrows.keys[i]);
        widen(&extent, tip.x, tip.y, tip.x, tip.y);
    }
    return extent;
}

static ArrowsExtent extent_of_all(const ArrowsFigure *drawn, ArrowsExtent extent)
{
    for (int i = 0; i < drawn->labels; i++) {
        const ArrowLabel *label = &drawn->label[i];
        Point corner = label->corner;
        widen(&extent, corner.x, corner.y, corner.x + label->width, corner.y + label->height);
    }
    return extent;
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
    Matrix matrix = matrix_by_axes(request->trace, score->entry, score->at);
    const FigureLook *look = &request->look;
    Axis queries, keys;
    if (!axis_check_labels(&look->rows, &look->columns, error)) return false;
    axis_read(&queries, request->trace, score->entry, matrix.row_dim, matrix.rows, pen);
    axis_read(&keys, request->trace, score->entry, matrix.column_dim, matrix.columns, pen);
    if (!axis_relabel(&queries, &look->rows, "queries", pen, error) ||
        !axis_relabel(&keys, key_labels(request, score->entry), "keys", pen, error))
        return false;
    bool named = queries.labels == matrix.rows;
    if (request->pick.query_word && !named) {
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

static const char *misfit(const Trace *trace, Cell cell)
{
    Cell score;
    return arrows_find(trace, cell, &score) ? NULL : "holds no dot products of queries and keys";
}

static bool all_are_seen(const Arrows *arrows)
{
    bool seen = arrows->query.seen == SEEN;
    for (int i = 0; i < arrows->count; i++) seen &= arrows->keys[i].seen == SEEN;
    return seen;
}

static bool build(Pen *pen, const FigureRequest *request, Error *error)
{
    Figure *figure = pen->figure;
    ArrowsFigure drawn = {.pen = *pen};
    Cell score;
    if (!choose_query(request, &drawn.pen, &score, error)) return false;
    drawn.arrows = arrows_of(request->trace, score, request->look.sight, MOST_KEYS, figure->arena);
    if (!all_are_seen(&drawn.arrows)) return figure_not_seen(error);
    rename_arrows(&drawn.arrows, request, figure->arena);
    drawn.scale = 1;
    ArrowsExtent extent = extent_of_arrows(&drawn);
    double larger = fmax(extent.right - extent.left, extent.bottom - extent.top);
    if (!isfinite(larger))
        return error_fail(error, "--kind heatmap draws such numbers",
                          "a query or a key holds a number that is not finite");
    if (larger > 0) drawn.scale = side / larger;
    extent = extent_of_arrows(&drawn);
    place_labels(&drawn);
    ArrowsExtent all = extent_of_all(&drawn, extent);
    double width = SHEET_MARGIN + all.right - all.left;
    const char *name = tensor_title(request->trace, score.entry, figure->arena);
    figure->title = request->look.title ? request->look.title : name;
    figure->description = describe(&drawn.arrows, figure->arena);
    const char *below = subtitle(&drawn, name, request->look.title != NULL);
    double y = sheet_heading(&drawn.pen, figure->title, below, &width);
    drawn.left = SHEET_MARGIN - all.left;
    drawn.top = y - all.top;
    draw_all(&drawn, &extent);
    return sheet_end(&drawn.pen, width, drawn.top + all.bottom, &request->look, error);
}

const FigureKind arrows_kind = {
    .name = "arrows",
    .summary = "a query and its keys as arrows, with their angles",
    .options = "query labels column-labels",
    .one_query = true,
    .misfit = misfit,
    .build = build,
};
