// Attention as lines: queries on the left, keys with their weights on the right, and from the
// selected query a line to each key, in the colour of its head, the wider the larger its weight. Of
// many keys those with the most weight are shown, in their order.
#include "tui/screens/shared.h"

#include "study/names/title.h"
#include "trace/record/gradients.h"
#include "tui/core/screen.h"
#include "tui/parts/bars.h"
#include "tui/parts/dots.h"
#include "walk/flow.h"
#include "walk/places/go.h"

// The selected query's row, in the slice that is shown.
SCREEN_STATE(Cell, at_of, SCREEN_FLOW)

static Matrix matrix_at_hand(const App *app)
{
    return matrix_through(app->walk->trace, at_of(app)->entry, at_of(app)->at);
}

static int query_of(const App *app, const Matrix *matrix)
{
    return (int)matrix_row_of(matrix, at_of(app)->at);
}

// ---- opening, and what the keys do --------------------------------------------------------------

static bool open(App *app, int by UNUSED)
{
    Subject subject = app_subject(app, app->scratch);
    Cell cell = subject.cell;
    if (subject.average) app_say(app, false, "Lines are drawn of one head, not of the average.");
    if (cell.entry < 0 || subject.average) return false;
    if (gradient_at(app->walk->trace, cell.entry)) {
        app_say(app, false,
                "A gradient has no lines: its rows do not sum to 1. H: heads, z: matrix.");
        return false;
    }
    bool fits = flow_fits(app->walk, cell) ||
                (app_top(app) == SCREEN_WALK && flow_beside(app->walk, cell, &cell));
    if (!fits) return false;
    cell = flow_cell(app->walk, cell);
    if (app_top(app) == SCREEN_WALK) walk_compute_for_view(app->walk, cell);
    *at_of(app) = cell;
    bool is_computed = walk_open_count(app->walk, cell.entry) > 0;
    if (!is_computed)
        app_say(app, false, "%s is not computed yet: Space goes on to it.",
                tensor_title(app->walk->trace, cell.entry, app->scratch));
    return is_computed;
}

static Subject subject(const App *app, Arena *arena UNUSED)
{
    return (Subject){.cell = *at_of(app), .figure = "flow"};
}

// The matrix in place of the lines, at a key.
static bool enlarge_at(App *app, int key)
{
    Cell *at = at_of(app);
    at->at.at[app->walk->trace->entries[at->entry].call.output->shape.ndim - 1] = key;
    return app_open_instead(app, SCREEN_LARGE, 0);
}

static bool enlarge(App *app, int by UNUSED)
{
    FlowRow row = flow_row(app->walk, *at_of(app), 1, app->scratch);
    int64_t key = row.state == FLOW_SHOWN ? row.heaviest[0].key : 0;
    return enlarge_at(app, (int)key);
}

void flow_queries(const App *app, DimLabels *labels, int64_t *count)
{
    Matrix matrix = matrix_at_hand(app);
    *labels = dim_labels(app->walk->trace, matrix.entry, matrix.row_dim);
    *count = matrix.rows;
}

bool flow_select(App *app, int query)
{
    Matrix matrix = matrix_at_hand(app);
    if (matrix.row_dim < 0) return false;
    int64_t from = query_of(app, &matrix), to = within(query, 0, (int)matrix.rows - 1);
    at_of(app)->at.at[matrix.row_dim] = to;
    return to != from;
}

static bool pick_cell(App *app, int place UNUSED, int row, int column UNUSED)
{
    return flow_select(app, row);
}

static bool move(App *app, int move)
{
    enum { QUERIES_OF_PAGE = 10 };
    Matrix matrix = matrix_at_hand(app);
    return flow_select(app, query_of(app, &matrix) + move_lines((Move)move, QUERIES_OF_PAGE));
}

static bool move_head(App *app, int by)
{
    return index_move_slice(&matrix_at_hand(app).tensor->shape, &at_of(app)->at, by);
}

static bool has_heads(const App *app)
{
    return matrix_at_hand(app).tensor->shape.ndim > 2;
}

static const char first_head[] = "There is no head before this one.";
static const char last_head[] = "There is no head after this one.";

static const Action actions[] = {
    {"g", "go to a query: its number or its label", .opens = SCREEN_PROMPT, .by = PROMPT_GO,
     .hint = "g:go to", .rank = 4},
    {"]", "the next head", last_head, .run = move_head, .by = 1, .hint = "[ ]:head", .rank = 1,
     .when = has_heads},
    {"[", "the head before", first_head, .run = move_head, .by = -1},
    {"Enter z", "the matrix, at the largest weight of the query", .run = enlarge,
     .hint = "Enter:matrix", .rank = 3},
};

// ---- drawing ------------------------------------------------------------------------------------

enum {
    TOP = 2,    // the rule, the headings
    BOTTOM = 3, // what is known, the signs; the keys
    MOST_LABEL = 14,
    NUMBER = 8, // columns of a weight
    MOST_BAR = 30,
};

// The heavier the wider; what is lighter than the last is not drawn.
static const struct Stroke {
    double from;
    DotLine line;
} strokes[] = {
    {0.5, DOT_LINE_FULL}, {0.25, DOT_LINE_HEAVY}, {0.1, DOT_LINE_THIN}, {0.02, DOT_LINE_DOTTED}};
enum { STROKES = sizeof strokes / sizeof *strokes };

typedef struct FlowDrawing {
    Canvas *canvas;
    Matrix matrix;
    FlowRow row;
    int64_t query, first_query;
    int pitch;            // rows from one token to the next
    int rows;             // of tokens, on the screen
    int labels;           // columns of a token on either side
    int left, right, bar; // where lines begin and end; where bars begin
    Ink ink;
    Rect area;
} FlowDrawing;

static const char *token(const FlowDrawing *d, int dim, int64_t at)
{
    Arena *arena = d->canvas->arena;
    const char *label =
        label_or_number(d->canvas->walk->trace, d->matrix.entry, dim, at, "", arena);
    return canvas_fit_text(arena, str_from(label), MOST_LABEL);
}

static int widest_token(const FlowDrawing *d)
{
    int widest = 5; // "query"
    for (int i = 0; i < d->row.count; i++)
        widest =
            at_least(frame_columns(token(d, d->matrix.column_dim, d->row.lines[i].key)), widest);
    for (int64_t q = d->first_query; q < d->first_query + d->rows && q < d->matrix.rows; q++)
        widest = at_least(frame_columns(token(d, d->matrix.row_dim, q)), widest);
    return widest;
}

// Few tokens are apart, so that their lines do, as far as lines are not too steep.
static int pitch_of(const Matrix *matrix, Rect part, int room)
{
    enum { STEEP = 10 };
    int64_t most = matrix->rows > matrix->columns ? matrix->rows : matrix->columns;
    if (most < 2 || most > room) return 1;
    return within((int)((room - 1) / (most - 1)), 1, part.columns / STEEP);
}

static FlowDrawing drawing_of(Canvas *canvas, Rect part)
{
    FlowDrawing d = {.canvas = canvas, .area = part};
    d.matrix = matrix_at_hand(canvas->app);
    d.query = query_of(canvas->app, &d.matrix);
    int room = part.rows - TOP - BOTTOM > 1 ? part.rows - TOP - BOTTOM : 1;
    d.pitch = pitch_of(&d.matrix, part, room);
    d.rows = 1 + (room - 1) / d.pitch;
    d.row = flow_row(canvas->walk, *at_of(canvas->app), d.rows, canvas->arena);
    d.first_query = d.query - d.rows / 2;
    if (d.first_query + d.rows > d.matrix.rows) d.first_query = d.matrix.rows - d.rows;
    if (d.first_query < 0) d.first_query = 0;
    d.labels = widest_token(&d);
    d.left = 1 + d.labels + 3;
    int bar = part.columns / 4 < MOST_BAR ? part.columns / 4 : MOST_BAR;
    d.right = part.columns - 1 - bar - NUMBER - d.labels - 2;
    d.bar = d.right + 2 + d.labels + NUMBER;
    int ndim = d.matrix.tensor->shape.ndim; // of several heads that of the head
    d.ink = ndim > 2 ? ink_of_head(d.matrix.base.at[ndim - 3])
                     : ink_of_role(role_of(canvas->walk->trace, d.matrix.entry));
    return d;
}

// ---- drawing ------------------------------------------------------------------------------------

static const struct Stroke *stroke_of(double weight)
{
    for (int i = 0; i < STROKES; i++) {
        if (weight >= strokes[i].from) return &strokes[i];
    }
    return NULL;
}

// Of few tokens that are apart, and are all in sight, the other queries have lines as well.
static bool shows_all_queries(const FlowDrawing *d)
{
    enum { FEW = 5 };
    return d->pitch > 1 && d->row.count == d->matrix.columns && d->rows >= d->matrix.rows &&
           d->matrix.rows > 1 && d->matrix.rows <= FEW;
}

// Dotted and faint, so that those of the query at hand are easy to see.
static void draw_other_queries(const FlowDrawing *d, const Dots *dots)
{
    static const double FROM = 0.1;
    for (int64_t q = 0; q < d->matrix.rows; q++) {
        Cell at = *at_of(d->canvas->app);
        at.at.at[d->matrix.row_dim] = q;
        FlowRow row = flow_row(d->canvas->walk, at, d->rows, d->canvas->arena);
        for (int i = 0; i < row.count && q != d->query && row.state == FLOW_SHOWN; i++) {
            if (row.lines[i].weight >= FROM)
                dots_line(dots, (int)q * d->pitch, i * d->pitch, DOT_LINE_DOTTED, FAINT);
        }
    }
}

// The lightest first, so that the heavy ones are over them.
static void draw_strokes(const FlowDrawing *d)
{
    Dots dots = dots_new(d->canvas->arena, d->right - d->left, (d->rows - 1) * d->pitch + 1);
    if (shows_all_queries(d)) draw_other_queries(d, &dots);
    if (d->row.state != FLOW_SHOWN) {
        dots_draw(&dots, d->canvas, d->area, d->left, TOP);
        return;
    }
    int from = (int)(d->query - d->first_query) * d->pitch;
    for (int s = STROKES - 1; s >= 0; s--) {
        for (int i = 0; i < d->row.count; i++) {
            if (stroke_of(d->row.lines[i].weight) == &strokes[s])
                dots_line(&dots, from, i * d->pitch, strokes[s].line, (Style){.ink = d->ink});
        }
    }
    dots_draw(&dots, d->canvas, d->area, d->left, TOP);
}

static void draw_queries(const FlowDrawing *d)
{
    Frame *frame = d->canvas->frame;
    for (int i = 0; i < d->rows && d->first_query + i < d->matrix.rows; i++) {
        int64_t q = d->first_query + i;
        bool here = q == d->query;
        const char *label = token(d, d->matrix.row_dim, q);
        Style style = {.ink = here ? INK_PLAIN : INK_QUIET,
                       .attributes = here ? ATTR_BOLD : 0,
                       .ground = here ? GROUND_SELECTED : GROUND_PAGE};
        int column = 1 + d->labels - frame_columns(label), row = TOP + i * d->pitch;
        frame_text(frame, d->area, column, row, style, str_from(label));
        canvas_select(d->canvas, (Rect){0, row, d->left, 1}, flow_select, (int)q);
        if (!here) continue;
        frame_text(frame, d->area, 2 + d->labels, row, BOLD, STR(">"));
        canvas_cursor(d->canvas, column, row);
    }
}

static void draw_key(const FlowDrawing *d, int i)
{
    const FlowLine *line = &d->row.lines[i];
    Frame *frame = d->canvas->frame;
    int row = TOP + i * d->pitch, most = d->area.columns - 1 - d->bar;
    bool is_heaviest = d->row.state == FLOW_SHOWN && line->key == d->row.heaviest[0].key;
    Style style = {.ink = stroke_of(line->weight) ? INK_PLAIN : INK_QUIET,
                   .attributes = is_heaviest ? ATTR_BOLD : 0};
    frame_text(frame, d->area, d->right + 1, row, style,
               str_from(token(d, d->matrix.column_dim, line->key)));
    if (d->row.state != FLOW_SHOWN) return;
    canvas_click(d->canvas, (Rect){d->right + 1, row, d->area.columns - d->right - 1, 1},
                 enlarge_at, (int)line->key);
    const char *number =
        line->weight == 0 ? "0" : arena_printf(d->canvas->arena, "%.4f", line->weight);
    if (line->weight > 0 && line->weight < 0.00005) number = "<0.0001";
    frame_printf(frame, d->area, d->right + 2 + d->labels, row, style, "%*s", NUMBER - 1, number);
    Buf bar = {.arena = d->canvas->arena};
    bar_write(&bar, line->weight, most);
    frame_text(frame, d->area, d->bar, row, (Style){.ink = d->ink}, buf_str(&bar));
}

// "query a looks at mat (0.34), the (0.22), cat (0.14)   entropy 1.93 bits"
static void draw_facts(const FlowDrawing *d, Rect line)
{
    static const char *const WHY_NOT[] = {[FLOW_CLOSED] = "not computed yet",
                                          [FLOW_HIDDEN] = "yours to predict",
                                          [FLOW_NO_WEIGHTS] =
                                              "not attention weights: this row does not sum to 1"};
    Buf text = {.arena = d->canvas->arena};
    buf_printf(&text, "query %s", token(d, d->matrix.row_dim, d->query));
    if (d->row.state == FLOW_SHOWN) {
        looks_write(d->canvas->walk->trace, &d->matrix, &d->row, &text);
        buf_printf(&text, "   entropy %.2f bits", d->row.entropy);
    } else {
        buf_printf(&text, ": %s", WHY_NOT[d->row.state]);
    }
    canvas_facts(d->canvas, (Rect){1, line.row, line.columns - 2, 1}, PLAIN, buf_text(&text));
}

static void draw_signs(const FlowDrawing *d, Rect line)
{
    if (canvas_message(d->canvas, line)) return;
    Buf text = {.arena = d->canvas->arena};
    for (int i = 0; i < STROKES; i++)
        buf_printf(&text, "%s%s from %g  ", dots_sample(strokes[i].line),
                   dots_sample(strokes[i].line), strokes[i].from);
    if (shows_all_queries(d)) buf_add(&text, STR(" faint: the others"));
    if (d->row.count < d->matrix.columns && d->row.state == FLOW_SHOWN)
        buf_printf(&text, " %d of %lld keys shown  with %.0f%% of the weight", d->row.count,
                   (long long)d->matrix.columns, d->row.shown * 100);
    canvas_facts(d->canvas, (Rect){1, line.row, line.columns - 2, 1}, QUIET, buf_text(&text));
}

static void draw_title(const FlowDrawing *d, Rect part)
{
    Arena *arena = d->canvas->arena;
    const char *title = matrix_title(d->canvas->walk->trace, &d->matrix, arena);
    canvas_rule(d->canvas, part, arena_printf(arena, "who looks at whom in %s", title),
                arena_printf(arena, "query %lld of 0-%lld", (long long)d->query,
                             (long long)d->matrix.rows - 1));
}

static void draw(Canvas *canvas, Rect part)
{
    FlowDrawing d = drawing_of(canvas, part);
    draw_title(&d, part);
    frame_text(canvas->frame, part, 1 + d.labels - 5, TOP - 1, QUIET, STR("query"));
    frame_text(canvas->frame, part, d.right + 1, TOP - 1, QUIET, STR("key"));
    draw_strokes(&d);
    draw_queries(&d);
    for (int i = 0; i < d.row.count; i++) draw_key(&d, i);
    draw_facts(&d, (Rect){0, part.rows - 3, part.columns, 1});
    draw_signs(&d, (Rect){0, part.rows - 2, part.columns, 1});
    view_keys(canvas, (Rect){0, part.rows - 1, part.columns, 1});
}

const Screen flow_screen = {
    .keys = {"Among the lines of attention", ACTION_ROWS(actions)},
    .size = sizeof(Cell),
    .open = open,
    .move = move,
    .arrows = {.hint = "arrows:query", .rank = 2},
    .draw = draw,
    .is_of_run = true,
    .subject = subject,
    .pick_cell = pick_cell,
    .words = "attention as lines",
};
