// On the map of every lesson wires of different tensors have a character in common only where one
// goes straight over the other, and reach the boxes that they lead to.
#include "support/lessons.h"
#include "support/test.h"

#include "tui/parts/map_layout.h"
#include "walk/walk.h"

enum { BOX = -1, ALONG = 12, DOWN = 3, LEFT = 4, RIGHT = 8 };

typedef struct Sheet { // of one source + 1 in each character, in the lanes and up and down
    const MapLayout *made;
    int *along, *down;
    unsigned *sides; // of what is in a lane
    int faults;
} Sheet;

static void note(void *sheet_, const MapJoin *join, int column, int row, unsigned sides)
{
    Sheet *sheet = sheet_;
    int at = row * sheet->made->columns + column, source = join->source + 1;
    if (column < 0 || column >= sheet->made->columns || row < 0 || row >= sheet->made->rows) {
        sheet->faults++;
        return;
    }
    bool in_lane = sides != DOWN && sides != MAP_HEAD;
    int *here = in_lane ? sheet->along : sheet->down,
        other = (in_lane ? sheet->down : sheet->along)[at];
    sheet->faults += here[at] && here[at] != source;
    here[at] = source;
    if (in_lane) sheet->sides[at] = sides;
    if (!other) return;
    bool crosses =
        other != BOX && other != source && sheet->sides[at] == ALONG && sides != MAP_HEAD;
    sheet->faults += !crosses;
}

// Two pieces beside each other that would read as one.
static int joined(const Sheet *sheet)
{
    int faults = 0, columns = sheet->made->columns;
    for (int at = 0; at + 1 < sheet->made->rows * columns; at++) {
        bool reads_as_one = sheet->sides[at] & RIGHT && sheet->sides[at + 1] & LEFT;
        faults += (at + 1) % columns && reads_as_one && sheet->along[at] != sheet->along[at + 1];
    }
    return faults;
}

static int boxes_missed(const MapLayout *made)
{
    int missed = 0;
    for (int i = 0; i < made->join_count; i++) {
        const MapJoin *join = &made->joins[i];
        const MapPlace *to = &made->places[join->to];
        bool inside = to->box < 0
                          ? join->pin == to->column
                          : join->pin > to->column && join->pin < to->column + to->width - 1;
        missed += !inside;
    }
    return missed;
}

static void draw_boxes(const Map *map, Sheet *sheet)
{
    const MapLayout *made = sheet->made;
    for (int i = 0; i < map->count; i++) {
        const MapPlace *box = &made->places[i];
        for (int k = 0; k < box->width * made->box_rows; k++) {
            int row = made->row[box->layer] + k / box->width, column = box->column + k % box->width;
            sheet->down[row * made->columns + column] = BOX;
        }
    }
}

static void look_at(const Walk *walk, const char *lesson, int columns, int rows, Arena *scratch)
{
    Map map;
    map_make(&map, walk, scratch);
    MapLayout made = map_layout(&map, walk, columns, rows, scratch);
    int cells = (made.rows + 1) * (made.columns + 1);
    Sheet sheet = {.made = &made,
                   .along = NEW_ARRAY(scratch, int, cells),
                   .down = NEW_ARRAY(scratch, int, cells),
                   .sides = NEW_ARRAY(scratch, unsigned, cells)};
    draw_boxes(&map, &sheet);
    map_wires(&made, MAP_ALONG, note, &sheet);
    map_wires(&made, MAP_DOWN, note, &sheet);
    int faults = sheet.faults + joined(&sheet), missed = boxes_missed(&made);
    if (faults || missed)
        fail_msg("%s at %dx%d: %d characters of two wires, %d wires that miss their box", lesson,
                 columns, rows, faults, missed);
}

static void wires_of_different_tensors_share_no_lane(void **state)
{
    (void)state;
    for (EachLesson each = {0}; lesson_next_open(&each);) {
        for (int columns = 58; columns <= 198; columns += 2) {
            SCRATCH(scratch);
            look_at(&each.walk, each.name, columns, columns / 4, &scratch);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wires_of_different_tensors_share_no_lane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
