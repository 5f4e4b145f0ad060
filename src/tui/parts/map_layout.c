// Boxes and lines, layers, the order in them, and last the lanes in which wires turn.
#include "tui/parts/map_layout.h"

#include "trace/names/roles.h"
#include "tui/core/canvas.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BOXES = 300, GAP = 2, MOST_NAME = 24, SWEEPS = 6, LINED_ROWS = 3 };

// ---- boxes and lines ----------------------------------------------------------------------------

// From all named tensors that the box is made from; `seen` says which entries were looked at for
// which box.
static void add_lines(Map *map, const Trace *trace, int to, const int *box_of, int *seen,
                      int *stack, Arena *arena)
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
                *ARENA_ADD(arena, map->lines, map->line_count) = (MapLine){box_of[source], to};
        }
    }
}

// Sources have a lower number than what is made from them. Each box is a part by itself at first,
// those without any line are one.
static void find_layers(Map *map, Arena *arena)
{
    map->layer = NEW_ARRAY(arena, int, map->count + 1);
    map->part = NEW_ARRAY(arena, int, map->count + 1);
    int *below = NEW_ARRAY(arena, int, map->count + 1);
    bool *is_made = NEW_ARRAY(arena, bool, map->count + 1);
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
        map->part[i] = is_made[i] || below[i] > 0 ? i : map->count;
    }
}

// Boxes that lines join belong together.
static void find_parts(Map *map)
{
    for (bool changed = true; changed;) {
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
static void stack_parts(Map *map)
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

// ---- questions ----------------------------------------------------------------------------------

// Where it is asked for, or where it is asked: the next tensor that has a box.
static int box_asked(const Walk *walk, const Question *question, const int *box_of)
{
    int entry = question->cell.entry, stage, substep;
    if (entry < 0 && question_place(walk, question, &stage, &substep)) {
        while (stage > 0 && walk->ran.stages[stage].entry < 0) stage--;
        entry = walk->ran.stages[stage].entry;
    }
    if (entry < 0) return -1;
    while (entry + 1 < walk->trace->entry_count && box_of[entry] < 0) entry++;
    return box_of[entry];
}

static void find_marks(Map *map, const Walk *walk, const int *box_of, Arena *arena)
{
    Buf *marks = NEW_ARRAY(arena, Buf, map->count + 1);
    map->marks = NEW_ARRAY(arena, const char *, map->count + 1);
    for (int i = 0; i < walk->ran.question_count; i++) {
        const Question *question = &walk->ran.questions[i];
        int box = question->error.set ? -1 : box_asked(walk, question, box_of);
        if (box < 0) continue;
        marks[box].arena = arena;
        buf_add(&marks[box], str_from(answer_sign(&question->answer)));
    }
    for (int i = 0; i < map->count; i++) map->marks[i] = marks[i].arena ? buf_text(&marks[i]) : "";
}

void map_make(Map *map, const Walk *walk, Arena *arena)
{
    Name *names;
    const Trace *trace = walk->trace;
    int count = names_of(walk, arena, &names), entries = trace->entry_count;
    int *box_of = NEW_ARRAY(arena, int, entries + 1), *seen = NEW_ARRAY(arena, int, entries + 1);
    int *stack = NEW_ARRAY(arena, int, entries + 1);
    for (int i = 0; i < entries; i++) box_of[i] = -1;
    *map = (Map){.boxes = names};
    for (int i = 0; i < count && map->count < MOST_BOXES; i++) {
        int entry = names[i].entry;
        if (box_of[entry] >= 0 || trace->entries[entry].call.output->is_number) continue;
        box_of[entry] = map->count;
        map->boxes[map->count++] = names[i];
    }
    for (int i = 0; i < map->count; i++) add_lines(map, trace, i, box_of, seen, stack, arena);
    find_layers(map, arena);
    find_parts(map);
    stack_parts(map);
    find_marks(map, walk, box_of, arena);
}

// ---- layout -------------------------------------------------------------------------------------

int map_middle(const MapPlace *place)
{
    return place->column + (place->width - 1) / 2;
}

static int by_wanted(const void *a_, const void *b_)
{
    const MapPlace *a = *(MapPlace *const *)a_, *b = *(MapPlace *const *)b_;
    if (a->wanted != b->wanted) return a->wanted < b->wanted ? -1 : 1;
    return (a > b) - (a < b); // they are in one array
}

const char *map_box_text(const Map *map, const Walk *walk, int box, MapDetail detail, Arena *arena)
{
    const Name *name = &map->boxes[box];
    const Shape *shape = &walk->trace->entries[name->entry].call.output->shape;
    const char *letter = role_sign(role_of(walk->trace, name->entry)).letter;
    Buf text = {.arena = arena};
    if (detail == MAP_LETTERS && *letter) buf_printf(&text, "[%s] ", letter);
    buf_printf(&text, "%s%s", canvas_fit_text(arena, str_from(name->name), MOST_NAME),
               name->state == NAME_TO_COME ? "." : "");
    if (shape->ndim && detail < MAP_NAMES) buf_printf(&text, " %s", shape_times(arena, shape, "×"));
    if (*map->marks[box]) buf_printf(&text, " %s", map->marks[box]);
    return buf_text(&text);
}

static int add_place(MapLayout *made, MapPlace place)
{
    place.wanted = made->count;
    made->places[made->count] = place;
    return made->count++;
}

// The last layer that the wire of a box leads to; -1: it has none.
static int last_layer(const Map *map, int box)
{
    int last = -1;
    for (int i = 0; i < map->line_count; i++) {
        if (map->lines[i].from == box) last = at_least(map->layer[map->lines[i].to], last);
    }
    return last;
}

// From the place of a wire in the layer above to a box, or to its place in this one.
static void join(MapLayout *made, int from, int to, int source)
{
    MapPlace *place = &made->places[from];
    if (place->joins++ == 0) place->first_join = made->join_count;
    made->joins[made->join_count++] = (MapJoin){.from = from, .to = to, .source = source};
}

static void add_wire(MapLayout *made, const Map *map, int box)
{
    int end = last_layer(map, box);
    for (int layer = map->layer[box] + 1, at = box; layer <= end; layer++) {
        for (int i = 0; i < map->line_count; i++) {
            MapLine line = map->lines[i];
            if (line.from == box && map->layer[line.to] == layer) join(made, at, line.to, box);
        }
        if (layer == end) break;
        int next = add_place(
            made, (MapPlace){.box = -1, .part = map->part[box], .layer = layer, .width = 1});
        join(made, at, next, box);
        at = next;
    }
}

// A place for each box first, so that their numbers agree; then the wires, with places of theirs.
static void make_places(MapLayout *made, const Map *map, const Walk *walk, Arena *arena)
{
    size_t most = 0;
    for (int i = 0; i < map->line_count; i++)
        most += (size_t)(map->layer[map->lines[i].to] - map->layer[map->lines[i].from]);
    made->places = NEW_ARRAY(arena, MapPlace, (size_t)map->count + most + 1);
    made->joins = NEW_ARRAY(arena, MapJoin, most + 1);
    for (int i = 0; i < map->count; i++) {
        const char *text = map_box_text(map, walk, i, made->detail, arena);
        int width = frame_columns(text) + (made->detail < MAP_TIGHT ? 4 : 2);
        add_place(made, (MapPlace){.box = i, map->part[i], map->layer[i], .width = width});
        made->layers = at_least(made->layers, map->layer[i] + 1);
    }
    for (int i = 0; i < map->line_count; i++) made->places[map->lines[i].to].wires++;
    for (int i = 0; i < map->count; i++) { // every wire arrives in a column of its own
        made->places[i].width = at_least(made->places[i].width, 3 * made->places[i].wires + 1);
        add_wire(made, map, i);
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
        at->wanted += map_middle(&made->places[down ? join->from : join->to]);
        at->joined++;
    }
    for (int i = 0; i < made->count; i++) {
        MapPlace *place = &made->places[i];
        if (place->layer == layer)
            place->wanted = place->joined ? place->wanted / place->joined : map_middle(place);
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
        off += map_middle(row[i]) - row[i]->wanted;
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

// ---- lanes --------------------------------------------------------------------------------------

// Is it the column of another wire than that of place `from`, which leaves the layer above?
static bool is_taken(const int *taken, int column, int from)
{
    return taken[column] && taken[column] != from + 1;
}

// The nearest column to `wanted` between `low` and `high` that no other wire has, nor if possible
// the one beside it.
static int free_column(const int *taken, int from, int wanted, int low, int high)
{
    for (int air = 1; air >= 0; air--) {
        for (int i = 0; i <= 2 * (high - low) + 1; i++) {
            int column = wanted + (i % 2 ? 1 : -1) * (i / 2);
            bool fits = column >= low && column <= high && !is_taken(taken, column, from);
            if (fits &&
                !(air && (is_taken(taken, column - 1, from) || is_taken(taken, column + 1, from))))
                return column;
        }
    }
    return wanted;
}

static void find_tops(MapLayout *made, int layer, int *taken)
{
    memset(taken - 1, 0, sizeof *taken * (size_t)(made->columns + 2));
    for (int i = 0; i < made->count; i++) {
        const MapPlace *place = &made->places[i];
        if (place->layer == layer && place->joins) taken[map_middle(place)] = i + 1;
    }
}

static int by_from(const void *a_, const void *b_)
{
    const MapJoin *const *a = a_, *const *b = b_;
    return (*a)->order - (*b)->order;
}

// Out of order, where its neighbours have left it none: a box has enough of them.
static int any_column(const int *taken, MapJoin **joins, int at, int low, int high)
{
    for (int column = low; column <= high; column++) {
        bool is_free = !is_taken(taken, column, joins[at]->from);
        for (int i = 0; i < at; i++) is_free &= joins[i]->pin != column;
        if (is_free) return column;
    }
    return joins[at]->pin;
}

// In the order in which they come, straight where they can, else spread over the box.
static void pin_box(const MapPlace *to, MapJoin **joins, int count, const int *taken)
{
    int first = to->column + 1, low = first, high = to->column + to->width - 2;
    qsort(joins, (size_t)count, sizeof *joins, by_from);
    for (int i = 0; i < count; i++) {
        MapJoin *join = joins[i];
        int rest = count - 1 - i, most = high - 2 * rest;
        int wanted = to->column + (to->width - 1) * (2 * i + 1) / (2 * count);
        if (join->order >= low && join->order <= most) wanted = join->order;
        wanted = at_most(at_least(wanted, low + (i > 0)), most);
        join->pin = free_column(taken, join->from, wanted, low, high - rest);
        if (join->pin < low || is_taken(taken, join->pin, join->from))
            join->pin = any_column(taken, joins, i, first, high);
        low = at_least(join->pin + 1, low);
    }
}

// A wire on its way through a layer, as far as what is beside it there leaves room.
static void move_aside(MapLayout *made, MapJoin *join, MapPlace *to, const int *taken)
{
    int low = 0, high = made->columns - 1;
    for (int i = 0; i < made->count; i++) {
        const MapPlace *other = &made->places[i];
        if (other->layer != to->layer || other == to) continue;
        int air = other->box >= 0; // beside a box
        if (other->column < to->column)
            low = at_least(other->column + other->width + air, low);
        else
            high = at_most(other->column - 1 - air, high);
    }
    to->column = join->pin = free_column(taken, join->from, to->column, low, high);
}

// Where wires arrive in a layer: in no column in which another one leaves the layer above.
static void find_pins(MapLayout *made, int layer, const int *taken, MapJoin **joins)
{
    for (int i = 0; i < made->join_count; i++) {
        MapJoin *join = &made->joins[i];
        MapPlace *to = &made->places[join->to];
        join->order = map_middle(&made->places[join->from]);
        if (to->layer == layer && to->box < 0) move_aside(made, join, to, taken);
    }
    for (int box = 0; box < made->count; box++) {
        int count = 0;
        const MapPlace *place = &made->places[box];
        if (place->layer != layer || place->box < 0 || !place->wires) continue;
        for (int i = 0; i < made->join_count; i++) {
            if (made->joins[i].to == box) joins[count++] = &made->joins[i];
        }
        pin_box(place, joins, count, taken);
    }
}

// Of two wires below a layer, if the first turns above the second.
static int crossings(const MapLayout *made, const MapPlace *a, const MapPlace *b)
{
    int top = map_middle(b), count = top > a->left && top < a->right;
    for (int i = 0; i < a->joins; i++) {
        int pin = made->joins[a->first_join + i].pin;
        count += pin > b->left && pin < b->right;
    }
    return count;
}

// The wires that turn below a layer, with as few crossings as neighbours that change places give.
static int order_wires(MapLayout *made, int layer, MapPlace **wires)
{
    int count = 0;
    for (int i = 0; i < made->count; i++) {
        MapPlace *place = &made->places[i];
        if (place->layer != layer || !place->joins) continue;
        place->left = place->right = map_middle(place);
        for (int k = 0; k < place->joins; k++) {
            int pin = made->joins[place->first_join + k].pin;
            place->left = at_most(pin, place->left);
            place->right = at_least(pin, place->right);
        }
        place->lane = -1;
        if (place->left < place->right) wires[count++] = place;
    }
    bool changed = true;
    for (int pass = 0; pass < count && changed; pass++) {
        changed = false;
        for (int i = 0; i + 1 < count; i++) {
            MapPlace *above = wires[i], *below = wires[i + 1];
            if (crossings(made, below, above) >= crossings(made, above, below)) continue;
            wires[i] = below;
            wires[i + 1] = above;
            changed = true;
        }
    }
    return count;
}

// Returns how many there are. Wires far from each other have theirs in the same row.
static int find_lanes(MapLayout *made, int layer, MapPlace **wires)
{
    int count = order_wires(made, layer, wires), lanes = 0;
    for (int i = 0; i < count; i++) {
        wires[i]->lane = 0;
        for (int k = 0; k < i; k++) {
            bool meet =
                wires[k]->left <= wires[i]->right + 1 && wires[i]->left <= wires[k]->right + 1;
            if (meet) wires[i]->lane = at_least(wires[k]->lane + 1, wires[i]->lane);
        }
        lanes = at_least(wires[i]->lane + 1, lanes);
    }
    return lanes;
}

static void place_rows(MapLayout *made, int box_rows, const int *lanes)
{
    made->box_rows = box_rows;
    for (int layer = 0; layer < made->layers; layer++)
        made->row[layer + 1] = made->row[layer] + box_rows + lanes[layer] + 1;
    made->rows = made->row[made->layers] - 1;
}

// ---- all of it ----------------------------------------------------------------------------------

static MapLayout layout_as(const Map *map, const Walk *walk, MapDetail detail, Arena *arena)
{
    MapLayout made = {.detail = detail};
    make_places(&made, map, walk, arena);
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
    made.columns = move_to_left(&made, map->count, arena);
    return made;
}

MapLayout map_layout(const Map *map, const Walk *walk, int columns, int rows, Arena *arena)
{
    MapLayout made = layout_as(map, walk, MAP_LETTERS, arena);
    for (MapDetail detail = MAP_AIRY; made.columns > columns && detail <= MAP_NAMES; detail++) {
        MapLayout other = layout_as(map, walk, detail, arena);
        if (detail <= MAP_TIGHT || other.columns <= columns) made = other;
    }
    int *taken = NEW_ARRAY(arena, int, made.columns + 2) + 1; // also beside the first and the last
    int *lanes = NEW_ARRAY(arena, int, made.layers + 1);
    MapJoin **joins = NEW_ARRAY(arena, MapJoin *, made.join_count + 1);
    MapPlace **wires = NEW_ARRAY(arena, MapPlace *, made.count + 1);
    made.row = NEW_ARRAY(arena, int, made.layers + 1);
    for (int layer = 0; layer + 1 < made.layers; layer++) {
        find_tops(&made, layer, taken);
        find_pins(&made, layer + 1, taken, joins);
        lanes[layer] = find_lanes(&made, layer, wires);
    }
    place_rows(&made, LINED_ROWS, lanes);
    if (made.rows > rows) place_rows(&made, 1, lanes);
    return made;
}

static unsigned sides_at(const MapLayout *made, const MapPlace *wire, int column)
{
    unsigned sides = (unsigned)(column == map_middle(wire)) | (column > wire->left ? 4u : 0) |
                     (column < wire->right ? 8u : 0);
    for (int i = 0; i < wire->joins; i++)
        if (made->joins[wire->first_join + i].pin == column) sides |= 2;
    return sides;
}

void map_wires(const MapLayout *made, MapStretch stretch, MapRun *run, void *context)
{
    for (int i = 0; i < made->join_count; i++) {
        const MapJoin *join = &made->joins[i];
        const MapPlace *from = &made->places[join->from], *to = &made->places[join->to];
        int top = map_middle(from), first = made->row[from->layer] + made->box_rows;
        int lane = first + from->lane, end = made->row[to->layer];
        if (stretch == MAP_ALONG) {
            int left = at_most(top, join->pin), right = at_least(top, join->pin);
            for (int column = left; column <= right && from->lane >= 0; column++)
                run(context, join, column, lane, sides_at(made, from, column));
            continue;
        }
        for (int row = first; row < lane; row++) run(context, join, top, row, 3);
        for (int row = lane + 1; row < end; row++)
            run(context, join, join->pin, row, row + 1 == end && to->box >= 0 ? MAP_HEAD : 3);
        for (int row = end; row < end + made->box_rows && to->box < 0; row++)
            run(context, join, join->pin, row, 3);
    }
}
