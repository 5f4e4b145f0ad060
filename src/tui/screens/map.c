// The map: the whole computation as boxes, from what the program gives down to what comes out, so
// that the picture can be seen before its parts. A box is a tensor that the program names; a line
// leads to it from each named tensor that it is made from, through whatever has no name.
//
// Boxes are in layers, each below all that it is made from; what the program gives is right
// above where it is used. Within a layer they are put in order by where their lines come from and
// go to, some sweeps down and up. A line through several layers keeps a place of its own in each.
// Computations that have nothing to do with each other are one below the other.
//
// A lesson that is opened for the first time begins with its map where all of it fits.
#include "tui/core/screen.h"
#include "tui/parts/views.h"

#include "walk/places/go.h"
#include "walk/places/names.h"

#include <stdlib.h>

enum { MOST_BOXES = 300, BOX_ROWS = 3, LINE_ROWS = 2, GAP = 2, MOST_NAME = 24, SWEEPS = 6 };

typedef struct MapLine { // from a box to one that is made from it
    int from, to;
} MapLine;

typedef struct MapState {
    Name *boxes; // in the order of the program
    int count, selected;
    bool begins; // it is what a lesson begins with
    MapLine *lines;
    int line_count;
    int *layer;  // of each box
    int *part;   // and the computation that it belongs to: its first box
    Arena arena; // of all this
} MapState;

SCREEN_STATE(MapState, map_of, SCREEN_MAP)

// ---- boxes and lines ----------------------------------------------------------------------------

// From all named tensors that the box is made from; `seen` says which entries were looked at for
// which box.
static void add_lines(MapState *map, const Trace *trace, int to, const int *box_of, int *seen,
                      int *stack)
{
    int depth = 0;
    for (stack[depth++] = map->boxes[to].entry; depth > 0;) {
        const OpCall *call = &trace->entries[stack[--depth]].call;
        for (int i = 0; i < call->input_count; i++) {
            int source = call->input[i]->origin;
            if (source < 0 || seen[source] == to + 1) continue;
            seen[source] = to + 1;
            if (box_of[source] < 0)
                stack[depth++] = source;
            else if (box_of[source] != to)
                *ARENA_ADD(&map->arena, map->lines, map->line_count) =
                    (MapLine){box_of[source], to};
        }
    }
}

// Sources have a lower number than what is made from them.
static void find_layers(MapState *map)
{
    map->layer = NEW_ARRAY(&map->arena, int, map->count + 1);
    int *below = NEW_ARRAY(&map->arena, int, map->count + 1);
    bool *is_made = NEW_ARRAY(&map->arena, bool, map->count + 1);
    for (int i = 0; i < map->line_count; i++) { // grouped by where they lead to, in order
        MapLine line = map->lines[i];
        int least = map->layer[line.from] + 1;
        if (map->layer[line.to] < least) map->layer[line.to] = least;
        is_made[line.to] = true;
    }
    for (int i = 0; i < map->line_count; i++) {
        MapLine line = map->lines[i];
        int above = map->layer[line.to];
        if (below[line.from] == 0 || above < below[line.from]) below[line.from] = above;
    }
    for (int i = 0; i < map->count; i++) {
        if (!is_made[i] && below[i] > 0) map->layer[i] = below[i] - 1;
    }
}

// Boxes that lines join belong together; those without any line do, too.
static void find_parts(MapState *map)
{
    bool changed = true;
    map->part = NEW_ARRAY(&map->arena, int, map->count + 1);
    for (int i = 0; i < map->count; i++) map->part[i] = map->count;
    for (int i = 0; i < map->line_count; i++) {
        MapLine line = map->lines[i];
        if (map->part[line.from] == map->count) map->part[line.from] = line.from;
        if (map->part[line.to] == map->count) map->part[line.to] = line.to;
    }
    while (changed) {
        changed = false;
        for (int i = 0; i < map->line_count; i++) {
            int *from = &map->part[map->lines[i].from], *to = &map->part[map->lines[i].to];
            if (*from == *to) continue;
            *from = *to = *from < *to ? *from : *to;
            changed = true;
        }
    }
}

// Each computation below the one before it; boxes without lines last, some in a layer.
static void stack_parts(MapState *map)
{
    enum { IN_A_LAYER = 4 };
    int first = 0, alone = 0;
    for (int part = 0; part <= map->count; part++) {
        int layers = 0;
        for (int i = 0; i < map->count; i++) {
            if (map->part[i] != part) continue;
            if (part == map->count) map->layer[i] = alone++ / IN_A_LAYER;
            if (map->layer[i] >= layers) layers = map->layer[i] + 1;
            map->layer[i] += first;
        }
        first += layers;
    }
}

static bool fits_whole(const App *app);

// As the first screen: only whole.
static bool open(App *app, int by)
{
    Name *names;
    MapState *map = map_of(app);
    const Trace *trace = app->walk->trace;
    int count = names_of(app->walk, &map->arena, &names), entries = trace->entry_count;
    int *box_of = NEW_ARRAY(&map->arena, int, entries + 1);
    int *seen = NEW_ARRAY(&map->arena, int, entries + 1);
    int *stack = NEW_ARRAY(&map->arena, int, entries + 1);
    for (int i = 0; i < entries; i++) box_of[i] = -1;
    map->boxes = names;
    for (int i = 0; i < count && map->count < MOST_BOXES; i++) { // a tensor has one box
        int entry = names[i].entry;
        if (box_of[entry] >= 0 || trace->entries[entry].call.output->is_number) continue;
        if (names[i].state != NAME_TO_COME) map->selected = map->count;
        box_of[entry] = map->count;
        map->boxes[map->count++] = names[i];
    }
    for (int i = 0; i < map->count; i++) add_lines(map, trace, i, box_of, seen, stack);
    find_layers(map);
    find_parts(map);
    stack_parts(map);
    map->begins = by == AS_FIRST;
    return map->count > 0 && (by != AS_FIRST || fits_whole(app));
}

// ---- layout -------------------------------------------------------------------------------------

typedef struct MapPlace { // of a box, or of a line on its way through a layer
    int box;              // -1: of a line
    int part, layer, column, width;
    double wanted; // its middle, by what it is joined to
    int joined;
    int order;
} MapPlace;

typedef struct MapJoin { // a piece of a line, from one layer to the next
    int from, to;        // places
    MapLine line;
} MapJoin;

typedef struct MapLayout {
    MapPlace *places;
    int count;
    MapJoin *joins;
    int join_count;
    int layers, columns;
    bool letters;  // of the roles
    bool is_tight; // no blanks inside the boxes
} MapLayout;

static double middle(const MapPlace *place)
{
    return place->column + (place->width - 1) / 2.0;
}

static int by_wanted(const void *a_, const void *b_)
{
    const MapPlace *a = *(MapPlace *const *)a_, *b = *(MapPlace *const *)b_;
    if (a->wanted != b->wanted) return a->wanted < b->wanted ? -1 : 1;
    return a->order - b->order;
}

// "[K] keys* 3×4", marked as the names above the walk are.
static const char *box_text(const Walk *walk, const Name *name, bool letters, Arena *arena)
{
    static const char *const MARKS[] = {"*", "", "."};
    const Shape *shape = &walk->trace->entries[name->entry].call.output->shape;
    const char *letter = role_sign(role_of(walk->trace, name->entry)).letter;
    Buf text = {.arena = arena};
    if (letters && *letter) buf_printf(&text, "[%s] ", letter);
    buf_printf(&text, "%s%s", canvas_fit_text(arena, str_from(name->name), MOST_NAME),
               MARKS[name->state]);
    if (shape->ndim) buf_printf(&text, " %s", shape_times(arena, shape, "×"));
    return buf_text(&text);
}

static int add_place(MapLayout *made, int box, int part, int layer, int width)
{
    int at = made->count++;
    made->places[at] = (MapPlace){
        .box = box, .part = part, .layer = layer, .width = width, .wanted = at, .order = at};
    return at;
}

// A place for each box first, so that their numbers agree; then those of lines, and their pieces.
static void make_places(MapLayout *made, const App *app, Arena *arena)
{
    const MapState *map = map_of(app);
    size_t lines = 0;
    for (int i = 0; i < map->line_count; i++)
        lines += (size_t)(map->layer[map->lines[i].to] - map->layer[map->lines[i].from]);
    made->places = NEW_ARRAY(arena, MapPlace, (size_t)map->count + lines + 1);
    made->joins = NEW_ARRAY(arena, MapJoin, lines + 1);
    for (int i = 0; i < map->count; i++) {
        const char *text = box_text(app->walk, &map->boxes[i], made->letters, arena);
        int width = frame_columns(text) + (made->is_tight ? 2 : 4);
        add_place(made, i, map->part[i], map->layer[i], width);
        if (map->layer[i] >= made->layers) made->layers = map->layer[i] + 1;
    }
    for (int i = 0; i < map->line_count; i++) {
        MapLine line = map->lines[i];
        int from_box = line.from, from = from_box, end = map->layer[line.to];
        for (int layer = map->layer[from] + 1; layer <= end; layer++) {
            int to = layer == end ? line.to : add_place(made, -1, map->part[from_box], layer, 1);
            made->joins[made->join_count++] = (MapJoin){from, to, line};
            from = to;
        }
    }
}

// What each place of a layer is joined to above (or below) pulls it there.
static void find_wanted(MapLayout *made, int layer, bool down)
{
    for (int i = 0; i < made->count; i++) {
        if (made->places[i].layer == layer) made->places[i].wanted = made->places[i].joined = 0;
    }
    for (int i = 0; i < made->join_count; i++) {
        const MapJoin *join = &made->joins[i];
        MapPlace *at = &made->places[down ? join->to : join->from];
        if (at->layer != layer) continue;
        at->wanted += middle(&made->places[down ? join->from : join->to]);
        at->joined++;
    }
    for (int i = 0; i < made->count; i++) {
        MapPlace *place = &made->places[i];
        if (place->layer == layer)
            place->wanted = place->joined ? place->wanted / place->joined : middle(place);
    }
}

// In the order that they want, none over another, together as near to it as they can.
static void place_layer(MapLayout *made, int layer, MapPlace **row)
{
    int count = 0, end = -GAP - MOST_NAME * MOST_BOXES;
    double off = 0;
    for (int i = 0; i < made->count; i++) {
        if (made->places[i].layer == layer) row[count++] = &made->places[i];
    }
    qsort(row, (size_t)count, sizeof *row, by_wanted);
    for (int i = 0; i < count; i++) {
        int wanted = (int)(row[i]->wanted - (row[i]->width - 1) / 2.0 + MOST_BOXES) - MOST_BOXES;
        row[i]->column = wanted > end + GAP ? wanted : end + GAP;
        end = row[i]->column + row[i]->width;
        off += middle(row[i]) - row[i]->wanted;
    }
    for (int i = 0; i < count; i++) row[i]->column -= (int)(off / count);
}

// Each computation begins at the left edge. Returns the columns of all.
static int move_to_left(MapLayout *made, int boxes, Arena *arena)
{
    int *first = NEW_ARRAY(arena, int, boxes + 1), columns = 0;
    for (int i = 0; i < made->count; i++) {
        const MapPlace *place = &made->places[i];
        if (place->column < first[place->part]) first[place->part] = place->column;
    }
    for (int i = 0; i < made->count; i++) {
        MapPlace *place = &made->places[i];
        place->column -= first[place->part];
        if (place->column + place->width > columns) columns = place->column + place->width;
    }
    return columns;
}

static MapLayout layout_as(const App *app, bool letters, bool is_tight, Arena *arena)
{
    MapLayout made = {.letters = letters, .is_tight = is_tight};
    make_places(&made, app, arena);
    MapPlace **row = NEW_ARRAY(arena, MapPlace *, made.count + 1);
    for (int layer = 0; layer < made.layers; layer++) place_layer(&made, layer, row);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        bool down = sweep % 2 == 0;
        for (int i = 1; i < made.layers; i++) {
            int layer = down ? i : made.layers - 1 - i;
            find_wanted(&made, layer, down);
            place_layer(&made, layer, row);
        }
    }
    made.columns = move_to_left(&made, map_of(app)->count, arena);
    return made;
}

// As roomy as fits.
static MapLayout layout_of(const App *app, Arena *arena)
{
    MapLayout made = layout_as(app, true, false, arena);
    if (made.columns > app->columns - 2) made = layout_as(app, false, false, arena);
    if (made.columns > app->columns - 2) made = layout_as(app, false, true, arena);
    return made;
}

enum { TOP = 1, BOTTOM = 2, INTRODUCTION = 2 }; // rows around it, and of what is said of it first

static int layer_row(int layer)
{
    return layer * (BOX_ROWS + LINE_ROWS);
}

static int rows_of(const MapLayout *made)
{
    return layer_row(made->layers) - LINE_ROWS;
}

// Smaller screens have no room for it beside a first sentence.
static bool fits_whole(const App *app)
{
    if (layout_tier(app->columns, app->rows) < TIER_L) return false;
    MapLayout made = layout_of(app, app->scratch);
    return made.columns <= app->columns - 2 &&
           rows_of(&made) <= app->rows - TOP - INTRODUCTION - BOTTOM;
}

// ---- keys ---------------------------------------------------------------------------------------

static bool select_box(App *app, int box)
{
    return action_select(&map_of(app)->selected, box, map_of(app)->count);
}

static bool move_on(App *app, int by)
{
    return select_box(app, map_of(app)->selected + by);
}

static bool is_beginning(const App *app)
{
    return map_of(app)->begins;
}

static bool begin_or_move_on(App *app, int by)
{
    return is_beginning(app) ? app_leave(app) : move_on(app, by);
}

static double far_from(const MapPlace *a, const MapPlace *b)
{
    double apart = middle(a) - middle(b);
    return apart < 0 ? -apart : apart;
}

// To the nearest box of the same layer on that side, or of the next layer above or below.
static bool move(App *app, int to)
{
    MapLayout made = layout_of(app, app->scratch);
    const MapPlace *here = &made.places[map_of(app)->selected];
    Offset way = move_offset((Move)to, 0);
    int best = -1;
    for (int i = 0; i < map_of(app)->count; i++) {
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
    int entry = map_of(app)->boxes[map_of(app)->selected].entry;
    const Entry *made = &app->walk->trace->entries[entry];
    app_go_home(app);
    app->lesson_scroll = SCROLL_FOLLOWS;
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
     .screens = ON_WALK | ON_PRESENT | ON_MAP, .opens = SCREEN_MAP, .hint = "B:map", .rank = 17,
     .when = has_boxes},
    {"Space", "the next box in the order of the program; before a lesson: begins it",
     "This is the last one.", .run = begin_or_move_on, .by = 1, .hint = "Space:next", .rank = 3,
     .other = &(const OtherHint){is_beginning, "Space:begin", 0}},
    {"Tab", "the next box in the order of the program", "This is the last one.", .run = move_on,
     .by = 1},
    {"Backspace Shift-Tab", "the box before", "This is the first one.", .run = move_on, .by = -1},
    {"Enter", "go to its operation", .run = go, .hint = "Enter:go there", .rank = 2},
};

// ---- drawing ------------------------------------------------------------------------------------

typedef struct MapView {
    Canvas *canvas;
    const MapState *map;
    MapLayout layout;
    Rect area;
    int left, top; // of the layout, at the corner of the area
} MapView;

// By what a place of a line is joined to: above 1, below 2, on the left 4, on the right 8.
static const char *line_glyph(int sides)
{
    static const char *const LINES[] = {" ", "│", "│", "│", "─", "┘", "┐", "┤",
                                        "─", "└", "┌", "├", "─", "┴", "┬", "┼"};
    return LINES[sides];
}

static void put(const MapView *view, int column, int row, Style style, const char *text)
{
    frame_text(view->canvas->frame, view->area, view->area.column + column - view->left,
               view->area.row + row - view->top, style, str_from(text));
}

static void draw_box(const MapView *view, const MapPlace *place)
{
    const App *app = view->canvas->app;
    const Name *name = &view->map->boxes[place->box];
    bool selected = place->box == view->map->selected;
    int row = layer_row(place->layer), last = place->column + place->width - 1;
    Style style = {.ink = ink_of_role(role_of(app->walk->trace, name->entry)),
                   .attributes = selected ? ATTR_BOLD : 0};
    Rect at = {view->area.column + place->column - view->left, view->area.row + row - view->top,
               place->width, BOX_ROWS};
    canvas_box(view->canvas, view->area, at, style);
    if (selected) put(view, place->column, row + 1, style, ">");
    if (selected) put(view, last, row + 1, style, "<");
    const char *text = box_text(app->walk, name, view->layout.letters, view->canvas->arena);
    put(view, place->column + (view->layout.is_tight ? 1 : 2), row + 1, style, text);
    canvas_select(view->canvas, at, select_box, place->box);
    if (!selected) return;
    canvas_cursor(view->canvas, at.column, at.row + 1);
}

// What the pieces of lines below a layer are joined to in each column of the row where they turn:
// down from where they begin, along, and down to where they lead.
static void draw_joins(const MapView *view, int layer, unsigned char *sides, bool *selected)
{
    const MapLayout *made = &view->layout;
    int row = layer_row(layer) + BOX_ROWS, at = view->map->selected;
    for (int i = 0; i < made->columns; i++) sides[i] = selected[i] = 0;
    for (int i = 0; i < made->join_count; i++) {
        const MapJoin *join = &made->joins[i];
        const MapPlace *from = &made->places[join->from], *to = &made->places[join->to];
        bool touches = join->line.from == at || join->line.to == at;
        if (from->layer != layer) continue;
        int a = (int)middle(from), b = (int)middle(to), end = a < b ? b : a;
        sides[a] |= 1;
        sides[b] |= 2;
        for (int column = a < b ? a : b; column <= end; column++) {
            if (column < end) sides[column] |= 8;
            if (column < end) sides[column + 1] |= 4;
            selected[column] |= touches;
        }
        Style style = touches ? BOLD : QUIET;
        put(view, b, row + 1, style, to->box >= 0 ? "v" : line_glyph(1));
        for (int k = 0; to->box < 0 && k < BOX_ROWS; k++)
            put(view, b, row + LINE_ROWS + k, style, line_glyph(1));
    }
    for (int i = 0; i < made->columns; i++) {
        if (sides[i]) put(view, i, row, selected[i] ? BOLD : QUIET, line_glyph(sides[i]));
    }
}

// "scores = queries @ keys.T", and whatever leads there and away.
static void draw_facts(const MapView *view, Rect line)
{
    const MapState *map = view->map;
    const char *code =
        view_entry_code(view->canvas->walk, map->boxes[map->selected].entry, view->canvas->arena);
    const char *const WORDS[] = {"   from", "   feeds"};
    Buf text = {.arena = view->canvas->arena};
    buf_add(&text,
            str_from(canvas_fit_text(view->canvas->arena, str_from(code), line.columns - 2)));
    for (int away = 0; away < 2; away++) {
        int count = 0;
        for (int i = 0; i < map->line_count; i++) {
            int at = away ? map->lines[i].from : map->lines[i].to;
            int other = away ? map->lines[i].to : map->lines[i].from;
            if (at != map->selected) continue;
            buf_printf(&text, "%s %s", count++ ? "," : WORDS[away], map->boxes[other].name);
        }
    }
    if (canvas_message(view->canvas, line)) return;
    canvas_facts(view->canvas, (Rect){1, line.row, line.columns - 2, 1}, PLAIN, buf_text(&text));
}

// Where the area begins: all of it in the middle where it fits, else what is around the selection.
static int corner(int all, int room, int selected)
{
    if (all <= room) return -(room - all) / 2;
    int at = selected - room / 2;
    return at < 0 ? 0 : at > all - room ? all - room : at;
}

// Above the map, which then begins further down.
static void draw_introduction(MapView *view)
{
    static const char *const WORDS[] = {
        "All that this lesson computes, from what it is given at the top: a box is a tensor with "
        "its shape. Space begins.",
        "All that this lesson computes: a box is a tensor with its shape. Space begins.", NULL};
    const char *words = canvas_first_fitting(WORDS, view->area.columns);
    frame_text(view->canvas->frame, view->area, view->area.column, view->area.row, BOLD,
               str_from(words));
    view->area.row += INTRODUCTION;
    view->area.rows -= INTRODUCTION;
}

static void draw(Canvas *canvas, Rect whole)
{
    const App *app = canvas->app;
    MapView view = {.canvas = canvas,
                    .map = map_of(app),
                    .layout = layout_of(app, canvas->arena),
                    .area = {1, TOP, whole.columns - 2, whole.rows - TOP - BOTTOM}};
    if (view.map->begins) draw_introduction(&view);
    const MapLayout *made = &view.layout;
    const MapPlace *here = &made->places[view.map->selected];
    int rows = rows_of(made);
    view.left = corner(made->columns, view.area.columns, (int)middle(here));
    view.top =
        rows <= view.area.rows ? 0 : corner(rows, view.area.rows, layer_row(here->layer) + 1);
    canvas_rule(canvas, whole, "the whole computation",
                arena_printf(canvas->arena, "* done  . to come   %d of %d", view.map->selected + 1,
                             view.map->count));
    unsigned char *sides = NEW_ARRAY(canvas->arena, unsigned char, made->columns + 1);
    bool *selected = NEW_ARRAY(canvas->arena, bool, made->columns + 1);
    for (int layer = 0; layer + 1 < made->layers; layer++)
        draw_joins(&view, layer, sides, selected);
    for (int i = 0; i < view.map->count; i++) draw_box(&view, &made->places[i]);
    draw_facts(&view, (Rect){0, whole.rows - 2, whole.columns, 1});
    view_keys(canvas, (Rect){0, whole.rows - 1, whole.columns, 1});
}

const Screen map_screen = {
    .keys = {"On the map", ACTION_ROWS(actions)},
    .size = sizeof(MapState),
    .open = open,
    .move = move,
    .arrows = {.hint = "arrows:box", .rank = 1},
    .arena = offsetof(MapState, arena),
    .draw = draw,
    .is_of_run = true,
    .words = "the whole computation",
};
