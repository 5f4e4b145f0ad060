// Every screen at many sizes: it stays inside its frame, keeps its margin, and names a way out.
#include "support/test.h"

#include "tui/core/draw.h"
#include "tui/core/input.h"

#include <stdlib.h>
#include <string.h>

static Arena arena;

static int release(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

typedef struct Page {
    const char *lesson, *keys;
    TuiMode mode;
} Page;

static const Page PAGES[] = {
    {"tests/screens/lessons/asked.md", "]]<Space><Space><Space>", MODE_WALK},
    {"tests/screens/lessons/asked.md", "]]]]", MODE_WALK},
    {"tests/screens/lessons/asked.md", "<Right>e3<CR>]]]]]]]]iii", MODE_WALK},
    {"tests/screens/lessons/asked.md", "]]]]]]]))))o", MODE_WALK},
    {"tests/screens/lessons/labels.md", "))<Space><Space><Space>", MODE_WALK},
    {"tests/screens/lessons/fit.md", "]]])<Space><Space><Space>", MODE_WALK},
    {"tests/screens/lessons/heads.py", "))s))))))", MODE_WALK},
    {"tests/screens/lessons/fails.py", "]]]]]]", MODE_WALK},
    {"tests/screens/lessons/asked.md", "?", MODE_WALK},
    {"tests/screens/lessons/asked.md", ":", MODE_WALK},
    {"tests/screens/lessons/asked.md", "/share", MODE_WALK},
    {"tests/screens/lessons/asked.md", "fff", MODE_WALK},
    {"tests/screens/lessons/asked.md", "]]]]]]]]F<Right><Right>", MODE_WALK},
    {"tests/screens/lessons/asked.md", "]]]])c", MODE_WALK},
    {"tests/screens/lessons/asked.md", "t", MODE_WALK},
    {"tests/screens/lessons/asked.md", "<Right>e3<CR>d", MODE_WALK},
    {"tests/screens/lessons/masked.md", "W", MODE_WALK},
    {"tests/screens/lessons/sixteen.py", "]z", MODE_WALK},
    {"tests/screens/lessons/sixteen.py", "]H", MODE_WALK},
    {"tests/screens/lessons/sixteen.py", "]T", MODE_WALK},
    {"tests/screens/lessons/labels.md", ")))<Space><Space><Space><Space><Space><Space><Space>z",
     MODE_WALK},
    {"tests/screens/lessons/asked.md", "]]<Space><Space><Space>", MODE_PRESENT},
    {"tests/screens/lessons/asked.md", "]]]]", MODE_PRESENT},
    {"tests/screens/lessons/asked.md", "]]g", MODE_PRESENT},
    {"tests/screens/lessons/asked.md", "", MODE_NOTES},
};

static const char *glyph_at(const Frame *frame, int column, int row)
{
    return frame->glyphs[row * frame->columns + column].text;
}

// Rules and the frames of matrices reach the edge; text does not, it ends before it.
static bool may_be_at_the_edge(const char *glyph)
{
    static const char *const EDGES[] = {"", " ", "─", "│", "|", "+", "-"};
    for (size_t i = 0; i < sizeof EDGES / sizeof *EDGES; i++) {
        if (strcmp(glyph, EDGES[i]) == 0) return true;
    }
    return false;
}

static void check_frame(const Page *page, const Frame *frame)
{
    int last = frame->rows - 1;
    Buf text = {.arena = &arena};
    for (int column = 0; column < frame->columns; column++)
        buf_add(&text, str_from(glyph_at(frame, column, last)));
    bool way_out = str_find(buf_str(&text), "q:quit") >= 0 ||
                   str_find(buf_str(&text), "q:back") >= 0 ||
                   str_find(buf_str(&text), "?:help") >= 0 || // on the wall, which names it there
                   str_find(buf_str(&text), "Esc:leave") >= 0;
    if (!way_out)
        fail_msg("%s after %s at %dx%d: no way out: %s", page->lesson, page->keys, frame->columns,
                 frame->rows, buf_text(&text));
    for (int row = 0; row < frame->rows; row++) {
        const char *glyph = glyph_at(frame, frame->columns - 1, row);
        if (!may_be_at_the_edge(glyph))
            fail_msg("%s after %s at %dx%d: row %d runs into the edge: %s", page->lesson,
                     page->keys, frame->columns, frame->rows, row, glyph);
    }
    bool inside = frame->cursor_column >= 0 && frame->cursor_column < frame->columns &&
                  frame->cursor_row >= 0 && frame->cursor_row < frame->rows;
    if (!inside) fail_msg("%s after %s: the cursor is outside", page->lesson, page->keys);
}

static void check_page(const Page *page)
{
    enum { STEP_COLUMNS = 11, STEP_ROWS = 5 };
    Error error = {.arena = &arena};
    Walk walk;
    App app;
    TuiOptions options = {.mode = page->mode};
    if (!walk_open(&walk, page->lesson, &(WalkOptions){0}, &error)) fail_msg("%s", error.message);
    app_init(&app, &walk, &options, 80, 24);
    Key key;
    for (Str keys = str_from(page->keys); keys.n; app_key(&app, key)) {
        if (!key_parse(&keys, &key, &error)) fail_msg("%s", error.message);
    }
    for (int columns = 60; columns <= 250; columns += STEP_COLUMNS) {
        for (int rows = 16; rows <= 80; rows += STEP_ROWS) {
            Arena frames = {0};
            app_resize(&app, columns, rows);
            Frame frame = draw(&app, &frames);
            check_frame(page, &frame);
            arena_free(&frames);
        }
    }
    app_free(&app);
    walk_close(&walk);
}

static void pages_keep_inside_their_frame_at_every_kind_of_size(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof PAGES / sizeof *PAGES; i++) check_page(&PAGES[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(pages_keep_inside_their_frame_at_every_kind_of_size, release),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
