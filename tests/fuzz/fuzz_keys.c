// Any bytes as keys, clicks and new sizes of the screen, on a lesson that the first byte chooses:
// what is selected exists, the cursor is on the screen, and a frame depends on nothing but the
// state: drawn again after another size it is the same.
#include "fuzz/fuzz.h"

#include "tui/draw.h"
#include "tui/input.h"
#include "walk/edit.h"

static const char *const lessons[] = {
    "lessons/01-eight-steps.md",
    "tests/fuzz/lessons/shapes.md",
    "tests/fuzz/lessons/fails.md",
    "tests/screens/lessons/sixteen.py",
};
enum { LESSONS = sizeof lessons / sizeof *lessons, MOST_KEYS = 60 };

static Walk walks[LESSONS]; // as opened
static Walk walk;           // the one in use

static void open_lessons(void)
{
    Arena arena = {0};
    Error error = {.arena = &arena};
    for (int i = 0; i < LESSONS; i++) {
        CHECK(walk_open(&walks[i], lessons[i], &(WalkOptions){0}, &error));
    }
}

static bool is_inside(Cell cell)
{
    if (cell.entry < 0 || cell.entry >= walk.trace->entry_count) return false;
    const Shape *shape = &walk.trace->entries[cell.entry].call.output->shape;
    for (int i = 0; i < shape->ndim; i++) {
        if (cell.at.at[i] < 0 || cell.at.at[i] >= shape->dim[i]) return false;
    }
    return true;
}

static bool is_empty(int entry)
{
    return tensor_count(walk.trace->entries[entry].call.output) == 0;
}

static void check_walk(void)
{
    CHECK(walk.stage >= 0 && walk.stage < walk.stage_count);
    CHECK(walk.focus >= -1 && walk.focus < walk.trace->entry_count);
    CHECK(walk.selected.entry == -1 || is_inside(walk.selected) || is_empty(walk.selected.entry));
    CHECK(walk.digits >= 0 && walk.digits <= 9);
}

// The screen as text, in `arena`.
static Str drawn(const App *app, Arena *arena)
{
    Buf text = {.arena = arena};
    Frame frame = draw(app, arena);
    CHECK(frame.columns == app->columns && frame.rows == app->rows);
    CHECK(frame.cursor_column >= 0 && frame.cursor_column < frame.columns);
    CHECK(frame.cursor_row >= 0 && frame.cursor_row < frame.rows);
    frame_print(&frame, &text);
    buf_printf(&text, "%d %d", frame.cursor_column, frame.cursor_row);
    return buf_str(&text);
}

static void check_frame(App *app, int other_columns, int other_rows)
{
    Arena arena = {0};
    int columns = app->columns, rows = app->rows;
    Str before = drawn(app, &arena);
    app_resize(app, other_columns, other_rows);
    drawn(app, &arena);
    app_resize(app, columns, rows);
    CHECK(str_equal(before, drawn(app, &arena)));
    arena_free(&arena);
}

// Space goes on and Backspace goes back, always. (At the end Space only looks back to it.)
static void check_next_and_back(void)
{
    int stage = walk.stage, substep = walk.substep;
    walk_next(&walk);
    if (walk.stage == stage && walk.substep == substep) return;
    CHECK(walk_back(&walk));
    CHECK(walk.stage == stage && walk.substep == substep);
}

typedef struct Bytes {
    const uint8_t *p, *end;
} Bytes;

static int take(Bytes *bytes)
{
    return bytes->p < bytes->end ? *bytes->p++ : 0;
}

// One byte, or three for a size or a place: F0 columns rows, F1 column row.
static AppResult press(App *app, Bytes *bytes)
{
    int code = take(bytes);
    if (code == 0xF0) {
        int columns = 1 + take(bytes), rows = 1 + take(bytes) % 128;
        check_frame(app, columns, rows);
        app_resize(app, columns, rows);
        return APP_GO_ON;
    }
    Key key = {.code = code < 0x80 ? code : KEYCODE_ENTER + code - 0x80};
    if (code >= 0xF1)
        key = (Key){.code = KEYCODE_CLICK + code % 5, .column = take(bytes), .row = take(bytes)};
    return app_key(app, key);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!walks[0].run) open_lessons();
    Bytes bytes = {data, data + size};
    int chosen = take(&bytes) % LESSONS;
    walk = walks[chosen];
    App app;
    app_init(&app, &walk, &(TuiOptions){0}, 80, 24);
    for (int i = 0; i < MOST_KEYS && bytes.p < bytes.end; i++) {
        if (press(&app, &bytes) == APP_QUIT) break;
        check_walk();
    }
    check_frame(&app, 120, 40);
    check_next_and_back();
    app_free(&app);
    walk_reset_edits(&walk);          // else the run is the edited one
    walks[chosen].arena = walk.arena; // they grew with the walk
    walks[chosen].run_arena = walk.run_arena;
    return 0;
}
