// The heads of a layer side by side, as large as leaves room for all: each a picture under its name
// and its pattern, with the words of its rows and columns; and in words what the selected one looks
// at. Their patterns are found in walk/heads.h.

#include "study/looks/typeset.h"
#include "trace/names/labels.h"
#include "tui/core/screen.h"
#include "tui/parts/bars.h"
#include "tui/parts/head_tile.h"
#include "tui/parts/heat.h"
#include "tui/screens/shared.h"
#include "walk/edits/hold.h"
#include "walk/flow.h"
#include "walk/places/go.h"

typedef struct HeadsView {
    Heads all;
    HeadsOrder order;
    int selected;  // of the heads in the order shown
    int64_t query; // row of each that is described
} HeadsView;

SCREEN_STATE(HeadsView, view_of, SCREEN_HEADS)

const Heads *heads_shown(const App *app)
{
    return &view_of(app)->all;
}

static const Head *selected_head(const App *app)
{
    return &view_of(app)->all.head[view_of(app)->selected];
}

// ---- layout -------------------------------------------------------------------------------------

// Where the tiles are: a pure function of the screen's size and the view.
typedef struct HeadsLayout {
    HeadTile tile;
    int per_row, rows; // tiles on the screen
    int first;         // tile shown
    int pitch_x, pitch_y;
    int top, room; // row where they begin, rows that they have
    int footer;    // rows of what is known of the selected one
} HeadsLayout;

enum {
    SIDE = 1, // columns beside the tiles
    GAP = 2,  // columns between them
    RULE = 1,
    KEYS = 1,
    MOST_GAP = 16,
    MOST_TITLE = 24,
    MOST_GAP_ROWS = 4,
    TALL = 30,  // rows of a screen that has a blank one below the rule
    SMALL = 20, // of one whose footer is one row
};

static HeadsLayout layout_with(const App *app, HeadTile tile)
{
    HeadsLayout made = {.tile = tile, .footer = app->rows < SMALL ? 1 : 2};
    made.top = RULE + (app->rows >= TALL);
    made.room = app->rows - made.top - made.footer - KEYS;
    made.per_row = (app->columns - 2 * SIDE + GAP) / (tile.columns + GAP);
    made.rows = (made.room + 1) / (tile.rows + 1);
    return made;
}

// What room is left goes between the tiles, as many of them in each row.
static void spread(HeadsLayout *made, const App *app, int count)
{
    if (made->per_row < 1) made->per_row = 1;
    if (made->rows < 1) made->rows = 1;
    int needed = (count + made->per_row - 1) / made->per_row;
    HeadTile *tile = &made->tile;
    if (needed <= made->rows) {
        made->rows = needed;
        made->per_row = (count + needed - 1) / needed;
    }
    made->pitch_x =
        at_most((app->columns - 2 * SIDE + GAP) / made->per_row, tile->columns + MOST_GAP);
    made->pitch_y = at_most((made->room + 1) / made->rows, tile->rows + MOST_GAP_ROWS);
    int title = at_most(made->pitch_x - 1, MOST_TITLE); // has what is between tiles
    if (title > tile->columns) tile->columns = title;
}

// The best tiles with which all are seen and each cell is; else those with which most are.
static HeadsLayout layout_for_all(const App *app, const HeadsView *view)
{
    HeadTile tiles[MOST_TILES], tile;
    int heads = view->all.count, count = head_tiles(app, &view->all, tiles), best = 0;
    HeadsLayout made = layout_with(app, tiles[count - 1]);
    for (int per_row = 1; per_row <= heads; per_row++) {
        int rows = (heads + per_row - 1) / per_row;
        int good = head_tile_whole(app, &view->all, (app->columns - 2 * SIDE + GAP) / per_row - GAP,
                                   (made.room + 1) / rows - 1, &tile);
        if (good <= best) continue;
        best = good;
        made = layout_with(app, tile);
    }
    if (best) return made;
    for (int i = 0; i < count && best < heads; i++) {
        HeadsLayout other = layout_with(app, tiles[i]);
        if (other.per_row * other.rows <= best) continue;
        best = other.per_row * other.rows;
        made = other;
    }
    return made;
}

static HeadsLayout layout_of(const App *app, const HeadsView *view)
{
    HeadsLayout made = layout_for_all(app, view);
    head_tile_cut(&made.tile, made.room);
    spread(&made, app, view->all.count);
    int row = view->selected / made.per_row;
    int first_row = row >= made.rows ? row - made.rows + 1 : 0;
    made.first = first_row * made.per_row;
    return made;
}

// ---- opening, and what the keys do --------------------------------------------------------------

// Shows the group anew, with head `number` selected.
static void show_group(App *app, int number)
{
    HeadsView *view = view_of(app);
    Error error = {.arena = app->scratch};
    if (!heads_show(&view->all, view->order, &error))
        app_say(app, true, "Error: %s", error.message);
    view->selected = 0;
    for (int i = 0; i < view->all.count; i++) {
        if (view->all.head[i].number == number) view->selected = i;
    }
}

static bool open(App *app, int picture)
{
    Error error = {.arena = app->scratch};
    Heads found;
    int number;
    Cell at = picture ? (Cell){.entry = picture - 1} : app->walk->at.selected;
    if (heads_are_meant(app->walk, at)) walk_compute_for_view(app->walk, at);
    bool has = heads_find(&found, app->walk, at, &number, &error);
    if (error.set) app_say(app, true, "%s", error.message);
    if (!has) return false;
    HeadsView *view = view_of(app);
    *view = (HeadsView){.all = found};
    show_group(app, number);
    const Shape *shape = &view->all.head[0].tensor->shape;
    view->query = shape->dim[shape->ndim - 2] - 1;
    return true;
}

static void close(void *state)
{
    heads_free(&((HeadsView *)state)->all);
}

// Of a head the query that is described: at first the last one, which no causal mask hides anything
// from.
static Subject subject(const App *app, Arena *arena)
{
    const Head *head = selected_head(app);
    const Heads *all = heads_shown(app);
    bool average = head->number < 0;
    Matrix matrix = matrix_through(app->walk->trace, head->cell.entry, head->cell.at);
    return (Subject){
        .cell = {head->cell.entry, matrix_index(&matrix, view_of(app)->query, 0)},
        .whole = true,
        .average = average ? all->average : NULL,
        .name = average ? head_name(all, head, arena) : NULL,
        .figure = "heads",
    };
}

// ---- moving -------------------------------------------------------------------------------------

bool heads_select(App *app, int tile)
{
    return action_select(&view_of(app)->selected, tile, view_of(app)->all.count);
}

static bool pick_cell(App *app, int place, int row UNUSED, int column UNUSED)
{
    const Heads *all = &view_of(app)->all;
    int tile = 0;
    while (tile < all->count && all->head[tile].number != place) tile++;
    return tile < all->count && heads_select(app, tile);
}

static bool move(App *app, int by)
{
    const HeadsView *view = view_of(app);
    int per_row = layout_of(app, view).per_row;
    return heads_select(app, move_tiles((Move)by, view->selected, per_row, view->all.count));
}

static bool move_query(App *app, int by)
{
    HeadsView *view = view_of(app);
    const Shape *shape = &view->all.head[0].tensor->shape;
    int64_t to = view->query + by;
    if (to < 0 || to >= shape->dim[shape->ndim - 2]) return false;
    view->query = to;
    return true;
}

static bool move_layer(App *app, int by)
{
    HeadsView *view = view_of(app);
    int64_t to = view->all.group + by;
    if (to < 0 || to >= heads_groups(&view->all)) return false;
    int number = view->all.head[view->selected].number;
    view->all.group = to;
    show_group(app, number);
    return true;
}

static bool sort(App *app, int by UNUSED)
{
    HeadsView *view = view_of(app);
    view->order.sorted = !view->order.sorted;
    show_group(app, view->all.head[view->selected].number);
    return app_say(app, false,
                   view->order.sorted ? "By entropy, most focused head first. s: by number"
                                      : "By number. s: by entropy");
}

static bool average(App *app, int by UNUSED)
{
    HeadsView *view = view_of(app);
    int number = view->all.head[view->selected].number;
    view->order.averaged = !view->order.averaged;
    show_group(app, view->order.averaged ? -1 : number);
    if (view->order.averaged && !view->all.average && !app->message)
        app_say(app, false, "Not all heads are computed yet.");
    return true;
}

void heads_show_anew(App *app, bool same_way)
{
    HeadsView *view = view_of(app);
    if (same_way)
        show_group(app, view->all.head[view->selected].number);
    else
        app_leave_run(app);
}

enum { AT_ZERO, AT_UNIFORM };

static bool hold(App *app, int at)
{
    static const char *const VALUES[] = {"zero", "uniform"};
    const Head *head = selected_head(app);
    if (head->number < 0) return false;
    return edit_toggle_hold(app, hold_opened(app->walk->trace, head->cell, 2), VALUES[at]);
}

static bool has_layers(const App *app)
{
    return heads_groups(&view_of(app)->all) > 1;
}

static bool has_tiles(const App *app)
{
    return view_of(app)->all.count > 1;
}

bool heads_have_lines(const App *app)
{
    if (app_top(app) != SCREEN_HEADS) return false;
    const Head *head = selected_head(app);
    return head->number >= 0 && head->seen == SEEN && head->pattern.kind != PATTERN_NONE;
}

static const Action actions[] = {
    {"g", "go to a head: its number or its pattern", .opens = SCREEN_PROMPT, .by = PROMPT_GO},
    {"Enter z", "the head over the whole screen", .opens = SCREEN_LARGE, .hint = "Enter:open",
     .rank = 1},
    {"]", "the next layer, or the next item of a batch",
     "This is the last layer that was recorded.", .run = move_layer, .by = 1, .hint = "[ ]:layer",
     .rank = 2, .when = has_layers},
    {"[", "the layer before", "This is the first layer that was recorded.", .run = move_layer,
     .by = -1},
    {"}", "the next row: what it attends to is shown below", "This is the last row.",
     .run = move_query, .by = 1, .hint = "{ }:row", .rank = 7},
    {"{", "the row before", "This is the first row.", .run = move_query, .by = -1},
    {"s", "sort by entropy, or by number", .run = sort, .hint = "s:sort", .rank = 4},
    {"Z", "hold the head at zero: everything after it runs without it; press again to release it",
     "The average cannot be held.", .run = hold, .by = AT_ZERO, .hint = "Z:zero", .rank = 8},
    {"U", "hold it at uniform: each row looks everywhere equally", "The average cannot be held.",
     .run = hold, .by = AT_UNIFORM, .hint = "U:uniform", .rank = 9},
    {"A", "the average of all heads beside them", .run = average, .hint = "A:average", .rank = 6},
};

// ---- drawing ------------------------------------------------------------------------------------

static void draw_tile(Canvas *canvas, int i, const HeadsLayout *layout)
{
    const HeadsView *view = view_of(canvas->app);
    int place = i - layout->first;
    Rect area = {SIDE + place % layout->per_row * layout->pitch_x,
                 layout->top + place / layout->per_row * layout->pitch_y, layout->tile.columns,
                 layout->tile.rows};
    int room = canvas->app->columns - SIDE - area.column;
    bool selected = i == view->selected;
    if (area.columns > room) area.columns = room;
    if (selected) { // with a column of air on the left, where no other tile is
        Rect around = {area.column - 1, area.row, area.columns + 1, area.rows};
        frame_fill(canvas->frame, around, GROUND_PANEL);
        canvas_cursor(canvas, area.column, area.row);
    }
    head_tile_draw(canvas, &layout->tile, &view->all, &view->all.head[i],
                   selected ? view->query : -1, area);
    canvas_select(canvas, area, heads_select, i);
}

static int draw_facts(Canvas *canvas, const Head *head, Rect line)
{
    Buf text = {.arena = canvas->arena};
    const char *name = head_name(heads_shown(canvas->app), head, canvas->arena);
    head_facts(head, "   ", &text);
    if (head->seen == TO_COME) buf_add(&text, STR("; q goes back to the walk"));
    bool has_numbers = head->is_gradient || head->held;
    const char *facts = has_numbers ? typeset(text.arena, buf_text(&text)) : buf_text(&text);
    Style bold = {.ink = INK_ACCENT, .attributes = ATTR_BOLD};
    int column = frame_printf(canvas->frame, line, 1, line.row, bold, "%s:", name) + 1;
    return canvas_facts(canvas, (Rect){column, line.row, line.columns - 1 - column, 1}, PLAIN,
                        facts);
}

// "cat looks at mat (0.34), the (0.22), cat (0.14)", from the column on.
static void draw_looks(Canvas *canvas, const Head *head, int column, Rect line)
{
    const Trace *trace = canvas->walk->trace;
    Buf text = {.arena = canvas->arena};
    int64_t query = view_of(canvas->app)->query;
    Matrix matrix = matrix_through(trace, head->cell.entry, head->cell.at);
    Cell at = {head->cell.entry, matrix_index(&matrix, query, 0)};
    FlowRow row = flow_row(canvas->walk, at, 1, text.arena);
    if (head->number < 0 || row.state != FLOW_SHOWN) return;
    buf_add(&text, str_from(label_or_number(trace, matrix.entry, matrix.row_dim, query, "query ",
                                            text.arena)));
    looks_write(trace, &matrix, &row, &text);
    canvas_put(canvas, (Rect){column, line.row, line.columns - 1 - column, 1}, PLAIN,
               buf_text(&text));
}

// Which of them are shown; and in letters a picture has half as many rows as in colours.
static void draw_note(Canvas *canvas, const HeadsLayout *layout, int column, Rect line)
{
    static const char NOTE[] = "a letter: the largest of its rows";
    const HeadsView *view = view_of(canvas->app);
    const Shape *shape = &selected_head(canvas->app)->tensor->shape;
    int end = at_most(layout->first + layout->per_row * layout->rows, view->all.count);
    const char *shown =
        end - layout->first < view->all.count
            ? arena_printf(canvas->arena, "   %d-%d of %d", layout->first + 1, end, view->all.count)
            : "";
    int at = line.columns - 1 - frame_columns(shown);
    if (at < column) return;
    frame_text(canvas->frame, line, at, line.row, QUIET, str_from(shown));
    at -= (int)sizeof NOTE - 1;
    if (layout->tile.height < shape->dim[shape->ndim - 2] && at >= column)
        frame_text(canvas->frame, line, at, line.row,
                   (Style){.ink = INK_QUIET, .attributes = ATTR_MARK}, str_from(NOTE));
}

// What is known of the selected head, and of its row: below each other, or side by side.
static void draw_footer(Canvas *canvas, const HeadsLayout *layout, Rect part)
{
    enum { LEAST_LOOKS = 20 };
    const Head *head = selected_head(canvas->app);
    Rect line = {0, part.rows - KEYS - layout->footer, part.columns, 1};
    frame_fill(canvas->frame, (Rect){0, line.row, part.columns, layout->footer}, GROUND_PANEL);
    int column = draw_facts(canvas, head, line) + 3;
    draw_note(canvas, layout, column, line);
    if (layout->footer > 1) column = 1;
    line.row += layout->footer - 1;
    if (head->seen == SEEN && line.columns - column >= LEAST_LOOKS)
        draw_looks(canvas, head, column, line);
}

// "layer 2 of 12", where there are several.
static void write_part(Buf *out, const char *what, int64_t at, int64_t count)
{
    if (count > 1)
        buf_printf(out, "%s%s %lld of %lld", out->n ? ", " : "", what, (long long)at + 1,
                   (long long)count);
}

// Which layer it is, and how the heads are sorted.
static const char *place_text(const HeadsView *view, Arena *arena)
{
    const Heads *all = &view->all;
    Buf text = {.arena = arena};
    if (!all->are_layers) {
        write_part(&text, all->of_one_model ? "layer" : "tensor", all->group / all->outer,
                   all->layer_count);
        write_part(&text, "item", all->group % all->outer, all->outer); // of a batch
    }
    if (view->order.sorted) buf_printf(&text, "%sby entropy", text.n ? ", " : "");
    return buf_text(&text);
}

static void draw_title(Canvas *canvas, Rect part)
{
    const HeadsView *view = view_of(canvas->app);
    const Heads *all = &view->all;
    const Head *head = &all->head[all->count - 1];
    const Shape *shape = &head->tensor->shape;
    Arena *arena = canvas->arena;
    const char *place = place_text(view, arena);
    const char *what = heads_title(all, arena);
    const char *titles[] = {arena_printf(arena, "%s  %lld×%lld", what,
                                         (long long)shape->dim[shape->ndim - 2],
                                         (long long)shape->dim[shape->ndim - 1]),
                            what, NULL};
    legend_rule(canvas, part, titles, place, all->scale, LEGEND_RAMP);
}

static void draw(Canvas *canvas, Rect part)
{
    const HeadsView *view = view_of(canvas->app);
    HeadsLayout layout = layout_of(canvas->app, view);
    draw_title(canvas, part);
    for (int i = layout.first; i < view->all.count; i++) {
        if (i >= layout.first + layout.per_row * layout.rows) break;
        draw_tile(canvas, i, &layout);
    }
    draw_footer(canvas, &layout, part);
    canvas_last_row(canvas);
}

const Screen heads_screen = {
    .keys = {"Among the heads", ACTION_ROWS(actions)},
    .size = sizeof(HeadsView),
    .open = open,
    .move = move,
    .arrows = {.hint = "arrows:head", .rank = 3, .when = has_tiles},
    .close = close,
    .draw = draw,
    .is_of_run = true,
    .subject = subject,
    .pick_cell = pick_cell,
    .words = "all heads",
};
