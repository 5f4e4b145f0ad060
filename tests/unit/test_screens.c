// Golden screens: tests/screens/*.test say a lesson, a size and keys, then the exact screen.
// UPDATE=1 rewrites them; look at the difference before committing it.
//
//     === What is to be seen
//     lesson: eight-steps
//     size: 80x24
//     keys: ]]<Space>
//     ---
//     (as many lines as the screen has rows)
//
// With several sizes, "size: 60x16 80x24", a line "--- 80x24" stands before each further screen.
//
// What the key line says, and how many keys and commands there are, is stated in help.sizes.test
// alone, so that another action changes no other file: elsewhere "(keys)" stands in the place of
// the line, and of the counts. There "row: keys" states the key line alone.
#include "support/test.h"

#include "base/file.h"
#include "base/number.h"
#include "tui/core/actions.h"
#include "tui/core/draw.h"
#include "tui/core/input.h"
#include "tui/parts/autoplay.h"
#include "tui/screens/figure.h"
#include "tui/tui.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES = 1 << 20, MOST_SIZES = 12 };

typedef struct Shot { // at one size
    int columns, rows;
    Str screen; // as stated
} Shot;

typedef struct Case {
    Str title, lesson, sizes, keys;
    Str known_as; // the name of that lesson among those to choose from, or none
    bool ascii;
    TuiMode mode;
    bool lessons; // there are lessons to choose from, and the list of them comes first
    bool figures; // can be exported, and where to is said
    bool only_keys;
    Shot shots[MOST_SIZES];
    int count;
} Case;

static Arena arena;

static int release(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static Str value_of(Str line, const char *name)
{
    return str_trim(str_slice(line, (int)strlen(name), line.n));
}

static bool parse_size(Str size, Shot *shot)
{
    int x = str_find(size, "x");
    int64_t columns, rows;
    if (x < 0 || !number_parse_int(str_slice(size, 0, x), &columns) ||
        !number_parse_int(str_slice(size, x + 1, size.n), &rows))
        return false;
    shot->columns = (int)columns;
    shot->rows = (int)rows;
    return true;
}

static void parse_sizes(Case *one)
{
    Str rest = one->sizes;
    while (rest.n) {
        int end = str_find(rest, " ");
        Str size = str_slice(rest, 0, end < 0 ? rest.n : end);
        if (one->count == MOST_SIZES || !parse_size(size, &one->shots[one->count++]))
            fail_msg("%.*s: no sizes: %.*s", STR_ARG(one->title), STR_ARG(one->sizes));
        rest = str_trim(str_slice(rest, size.n, rest.n));
    }
    if (one->count == 0) fail_msg("%.*s: no size", STR_ARG(one->title));
}

// The screen of each size, as many lines as it has rows.
static void take_screens(Str *rest, Case *one)
{
    Str line;
    for (int i = 0; i < one->count; i++) {
        Shot *shot = &one->shots[i];
        if (i > 0 && str_starts(*rest, "--- ")) str_next_line(rest, &line);
        shot->screen.p = rest->p;
        for (int row = 0; row < (one->only_keys ? 1 : shot->rows); row++) {
            if (str_starts(*rest, "=== ") || !str_next_line(rest, &line)) break;
        }
        shot->screen.n = (int)(rest->p - shot->screen.p);
    }
}

// Takes one case off `*rest`; false at the end of the file.
static bool next_case(Str *rest, Case *one)
{
    Str line;
    *one = (Case){0};
    while (str_next_line(rest, &line) && !str_is(line, "---")) {
        if (str_starts(line, "===")) one->title = value_of(line, "===");
        if (str_starts(line, "lesson:")) one->lesson = value_of(line, "lesson:");
        if (str_starts(line, "size:")) one->sizes = value_of(line, "size:");
        if (str_starts(line, "keys:")) one->keys = value_of(line, "keys:");
        if (str_starts(line, "ascii:")) one->ascii = true;
        if (str_starts(line, "lessons:")) one->lessons = true;
        if (str_starts(line, "known as:")) one->known_as = value_of(line, "known as:");
        if (str_starts(line, "figures:")) one->figures = true;
        if (str_starts(line, "row: keys")) one->only_keys = true;
        if (str_starts(line, "mode: present")) one->mode = MODE_PRESENT;
        if (str_starts(line, "mode: notes")) one->mode = MODE_NOTES;
    }
    if (one->title.n == 0) return false;
    parse_sizes(one);
    take_screens(rest, one);
    return true;
}

static ListedLesson listed[] = {
    {"eight-steps", "Self-attention in eight steps", "", "Three inputs look at each other", 8, 8,
     true},
    {"order", "Order and positions", "",
     "Self-attention does not know which word came first, and sine waves can tell it", 13, 5, true},
    {"masking", "Masking", "", "A mask decides who may look at whom", 12, 0, false},
    {"broken", "(no code)", "", "", 0, 0, false},
};
static const LessonList list = {listed, 4};

static bool export_figure(void *context, const Walk *walk, Cell cell, FigureChoice choice,
                          Buf *message, Error *error)
{
    (void)context, (void)walk, (void)cell, (void)error;
    buf_printf(message, "written: weights.%s", choice.format);
    return true;
}

static bool preview_figure(void *context, const Walk *walk, Cell cell, FigureChoice choice,
                           Buf *lines, Error *error)
{
    (void)context, (void)walk, (void)cell, (void)error;
    buf_printf(lines, "weights.%s\n/home/me/talk\n480 x 360 points\n", choice.format);
    return true;
}

static const char *screen_of(const Case *one, const Shot *shot)
{
    Error error = {.arena = &arena};
    Walk walk;
    Buf out = {.arena = &arena};
    TuiOptions options = {.signs = one->ascii ? SIGNS_ASCII : SIGNS_AUTO, .mode = one->mode};
    if (one->lessons) options.lessons = &list;
    options.known_as = one->known_as.n ? str_copy(&arena, one->known_as) : NULL;
    options.start_on_lessons = one->lessons;
    if (one->figures) {
        options.export_figure = export_figure;
        options.preview_figure = preview_figure;
    }
    WalkOptions walking = {.ascii = one->ascii};
    bool ok = walk_open(&walk, str_copy(&arena, one->lesson), &walking, &error);
    if (ok) {
        ok = tui_screen(&walk, shot->columns, shot->rows, str_copy(&arena, one->keys), &options,
                        &out, &error);
        walk_close(&walk);
    }
    if (!ok) fail_msg("%.*s: %s", STR_ARG(one->title), error.message);
    return buf_text(&out);
}

// Does the row begin with what an action's hint says?
static bool is_key_line(Str row)
{
    const Action *action;
    Str text = str_trim(row);
    for (int i = 0; (action = action_at(i)); i++) {
        if (action->hint && str_starts(text, action->hint)) return true;
        if (action->other && str_starts(text, action->other->hint)) return true;
    }
    return false;
}

static const char *screen_stated(const char *path, const Case *one, const Shot *shot)
{
    Str rest = str_from(screen_of(one, shot)), line;
    Buf out = {.arena = &arena};
    bool all = strstr(path, "/help.sizes.test");
    for (int row = 1; str_next_line(&rest, &line); row++) {
        bool last = row == shot->rows;
        bool counts = str_starts(line, "── keys ───") || str_starts(line, "── commands ───");
        if (one->only_keys && !last) continue;
        if (!all && last && is_key_line(line)) line = STR(" (keys)");
        if (!all && counts) line = str_slice(line, 0, str_find(line, " ───") + 1);
        buf_printf(&out, "%.*s%s\n", STR_ARG(line), !all && counts ? "── (keys) ──" : "");
    }
    return buf_text(&out);
}

static bool same_screen(const char *path, const Case *one, const Shot *shot, const char *screen)
{
    Str stated = shot->screen, now = str_from(screen), a, b;
    for (int row = 1; row <= (one->only_keys ? 1 : shot->rows); row++) {
        if (!str_next_line(&stated, &a)) a = STR("");
        if (!str_next_line(&now, &b)) b = STR("");
        if (str_equal(a, b)) continue;
        print_message("%s: %.*s: %dx%d, row %d\n  stated %.*s\n  now    %.*s\n", path,
                      STR_ARG(one->title), shot->columns, shot->rows, row, STR_ARG(a), STR_ARG(b));
        return false;
    }
    return true;
}

static void write_heading(Buf *out, const Case *one)
{
    buf_printf(out, "=== %.*s\nlesson: %.*s\nsize: %.*s\n", STR_ARG(one->title),
               STR_ARG(one->lesson), STR_ARG(one->sizes));
    if (one->ascii) buf_add(out, STR("ascii: yes\n"));
    if (one->lessons) buf_add(out, STR("lessons: yes\n"));
    if (one->known_as.n) buf_printf(out, "known as: %.*s\n", STR_ARG(one->known_as));
    if (one->figures) buf_add(out, STR("figures: yes\n"));
    if (one->mode == MODE_PRESENT) buf_add(out, STR("mode: present\n"));
    if (one->mode == MODE_NOTES) buf_add(out, STR("mode: notes\n"));
    if (one->only_keys) buf_add(out, STR("row: keys\n"));
    buf_printf(out, one->keys.n ? "keys: %.*s\n" : "keys:%.*s\n", STR_ARG(one->keys));
}

static void rewrite(const char *path, const Buf *text)
{
    Error error = {.arena = &arena};
    FileWriter writer;
    if (!file_create(&writer, path, true, &arena, &error) ||
        !file_write(&writer, text->p, (size_t)text->n, &error) || !file_commit(&writer, &error))
        fail_msg("%s: %s", path, error.message);
}

// Returns how many screens differ.
static int check_file(const char *path)
{
    Error error = {.arena = &arena};
    Str text;
    if (!file_read(path, FILE_BYTES, &arena, &text, &error)) fail_msg("%s", error.message);
    const char *update = getenv("UPDATE");
    Buf now = {.arena = &arena};
    int wrong = 0;
    Case one;
    while (next_case(&text, &one)) {
        write_heading(&now, &one);
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
    return wrong;
}

static void screens_look_as_stated(void **state)
{
    (void)state;
    glob_t files;
    assert_int_equal(glob("tests/screens/*.test", 0, NULL, &files), 0);
    int wrong = 0;
    for (size_t i = 0; i < files.gl_pathc; i++) wrong += check_file(files.gl_pathv[i]);
    globfree(&files);
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
    int stage = walk.stage, substep = walk.substep;
    Cell selected = walk.selected;
    app_resize(&app, 20, 5);
    check_cursor(&app);
    app_key(&app, (Key){.code = ' '}); // nobody sees what happens: nothing does
    app_resize(&app, 120, 40);
    check_cursor(&app);
    assert_int_equal(walk.stage, stage);
    assert_int_equal(walk.substep, substep);
    assert_memory_equal(&walk.selected, &selected, sizeof selected);
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
    press(&app, "x");
    assert_string_equal(app.message, "wrote x as heatmap, png, light");
    press(&app, "x<Right><Down><Right><Down><Right><Enter>"); // the next of each
    assert_string_equal(app.message, "wrote x as equation, svg, dark");
    press(&app, "x<Up><Up><Right><Right>");
    assert_true(screen_says(&app, "x cannot be drawn as flow"));
    assert_true(screen_says(&app, "try     heatmap"));
    press(&app, "<Esc>");
    assert_int_equal(app_top(&app), SCREEN_WALK);
    works = false;
    press(&app, "xx");
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
    press(&app, "]T<Down><Down>]xx"); // the lines of query 2, head 1
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
    press(&app, "<Right><Right><Right><Right><Right><Enter>"); // has pages
    assert_string_equal(choice.kind, "worksheet");
    assert_string_equal(choice.format, "pdf");
    assert_int_equal(app_top(&app), SCREEN_LARGE);
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
        cmocka_unit_test_teardown(a_resize_keeps_the_place, release),
        cmocka_unit_test_teardown(exporting_says_what_was_written_or_why_not, release),
        cmocka_unit_test_teardown(a_figure_shows_what_the_screen_showed, release),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
