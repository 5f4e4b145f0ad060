// What a loop did to a name: its film as small pictures on one scale, one beside the other, with
// the curve of the number that the loop is about above them. As many frames as there is room for,
// evenly spaced, and among them the selected one.
#include "tui/parts/page.h"

#include "study/axes/row.h"
#include "study/film.h"
#include "tui/parts/heat.h"
#include "tui/screens/shared.h"
#include "walk/edits/edit.h"
#include "walk/runs/iteration.h"

#include <inttypes.h>
#include <math.h>

enum { TITLE = 1, CURVE = 1, KEYS = 2, SIDE = 1, TILE_GAP = 2, TILE_AIR = 1, LEAST_TILE = 12 };

typedef struct FramesView {
    int at; // the selected frame
    const Loop *loop;
    FilmRow *rows; // the names
    int row_count, row;
    HeatScale scale;
    Arena arena;
} FramesView;

SCREEN_STATE(FramesView, view_of, SCREEN_FRAMES)

static const Strip *strip_of(const FramesView *view)
{
    return view->rows[view->row].strip;
}

// ---- what is shown ------------------------------------------------------------------------------

// Of more than two dimensions the first slice.
static Matrix matrix_of_frame(const Strip *strip, int frame, TensorHeap *heap, Error *error)
{
    const Tensor *tensor = film_tensor(heap, strip, frame, error);
    return tensor ? matrix_of(tensor, strip->entry, (Index){0}) : (Matrix){0};
}

static Matrix shown_frame(const Trace *trace, Matrix matrix)
{
    return matrix.tensor ? matrix_shown_of(trace, matrix.tensor, matrix.entry, (Index){0}) : matrix;
}

static HeatScale scale_of(const Strip *strip)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    int64_t cells = shape_count(&strip->shape);
    SCRATCH(scratch);
    Error error = {.arena = &scratch};
    TensorHeap heap = {0};
    for (int64_t i = 0; i < strip->count * cells; i++) {
        double value = strip_value(strip, (int)(i / cells), i % cells);
        if (isfinite(value)) low = fmin(low, value);
        if (isfinite(value)) high = fmax(high, value);
    }
    Matrix first = matrix_of_frame(strip, 0, &heap, &error);
    bool are_shares = first.tensor && !strip_is_number(strip) && rows_are_shares(&first);
    tensor_heap_free(&heap);
    if (low > high) return (HeatScale){0, 0};
    return low < 0 ? heat_scale_of_gradient(low, high) : heat_scale(are_shares, low, high);
}

// The name at the same iteration.
static void show_name(FramesView *view, int row, int64_t iteration)
{
    view->row = row;
    int frame = strip_frame(strip_of(view), iteration);
    view->at = frame < 0 ? 0 : frame;
    view->scale = scale_of(strip_of(view));
}

static void read_names(FramesView *view, const Walk *walk)
{
    FilmRow *all;
    int count = film_rows(walk->trace, view->loop, &view->arena, &all);
    view->rows = NEW_ARRAY(&view->arena, FilmRow, count + 1);
    for (int i = 0; i < count; i++) {
        if (all[i].strip->count > 1 && shape_count(&all[i].strip->shape) > 0)
            view->rows[view->row_count++] = all[i];
    }
}

// The name at hand; else the first one that is no single number.
static int first_name(const FramesView *view, const Walk *walk)
{
    int entry = walk->at.selected.entry, first = -1;
    const char *name = entry < 0 ? NULL : walk->trace->entries[entry].name;
    for (int i = 0; i < view->row_count; i++) {
        if (name && str_is(str_from(view->rows[i].name), name)) return i;
        if (first < 0 && !strip_is_number(view->rows[i].strip)) first = i;
    }
    return first < 0 ? 0 : first;
}

static bool open(App *app, int by UNUSED)
{
    FramesView *view = view_of(app);
    int64_t at;
    view->loop = walk_loop(app->walk, &at);
    if (view->loop) read_names(view, app->walk);
    if (view->row_count == 0) return false;
    show_name(view, first_name(view, app->walk), at < 0 ? view->loop->count - 1 : at);
    return true;
}

// ---- where it is ----------------------------------------------------------------------------

typedef struct FramesLayout {
    int width, height;    // of a picture
    int pitch_x, pitch_y; // from one to the next
    int per_row, count;   // of them
} FramesLayout;

static FramesLayout layout_with(const App *app, const Strip *strip, int width, int height)
{
    int columns = app->columns - SIDE, rows = app->rows - TITLE - CURVE - KEYS;
    FramesLayout made = {.width = at_most(width, columns - SIDE - TILE_GAP),
                         .height = at_most(height, rows - 1)};
    made.pitch_x = (made.width + 2 > LEAST_TILE ? made.width + 2 : LEAST_TILE) + TILE_GAP;
    made.pitch_y = TITLE + made.height + TILE_AIR;
    made.per_row = at_most((columns + TILE_GAP) / made.pitch_x, strip->count);
    if (made.per_row < 1) made.per_row = 1;
    made.count = made.per_row * ((rows + TILE_AIR) / made.pitch_y);
    if (made.count < 1) made.count = 1;
    made.count = at_most(made.count, strip->count);
    return made;
}

// The largest pictures of which there is room for some; a character is twice as high as wide. A
// number is above its own.
static FramesLayout layout_of(const App *app, const Strip *strip)
{
    enum { MOST_SIDE = 4, WANTED = 6, WIDEST = 64 };
    if (strip_is_number(strip)) return layout_with(app, strip, LEAST_TILE - 2, 1);
    Error error = {.arena = app->scratch};
    TensorHeap heap = {0};
    Matrix matrix = shown_frame(app->walk->trace, matrix_of_frame(strip, 0, &heap, &error));
    int rows = (int)(matrix.rows < WIDEST ? matrix.rows : WIDEST);
    int columns = (int)(matrix.columns < WIDEST ? matrix.columns : WIDEST);
    tensor_heap_free(&heap);
    for (int side = MOST_SIDE; side > 0; side--) {
        FramesLayout made = layout_with(app, strip, 2 * side * columns, side * rows);
        bool whole = made.width == 2 * side * columns && made.height == side * rows;
        if (whole && made.count >= at_most(WANTED, strip->count)) return made;
    }
    return layout_with(app, strip, columns, (rows + 1) / 2);
}

// The frame in a place: they are evenly spaced, but the selected one is in the place nearest to it.
static int frame_at(const FramesView *view, const FramesLayout *layout, int place)
{
    int last = strip_of(view)->count - 1, places = layout->count - 1;
    if (places < 1) return view->at;
    int own = (int)(((int64_t)view->at * places + last / 2) / last);
    return place == own ? view->at : (int)(((int64_t)place * last + places / 2) / places);
}

static int place_of(const FramesView *view, const FramesLayout *layout)
{
    for (int place = 0; place < layout->count; place++) {
        if (frame_at(view, layout, place) == view->at) return place;
    }
    return 0;
}

// ---- keys ---------------------------------------------------------------------------------------

static bool select_frame(App *app, int frame)
{
    return action_select(&view_of(app)->at, frame, strip_of(view_of(app))->count);
}

static bool go_on(App *app, int by)
{
    return action_step(&view_of(app)->at, by, strip_of(view_of(app))->count);
}

static bool move(App *app, int move)
{
    FramesView *view = view_of(app);
    FramesLayout layout = layout_of(app, strip_of(view));
    if (move >= MOVE_ROW_START)
        return go_on(app, move == MOVE_ROW_START || move == MOVE_FIRST ? -FAR_ITERATIONS
                                                                       : FAR_ITERATIONS);
    Offset offset = move_offset((Move)move, 0);
    int place = place_of(view, &layout) + offset.rows * layout.per_row + offset.columns;
    if (place < 0 || place >= layout.count) return false;
    return select_frame(app, frame_at(view, &layout, place));
}

static bool next_name(App *app, int by)
{
    FramesView *view = view_of(app);
    if (view->row_count < 2) return false;
    show_name(view, (view->row + by + view->row_count) % view->row_count,
              strip_of(view)->at[view->at]);
    return true;
}

static bool go(App *app, int by UNUSED)
{
    int64_t iteration = strip_of(view_of(app))->at[view_of(app)->at];
    app_leave(app);
    film_go(app, (int)iteration);
    return true;
}

static bool has_names(const App *app)
{
    return view_of(app)->row_count > 1;
}

static const char at_the_end[] = "There is no iteration in that direction.";
static const char one_name[] = "The loop gives no other name.";

static const Action actions[] = {
    {"J", "the next iteration", at_the_end, .run = go_on, .by = 1, .hint = "J K:iteration",
     .rank = 4},
    {"K", "the iteration before", at_the_end, .run = go_on, .by = -1},
    {"O", "the first iteration", at_the_end, .run = go_on, .by = -FAR_ITERATIONS},
    {"E", "the last iteration", at_the_end, .run = go_on, .by = FAR_ITERATIONS},
    {"Tab", "the next name of the loop", one_name, .run = next_name, .by = 1, .hint = "Tab:name",
     .rank = 3, .when = has_names},
    {"Shift-Tab", "the name before", one_name, .run = next_name, .by = -1},
    {"Enter", "go to this iteration", .run = go, .hint = "Enter:go there", .rank = 1},
    {"I", "back to the lesson", .run = leave_screen},
};

// ---- drawing ------------------------------------------------------------------------------------

static void draw_title(Canvas *canvas, const FramesView *view, Rect part)
{
    const Strip *strip = strip_of(view);
    Arena *arena = canvas->arena;
    const char *name = view->rows[view->row].name;
    const char *shape = strip_is_number(strip) ? "" : shape_times(arena, &strip->shape, "×");
    const char *titles[] = {arena_printf(arena, "%s %s  in %" PRId64 " iterations%s", name, shape,
                                         view->loop->count,
                                         strip->shape.ndim > 2 ? ", first slice" : ""),
                            arena_printf(arena, "%s %s", name, shape), name, NULL};
    const char *place = view->row_count > 1
                            ? arena_printf(arena, "%d of %d names", view->row + 1, view->row_count)
                            : "";
    legend_rule(canvas, part, titles, place, view->scale, LEGEND_RAMP);
}

// Over the width of the screen.
static void draw_curve(Canvas *canvas, const FramesView *view, Rect line)
{
    const Strip *strip = strip_of(view), *curve = film_curve(&view->loop->film);
    if (strip_is_number(strip)) curve = strip;
    if (!curve || curve->count < 2) return;
    const char *text = film_curve_text(curve, line.columns - 2 * SIDE, canvas->arena);
    frame_text(canvas->frame, line, SIDE, line.row, QUIET, str_from(text));
}

// "21  0.426": the iteration, and what the loop is about there; of a number the number itself.
static const char *title_of(const FramesView *view, int frame, Arena *arena)
{
    const Strip *strip = strip_of(view), *curve = film_curve(&view->loop->film);
    int64_t iteration = strip->at[frame];
    const char *number = arena_printf(arena, "%" PRId64, iteration + 1);
    double value;
    if (strip_is_number(strip)) curve = strip;
    if (!curve || !film_number(curve, iteration, &value)) return number;
    return arena_printf(arena, "%s  %.3g", number, value);
}

static void draw_tile(Canvas *canvas, const FramesView *view, const FramesLayout *layout, int place,
                      Rect area)
{
    enum { MOST_BLOCKS = 64 };
    Error error = {.arena = canvas->arena};
    TensorHeap heap = {0};
    int frame = frame_at(view, layout, place);
    bool selected = frame == view->at;
    if (selected) frame_fill(canvas->frame, area, GROUND_PANEL);
    picture_title(canvas, area, title_of(view, frame, canvas->arena), selected);
    Matrix matrix =
        shown_frame(canvas->walk->trace, matrix_of_frame(strip_of(view), frame, &heap, &error));
    Rect picture = {area.column + 1, area.row + TITLE, layout->width, layout->height};
    if (matrix.tensor) {
        Blocks blocks = blocks_of(&matrix, MOST_BLOCKS, canvas->arena);
        picture_draw(canvas, &blocks, view->scale, picture);
    }
    picture_sides(canvas, area, picture, false);
    if (selected) canvas_cursor(canvas, area.column, area.row);
    tensor_heap_free(&heap);
    canvas_click(canvas, area, select_frame, frame);
}

// The frames by their titles; the figure shows some of them.
static List list(const App *app, int columns, Arena *arena)
{
    const FramesView *view = view_of(app);
    List made = {.text = {.arena = arena, .columns = columns}};
    for (int i = 0; i < strip_of(view)->count; i++) {
        text_plain(&made.text, PLAIN, title_of(view, i, arena));
        list_add(&made, i);
    }
    return made;
}

static Subject subject(const App *app, Arena *arena UNUSED)
{
    return (Subject){.cell = {.entry = strip_of(view_of(app))->entry}, .figure = "film"};
}

static const char *title(const App *app, Arena *arena)
{
    const FramesView *view = view_of(app);
    return arena_printf(arena, "%s in %" PRId64 " iterations", view->rows[view->row].name,
                        view->loop->count);
}

static const char *foot(const App *app, Arena *arena)
{
    const FramesView *view = view_of(app);
    Buf text = {.arena = arena};
    film_write_iteration(view->loop, strip_of(view)->at[view->at], &text);
    return buf_text(&text);
}

static void draw(Canvas *canvas, Rect part)
{
    const FramesView *view = view_of(canvas->app);
    FramesLayout layout = layout_of(canvas->app, strip_of(view));
    draw_title(canvas, view, part);
    draw_curve(canvas, view, (Rect){part.column, part.row + TITLE, part.columns, CURVE});
    for (int place = 0; place < layout.count; place++) {
        Rect area = {SIDE + place % layout.per_row * layout.pitch_x,
                     part.row + TITLE + CURVE + place / layout.per_row * layout.pitch_y,
                     layout.pitch_x - TILE_GAP, layout.pitch_y - TILE_AIR};
        draw_tile(canvas, view, &layout, place, area);
    }
    Rect below = {0, part.row + part.rows - KEYS, part.columns, 1};
    frame_fill(canvas->frame, below, GROUND_PANEL);
    frame_text(canvas->frame, below, SIDE, below.row, (Style){.ink = INK_ACCENT},
               str_from(foot(canvas->app, canvas->arena)));
    canvas_last_row(canvas);
}

const Screen frames_screen = {
    .keys = {"Through the iterations", ACTION_ROWS(actions)},
    .size = sizeof(FramesView),
    .open = open,
    .move = move,
    .arrows = {.hint = "arrows:picture", .rank = 2},
    .arena = offsetof(FramesView, arena),
    .draw = draw,
    .list = list,
    .title = title,
    .foot = foot,
    .select = select_frame,
    .subject = subject,
    .is_of_run = true,
    .words = "a name through the iterations",
};

// ---- the keys of the walk that go round a loop --------------------------------------------------

// Says where the walk is now, or why it stays.
static bool tell(App *app, bool went)
{
    enum { CURVE_COLUMNS = 16 };
    int64_t at;
    const Loop *loop = walk_loop(app->walk, &at);
    if (walk_was_stopped(app->walk))
        app_say(app, false, WALK_STOPPED);
    else if (!went && loop && walk_holds_loop(app->walk))
        app_say(app, false, "Numbers are changed in this loop: u undoes that, then any iteration.");
    else if (went)
        app_say(app, false, "%s", film_iteration_text(loop, at, CURVE_COLUMNS, app->scratch));
    if (went) app->lesson_scroll = SCROLL_FOLLOWS;
    return went;
}

bool film_go(App *app, int iteration)
{
    return tell(app, walk_go_to_iteration(app->walk, iteration));
}

static bool go_round(App *app, int by)
{
    return tell(app, walk_move_iteration(app->walk, by));
}

static bool is_in_loop(const App *app)
{
    int64_t at;
    const Loop *loop = walk_loop(app->walk, &at);
    return loop && at >= 0 && film_is_worth_telling(loop);
}

static const char no_loop[] = "There is no iteration in that direction.";

static const Action round_rows[] = {
    {"J", "the next iteration of the loop, at the same operation", no_loop, .run = go_round,
     .by = 1, .hint = "J K:iteration", .rank = 2, .when = is_in_loop},
    {"K", "the iteration before", no_loop, .run = go_round, .by = -1},
    {"O", "the first iteration", no_loop, .run = go_round, .by = -FAR_ITERATIONS},
    {"E", "the last iteration; g and iteration 21 goes to any", no_loop, .run = go_round,
     .by = FAR_ITERATIONS},
    {"I", "the film: a name through the iterations, as small pictures", "There is no loop here.",
     .opens = SCREEN_FRAMES, .hint = "I:film", .rank = 8, .when = is_in_loop},
};

const ActionGroup going_round = {"In a loop", ACTION_ROWS(round_rows), ON_WALK | ON_PRESENT};
