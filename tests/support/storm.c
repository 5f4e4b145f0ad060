#define _XOPEN_SOURCE 700
#include "support/test.h"

#include "support/storm.h"

#include "pty/compare.h"
#include "support/key_bytes.h"
#include "tui/core/draw.h"
#include "tui/core/input.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { PATIENCE_MS = 120000, MOST_RUNNING = 4, ESCAPE_WAIT_MS = 20 };

static char *program, *top;                   // absolute; top: the project's folder
static char root[] = "/tmp/qkv-storm-XXXXXX"; // with a folder for the program and one for the App
static Vt *running[MOST_RUNNING];

static void end_vt(Vt *vt)
{
    for (int i = 0; i < MOST_RUNNING; i++) {
        if (running[i] != vt) continue;
        running[i] = NULL;
        vt_end(vt);
    }
}

int storm_end_running(void **state)
{
    (void)state;
    for (int i = 0; i < MOST_RUNNING; i++) {
        if (running[i]) end_vt(running[i]);
    }
    return 0;
}

int storm_number(const char *name, int usual)
{
    const char *text = getenv(name);
    return text && *text ? (int)strtol(text, NULL, 10) : usual;
}

int storm_any(Storm *storm, int below)
{
    storm->seed = storm->seed * 1664525u + 1013904223u;
    return (int)((storm->seed >> 16) % (unsigned)below);
}

// ---- folders ------------------------------------------------------------------------------------

static bool make_folders(void)
{
    static const char *const NAMES[] = {"program", "program/run", "app-xxx", "app-xxx/run"};
    if (!mkdtemp(root)) return false;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        char path[96];
        snprintf(path, sizeof path, "%s/%s", root, NAMES[i]);
        if (mkdir(path, 0700) != 0) return false;
    }
    return true;
}

// The App writes its figures and its state beside the program's: names of the same length.
static bool live_there(void)
{
    char path[96];
    snprintf(path, sizeof path, "%s/app-xxx/state", root);
    setenv("XDG_STATE_HOME", path, 1);
    snprintf(path, sizeof path, "%s/app-xxx/run", root);
    setenv("XDG_RUNTIME_DIR", path, 1);
    snprintf(path, sizeof path, "%s/app-xxx", root);
    setenv("HOME", path, 1); // a figure's folder is called ~ by both
    return chdir(path) == 0;
}

bool storm_setup(void)
{
    const char *given = getenv("QKV");
    setlocale(LC_CTYPE, "C.UTF-8"); // the program's, for wcwidth
    program = realpath(given && *given ? given : "build/qkv", NULL);
    top = realpath(".", NULL);
    return program && top && make_folders() && live_there();
}

const char *storm_file(const char *path)
{
    static char text[512];
    snprintf(text, sizeof text, "%s/%s", top, path);
    return text;
}

bool storm_teardown(void)
{
    char remove[64];
    snprintf(remove, sizeof remove, "rm -r %s", root);
    free(program);
    free(top);
    return system(remove) == 0;
}

// ---- the two of them ----------------------------------------------------------------------------

static Theme theme_of(const Storm *storm)
{
    bool projector = storm->mode == MODE_PRESENT;
    Theme theme = {.depth = DEPTH_DIRECT, .painted = projector};
    theme_assume(&theme, projector ? "light" : "dark", NULL);
    return theme;
}

static void begin_session(Storm *storm)
{
    int columns = storm->vt.columns, rows = storm->vt.rows;
    if (!session_open(&storm->session, storm->lesson_now, storm->mode))
        fail_msg("%s: %s", storm->lesson_now, storm->session.error.message);
    app_init(&storm->app, &storm->session.walk, &storm->session.options, columns, rows);
    storm->app.pixels = (Pixels){
        .way = PIXELS_BLOCKS, .cell_width = 1, .cell_height = 2, .page = theme_of(storm).page};
    if (storm->session.options.note) app_say(&storm->app, false, "%s", storm->session.options.note);
    storm->decoder = (Decoder){.escape_ms = ESCAPE_WAIT_MS};
}

static void end_session(Storm *storm)
{
    if (storm->session.chosen)
        snprintf(storm->lesson_now, sizeof storm->lesson_now, "%s", storm->session.chosen);
    app_free(&storm->app);
    session_close(&storm->session);
}

static void start_vt(Storm *storm, int columns, int rows, const VtProgram *what)
{
    int i = 0;
    while (i < MOST_RUNNING && running[i]) i++;
    assert_true(i < MOST_RUNNING);
    vt_start(&storm->vt, columns, rows, what);
    running[i] = &storm->vt;
}

// The choices in the order in which they are written, as the App shows them.
static void read_as_written(void)
{
    char path[96];
    snprintf(path, sizeof path, "%s/program/state", root);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/program/state/qkv", root);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/program/state/qkv/reader", root);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("0\n", file);
    fclose(file);
}

static void start_program(Storm *storm, int columns, int rows)
{
    read_as_written();
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
    const char *fresh = storm->mode == MODE_WALK ? NULL : "--fresh";
    const char *arguments[] = {program, word, storm->lesson_now, "--no-motion", fresh, notes, NULL};
    start_vt(storm, columns, rows,
             &(VtProgram){.arguments = arguments, .environment = environment, .folder = folder});
    if (!storm->log.arena) storm->log.arena = &storm->arena;
    buf_printf(&storm->log, "\n  qkv %s %s, %dx%d: ", word, storm->lesson_now, columns, rows);
    storm->started = vt_now_ms();
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

// As the loop of the terminal does.
static void attend(App *app)
{
    const TuiOptions *options = app->options;
    if (!options || !options->attend) return;
    Arena scratch = {0};
    int stage = app->walk->at.stage, substep = app->walk->at.substep;
    TuiWatch watch = options->attend(options->attend_context, app->walk, app_words(app, &scratch));
    arena_free(&scratch);
    app->far = watch.says;
    if (watch.ran) app_leave_run(app);
    if (app->walk->at.stage != stage || app->walk->at.substep != substep)
        app->lesson_scroll = SCROLL_FOLLOWS;
}

static Frame frame_of(Storm *storm, Arena *arena)
{
    if (storm->beside) attend(&storm->beside->app);
    attend(&storm->app);
    Frame frame = draw(&storm->app, arena);
    rename_folder(&frame);
    return frame;
}

// ---- are they the same? -------------------------------------------------------------------------

static void tell(const Storm *storm)
{
    fprintf(stderr, "STORM_SEED=%d, %s, typed:\n%s\n---- shown\n", storm_number("STORM_SEED", 1),
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

// The clock on the screen is behind ours by the time that the program took to begin.
static Mismatch compare(Storm *storm, Arena *arena, Frame *frame)
{
    Mismatch found = {0};
    Theme theme = theme_of(storm);
    int seconds = (int)((vt_now_ms() - storm->started) / 1000);
    for (int behind = 0; behind <= seconds; behind++) {
        storm->app.seconds = seconds - behind;
        *frame = frame_of(storm, arena);
        found = vt_compare(&storm->vt, frame, &theme);
        if (!found.what || !storm->app.timer) return found;
    }
    return found;
}

// The program has as much time as it needs to come to the same screen as the App.
void storm_expect_same(Storm *storm)
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

// ---- beginning and end --------------------------------------------------------------------------

// Each lesson has a storm of its own, the same wherever the project lies.
static unsigned seed_of(const char *lesson, TuiMode mode)
{
    size_t length = strlen(top);
    if (strncmp(lesson, top, length) == 0) lesson += length;
    unsigned seed = (unsigned)storm_number("STORM_SEED", 1) * 7919u + (unsigned)mode;
    for (; *lesson; lesson++) seed = seed * 31u + (unsigned char)*lesson;
    return seed;
}

void storm_begin(Storm *storm, const char *lesson, TuiMode mode, Storm *beside)
{
    *storm = (Storm){.beside = beside, .mode = mode, .seed = seed_of(lesson, mode)};
    snprintf(storm->lesson_now, sizeof storm->lesson_now, "%s", lesson);
    start_program(storm, 80, 24);
    begin_session(storm);
    storm_expect_same(storm);
}

// Status 1 says that the program of the lesson failed, after an edit.
static void expect_end(Storm *storm)
{
    const char *status = storm->session.walk.ran.error.set ? "[exit 1 cooked]" : "[exit 0 cooked]";
    wait_for(storm, status);
    assert_true(vt_is_restored(&storm->vt));
}

static void expect_end_by(Storm *storm, int signal)
{
    char status[32];
    snprintf(status, sizeof status, "[signal %d cooked]", signal);
    kill(storm->vt.program, signal);
    wait_for(storm, status);
    assert_true(vt_is_restored(&storm->vt));
}

// After a quit the place is remembered: the next start goes on from there. So it does after a
// quiz or a presentation, which is ended here.
static void restart(Storm *storm)
{
    int columns = storm->vt.columns, rows = storm->vt.rows;
    if (storm->session.chosen) {
        end_session(storm);
    } else {
        if (storm->session.has_left) {
            vt_wait_taken(&storm->vt);
            expect_end_by(storm, SIGTERM);
        } else if (rows >= 16 && columns >= 60) {
            expect_end(storm);
        }
        end_vt(&storm->vt);
        end_session(storm);
        start_program(storm, columns, rows);
    }
    begin_session(storm);
    storm_expect_same(storm);
}

static void free_storm(Storm *storm)
{
    end_vt(&storm->vt);
    end_session(storm);
    arena_free(&storm->arena);
}

void storm_leave(Storm *storm)
{
    storm_resize(storm, 80, 24);
    for (int i = 0; i < 5; i++) storm_press(storm, KEYCODE_ESCAPE);
    assert_int_equal(storm->app.depth, 1);
    storm_press(storm, '?');
    storm_expect_same(storm);
    assert_int_equal(app_top(&storm->app), SCREEN_HELP);
    storm_press(storm, KEYCODE_ESCAPE);
    storm_press(storm, 'q');
    vt_type(&storm->vt, "q");
    assert_int_equal(app_key(&storm->app, (Key){.code = 'q'}), APP_QUIT);
    expect_end(storm);
    free_storm(storm);
}

void storm_leave_by(Storm *storm, int signal)
{
    storm_resize(storm, 80, 24);
    expect_end_by(storm, signal);
    free_storm(storm);
}

// ---- typing -------------------------------------------------------------------------------------

static void log_bytes(Storm *storm, const char *bytes, int count)
{
    for (int i = 0; i < count; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte < ' ' || byte == '\\' || byte == 0x7F)
            buf_printf(&storm->log, "\\x%02x", byte);
        else
            buf_add_char(&storm->log, (char)byte);
    }
}

// To the App; where it quits, the program is waited for. False: what was typed behind is lost.
static bool act(Storm *storm, Key key)
{
    storm->seen |= app_on(&storm->app);
    int step = walk_stage(storm->app.walk).step;
    bool quits = app_key(&storm->app, key) == APP_QUIT;
    const TuiOptions *options = storm->app.options;
    if (!quits && options->keep && walk_stage(storm->app.walk).step != step) {
        const char *says = options->keep(options->keep_context, storm->app.walk);
        if (says) app_say(&storm->app, true, "%s", says);
    }
    if (quits) restart(storm);
    return !quits;
}

static void act_on_all(Storm *storm, bool quiet)
{
    enum { MOST = 64 };
    Key keys[MOST];
    int count;
    do {
        count = decoder_keys(&storm->decoder, keys, MOST, vt_now_ms(), quiet);
        for (int i = 0; i < count; i++) {
            if (!act(storm, keys[i])) return;
        }
    } while (count == MOST);
}

// Waits for `ms` after the program has come to where the App is.
static void wait_behind(Storm *storm, int ms)
{
    vt_wait_taken(&storm->vt);
    storm_expect_same(storm);
    if (ms) vt_rest(&storm->vt, ms);
}

// An Esc that the program still waits with must not join what comes now.
static void let_escape_pass(Storm *storm)
{
    if (storm->escaped) wait_behind(storm, ESCAPE_WAIT_MS * 4);
    storm->escaped = false;
}

// Q and P leave for a quiz or a presentation, which are no screens of the App (test_terminal does
// that). In a sequence they are something else.
static const char *without_errands(Storm *storm, const char *bytes, int count)
{
    char *kept = str_copy(&storm->arena, (Str){bytes, count});
    for (int i = 0; i < count; i++) {
        bool in_sequence = i > 0 && kept[i - 1] && strchr("\033O[;0123456789", kept[i - 1]);
        if ((kept[i] == 'Q' || kept[i] == 'P') && !in_sequence) kept[i] = 'x';
    }
    return kept;
}

// Not more at once than the program takes while it writes itself.
void storm_type(Storm *storm, const char *bytes, int count)
{
    enum { AT_ONCE = 512, SHORTEST = 4 };
    if (!count) return; // Ctrl-Space, which no string holds: an Esc before it still waits
    bytes = without_errands(storm, bytes, count);
    bool could_join = bytes[0] && strchr("[O]P_", bytes[0]);
    if (could_join) let_escape_pass(storm);
    // An Esc would stop a long computation, and so would a sequence that is never completed.
    if (bytes[0] == '\033' && count < SHORTEST) wait_behind(storm, 0);
    storm->escaped = false;
    log_bytes(storm, bytes, count);
    for (int at = 0; at < count; at += AT_ONCE) {
        int length = count - at < AT_ONCE ? count - at : AT_ONCE;
        vt_write(bytes + at, (size_t)length, &storm->vt);
        vt_read(&storm->vt, 0);
        decoder_put(&storm->decoder, bytes + at, length, vt_now_ms());
        act_on_all(storm, false);
    }
}

void storm_type_text(Storm *storm, const char *text)
{
    storm_type(storm, text, (int)strlen(text));
}

void storm_settle(Storm *storm)
{
    enum { LONGER = 13 };
    vt_wait_taken(&storm->vt);
    let_escape_pass(storm);
    if (decoder_deadline(&storm->decoder) < 0) return;
    act_on_all(storm, true);
    wait_behind(storm, ESCAPE_WAIT_MS * LONGER);
}

// Esc is what it is: what comes next does not join it.
void storm_press(Storm *storm, int code)
{
    Arena scratch = {0};
    storm_type_text(storm, key_bytes(code, &scratch));
    arena_free(&scratch);
    if (code != KEYCODE_ESCAPE) return;
    act_on_all(storm, true);
    storm->escaped = true;
}

// ---- what is not typed --------------------------------------------------------------------------

bool storm_is_too_small(const Storm *storm)
{
    return layout_tier(storm->app.columns, storm->app.rows) == TIER_NONE;
}

void storm_resize(Storm *storm, int columns, int rows)
{
    storm_settle(storm); // else keys meant for the old size come to the new one
    storm_expect_same(storm);
    buf_printf(&storm->log, "\n  %dx%d: ", columns, rows);
    vt_resize(&storm->vt, columns, rows);
    app_resize(&storm->app, columns, rows);
    storm_expect_same(storm);
}

void storm_suspend(Storm *storm)
{
    if (storm->vt.columns < 20 || storm->vt.rows < 8) return;
    storm_settle(storm);
    storm_expect_same(storm);
    buf_add(&storm->log, STR("<suspend>"));
    vt_type(&storm->vt, "\032");
    wait_for(storm, "[stopped]");
    vt_type(&storm->vt, "\n");
    storm_expect_same(storm);
}
