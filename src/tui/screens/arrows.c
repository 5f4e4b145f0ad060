// A query and its keys as arrows from one origin, beside them the angle and the dot product of
// each. What the walk has not computed yet, or asks for, is drawn, but not in numbers.
#include "study/names/title.h"
#include "tui/core/screen.h"
#include "tui/parts/dots.h"

#include "base/text/utf8.h"
#include "study/attention/arrows.h"
#include "study/looks/typeset.h"
#include "walk/places/go.h"

#include <math.h>

enum { MOST_KEYS = 12 }; // in one picture

// The score that is selected: its row is the query, its column the key.
SCREEN_STATE(Cell, at_of, SCREEN_ARROWS)

static Matrix matrix_at_hand(const App *app)
{
    return matrix_through(app->walk->trace, at_of(app)->entry, at_of(app)->at);
}

// ---- opening, and what the keys do --------------------------------------------------------------

// May the rows of its query and its key be seen?
static bool is_drawn(const Walk *walk, Cell score)
{
    SCRATCH(scratch);
    Arrows arrows = arrows_of(walk->trace, score, walk_sight(walk), 1, &scratch);
    return arrows.query.seen == SEEN && arrows.keys[0].seen == SEEN;
}

// The scores of the equation at hand, else the last ones that the program computed before, else the
// next ones.
static bool find_beside(const Walk *walk, Cell *score)
{
    const int *entries;
    const Trace *trace = walk->trace;
    int count = walk_equation(walk, &entries), here = walk->at.focus < 0 ? 0 : walk->at.focus;
    for (int i = count - 1; i >= 0; i--) {
        if (arrows_find(trace, (Cell){.entry = entries[i]}, score)) return true;
    }
    for (int at = here - 1; at >= 0; at--) {
        if (arrows_find(trace, (Cell){.entry = at}, score)) return true;
    }
    for (int at = here; at < trace->entry_count; at++) {
        if (arrows_find(trace, (Cell){.entry = at}, score)) return is_drawn(walk, *score);
    }
    return false;
}

static bool open(App *app, int by UNUSED)
{
    Subject subject = app_subject(app, app->scratch);
    Cell cell = subject.cell;
    bool found =
        cell.entry >= 0 && !subject.average && arrows_find(app->walk->trace, cell, at_of(app));
    if (!found && !find_beside(app->walk, at_of(app))) return false;
    walk_compute_for_view(app->walk, *at_of(app));
    return true;
}

static Subject subject(const App *app, Arena *arena UNUSED)
{
    return (Subject){.cell = *at_of(app), .figure = "arrows"};
}

static bool select_in(App *app, int dim, int64_t at, int64_t count)
{
    if (dim < 0 || at < 0 || at >= count || at == at_of(app)->at.at[dim]) return false;
    at_of(app)->at.at[dim] = at;
    return true;
}

static bool move(App *app, int move)
{
    enum { KEYS_OF_PAGE = 10 };
    Matrix matrix = matrix_at_hand(app);
    int at = (int)matrix_column_of(&matrix, at_of(app)->at);
    int to = within(at + move_lines((Move)move, KEYS_OF_PAGE), 0, (int)matrix.columns - 1);
    return select_in(app, matrix.column_dim, to, matrix.columns);
}

static bool move_query(App *app, int by)
{
    Matrix matrix = matrix_at_hand(app);
    int64_t at = matrix_row_of(&matrix, at_of(app)->at);
    return select_in(app, matrix.row_dim, at + by, matrix.rows);
}

static bool select_key(App *app, int key)
{
    Matrix matrix = matrix_at_hand(app);
    return select_in(app, matrix.column_dim, key, matrix.columns);
}

static bool has_queries(const App *app)
{
    return matrix_at_hand(app).rows > 1;
}

// To the score itself.
static bool go(App *app, int by UNUSED)
{
    Cell cell = *at_of(app);
    app_go_home(app);
    walk_visit_cell(app->walk, cell);
    return true;
}

static const char edge_query[] = "There is no query in that direction.";

static const Action actions[] = {
    {"A", "arrows: query and keys as directions, their lengths, angles and dot products",
     "No arrows here: they need scores, the dot products of queries with keys.",
     .screens = ON_WALK | ON_ARROWS, .opens = SCREEN_ARROWS},
    {"Tab", "the next key", .run = screen_move, .by = MOVE_DOWN},
    {"]", "the next query", edge_query, .run = move_query, .by = 1, .hint = "[ ]:query", .rank = 2,
     .when = has_queries},
    {"[", "the query before", edge_query, .run = move_query, .by = -1},
    {"Enter", "go to this score", .run = go, .hint = "Enter:score", .rank = 3},
};

// ---- drawing ------------------------------------------------------------------------------------

enum { TOP = 1, FACTS = 4, MOST_LABEL = 12, NUMBERS = 22 };

typedef struct ArrowsDrawing {
    Canvas *canvas;
    Arrows arrows;
    int chosen;         // of the keys
    int labels;         // columns of the widest one
    Rect picture;       // where arrows are
    double scale, x, y; // dots to the unit; the origin in dots
} ArrowsDrawing;

static const char *label_of(const ArrowsDrawing *d, const Arrow *arrow)
{
    return canvas_fit_text(d->canvas->arena, str_from(arrow->label), MOST_LABEL);
}

static int table_columns(const ArrowsDrawing *d)
{
    return 3 + d->labels + NUMBERS;
}

// The key, or with -1 the query.
static const Arrow *arrow_at(const ArrowsDrawing *d, int i)
{
    return i < 0 ? &d->arrows.query : &d->arrows.keys[i];
}

// As large as there is room for, with labels around the tips.
static void fit(ArrowsDrawing *d)
{
    int margin = d->labels + 3;
    double left = 0, right = 0, bottom = 0, top = 0;
    for (int i = -1; i < d->arrows.count; i++) {
        const Arrow *arrow = arrow_at(d, i);
        left = fmin(left, arrow->x);
        right = fmax(right, arrow->x);
        bottom = fmin(bottom, arrow->y);
        top = fmax(top, arrow->y);
    }
    double wide = (d->picture.columns - 2 * margin) * DOTS_WIDE;
    double high = (d->picture.rows - 2) * DOTS_HIGH;
    double across = right > left ? wide / (right - left) : HUGE_VAL;
    double up = top > bottom ? high / (top - bottom) : HUGE_VAL;
    d->scale = fmin(across, up);
    if (!isfinite(d->scale) || d->scale <= 0) d->scale = 1;
    d->x = margin * DOTS_WIDE - left * d->scale + (wide - (right - left) * d->scale) / 2;
    d->y = DOTS_HIGH + top * d->scale + (high - (top - bottom) * d->scale) / 2;
}

static ArrowsDrawing drawing_of(Canvas *canvas, Rect part)
{
    ArrowsDrawing d = {.canvas = canvas};
    Cell at = *at_of(canvas->app);
    Sight sight = walk_sight(canvas->walk);
    d.arrows = arrows_of(canvas->walk->trace, at, sight, MOST_KEYS, canvas->arena);
    d.chosen = (int)(matrix_column_of(&d.arrows.matrix, at.at) - d.arrows.first_key);
    for (int i = -1; i < d.arrows.count; i++)
        d.labels = at_least(frame_columns(label_of(&d, arrow_at(&d, i))), d.labels);
    d.picture = (Rect){0, TOP, part.columns - table_columns(&d), part.rows - TOP - FACTS};
    fit(&d);
    return d;
}

// The query and the chosen key are bold.
static Style style_of(const ArrowsDrawing *d, int i)
{
    Role role = arrow_at(d, i)->role;
    return (Style){.ink = role != ROLE_NONE ? ink_of_role(role)
                          : i < 0           ? INK_QUERY
                                            : INK_KEY,
                   .attributes = i < 0 || i == d->chosen ? ATTR_BOLD : 0};
}

// Its shaft, and two strokes back from the tip.
static void draw_arrow(const ArrowsDrawing *d, const Dots *dots, int i)
{
    static const double HEAD = 5, SPREAD = 0.45;
    const Arrow *arrow = arrow_at(d, i);
    Style style = style_of(d, i);
    DotLine line = style.attributes ? DOT_LINE_THIN : DOT_LINE_DOTTED;
    if (arrow->seen != SEEN) return;
    double x = d->x + arrow->x * d->scale, y = d->y - arrow->y * d->scale;
    double back = atan2(d->y - y, d->x - x);
    dots_segment(dots, d->x, d->y, x, y, line, style);
    if (hypot(d->x - x, d->y - y) < HEAD) return;
    for (int side = -1; side <= 1; side += 2)
        dots_segment(dots, x, y, x + HEAD * cos(back + side * SPREAD),
                     y + HEAD * sin(back + side * SPREAD), DOT_LINE_THIN, style);
}

// Beyond the tip, on the side that the arrow points to.
static void draw_label(const ArrowsDrawing *d, int i)
{
    const Arrow *arrow = arrow_at(d, i);
    const char *label = label_of(d, arrow);
    if (arrow->seen != SEEN) return;
    int width = frame_columns(label);
    int column = (int)((d->x + arrow->x * d->scale) / DOTS_WIDE);
    int row = (int)((d->y - arrow->y * d->scale) / DOTS_HIGH);
    bool steep = fabs(arrow->y) > 2 * fabs(arrow->x);
    if (steep) row += arrow->y > 0 ? -1 : 1;
    column += steep ? -width / 2 : arrow->x < 0 ? -width - 1 : 2;
    frame_text(d->canvas->frame, d->picture, d->picture.column + column, d->picture.row + row,
               style_of(d, i), str_from(label));
}

// From the tip of the chosen key at a right angle to the line of the query: what of the key points
// where the query points.
static void draw_shadow(const ArrowsDrawing *d, const Dots *dots)
{
    const Arrow *key = &d->arrows.keys[d->chosen], *query = &d->arrows.query;
    if (!(query->length > 0)) return;
    double along = key->dot / (query->length * query->length);
    dots_segment(dots, d->x + key->x * d->scale, d->y - key->y * d->scale,
                 d->x + along * query->x * d->scale, d->y - along * query->y * d->scale,
                 DOT_LINE_DOTTED, QUIET);
}

static void draw_picture(const ArrowsDrawing *d)
{
    Dots dots = dots_new(d->canvas->arena, d->picture.columns, d->picture.rows);
    const Arrow *query = &d->arrows.query;
    if (query->seen == SEEN && d->arrows.keys[d->chosen].seen == SEEN) draw_shadow(d, &dots);
    for (int i = 0; i < d->arrows.count; i++) {
        if (i != d->chosen) draw_arrow(d, &dots, i);
    }
    draw_arrow(d, &dots, d->chosen);
    draw_arrow(d, &dots, -1);
    dots_draw(&dots, d->canvas, d->picture, d->picture.column, d->picture.row);
    for (int i = -1; i < d->arrows.count; i++) draw_label(d, i);
}

// Behind the labels, each on the right of its column.
static void draw_three(const ArrowsDrawing *d, Rect table, int column, int row, Style style,
                       const char *length, const char *angle, const char *dot)
{
    const char *const texts[] = {length, angle, typeset(d->canvas->arena, dot)};
    const int widths[] = {7, 8, 7};
    column += d->labels;
    for (int i = 0; i < 3; i++) {
        Str text = str_from(texts[i]);
        column += widths[i];
        frame_text(d->canvas->frame, table, column - utf8_width(text), row, style, text);
    }
}

// "> cats       2.00      63     2"
static void draw_row(const ArrowsDrawing *d, Rect table, int row, int key)
{
    Arena *arena = d->canvas->arena;
    const Arrow *arrow = arrow_at(d, key);
    bool here = key == d->chosen, told = key >= 0 && arrow->seen_dot == SEEN;
    Style style = style_of(d, key);
    const char *length = arrow->seen == SEEN ? arrows_number(arrow->length, arena) : ".";
    const char *angle = told && isfinite(arrow->angle) ? arena_printf(arena, "%.0f", arrow->angle)
                        : told                         ? "none"
                                                       : ".";
    const char *dot = told ? arrows_number(arrow->dot, arena) : ".";
    if (key >= 0 && arrow->seen_dot == HIDDEN) angle = dot = "?";
    if (key < 0) angle = "query", dot = "";
    int column =
        frame_text(d->canvas->frame, table, table.column, row, style, here ? STR("> ") : STR("  "));
    frame_text(d->canvas->frame, table, column, row, style, str_from(label_of(d, arrow)));
    draw_three(d, table, column, row, style, length, angle, dot);
    if (here) canvas_cursor(d->canvas, table.column, row);
    if (key >= 0)
        canvas_click(d->canvas, (Rect){table.column, row, table.columns, 1}, select_key,
                     (int)(d->arrows.first_key + key));
}

static void draw_table(const ArrowsDrawing *d, Rect table)
{
    draw_three(d, table, table.column + 2, table.row, QUIET, "length", "degrees", "dot");
    draw_row(d, table, table.row + 1, -1);
    int rows = table.rows - 2;
    int first = canvas_first_line(d->chosen, d->arrows.count, rows);
    for (int i = 0; i < rows && first + i < d->arrows.count; i++)
        draw_row(d, table, table.row + 2 + i, first + i);
}

// "the (1, 2) and cats (2, 0): dot product 2 = 2.24 x 2 x cos 63 degrees"
static const char *product_text(const ArrowsDrawing *d)
{
    Arena *arena = d->canvas->arena;
    const Arrow *query = &d->arrows.query, *key = &d->arrows.keys[d->chosen];
    if (query->seen != SEEN || key->seen != SEEN) return "not computed yet";
    Buf text = {.arena = arena};
    buf_printf(&text, "%s %s and %s %s", query->label, typeset(arena, query->numbers), key->label,
               typeset(arena, key->numbers));
    if (d->arrows.keys[d->chosen].seen_dot != SEEN) {
        buf_add(&text, STR(": what is their dot product?"));
        return buf_text(&text);
    }
    buf_printf(&text, ":  dot product %s", typeset(arena, arrows_number(key->dot, arena)));
    if (isfinite(key->angle))
        buf_printf(&text, "  = %s × %s × cos %.0f degrees", arrows_number(query->length, arena),
                   arrows_number(key->length, arena), key->angle);
    return buf_text(&text);
}

static const char *meaning_text(const ArrowsDrawing *d)
{
    double angle = d->arrows.keys[d->chosen].angle;
    if (d->arrows.keys[d->chosen].seen_dot != SEEN)
        return "Long arrows and a small angle make it large.";
    if (!isfinite(angle)) return "A row of zeros has no direction: its dot products are 0.";
    if (fabs(angle - 90) < 0.5) return "At a right angle they have nothing in common: 0.";
    if (angle > 90) return "They point away from each other: below 0.";
    return "The more they point the same way, and the longer they are, the more.";
}

static void draw_facts(const ArrowsDrawing *d, Rect area)
{
    Arena *arena = d->canvas->arena;
    const char *scale = d->arrows.is_flat
                            ? ""
                            : arena_printf(arena,
                                           "Each key at its angle to the query: %lld numbers "
                                           "do not fit a flat picture.",
                                           (long long)d->arrows.width);
    canvas_put(d->canvas, (Rect){1, area.row, area.columns - 2, 1}, QUIET, scale);
    canvas_facts(d->canvas, (Rect){1, area.row + 1, area.columns - 2, 1}, PLAIN, product_text(d));
    Rect last = {0, area.row + 2, area.columns, 1};
    if (!canvas_message(d->canvas, last))
        canvas_put(d->canvas, (Rect){1, last.row, area.columns - 2, 1}, QUIET, meaning_text(d));
}

static void draw(Canvas *canvas, Rect part)
{
    ArrowsDrawing d = drawing_of(canvas, part);
    const Matrix *matrix = &d.arrows.matrix;
    Arena *arena = canvas->arena;
    const char *right = matrix->rows > 1
                            ? arena_printf(arena, "query %lld of 0-%lld", (long long)d.arrows.row,
                                           (long long)matrix->rows - 1)
                            : "";
    canvas_rule(canvas, part,
                arena_printf(arena, "query and keys of %s as arrows",
                             tensor_title(canvas->walk->trace, matrix->entry, arena)),
                right);
    draw_picture(&d);
    draw_table(&d, (Rect){d.picture.columns, TOP, table_columns(&d), part.rows - TOP - FACTS});
    draw_facts(&d, (Rect){0, part.rows - FACTS, part.columns, FACTS - 1});
    view_keys(canvas, (Rect){0, part.rows - 1, part.columns, 1});
}

const Screen arrows_screen = {
    .keys = {"Among the arrows", ACTION_ROWS(actions)},
    .size = sizeof(Cell),
    .open = open,
    .move = move,
    .arrows = {.hint = "arrows:key", .rank = 1},
    .draw = draw,
    .is_of_run = true,
    .subject = subject,
    .words = "query and keys as arrows",
};
