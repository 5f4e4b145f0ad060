// Storms: a thousand random keys and fifty random sizes in a row, for each lesson, on the real
// program in a terminal emulator. Beside it an App goes through the same keys without a terminal;
// again and again the emulator must show the very frame that the App draws, as `qkv show --screen`
// does. Whatever happened, a fixed way leads out, with status 0 and the terminal as it was.
//
//   STORM_KEYS=1000 STORM_SIZES=50   for each lesson and mode; here fewer, for time
//   STORM_SEED=1 STORM_LESSON=order  one of many; each seed is another storm
#include "support/test.h"

#include "lesson/library.h"
#include "pty/compare.h"
#include "support/session.h"
#include "tui/actions.h"
#include "tui/draw.h"
#include "tui/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { KEYS = 120, SIZES = 6, MOST_COLUMNS = 250, MOST_ROWS = 80, PATIENCE_MS = 20000 };

static char *program;                         // absolute
static char root[] = "/tmp/qkv-storm-XXXXXX"; // with a folder for the program and one for the App

typedef struct Storm {
    Vt vt;
    Session session;
    App app;
    TuiMode mode;
    unsigned seed, seen;  // which screens were
    char lesson_now[128]; // Enter in the list of lessons opens another one
    Buf log;              // keys and sizes
    long started;
    bool escaped; // the last key was Esc
    Arena arena;
} Storm;

// What a storm that failed has left running.
static Vt *running;

static int end_running(void **state)
{
    (void)state;
    if (running) vt_end(running);
    running = NULL;
    return 0;
}

static int number_of(const char *name, int usual)
{
    const char *text = getenv(name);
    return text && *text ? (int)strtol(text, NULL, 10) : usual;
}

static int any(Storm *storm, int below)
{
    storm->seed = storm->seed * 1664525u + 1013904223u;
    return (int)((storm->seed >> 16) % (unsigned)below);
}

// ---- the two of them ----------------------------------------------------------------------------

static void begin_session(Storm *storm)
{
    int columns = storm->vt.columns, rows = storm->vt.rows;
    if (!session_open(&storm->session, storm->lesson_now, storm->mode))
        fail_msg("%s: %s", storm->lesson_now, storm->session.error.message);
    app_init(&storm->app, &storm->session.walk, &storm->session.options, columns, rows);
    if (storm->session.options.note) app_say(&storm->app, false, "%s", storm->session.options.note);
}

static void end_session(Storm *storm)
{
    if (storm->session.chosen)
        snprintf(storm->lesson_now, sizeof storm->lesson_now, "%s", storm->session.chosen);
    app_free(&storm->app);
    session_close(&storm->session);
}

static void start_program(Storm *storm, int columns, int rows)
{
    char state[64], runtime[64], folder[64], home[80];
    snprintf(state, sizeof state, "XDG_STATE_HOME=%s/program/state", root);
    snprintf(runtime, sizeof runtime, "XDG_RUNTIME_DIR=%s/program/run", root);
    snprintf(folder, sizeof folder, "%s/program", root);
    snprintf(home, sizeof home, "HOME=%s", folder);
    const char *environment[] = {"TERM=xterm-256color",
                                 "LC_ALL=C.UTF-8",
                                 "ESCDELAY=20",
                                 "NO_COLOR",
                                 "QKV_COLOR",
                                 "COLORFGBG",
                                 state,
                                 runtime,
                                 home,
                                 NULL};
    const char *word = storm->mode == MODE_WALK ? "learn" : "present";
    const char *notes = storm->mode == MODE_NOTES ? "--notes" : NULL;
    const char *arguments[] = {program, word, storm->lesson_now, "--no-motion", notes, NULL};
    vt_start(&storm->vt, columns, rows,
             &(VtProgram){.arguments = arguments, .environment = environment, .folder = folder});
    if (!storm->log.arena) storm->log.arena = &storm->arena;
    buf_printf(&storm->log, "\n  qkv %s %s, %dx%d: ", word, storm->lesson_now, columns, rows);
    storm->started = vt_now_ms();
    running = &storm->vt;
}

static Theme theme_of(const Storm *storm)
{
    bool projector = storm->mode == MODE_PRESENT;
    return (Theme){.depth = DEPTH_256, .light = projector, .painted = projector};
}

// The two live in folders of their own, and the figure screen says in which.
static void rename_folder(const Frame *frame)
{
    static const char ours[] = "/app-xxx", its[] = "/program";
    enum { LENGTH = sizeof ours - 1 };
    for (int i = 0; i + LENGTH <= frame->rows * frame->columns; i++) {
        Glyph *at = &frame->glyphs[i];
        int same = 0;
        while (same < LENGTH && at[same].text[0] == ours[same] && !at[same].text[1]) same++;
        for (int k = 0; same == LENGTH && k < LENGTH; k++) at[k].text[0] = its[k];
    }
}

static Frame frame_of(Storm *storm, Arena *arena)
{
    App *app = &storm->app;
    const TuiOptions *options = app->options;
    if (options->attend)
        app->present.far = options->attend(options->attend_context, app->walk, NULL).says;
    Frame frame = draw(app, arena);
    rename_folder(&frame);
    return frame;
}

static void tell(const Storm *storm)
{
    fprintf(stderr, "STORM_SEED=%d, %s, keys:\n%s\n---- shown\n", number_of("STORM_SEED", 1),
            storm->lesson_now, buf_text(&storm->log));
    for (int row = 0; row < storm->vt.rows; row++) fprintf(stderr, "%s\n", vt_row(&storm->vt, row));
}

static void fail_with(Storm *storm, const Frame *frame, Mismatch found)
{
    Arena scratch = {0};
    Buf meant = {.arena = &scratch};
    frame_print(frame, &meant);
    tell(storm);
    fprintf(stderr, "---- meant\n%s", buf_text(&meant));
    arena_free(&scratch);
    fail_msg("%s: another %s at column %d, row %d", storm->lesson_now, found.what, found.column + 1,
             found.row + 1);
}

static void wait_for(Storm *storm, const char *text)
{
    if (vt_wait(&storm->vt, text)) return;
    tell(storm);
    fail_msg("%s: there is no %s", storm->lesson_now, text);
}

// The clock on the screen may be a little behind ours.
static Mismatch compare(Storm *storm, Arena *arena, Frame *frame)
{
    enum { MOST_BEHIND = 4 };
    Mismatch found = {0};
    int seconds = (int)((vt_now_ms() - storm->started) / 1000);
    for (int behind = 0; behind < MOST_BEHIND; behind++) {
        storm->app.present.seconds = seconds - behind;
        *frame = frame_of(storm, arena);
        found = vt_compare(&storm->vt, frame, theme_of(storm));
        if (!found.what || !storm->app.present.timer) return found;
    }
    return found;
}

// The program has as much time as it needs to come to the same screen as the App.
static void expect_same(Storm *storm)
{
    bool open = true;
    for (long end = vt_now_ms() + PATIENCE_MS;;) {
        Arena arena = {0};
        Frame frame;
        struct pollfd input = {.fd = storm->vt.master, .events = POLLIN};
        while (open && poll(&input, 1, 4) > 0) open = vt_read(&storm->vt, 0);
        Mismatch found = compare(storm, &arena, &frame);
        bool late = !open || vt_now_ms() >= end;
        if (found.what && late) fail_with(storm, &frame, found);
        arena_free(&arena);
        if (!found.what) return;
        open = vt_read(&storm->vt, 50);
    }
}

// Status 1 says that the program of the lesson failed, after an edit.
static void expect_end(Storm *storm)
{
    const char *status = storm->session.walk.error.set ? "[exit 1 cooked]" : "[exit 0 cooked]";
    wait_for(storm, status);
    assert_true(vt_is_restored(&storm->vt));
}

// After a quit the place is remembered: the next start goes on from there.
static void restart(Storm *storm)
{
    int columns = storm->vt.columns, rows = storm->vt.rows;
    if (storm->session.chosen) {
        end_session(storm);
    } else {
        if (rows >= 16 && columns >= 60) expect_end(storm);
        end_running(NULL);
        end_session(storm);
        start_program(storm, columns, rows);
    }
    begin_session(storm);
    expect_same(storm);
}

// ---- keys ---------------------------------------------------------------------------------------

static const char *bytes_of(int code, Arena *arena)
{
    static const char *const NAMED[] = {
        [KEYCODE_ENTER - KEYCODE_ENTER] = "\r",
        [KEYCODE_TAB - KEYCODE_ENTER] = "\t",
        [KEYCODE_BACKTAB - KEYCODE_ENTER] = "\033[Z",
        [KEYCODE_BACKSPACE - KEYCODE_ENTER] = "\177",
        [KEYCODE_ESCAPE - KEYCODE_ENTER] = "\033",
        [KEYCODE_UP - KEYCODE_ENTER] = "\033OA",
        [KEYCODE_DOWN - KEYCODE_ENTER] = "\033OB",
        [KEYCODE_LEFT - KEYCODE_ENTER] = "\033OD",
        [KEYCODE_RIGHT - KEYCODE_ENTER] = "\033OC",
        [KEYCODE_HOME - KEYCODE_ENTER] = "\033OH",
        [KEYCODE_END - KEYCODE_ENTER] = "\033OF",
        [KEYCODE_PAGE_UP - KEYCODE_ENTER] = "\033[5~",
        [KEYCODE_PAGE_DOWN - KEYCODE_ENTER] = "\033[6~",
        [KEYCODE_DELETE - KEYCODE_ENTER] = "\033[3~",
        [KEYCODE_INSERT - KEYCODE_ENTER] = "\033[2~",
        [KEYCODE_F1 - KEYCODE_ENTER] = "\033OP",
        [KEYCODE_F1 - KEYCODE_ENTER + 1] = "\033OQ",
        [KEYCODE_F1 - KEYCODE_ENTER + 2] = "\033OR",
        [KEYCODE_F1 - KEYCODE_ENTER + 3] = "\033OS",
        [KEYCODE_F1 - KEYCODE_ENTER + 4] = "\033[15~",
        [KEYCODE_F1 - KEYCODE_ENTER + 5] = "\033[17~",
        [KEYCODE_F1 - KEYCODE_ENTER + 6] = "\033[18~",
        [KEYCODE_F1 - KEYCODE_ENTER + 7] = "\033[19~",
        [KEYCODE_F1 - KEYCODE_ENTER + 8] = "\033[20~",
        [KEYCODE_F1 - KEYCODE_ENTER + 9] = "\033[21~",
        [KEYCODE_F1 - KEYCODE_ENTER + 10] = "\033[23~",
        [KEYCODE_F1 - KEYCODE_ENTER + 11] = "\033[24~",
    };
    if (code >= KEYCODE_ENTER) return NAMED[code - KEYCODE_ENTER];
    char text[5] = {0};
    utf8_encode((uint32_t)code, text);
    return str_copy(arena, str_from(text));
}

static void log_key(Storm *storm, Key key)
{
    bool is_mouse = key.code >= KEYCODE_CLICK && key.code <= KEYCODE_DRAG;
    bool named = key.code >= KEYCODE_ENTER || key.code <= ' ';
    if (named && !is_mouse) buf_add_char(&storm->log, '<');
    if (key.code == '<')
        buf_add(&storm->log, STR("<lt>"));
    else if (is_mouse)
        buf_printf(&storm->log, "<%s-%d-%d>", key.code == KEYCODE_CLICK ? "Click" : "Wheel",
                   key.column + 1, key.row + 1);
    else
        key_write(&storm->log, key);
    if (named && !is_mouse) buf_add_char(&storm->log, '>');
}

// To the App; where it quits, the program is waited for.
static void act(Storm *storm, Key key)
{
    log_key(storm, key);
    storm->seen |= storm->app.screen;
    int step = app_stage(&storm->app).step;
    bool quits = app_key(&storm->app, key) == APP_QUIT;
    const TuiOptions *options = storm->app.options;
    if (!quits && options->keep && app_stage(&storm->app).step != step)
        options->keep(options->keep_context, storm->app.walk);
    if (quits) restart(storm);
}

static bool is_too_small(const Storm *storm)
{
    return layout_tier(storm->app.columns, storm->app.rows) == TIER_NONE;
}

static void press(Storm *storm, int code)
{
    Arena scratch = {0};
    bool would_join = storm->escaped && (code == '[' || code == 'O'); // to an arrow key
    storm->escaped = code == KEYCODE_ESCAPE;
    if (would_join) return;
    vt_type(&storm->vt, bytes_of(code, &scratch));
    arena_free(&scratch);
    act(storm, (Key){.code = code});
}

// A random word of an action's keys, "Left h".
static void press_word(Storm *storm, const Action *action)
{
    Str words = str_from(action->keys), word = {0};
    for (int seen = 1; words.n; seen++) {
        int end = str_find(words, " ");
        if (end < 0) end = words.n;
        if (any(storm, seen) == 0) word = str_slice(words, 0, end);
        words = str_slice(words, end + 1, words.n);
    }
    Key keys[ACTION_KEYS];
    int count = keys_of_word(word, keys, ACTION_KEYS);
    for (int i = 0; i < count; i++)
        press(storm, keys[i].code == KEYCODE_LETTER ? 'a' + any(storm, 26) : keys[i].code);
}

// One that works on the screen at hand. A session must last: of those that quit most are left out.
static void press_action(Storm *storm)
{
    const Action *found = NULL, *action;
    int seen = 0;
    for (int i = 0; (action = action_at(i)); i++) {
        if (!(action->screens & storm->app.screen)) continue;
        if (any(storm, ++seen) == 0) found = action;
    }
    if (!found) return;
    bool ends = strcmp(found->help, "quit") == 0 || found->screens == ON_LESSONS;
    if (!ends || any(storm, 4) == 0) press_word(storm, found);
}

static void press_any_action(Storm *storm)
{
    const Action *action = action_at(any(storm, action_count()));
    if (strcmp(action->help, "quit") != 0) press_word(storm, action);
}

static void press_text(Storm *storm)
{
    static const int TEXT[] = {'0',  '1',    '2',     '7',   '-',    '.', ',', 'a',
                               'b',  's',    'w',     'e',   ' ',    '[', ']', '*',
                               0xE9, 0x6CE8, 0x1F600, 0x301, 0x2500, 'x', '/', '='};
    for (int i = any(storm, 4); i >= 0; i--)
        press(storm, TEXT[any(storm, (int)(sizeof TEXT / sizeof *TEXT))]);
}

// Where a number or a name is wanted: a prompt's line, an edit, an answer.
static void press_entry(Storm *storm)
{
    static const char *const ENTRIES[] = {"3\r",       "-1.5\r",    "0.25\r",        "b\r",
                                          "step 2\r",  "weights\r", "scores[0,1]\r", "heat\r",
                                          "a 3 b 4\r", "1e400\r",   "2,1\r",         "\r"};
    const char *entry = ENTRIES[any(storm, (int)(sizeof ENTRIES / sizeof *ENTRIES))];
    for (; *entry; entry++) press(storm, *entry == '\r' ? KEYCODE_ENTER : *entry);
}

static void click(Storm *storm)
{
    static int before; // a second click in the same place would be another key
    int column = any(storm, storm->vt.columns), row = any(storm, storm->vt.rows);
    if (column * MOST_ROWS + row == before) return;
    before = column * MOST_ROWS + row;
    expect_same(storm);
    if (storm->app.mouse_left) return; // the program is told of none
    vt_click(&storm->vt, column, row);
    act(storm, (Key){.code = KEYCODE_CLICK, .column = column, .row = row});
    expect_same(storm);
}

static void turn_wheel(Storm *storm)
{
    int column = any(storm, storm->vt.columns), row = any(storm, storm->vt.rows);
    bool up = any(storm, 2);
    if (storm->app.mouse_left) return;
    if (!storm->vt.reports_mouse) expect_same(storm); // it is about to take the mouse again
    vterm_mouse_move(storm->vt.terminal, row, column, VTERM_MOD_NONE);
    vterm_mouse_button(storm->vt.terminal, up ? 4 : 5, true, VTERM_MOD_NONE);
    act(storm,
        (Key){.code = up ? KEYCODE_WHEEL_UP : KEYCODE_WHEEL_DOWN, .column = column, .row = row});
}

static void paste(Storm *storm)
{
    static const char text[] = "go to\nstep 3 q";
    if (is_too_small(storm)) return;
    vt_wait_read(&storm->vt);
    expect_same(storm);
    bool takes = storm->app.screen == ON_PROMPT;
    vt_type(&storm->vt, "\033[200~");
    vt_type(&storm->vt, text);
    vt_type(&storm->vt, "\033[201~");
    for (const char *p = text; *p && takes; p++)
        act(storm, (Key){.code = *p == '\n' ? ' ' : *p, .pasted = true});
    if (!takes) app_say(&storm->app, false, "Pasted text is not typed here.");
    vt_wait_read(&storm->vt);
    expect_same(storm);
}

// The beginning of an arrow key, and nothing more: after a moment it is what was typed.
static void type_part(Storm *storm)
{
    static const int KEYS_OF_IT[] = {KEYCODE_ESCAPE, '[', '1', ';'};
    if (is_too_small(storm)) return;
    vt_wait_read(&storm->vt);
    vt_type(&storm->vt, "\033[1;");
    vt_wait_read(&storm->vt);
    for (int i = 0; i < 4; i++) act(storm, (Key){.code = KEYS_OF_IT[i]});
}

static void suspend(Storm *storm)
{
    if (storm->vt.columns < 20 || storm->vt.rows < 8) return;
    expect_same(storm);
    buf_add(&storm->log, STR("<suspend>"));
    vt_type(&storm->vt, "\032");
    wait_for(storm, "[stopped]");
    vt_type(&storm->vt, "\n");
    expect_same(storm);
}

// How often each is done, of a hundred.
static const struct {
    int share;
    void (*run)(Storm *storm);
} EVENTS[] = {
    {62, press_action}, {8, press_any_action}, {8, press_text}, {9, press_entry},
    {5, click},         {4, turn_wheel},       {2, paste},      {1, type_part},
    {1, suspend},
};

static void do_anything(Storm *storm)
{
    int at = any(storm, 100);
    for (size_t i = 0; i < sizeof EVENTS / sizeof *EVENTS; i++) {
        at -= EVENTS[i].share;
        if (at < 0) {
            EVENTS[i].run(storm);
            return;
        }
    }
}

static void change_size(Storm *storm)
{
    vt_wait_read(&storm->vt); // else keys meant for the old size come to the new one
    expect_same(storm);
    bool usual = any(storm, 3) > 0; // most of them large enough to show something
    int columns = usual ? 60 + any(storm, MOST_COLUMNS - 59) : 1 + any(storm, MOST_COLUMNS);
    int rows = usual ? 16 + any(storm, MOST_ROWS - 15) : 1 + any(storm, MOST_ROWS);
    buf_printf(&storm->log, "\n  %dx%d: ", columns, rows);
    vt_resize(&storm->vt, columns, rows);
    app_resize(&storm->app, columns, rows);
    expect_same(storm);
}

// ---- storms -------------------------------------------------------------------------------------

// From anywhere: to a usual size, out of whatever is open, and it still does what it should.
static void leave(Storm *storm)
{
    vt_wait_read(&storm->vt);
    expect_same(storm);
    vt_resize(&storm->vt, 80, 24);
    app_resize(&storm->app, 80, 24);
    buf_printf(&storm->log, "\n  80x24: ");
    expect_same(storm);
    for (int i = 0; i < 5; i++) press(storm, KEYCODE_ESCAPE);
    assert_int_equal(storm->app.screen, storm->app.home);
    press(storm, '?');
    expect_same(storm);
    assert_int_equal(storm->app.screen, ON_HELP);
    press(storm, KEYCODE_ESCAPE);
    vt_type(&storm->vt, "q");
    assert_int_equal(app_key(&storm->app, (Key){.code = 'q'}), APP_QUIT);
    expect_end(storm);
}

// Each lesson has a storm of its own.
static unsigned seed_of(const char *lesson, TuiMode mode)
{
    unsigned seed = (unsigned)number_of("STORM_SEED", 1) * 7919u + (unsigned)mode;
    for (; *lesson; lesson++) seed = seed * 31u + (unsigned char)*lesson;
    return seed;
}

static unsigned run_storm(const char *lesson, TuiMode mode)
{
    static Storm storm; // what it leaves after a failure is ended later
    storm = (Storm){.mode = mode, .seed = seed_of(lesson, mode)};
    snprintf(storm.lesson_now, sizeof storm.lesson_now, "%s", lesson);
    int keys = number_of("STORM_KEYS", KEYS), sizes = number_of("STORM_SIZES", SIZES);
    start_program(&storm, 80, 24);
    begin_session(&storm);
    expect_same(&storm);
    for (int i = 0; i < keys; i++) {
        if (sizes && i % (keys / sizes + 1) == keys / sizes) change_size(&storm);
        do_anything(&storm);
        if (i % 8 == 7) expect_same(&storm);
    }
    leave(&storm);
    end_running(NULL);
    end_session(&storm);
    arena_free(&storm.arena);
    return storm.seen;
}

static unsigned storm_over_lessons(TuiMode mode)
{
    Arena arena = {0};
    Library library;
    library_scan(&library, &arena);
    assert_true(library.count >= 10);
    const char *only = getenv("STORM_LESSON");
    unsigned seen = 0;
    for (int i = 0; i < library.count; i++) {
        if (only && strcmp(only, library.lessons[i].name) != 0) continue;
        long start = vt_now_ms();
        seen |= run_storm(library.lessons[i].name, mode);
        if (getenv("STORM_SEED"))
            fprintf(stderr, "%-20s %5ld ms\n", library.lessons[i].name, vt_now_ms() - start);
    }
    arena_free(&arena);
    return seen;
}

static void any_keys_and_sizes_leave_the_screen_that_show_would_print(void **state)
{
    (void)state;
    unsigned seen = storm_over_lessons(MODE_WALK);
    unsigned all = ON_WALK | ON_HELP | ON_OUTLINE | ON_COST | ON_LESSONS | ON_FIGURE | ON_CHANGES |
                   ON_WHATIF | ON_REACH | ON_LARGE | ON_FLOW | ON_PROMPT;
    int kinds = 0, reached = 0;
    for (unsigned screen = 1; screen <= ON_PROMPT; screen *= 2) {
        kinds += (all & screen) != 0;
        reached += (all & seen & screen) != 0;
    }
    if (!getenv("STORM_LESSON")) assert_true(reached >= kinds - 2);
}

static void so_it_is_in_front_of_a_class(void **state)
{
    (void)state;
    unsigned seen = storm_over_lessons(MODE_PRESENT);
    if (!getenv("STORM_LESSON")) assert_true((seen & ON_PRESENT) && (seen & ON_STEPS));
}

static void so_it_is_with_its_notes(void **state)
{
    (void)state;
    storm_over_lessons(MODE_NOTES);
}

static void make_folders(void)
{
    static const char *const NAMES[] = {"program", "program/run", "app-xxx", "app-xxx/run"};
    assert_non_null(mkdtemp(root));
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        char path[96];
        snprintf(path, sizeof path, "%s/%s", root, NAMES[i]);
        assert_int_equal(mkdir(path, 0700), 0);
    }
}

// The App writes its figures and its state beside the program's: names of the same length.
static void live_there(void)
{
    char path[96];
    snprintf(path, sizeof path, "%s/app-xxx/state", root);
    setenv("XDG_STATE_HOME", path, 1);
    snprintf(path, sizeof path, "%s/app-xxx/run", root);
    setenv("XDG_RUNTIME_DIR", path, 1);
    snprintf(path, sizeof path, "%s/app-xxx", root);
    setenv("HOME", path, 1); // a figure's folder is called ~ by both
    assert_int_equal(chdir(path), 0);
}

int main(void)
{
    const char *given = getenv("QKV");
    program = realpath(given && *given ? given : "build/qkv", NULL);
    if (!program) return 1;
    make_folders();
    live_there();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(any_keys_and_sizes_leave_the_screen_that_show_would_print,
                                  end_running),
        cmocka_unit_test_teardown(so_it_is_in_front_of_a_class, end_running),
        cmocka_unit_test_teardown(so_it_is_with_its_notes, end_running),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char remove[64];
    snprintf(remove, sizeof remove, "rm -r %s", root);
    if (system(remove) != 0) failed++;
    free(program);
    return failed;
}
