// Any bytes as keys, clicks and new sizes of the screen, on a lesson that the first byte chooses:
// what is selected exists, the cursor is on the screen, and a frame depends on nothing but the
// state: drawn again after another size it is the same.
#include "fuzz/walk.h"

#include "tui/core/draw.h"
#include "tui/core/input.h"

enum { MOST_KEYS = 60 };

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
static void check_next_and_back(Walk *walk)
{
    int stage = walk->at.stage, substep = walk->at.substep;
    walk_next(walk);
    if (walk->at.stage == stage && walk->at.substep == substep) return;
    CHECK(walk_back(walk));
    CHECK(walk->at.stage == stage && walk->at.substep == substep);
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
    Bytes bytes = {data, data + size};
    Walk walk;
    App app;
    open_chosen(&walk, &bytes);
    app_init(&app, &walk, &(TuiOptions){0}, 80, 24);
    for (int i = 0; i < MOST_KEYS && bytes.p < bytes.end; i++) {
        if (press(&app, &bytes) == APP_QUIT) break;
        check_walk(&walk);
    }
    check_frame(&app, 120, 40);
    check_next_and_back(&walk);
    app_free(&app);
    walk_close(&walk);
    return 0;
}
