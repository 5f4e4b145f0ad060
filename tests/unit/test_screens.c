// Golden screens (support/screen_case.h says how they are stated), and what holds for any screen.
// UPDATE=1 rewrites them; look at the difference before committing it.
#include "support/screen_case.h"
#include "support/styles.h"

#include "base/files/file.h"
#include "tui/core/actions.h"
#include "tui/core/draw.h"
#include "tui/core/input.h"
#include "tui/parts/autoplay.h"
#include "tui/screens/shared.h"

#include <stdlib.h>
#include <string.h>

static Arena arena;

static int release(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

// Does the row begin with what an action's hint says?
static bool is_key_line(Str row)
{
    const Action *action;
    Str text = str_trim(row);
    for (int i = 0; (action = action_at(i)); i++) {
        if (action->hint && str_starts(text, action->hint)) return true;
        for (const OtherHint *other = action->other; other; other = other->next) {
            if (str_starts(text, other->hint)) return true;
        }
    }
    return false;
}

// Does the rule say how many keys or commands there are?
static bool has_counts(Str line)
{
    Str text = str_trim(line);
    return str_starts(text, "keys ───") || str_starts(text, "commands ───");
}

static const char *text_of(const Frame *frame, bool styles)
{
    Buf out = {.arena = &arena};
    (styles ? styles_print : frame_print)(frame, &out);
    return buf_text(&out);
}

// Of the key line neither what it says nor how is stated.
static const char *styles_stated(const Frame *frame)
{
    Str rest = str_from(text_of(frame, true)), line;
    Buf out = {.arena = &arena};
    while (str_next_line(&rest, &line)) {
        bool is_last = is_key_line(str_slice(line, 1, line.n));
        if (has_counts(str_slice(line, 1, line.n)))
            line = str_slice(line, 0, str_find(line, " ───"));
        if (is_last) line = STR("| (keys)");
        buf_printf(&out, "%.*s\n", STR_ARG(line));
        if (is_last) break;
    }
    return buf_text(&out);
}

static const char *screen_stated(const char *path, const ScreenCase *one, const Shot *shot)
{
    Frame frame = screen_case_frame(one, shot, &arena);
    if (one->styles) return styles_stated(&frame);
    Str rest = str_from(text_of(&frame, false)), line;
    Buf out = {.arena = &arena};
    bool all = strstr(path, "/help.sizes.test");
    for (int row = 1; str_next_line(&rest, &line); row++) {
        bool last = row == shot->rows;
        bool counts = has_counts(line);
        if (one->only_keys && !last) continue;
        if (!all && last && is_key_line(line)) line = STR(" (keys)");
        if (!all && counts) line = str_slice(line, 0, str_find(line, " ───") + 1);
        buf_printf(&out, "%.*s%s\n", STR_ARG(line), !all && counts ? "── (count) ──" : "");
    }
    return buf_text(&out);
}

static bool same_screen(const char *path, const ScreenCase *one, const Shot *shot,
                        const char *screen)
{
    Str stated = shot->screen, now = str_from(screen), a, b;
    for (int row = 1; one->styles ? stated.n || now.n : row <= (one->only_keys ? 1 : shot->rows);
         row++) {
        if (!str_next_line(&stated, &a)) a = STR("");
        if (!str_next_line(&now, &b)) b = STR("");
        if (str_equal(a, b)) continue;
        print_message("%s: %.*s: %dx%d, row %d\n  stated %.*s\n  now    %.*s\n", path,
                      STR_ARG(one->title), shot->columns, shot->rows, row, STR_ARG(a), STR_ARG(b));
        return false;
    }
    return true;
}

static void rewrite(const char *path, const Buf *text)
{
    Error error = {.arena = &arena};
    FileWriter writer;
    if (!file_create(&writer, path, true, &arena, &error) ||
        !file_write(&writer, text->p, (size_t)text->n, &error) || !file_commit(&writer, &error))
        fail_msg("%s: %s", path, error.message);
}

static int wrong;

static void check_file(const char *path, Str text)
{
    const char *update = getenv("UPDATE");
    Buf now = {.arena = &arena};
    ScreenCase one;
    while (screen_case_next(&text, &one)) {
        screen_case_write(&now, &one);
        for (int i = 0; i < one.count; i++) {
            const Shot *shot = &one.shots[i];
            const char *screen = screen_stated(path, &one, shot);
            if (i > 0)
                buf_printf(&now, "--- %dx%d\n%s", shot->columns, shot->rows, screen);
            else
                buf_printf(&now, "---\n%s", screen);
            if (!(update && *update)) wrong += !same_screen(path, &one, shot, screen);
        }
    }
    if (update && *update) rewrite(path, &now);
    arena_free(&arena);
}

static void screens_look_as_stated(void **state)
{
    (void)state;
    screen_case_files(check_file);
    assert_int_equal(wrong, 0);
}

// ---- properties -----------------------------------------------------------------------------

static void open_path(Walk *walk, const char *path)
{
    Error error = {.arena = &arena};
    if (!walk_open(walk, path, &(WalkOptions){0}, &error)) fail_msg("%s", error.message);
}

static void open_lesson(Walk *walk)
{
    open_path(walk, "eight-steps");
}

static void check_cursor(const App *app)
{
    Arena frame_arena = {0};
    Frame frame = draw(app, &frame_arena);
    bool inside = frame.cursor_column >= 0 && frame.cursor_column < frame.columns &&
                  frame.cursor_row >= 0 && frame.cursor_row < frame.rows;
    arena_free(&frame_arena);
    if (!inside) fail_msg("the cursor is outside at %dx%d", app->columns, app->rows);
}

static void every_place_of_the_walk_can_be_drawn_with_its_cursor_inside(void **state)
{
    (void)state;
    static const int SIZES[][2] = {{60, 16},  {70, 20},  {80, 24},  {100, 30},
                                   {120, 30}, {120, 40}, {250, 80}, {1, 1}};
    Walk walk;
    open_lesson(&walk);
    App app;
    app_init(&app, &walk, &(TuiOptions){0}, 80, 24);
    for (int places = 0; app_key(&app, (Key){.code = ' '}) == APP_GO_ON && !app.message; places++) {
        assert_true(places < 10000);
        for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
            app_resize(&app, SIZES[i][0], SIZES[i][1]);
            check_cursor(&app);
        }
        app_resize(&app, 80, 24);
    }
    app_free(&app);
    walk_close(&walk);
}

// The same sequence in each run: a small generator of our own.
static unsigned next_random(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 16;
}

// Returns the screens that were seen.
static unsigned press_any_keys(const char *path)
{
    unsigned seen = 0;
    static const int CODES[] = {' ',
                                ']',
                                '[',
                                ')',
                                '(',
                                'f',
                                'g',
                                'G',
                                '\'',
                                'i',
                                'v',
                                '<',
                                '>',
                                'o',
                                'x',
                                'X',
                                '?',
                                'z',
                                'Z',
                                'H',
                                'T',
                                'A',
                                's',
                                '{',
                                '}',
                                'q',
                                KEYCODE_ESCAPE,
                                15,
                                KEYCODE_ENTER,
                                KEYCODE_TAB,
                                KEYCODE_BACKTAB,
                                KEYCODE_BACKSPACE,
                                KEYCODE_UP,
                                KEYCODE_DOWN,
                                KEYCODE_LEFT,
                                KEYCODE_RIGHT,
                                KEYCODE_HOME,
                                KEYCODE_END,
                                KEYCODE_PAGE_UP,
                                KEYCODE_PAGE_DOWN,
                                ':',
                                '/',
                                'n',
                                'N',
                                'm',
                                'M',
                                'a',
                                's',
                                'F',
                                't',
                                16,
                                23,
                                0x6CE8, // two columns wide
                                0x301,  // none
                                KEYCODE_ESCAPE,
                                KEYCODE_DELETE,
                                KEYCODE_CLICK,
                                KEYCODE_CLICK,
                                KEYCODE_DOUBLE_CLICK,
                                KEYCODE_DRAG,
                                KEYCODE_WHEEL_UP,
                                KEYCODE_WHEEL_DOWN};
    enum { CODE_COUNT = sizeof CODES / sizeof *CODES, TRIES = 1500 };
    Walk walk;
    open_path(&walk, path);
    App app;
    unsigned seed = 7;
    app_init(&app, &walk, &(TuiOptions){0}, 80, 24);
    for (int i = 0; i < TRIES; i++) {
        Key key = {.code = CODES[next_random(&seed) % CODE_COUNT]};
        key.column = (int)(next_random(&seed) % 130);
        key.row = (int)(next_random(&seed) % 45);
        if (i % 10 == 0) walk_go_to_end(&walk); // where there is something to see
        int columns = 1 + (int)(next_random(&seed) % 250),
            rows = 1 + (int)(next_random(&seed) % 80);
        if (i % 50 == 0) app_resize(&app, columns, rows);
        seen |= app_on(&app);
        app_key(&app, key);
        check_cursor(&app);
    }
    app_free(&app);
    walk_close(&walk);
    return seen;
}

static void any_keys_at_any_size_leave_a_screen_with_its_cursor_inside(void **state)
{
    (void)state;
    press_any_keys("eight-steps");
    unsigned seen = press_any_keys("tests/screens/lessons/sixteen.py");
    assert_true((seen & ON_LARGE) && (seen & ON_HEADS) && (seen & ON_FLOW));
}

// Presenter and notes: also the step list, votes, blank screens, autoplay.
static void any_keys_of_a_presenter_leave_a_screen_with_its_cursor_inside(void **state)
{
    (void)state;
    static const int CODES[] = {' ',
                                ' ',
                                ' ',
                                ']',
                                '[',
                                ')',
                                'b',
                                '.',
                                't',
                                'g',
                                'v',
                                'a',
                                '1',
                                '?',
                                'h',
                                'j',
                                'k',
                                'l',
                                '<',
                                '>',
                                KEYCODE_ENTER,
                                KEYCODE_TAB,
                                KEYCODE_ESCAPE,
                                KEYCODE_BACKSPACE,
                                KEYCODE_UP,
                                KEYCODE_DOWN,
                                KEYCODE_PAGE_UP,
                                KEYCODE_PAGE_DOWN,
                                KEYCODE_CLICK,
                                0x4E2D};
    enum { CODE_COUNT = sizeof CODES / sizeof *CODES, TRIES = 1500 };
    for (TuiMode mode = MODE_PRESENT; mode <= MODE_NOTES; mode++) {
        Walk walk;
        open_lesson(&walk);
        App app;
        unsigned seed = 11;
        TuiOptions options = {.mode = mode};
        app_init(&app, &walk, &options, 60, 16);
        for (int i = 0; i < TRIES; i++) {
            Key key = {.code = CODES[next_random(&seed) % CODE_COUNT]};
            key.column = (int)(next_random(&seed) % 260);
            key.row = (int)(next_random(&seed) % 90);
            if (i % 20 == 0)
                app_resize(&app, 1 + (int)(next_random(&seed) % 250),
                           1 + (int)(next_random(&seed) % 80));
            app_key(&app, key);
            if (i % 7 == 0) autoplay_tick(&app);
            check_cursor(&app);
        }
        app_free(&app);
        walk_close(&walk);
    }
}

static void a_resize_keeps_the_place(void **state)
{
    (void)state;
    Walk walk;
    open_lesson(&walk);
    App app;
    app_init(&app, &walk, &(TuiOptions){0}, 80, 24);
    for (const char *key = "]]] "; *key; key++) app_key(&app, (Key){.code = *key});
    int stage = walk.at.stage, substep = walk.at.substep;
    Cell selected = walk.at.selected;
    app_resize(&app, 20, 5);
    check_cursor(&app);
    app_key(&app, (Key){.code = ' '}); // nobody sees what happens: nothing does
    app_resize(&app, 120, 40);
    check_cursor(&app);
    assert_int_equal(walk.at.stage, stage);
    assert_int_equal(walk.at.substep, substep);
    assert_memory_equal(&walk.at.selected, &selected, sizeof selected);
    app_free(&app);
    walk_close(&walk);
}

static bool export_nothing(void *context, const Walk *walk, Cell cell, FigureChoice choice,
                           Buf *message, Error *error)
{
    if (!*(bool *)context) return error_set(error, NULL, "the disk is full");
    buf_printf(message, "wrote %s as %s, %s, %s", walk->trace->entries[cell.entry].name,
               choice.kind, choice.format, choice.theme);
    return true;
}

static bool preview_nothing(void *context, const Walk *walk, Cell cell, FigureChoice choice,
                            Buf *lines, Error *error)
{
    (void)context, (void)walk, (void)cell;
    if (strcmp(choice.kind, "flow") == 0) {
        error_set(error, NULL, "x cannot be drawn as flow");
        return error_hint(error, "heatmap");
    }
    buf_printf(lines, "x.%s\n/home/me/talk\n300 x 200 points", choice.format);
    return true;
}

static bool screen_says(const App *app, const char *text)
{
    Arena frame_arena = {0};
    Frame frame = draw(app, &frame_arena);
    Buf printed = {.arena = &frame_arena};
    frame_print(&frame, &printed);
    bool says = str_find(buf_str(&printed), text) >= 0;
    arena_free(&frame_arena);
    return says;
}

static void press(App *app, const char *keys)
{
    Str rest = str_from(keys);
    Error error = {0};
    Key key;
    while (rest.n && key_parse(&rest, &key, &error)) app_key(app, key);
}

static void exporting_says_what_was_written_or_why_not(void **state)
{
    (void)state;
    Walk walk;
    open_lesson(&walk);
    bool works = true;
    TuiOptions options = {.export_figure = export_nothing,
                          .preview_figure = preview_nothing,
                          .export_context = &works};
    App app;
    app_init(&app, &walk, &options, 80, 24);
    press(&app, "x");
    assert_true(screen_says(&app, "x.png") && screen_says(&app, "300 x 200 points"));
    assert_true(screen_says(&app, "folder  /home/me/talk"));
    press(&app, "x"); // typed twice by mistake, it writes nothing
    assert_string_equal(app.message, "x does nothing here. ? for help");
    press(&app, "<Enter>");
    assert_string_equal(app.message, "wrote x as heatmap, png, light");
    press(&app, "x<Right><Down><Right><Down><Right><Enter>"); // the next of each
    assert_string_equal(app.message, "wrote x as equation, svg, dark");
    press(&app, "x<Up><Up><Right><Right>");
    assert_true(screen_says(&app, "x cannot be drawn as flow"));
    assert_true(screen_says(&app, "try     heatmap"));
    press(&app, "<Esc>");
    assert_int_equal(app_top(&app), SCREEN_WALK);
    works = false;
    press(&app, "x<Enter>");
    assert_string_equal(app.message, "Error: the disk is full");
    assert_true(app.message_is_error);
    app_free(&app);
    walk_close(&walk);
}

static bool export_choice(void *context, const Walk *walk, Cell cell, FigureChoice choice,
                          Buf *message, Error *error)
{
    (void)walk, (void)error;
    *(FigureChoice *)context = choice;
    buf_printf(message, "wrote entry %d", cell.entry);
    return true;
}

static void a_figure_shows_what_the_screen_showed(void **state)
{
    (void)state;
    Walk walk;
    Error error = {.arena = &arena};
    assert_true(walk_open(&walk, "tests/screens/lessons/sixteen.py", &(WalkOptions){0}, &error));
    FigureChoice choice;
    TuiOptions options = {.export_figure = export_choice, .export_context = &choice};
    App app;
    app_init(&app, &walk, &options, 80, 24);
    press(&app, "]T<Down><Down>]x<Enter>"); // the lines of query 2, head 1
    assert_string_equal(choice.kind, "flow");
    assert_int_equal(choice.query, 2);
    assert_int_equal(choice.head, 1);
    assert_int_equal(app_top(&app), SCREEN_FLOW);
    press(&app, "<Esc>Hx");
    assert_int_equal(app_top(&app), SCREEN_FIGURE);
    assert_string_equal(figure_choice(&app).kind, "heads");
    assert_int_equal(figure_choice(&app).query, -1);
    press(&app, "<Esc>");
    assert_int_equal(app_top(&app), SCREEN_HEADS);
    press(&app, "Ax"); // the average of all heads
    assert_int_equal(app_top(&app), SCREEN_HEADS);
    assert_true(screen_says(&app, "An average of heads cannot be exported."));
    press(&app, "A<Enter>x");
    assert_string_equal(figure_choice(&app).kind, "heatmap");
    press(&app, "<Right><Right><Right><Right><Right><Right><Right><Right><Right><Enter>"); // pages
    assert_string_equal(choice.kind, "worksheet");
    assert_string_equal(choice.format, "pdf");
    assert_int_equal(app_top(&app), SCREEN_LARGE);
    app_free(&app);
    walk_close(&walk);
}

static void of_a_long_message_what_to_do_stays(void **state)
{
    (void)state;
    Walk walk;
    Error error = {.arena = &arena};
    assert_true(walk_open(&walk, "tests/screens/lessons/sixteen.py", &(WalkOptions){0}, &error));
    TuiOptions options = {0};
    App app;
    app_init(&app, &walk, &options, 60, 16);
    app_say(&app, false, "A sentence that says what has happened here. Space goes on.");
    assert_true(screen_says(&app, "Space goes on."));
    assert_false(screen_says(&app, "happened"));
    app_say(&app, false, "One sentence that no row of so small a screen can hold: Space goes on.");
    assert_true(screen_says(&app, "One sentence"));
    assert_true(screen_says(&app, "Space goes on."));
    app_resize(&app, 80, 24);
    app_say(&app, false, "A sentence that says what has happened here. Space goes on.");
    assert_true(screen_says(&app, "happened here. Space goes on."));
    app_free(&app);
    walk_close(&walk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(screens_look_as_stated, release),
        cmocka_unit_test_teardown(every_place_of_the_walk_can_be_drawn_with_its_cursor_inside,
                                  release),
        cmocka_unit_test_teardown(any_keys_at_any_size_leave_a_screen_with_its_cursor_inside,
                                  release),
        cmocka_unit_test_teardown(any_keys_of_a_presenter_leave_a_screen_with_its_cursor_inside,
                                  release),
        cmocka_unit_test_teardown(of_a_long_message_what_to_do_stays, release),
        cmocka_unit_test_teardown(a_resize_keeps_the_place, release),
        cmocka_unit_test_teardown(exporting_says_what_was_written_or_why_not, release),
        cmocka_unit_test_teardown(a_figure_shows_what_the_screen_showed, release),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
