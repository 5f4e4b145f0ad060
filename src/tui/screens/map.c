// The map: the whole computation as boxes, from what the program gives down to what comes out. A
// box is a tensor that the program names, with what became of the questions about it; a wire leads
// to it from each named tensor that it is made from, through whatever has no name.
//
// Behind the last number of a lesson it comes by itself where all of it fits, over the closing
// page.
#include "tui/parts/map_layout.h"
#include "tui/parts/page.h"
#include "tui/parts/views.h"

#include "walk/places/go.h"

#include <stdlib.h>

typedef struct MapState {
    int selected;
    Map map;
    bool ends;   // it is what a lesson ends with
    Arena arena; // of the map
} MapState;

SCREEN_STATE(MapState, map_of, SCREEN_MAP)

enum { TOP = 1, BOTTOM = 2, GAP = 2 }; // rows around it, columns between its parts
enum { AIRY = 30 };                    // rows of a screen with air

// What is said above it at the end of a lesson.
static int heading_rows(const App *app)
{
    return map_of(app)->ends ? 1 + (app->rows >= AIRY) : 0;
}

static Rect area_of(const App *app)
{
    int top = TOP + heading_rows(app);
    return (Rect){1, top, app->columns - 2, app->rows - top - BOTTOM};
}

static MapLayout layout_of(const App *app, Arena *arena)
{
    Rect area = area_of(app);
    return map_layout(&map_of(app)->map, app->walk, area.columns, area.rows, arena);
}

// At the end of a lesson: only whole.
static bool open(App *app, int by)
{
    MapState *state = map_of(app);
    map_make(&state->map, app->walk, &state->arena);
    for (int i = 0; i < state->map.count; i++) {
        if (state->map.boxes[i].state != NAME_TO_COME) state->selected = i;
    }
    state->ends = by == AS_LAST;
    if (!state->ends) return state->map.count > 0;
    MapLayout made = layout_of(app, app->scratch);
    return state->map.line_count > 0 && made.columns <= area_of(app).columns &&
           made.rows <= area_of(app).rows;
}

// ---- keys ---------------------------------------------------------------------------------------

static bool select_box(App *app, int box)
{
    return action_select(&map_of(app)->selected, box, map_of(app)->map.count);
}

static bool move_on(App *app, int by)
{
    return action_step(&map_of(app)->selected, by, map_of(app)->map.count);
}

static bool is_ending(const App *app)
{
    return map_of(app)->ends;
}

static bool leave_or_move_on(App *app, int by)
{
    return is_ending(app) ? app_leave(app) : move_on(app, by);
}

static int far_from(const MapPlace *a, const MapPlace *b)
{
    return abs(map_middle(a) - map_middle(b));
}

// To the nearest box of the same layer on that side, or of the next layer above or below.
static bool move(App *app, int to)
{
    MapLayout made = layout_of(app, app->scratch);
    const MapPlace *here = &made.places[map_of(app)->selected];
    Offset way = move_offset((Move)to, 0);
    int best = -1;
    for (int i = 0; i < map_of(app)->map.count; i++) {
        const MapPlace *place = &made.places[i];
        bool there = way.rows ? (place->layer - here->layer) * way.rows == 1
                              : place->layer == here->layer &&
                                    (place->column - here->column) * way.columns > 0;
        if (there && (best < 0 || far_from(place, here) < far_from(&made.places[best], here)))
            best = i;
    }
    return select_box(app, best);
}

// To the operation; of what a call gave, to the call.
static bool go(App *app, int by UNUSED)
{
    int entry = map_of(app)->map.boxes[map_of(app)->selected].entry;
    const Entry *made = &app->walk->trace->entries[entry];
    app_go_home(app);
    bool gone = made->inside ? walk_visit_statement(app->walk, made->statement)
                             : walk_visit_cell(app->walk, (Cell){.entry = entry});
    if (gone) app_say(app, false, "'' goes back, B to the map.");
    return true;
}

static bool has_boxes(const App *app)
{
    const Trace *trace = app->walk->trace;
    for (int i = 0; i < trace->binding_count && app_top(app) != SCREEN_MAP; i++) {
        if (!trace->entries[trace->bindings[i].entry].call.output->is_number) return true;
    }
    return false;
}

static const Action actions[] = {
    {"B", "the map: the whole computation as boxes",
     "No tensor has a name outside of functions here. t shows the outline.",
     .screens = ON_WALK | ON_PRESENT | ON_CLOSING | ON_MAP, .opens = SCREEN_MAP, .hint = "B:map",
     .rank = 17, .when = has_boxes},
    {"Space", "the next box in the order of the program; at the end of a lesson: goes on",
     "This is the last one.", .run = leave_or_move_on, .by = 1, .hint = "Space:next", .rank = 3,
     .other = &(const OtherHint){is_ending, "Space:go on", 0, NULL}},
    {"Tab", "the next box in the order of the program", "This is the last one.", .run = move_on,
     .by = 1},
    {"Backspace Shift-Tab", "the box before", "This is the first one.", .run = move_on, .by = -1},
    {"Enter", "go to its operation", .run = go, .hint = "Enter:go there", .rank = 2},
};

// ---- drawing ------------------------------------------------------------------------------------

typedef struct MapView {
    Canvas *canvas;
    const Map *map;
    int selected;
    MapLayout layout;
    Rect area;
    int left, top;    // of the layout, at the corner of the area
    bool of_selected; // wires are drawn that lead from and to the selected box, or all others
} MapView;

// By the sides that it is joined on.
static const char *const LINES[] = {" ",
                                    "│",
                                    "│",
                                    "│",
                                    "─",
                                    "┘",
                                    "┐",
                                    "┤",
                                    "─",
                                    "└",
                                    "┌",
                                    "├",
                                    "─",
                                    "┴",
                                    "┬",
                                    "┼",
                                    [MAP_HEAD] = "▼"};

static void put(const MapView *view, int column, int row, Style style, const char *text)
{
    frame_text(view->canvas->frame, view->area, view->area.column + column - view->left,
               view->area.row + row - view->top, style, str_from(text));
}

static Style style_of(const MapView *view, int box, bool selected)
{
    const Name *name = &view->map->boxes[box];
    Ink ink = ink_of_role(role_of(view->canvas->walk->trace, name->entry));
    return (Style){.ink = name->state == NAME_TO_COME ? INK_QUIET : ink,
                   .attributes = selected ? ATTR_BOLD : 0};
}

// With lines around it, or at its sides only.
static void draw_box(const MapView *view, const MapPlace *place)
{
    bool selected = place->box == view->selected;
    int row = view->layout.row[place->layer], rows = view->layout.box_rows;
    int last = place->column + place->width - 1, middle_row = row + rows / 2;
    Style style = style_of(view, place->box, selected);
    Rect at = {view->area.column + place->column - view->left, view->area.row + row - view->top,
               place->width, rows};
    if (rows > 1) canvas_box(view->canvas, view->area, at, style);
    if (rows > 1 && place->joins) put(view, map_middle(place), row + rows - 1, style, "┬");
    put(view, place->column, middle_row, style, selected ? ">" : "│");
    put(view, last, middle_row, style, selected ? "<" : "│");
    const char *text = map_box_text(view->map, view->canvas->walk, place->box, view->layout.detail,
                                    view->canvas->arena);
    put(view, place->column + (view->layout.detail < MAP_TIGHT ? 2 : 1), middle_row, style, text);
    canvas_select(view->canvas, at, select_box, place->box);
    if (selected) canvas_cursor(view->canvas, at.column, at.row + rows / 2);
}

// Is the piece of a wire on the way from or to that box?
static bool touches(const MapView *view, const MapJoin *join, int box)
{
    const MapPlace *to = &view->layout.places[join->to];
    if (join->source == box || to->box == box) return true;
    for (int i = 0; i < view->map->line_count && to->box < 0; i++) {
        MapLine line = view->map->lines[i];
        if (line.from == join->source && line.to == box && view->map->layer[box] > to->layer)
            return true;
    }
    return false;
}

static void draw_wire(void *view_, const MapJoin *join, int column, int row, unsigned sides)
{
    const MapView *view = view_;
    if (touches(view, join, view->selected) != view->of_selected) return;
    put(view, column, row, style_of(view, join->source, view->of_selected), LINES[sides]);
}

static void draw_wires(MapView *view)
{
    for (int pass = 0; pass < 4; pass++) {
        view->of_selected = pass % 2;
        map_wires(&view->layout, pass < 2 ? MAP_ALONG : MAP_DOWN, draw_wire, view);
    }
}

// "scores = queries @ keys.T", and whatever leads there and away.
static const char *facts_of(const App *app, int box, int columns, Arena *arena)
{
    const Map *map = &map_of(app)->map;
    const char *code = view_entry_code(app->walk, map->boxes[box].entry, arena);
    const char *const WORDS[] = {"   from", "   feeds"};
    Buf text = {.arena = arena};
    buf_add(&text, str_from(canvas_fit_text(arena, str_from(code), columns)));
    for (int away = 0; away < 2; away++) {
        int count = 0;
        for (int i = 0; i < map->line_count; i++) {
            int at = away ? map->lines[i].from : map->lines[i].to;
            int other = away ? map->lines[i].to : map->lines[i].from;
            if (at != box) continue;
            buf_printf(&text, "%s %s", count++ ? "," : WORDS[away], map->boxes[other].name);
        }
    }
    return buf_text(&text);
}

static void draw_facts(const MapView *view, Rect line)
{
    Canvas *canvas = view->canvas;
    if (canvas_message(canvas, line)) return;
    canvas_facts(canvas, (Rect){1, line.row, line.columns - 2, 1}, PLAIN,
                 facts_of(canvas->app, view->selected, line.columns - 2, canvas->arena));
}

// Where the area begins: all of it in the middle where it fits, else what is around the selection.
static int corner(int all, int room, int selected)
{
    return all <= room ? -(room - all) / 2 : canvas_first_line(selected, all, room);
}

// "You have built this. Questions: 3 of 4 right, 1 shown"
static void draw_heading(Canvas *canvas)
{
    Rect row = {1, TOP, canvas->app->columns - 2, 1};
    Score asked = questions_score(canvas->walk);
    const char *score = score_text(&asked, canvas->arena);
    int column = frame_text(canvas->frame, row, 1, row.row, BOLD, STR("You have built this."));
    if (score)
        frame_printf(canvas->frame, row, column + 1, row.row, PLAIN, "Questions: %s.", score);
}

// Does a box of that step begin in this layer, and none in the layer above?
static bool begins_at(const Map *map, int step, int layer)
{
    bool begins = false;
    for (int i = 0; i < map->count; i++) {
        if (map->boxes[i].step != step) continue;
        if (map->layer[i] == layer - 1) return false;
        begins |= map->layer[i] == layer;
    }
    return begins;
}

// On the left, where there is room: beside the layer where a step begins, "4 Score the first word".
static void draw_titles(MapView *view)
{
    enum { LEAST = 22, MOST = 36 };
    const Lesson *lesson = &view->canvas->walk->lesson;
    int columns = at_most(view->area.columns - view->layout.columns - GAP, MOST);
    if (columns < LEAST) return;
    for (int layer = 0; layer < view->layout.layers; layer++) {
        int row = view->layout.row[layer] - view->top,
            end = at_most(view->layout.row[layer + 1] - view->top, view->area.rows + 1);
        for (int step = 0; step < lesson->step_count; step++) {
            if (row + 1 >= end || !begins_at(view->map, step, layer)) continue;
            const char *text =
                arena_printf(view->canvas->arena, "%d %s", step + 1, lesson->steps[step].title);
            canvas_put(view->canvas, (Rect){1, view->area.row + row++, columns, 1}, QUIET, text);
        }
    }
    view->area.column += columns + GAP;
    view->area.columns -= columns + GAP;
}

// Of the signs that are on it.
static const char *legend(const MapView *view)
{
    static const struct {
        const char *sign, *text;
    } SIGNS[] = {{"✓", "✓ right"},
                 {"~", "~ with a hint"},
                 {"·", "· shown"},
                 {"?", "? open"},
                 {".", ". to come"}};
    Buf text = {.arena = view->canvas->arena}, marks = text;
    for (int i = 0; i < view->map->count; i++) {
        buf_add(&marks, str_from(view->map->marks[i]));
        if (view->map->boxes[i].state == NAME_TO_COME) buf_add_char(&marks, '.');
    }
    for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++)
        if (str_find(buf_str(&marks), SIGNS[i].sign) >= 0) buf_printf(&text, "%s  ", SIGNS[i].text);
    buf_printf(&text, "%d of %d", view->selected + 1, view->map->count);
    return buf_text(&text);
}

static void draw(Canvas *canvas, Rect whole)
{
    const App *app = canvas->app;
    const MapState *state = map_of(app);
    MapView view = {.canvas = canvas,
                    .map = &state->map,
                    .selected = state->selected,
                    .layout = layout_of(app, canvas->arena),
                    .area = area_of(app)};
    if (state->ends) draw_heading(canvas);
    const MapLayout *made = &view.layout;
    const MapPlace *here = &made->places[view.selected];
    view.top = made->rows <= view.area.rows
                   ? 0
                   : corner(made->rows, view.area.rows, made->row[here->layer] + 1);
    draw_titles(&view);
    view.left = corner(made->columns, view.area.columns, map_middle(here));
    canvas_rule(canvas, whole, "the whole computation", legend(&view));
    draw_wires(&view);
    for (int i = 0; i < view.map->count; i++) draw_box(&view, &made->places[i]);
    draw_facts(&view, (Rect){0, whole.rows - 2, whole.columns, 1});
    view_keys(canvas, (Rect){0, whole.rows - 1, whole.columns, 1});
}

// In the order of the program, each below the title of its step.
static List list(const App *app, int columns, Arena *arena)
{
    const Map *map = &map_of(app)->map;
    const Lesson *lesson = &app->walk->lesson;
    List made = {.text = {.arena = arena, .columns = columns}};
    for (int i = 0, step = -1; i < map->count; i++) {
        const Name *box = &map->boxes[i];
        Ink ink = ink_of_role(role_of(app->walk->trace, box->entry));
        if (box->step != step && box->step < lesson->step_count)
            text_plain(&made.text, QUIET, lesson->steps[box->step].title);
        step = box->step;
        int from = made.text.count;
        text_words(&made.text, (Style){.ink = box->state == NAME_TO_COME ? INK_QUIET : ink}, "  ",
                   arena_printf(arena, "%s %s", facts_of(app, i, columns, arena), map->marks[i]));
        list_add(&made, from);
    }
    return made;
}

const Screen map_screen = {
    .keys = {"On the map", ACTION_ROWS(actions)},
    .size = sizeof(MapState),
    .open = open,
    .move = move,
    .arrows = {.hint = "arrows:box", .rank = 1},
    .arena = offsetof(MapState, arena),
    .draw = draw,
    .list = list,
    .select = select_box,
    .is_of_run = true,
    .words = "the whole computation",
};
