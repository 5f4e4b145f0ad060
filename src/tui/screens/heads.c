// The heads of a layer side by side: as many small pictures as fit, the largest that leave room for
// all, and what is known of the selected one. Their patterns are found in walk/heads.h.
#include "tui/screens/heads.h"

#include "base/utf8.h"
#include "tui/core/screen.h"
#include "tui/parts/picture.h"

typedef struct HeadsView {
    Heads all;
    HeadsOrder order;
    int selected; // of the heads in the order shown
} HeadsView;

static HeadsView *view_of(const App *app)
{
    return app->state[SCREEN_HEADS];
}

const Heads *heads_shown(const App *app)
{
    return &view_of(app)->all;
}

static const Head *selected_head(const App *app)
{
    return &view_of(app)->all.head[view_of(app)->selected];
}

// ---- layout -------------------------------------------------------------------------------------

// Where the tiles stand: a pure function of the screen's size and the view.
typedef struct HeadsLayout {
    int per_row, rows; // tiles on the screen
    int first;         // tile shown
    int width, height; // of a picture
    int pitch_x, pitch_y;
} HeadsLayout;

enum {
    SIDES = 3,  // columns around a picture: ">|" and "|"
    GAP = 2,    // columns between tiles
    LEFT = 1,   // column where they begin
    TITLE = 1,  // rows above a picture
    TOP = 1,    // the rule
    BOTTOM = 3, // the head, the message, the keys
    LEAST_TITLE = 11,
    MOST_SCALE = 4,
    MOST_NARROW = 16, // rows and columns of what is shown one character a cell
    MOST_SIZES = 16,
};

static int at_least_one(int value)
{
    return value > 1 ? value : 1;
}

typedef struct Size {
    int width, height;
} Size;

static HeadsLayout layout_with(const App *app, Size size)
{
    HeadsLayout made = {.width = size.width, .height = at_least_one(size.height)};
    made.pitch_x = (size.width > LEAST_TITLE - SIDES ? size.width + SIDES : LEAST_TITLE) + GAP;
    made.pitch_y = made.height + TITLE + 1;
    made.per_row = (app->columns - 1) / made.pitch_x;
    made.rows = (app->rows - TOP - BOTTOM + 1) / made.pitch_y;
    return made;
}

// The sizes that a picture of the matrix can have, the largest first: several characters a cell,
// twice as many columns as rows; one for each cell; then blocks of cells. Returns how many.
static int picture_sizes(const Shape *shape, Size *sizes)
{
    static const int BLOCKS[] = {64, 48, 40, 32, 24, 20, 16, 12};
    int64_t columns = shape->dim[shape->ndim - 1], rows = shape->dim[shape->ndim - 2];
    int count = 0;
    for (int by = MOST_SCALE; by > 0; by--) {
        if (2 * columns * by <= BLOCKS[0] && rows * by <= BLOCKS[0] / 2)
            sizes[count++] = (Size){(int)columns * 2 * by, (int)rows * by};
    }
    if (columns <= MOST_NARROW && rows <= MOST_NARROW) {
        sizes[count++] = (Size){(int)columns, (int)rows};
        return count;
    }
    for (size_t i = 0; i < sizeof BLOCKS / sizeof *BLOCKS; i++) {
        int width = BLOCKS[i], height = BLOCKS[i] / 2;
        sizes[count++] = (Size){width < 2 * columns ? width : (int)(2 * columns),
                                height < rows ? height : (int)rows};
    }
    return count;
}

// The largest pictures with which all are seen, else those with which most are.
static HeadsLayout layout_of(const App *app, const HeadsView *view)
{
    Size sizes[MOST_SIZES];
    int count = picture_sizes(&view->all.head[0].tensor->shape, sizes), best = 0;
    HeadsLayout made = layout_with(app, sizes[count - 1]);
    for (int i = 0; i < count && best < view->all.count; i++) {
        HeadsLayout other = layout_with(app, sizes[i]);
        if (other.per_row * other.rows <= best) continue;
        best = other.per_row * other.rows;
        made = other;
    }
    int room = app->rows - TOP - BOTTOM - TITLE; // what is higher has several rows on one
    if (made.height > room) made.height = at_least_one(room);
    made.per_row = at_least_one(made.per_row);
    made.rows = at_least_one(made.rows);
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
    Arena scratch = {0};
    Error error = {.arena = &scratch};
    if (!heads_show(&view->all, view->order, &error))
        app_say(app, true, "Error: %s", error.message);
    view->selected = 0;
    for (int i = 0; i < view->all.count; i++) {
        if (view->all.head[i].number == number) view->selected = i;
    }
    arena_free(&scratch);
}

static bool open(App *app, int by)
{
    (void)by;
    Arena scratch = {0};
    Error error = {.arena = &scratch};
    Heads found;
    int number;
    bool has = heads_find(&found, app->walk, app->walk->selected, &number, &error);
    if (error.set) app_say(app, true, "%s", error.message);
    arena_free(&scratch);
    if (!has) return false;
    *view_of(app) = (HeadsView){.all = found};
    show_group(app, number);
    return true;
}

static void close(void *state)
{
    heads_free(&((HeadsView *)state)->all);
}

// Of a head the last query: under a causal mask the first one sees itself alone.
static Subject subject(const App *app, Arena *arena)
{
    const Head *head = selected_head(app);
    const Heads *all = heads_shown(app);
    bool average = head->number < 0;
    Matrix matrix = matrix_through(app->walk->trace, head->cell.entry, head->cell.at);
    return (Subject){
        .cell = {head->cell.entry, matrix_index(&matrix, matrix.rows - 1, 0)},
        .whole = true,
        .average = average ? all->average : NULL,
        .name = average ? head_name(all, head, arena)
                        : entry_title(app->walk->trace, head->cell.entry, arena),
        .figure = "heads",
    };
}

// ---- moving -------------------------------------------------------------------------------------

static bool select_tile(App *app, int to)
{
    HeadsView *view = view_of(app);
    if (to < 0 || to >= view->all.count || to == view->selected) return false;
    view->selected = to;
    return true;
}

bool heads_select(App *app, int tile)
{
    view_of(app)->selected = tile;
    return true;
}

static bool move(App *app, int by)
{
    const HeadsView *view = view_of(app);
    int at = view->selected, last = view->all.count - 1;
    int per_row = layout_of(app, view).per_row;
    bool more_rows = at / per_row < last / per_row;
    switch ((Move)by) {
    case MOVE_LEFT: return select_tile(app, at - 1);
    case MOVE_RIGHT: return select_tile(app, at + 1);
    case MOVE_UP: return select_tile(app, at - per_row);
    case MOVE_DOWN: return select_tile(app, more_rows && at + per_row > last ? last : at + per_row);
    default: return select_tile(app, by == MOVE_FIRST ? 0 : last);
    }
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

static bool sort(App *app)
{
    HeadsView *view = view_of(app);
    view->order.sorted = !view->order.sorted;
    show_group(app, view->all.head[view->selected].number);
    app_say(app, false,
            view->order.sorted ? "By entropy, the most certain head first. s: by number"
                               : "By number. s: by entropy");
    return true;
}

static bool average(App *app)
{
    HeadsView *view = view_of(app);
    int number = view->all.head[view->selected].number;
    view->order.averaged = !view->order.averaged;
    show_group(app, view->order.averaged ? -1 : number);
    if (view->order.averaged && !view->all.average && !app->message)
        app_say(app, false, "Not all heads are computed yet.");
    return true;
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
    return head->number >= 0 && head->is_open && head->pattern.kind != PATTERN_NONE;
}

static const char first_head[] = "There is no head before this one.";
static const char last_head[] = "There is no head after this one.";

static const Action actions[] = {
    {"Left h", "the head to the left", first_head, .step = move, .by = MOVE_LEFT},
    {"Right l Space", "the next head", last_head, .step = move, .by = MOVE_RIGHT,
     .hint = "arrows:head", .rank = 3, .when = has_tiles},
    {"Up k", "the head above", first_head, .step = move, .by = MOVE_UP},
    {"Down j", "the head below", last_head, .step = move, .by = MOVE_DOWN},
    {"g", "go to a head: its number or its pattern", .opens = SCREEN_PROMPT, .by = PROMPT_GO},
    {"Home gg", "the first head", first_head, .step = move, .by = MOVE_FIRST},
    {"End G", "the last head", last_head, .step = move, .by = MOVE_LAST},
    {"Enter z", "the head over the whole screen", .opens = SCREEN_LARGE, .hint = "Enter:open",
     .rank = 1},
    {"]", "the next layer, or the next item of a batch", "This is the last layer.",
     .step = move_layer, .by = 1, .hint = "[ ]:layer", .rank = 2, .when = has_layers},
    {"[", "the layer before", "This is the first layer.", .step = move_layer, .by = -1},
    {"s", "sort by entropy, or by number", .run = sort, .hint = "s:sort", .rank = 4},
    {"A", "the average of all heads beside them", .run = average, .hint = "A:average", .rank = 5},
    {"q Esc Backspace", "back to the lesson", .run = app_leave, .hint = "q:back"},
};

// ---- drawing ------------------------------------------------------------------------------------

// "[H3] previous .88", and what of it there is room for.
static const char *tile_title(Canvas *canvas, const Head *head, bool selected, int columns)
{
    Arena *arena = canvas->arena;
    const char *name = head_short_name(heads_shown(canvas->app), head, arena);
    const char *pattern = head->is_open    ? pattern_name(&head->pattern, arena)
                          : head->is_asked ? "?"
                                           : "not yet";
    int share = head->is_open ? (int)(head->pattern.share * 100 + 0.5) : 0;
    const char *number = share >= 100 ? " 1"
                         : share > 0  ? arena_printf(arena, " .%02d", share)
                                      : "";
    const char *named = arena_printf(arena, selected ? "[%s]" : "%s", name);
    const char *titles[] = {arena_printf(arena, "%s %s%s", named, pattern, number),
                            arena_printf(arena, "%s %s", named, pattern),
                            arena_printf(arena, "%s %s", name, pattern)};
    for (int i = 0; i < 2; i++) {
        if (utf8_width(str_from(titles[i])) <= columns) return titles[i];
    }
    return canvas_fit_text(arena, str_from(titles[2]), columns);
}

static bool select_and_enlarge(App *app, int tile)
{
    return heads_select(app, tile) && app_open(app, SCREEN_LARGE, 0);
}

static void draw_tile(Canvas *canvas, int i, const HeadsLayout *layout)
{
    const HeadsView *view = view_of(canvas->app);
    const Head *head = &view->all.head[i];
    bool selected = i == view->selected;
    int place = i - layout->first;
    Rect area = {LEFT + place % layout->per_row * layout->pitch_x,
                 TOP + place / layout->per_row * layout->pitch_y, layout->pitch_x - 1,
                 layout->height + 1};
    Style style = {.attributes = selected ? ATTR_BOLD : 0};
    const char *title = tile_title(canvas, head, selected, area.columns);
    frame_text(canvas->frame, area, area.column, area.row, style, str_from(title));
    for (int line = 0; line < layout->height; line++) {
        int row = area.row + 1 + line;
        frame_text(canvas->frame, area, area.column, row, style, selected ? STR(">|") : STR(" |"));
        frame_text(canvas->frame, area, area.column + 2 + layout->width, row, style, STR("|"));
    }
    picture_draw(canvas, &head->blocks, view->all.low, view->all.high,
                 (Rect){area.column + 2, area.row + 1, layout->width, layout->height});
    canvas_click(canvas, area, heads_select, select_and_enlarge, i);
    if (!selected) return;
    canvas->frame->cursor_column = area.column;
    canvas->frame->cursor_row = area.row;
}

static void draw_facts(Canvas *canvas, const Head *head, Rect line)
{
    Buf text = {.arena = canvas->arena};
    buf_printf(&text, "%s: ", head_name(heads_shown(canvas->app), head, canvas->arena));
    head_facts(head, "   ", &text);
    if (!head->is_open && !head->is_asked) buf_add(&text, STR("; q goes back to the walk"));
    frame_text(canvas->frame, line, 1, line.row, (Style){0},
               str_from(canvas_fit_facts(canvas->arena, buf_str(&text), line.columns - 2)));
}

// "layer 2 of 12", where there are several.
static void write_part(Buf *out, const char *what, int64_t at, int64_t count)
{
    if (count > 1)
        buf_printf(out, "%s%s %lld of %lld", out->n ? ", " : "", what, (long long)at + 1,
                   (long long)count);
}

static void draw_title(Canvas *canvas, Rect part)
{
    const HeadsView *view = view_of(canvas->app);
    const Heads *all = &view->all;
    const Head *head = &all->head[all->count - 1];
    const Shape *shape = &head->tensor->shape;
    Arena *arena = canvas->arena;
    const char *name = entry_title(canvas->walk->trace, head->cell.entry, arena);
    Buf right = {.arena = arena};
    if (!all->are_layers) {
        write_part(&right, "layer", all->group / all->outer, all->layer_count);
        write_part(&right, "item", all->group % all->outer, all->outer); // of a batch
    }
    if (view->order.sorted) buf_printf(&right, "%sby entropy", right.n ? ", " : "");
    canvas_rule(canvas, part,
                arena_printf(arena, "%s of %s  %lldx%lld",
                             arena_printf(arena, all->are_layers ? "%lld layers" : "%lld heads",
                                          (long long)all->of_layer),
                             name, (long long)shape->dim[shape->ndim - 2],
                             (long long)shape->dim[shape->ndim - 1]),
                buf_text(&right));
}

static void draw_place(Canvas *canvas, const HeadsLayout *layout, Rect line)
{
    const HeadsView *view = view_of(canvas->app);
    if (canvas_message(canvas, line)) return;
    int end = layout->first + layout->per_row * layout->rows;
    if (end > view->all.count) end = view->all.count;
    Buf text = {.arena = canvas->arena};
    if (end - layout->first < view->all.count)
        buf_printf(&text, "%d-%d of %d   ", layout->first + 1, end, view->all.count);
    if (view->all.low < view->all.high)
        buf_printf(&text, "' .:-=+*#%%@' go from %.3g to %.3g", view->all.low, view->all.high);
    frame_text(canvas->frame, line, 1, line.row, (Style){.ink = INK_QUIET}, buf_str(&text));
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
    draw_facts(canvas, selected_head(canvas->app), (Rect){0, part.rows - 3, part.columns, 1});
    draw_place(canvas, &layout, (Rect){0, part.rows - 2, part.columns, 1});
    view_keys(canvas, (Rect){0, part.rows - 1, part.columns, 1});
}

const Screen heads_screen = {
    .keys = {"Among the heads", ACTION_ROWS(actions)},
    .size = sizeof(HeadsView),
    .open = open,
    .close = close,
    .draw = draw,
    .is_of_run = true,
    .subject = subject,
    .words = "all heads",
};
