// What comes from outside, in whatever the program is just doing: signals, a closed terminal, a
// suspension, many sizes at once. Each is tried in each mode; afterwards the terminal is as it was,
// the status is right, and what was done before is still there at the next start.
#include "support/test.h"

#include "pty/vt.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static char *program;
static char folder[] = "/tmp/qkv-interrupts-XXXXXX";
static Vt *running; // to be ended after a failure

// ---- what the program is doing ------------------------------------------------------------------

typedef struct Mode {
    const char *name;
    const char *const words[6]; // behind the program's name
    const char *keys;           // that lead there
    const char *shown;          // once it is there
} Mode;

#define LEARN "learn", "eight-steps"

static const Mode MODES[] = {
    {"walk", {LEARN}, "]]", "step 3/9"},
    {"typing a command", {LEARN}, "]]:hea", ": hea"},
    {"typing a search", {LEARN}, "]]/query", "/ query"},
    {"editing a number", {LEARN}, "e-1.", "-1."},
    {"answering", {LEARN}, "]]])4", "answer: 4"},
    {"help", {LEARN}, "]]?", "Looking at cells"},
    {"figure", {LEARN}, "]]x", "back"},
    {"large", {LEARN}, "]]z", "back"},
    {"flow", {LEARN}, "]]]]]gweights_0\rT", "who looks at whom"},
    {"heads", {"learn", "multi-head", "--step", "9"}, "gattention_weights\rH", "2 heads of"},
    {"changes", {LEARN}, "+d", "back"},
    {"what if", {"learn", "attention", "--step", "5"}, "W", "what if?"},
    {"feeds", {LEARN}, "f", "back"},
    {"outline", {LEARN}, "t", "back"},
    {"lessons", {LEARN}, "L", "First evening"},
    {"playing", {LEARN}, "]]a", "laying"},
    {"too small", {LEARN}, "", "Need 60x16"},
    {"present", {"present", "eight-steps"}, "]", "2/9"},
    {"present, timer", {"present", "eight-steps"}, "]t", "0:0"},
    {"present, a vote typed", {"present", "eight-steps"}, "]]])v4 1", "4 1_"},
    {"notes", {"present", "eight-steps", "--notes"}, "", "waiting for qkv present"},
};
enum { MODE_COUNT = sizeof MODES / sizeof *MODES };

static void start_at(Vt *vt, const Mode *mode, const char *keys, const char *shown)
{
    char state[80], runtime[80];
    snprintf(state, sizeof state, "XDG_STATE_HOME=%s/state", folder);
    snprintf(runtime, sizeof runtime, "XDG_RUNTIME_DIR=%s/run", folder);
    const char *environment[] = {"TERM=xterm-256color",
                                 "LC_ALL=C.UTF-8",
                                 "ESCDELAY=20",
                                 "NO_COLOR",
                                 "QKV_COLOR",
                                 "COLORFGBG",
                                 state,
                                 runtime,
                                 NULL};
    const char *arguments[8] = {program};
    for (int i = 0; i < 6 && mode->words[i]; i++) arguments[i + 1] = mode->words[i];
    bool small = strcmp(mode->name, "too small") == 0;
    vt_start(vt, small ? 50 : 80, small ? 12 : 24,
             &(VtProgram){.arguments = arguments, .environment = environment, .folder = folder});
    running = vt;
    if (!vt_wait(vt, small ? "Need" : *mode->words[0] == 'l' ? "quit" : "9"))
        fail_msg("%s: it does not start", mode->name);
    vt_type(vt, keys);
    if (!vt_wait(vt, shown)) fail_msg("%s: there is no %s", mode->name, shown);
}

static void start(Vt *vt, const Mode *mode)
{
    char command[96]; // as at the first start ever
    snprintf(command, sizeof command, "rm -rf %s/state", folder);
    assert_int_equal(system(command), 0);
    start_at(vt, mode, mode->keys, mode->shown);
}

static int end_running(void **state)
{
    (void)state;
    if (running) vt_end(running);
    running = NULL;
    return 0;
}

static void expect_end(Vt *vt, const Mode *mode, const char *report)
{
    if (!vt_wait(vt, report)) fail_msg("%s: no %s", mode->name, report);
    if (!vt_is_restored(vt)) fail_msg("%s: the terminal is not as it was", mode->name);
    if (!vt_shows(vt, "[started]") && vt->rows == 24)
        fail_msg("%s: the screen from before is not back", mode->name);
    end_running(NULL);
}

// ---- what comes ---------------------------------------------------------------------------------

static void sent(int number, const char *report)
{
    for (int i = 0; i < MODE_COUNT; i++) {
        static Vt vt;
        start(&vt, &MODES[i]);
        kill(vt.program, number);
        expect_end(&vt, &MODES[i], report);
    }
}

static void a_termination_is_obeyed_everywhere(void **state)
{
    (void)state;
    sent(SIGTERM, "[signal 15 cooked]");
}

static void a_hangup_is_obeyed_everywhere(void **state)
{
    (void)state;
    sent(SIGHUP, "[signal 1 cooked]");
}

static void control_c_leaves_from_everywhere(void **state)
{
    (void)state;
    for (int i = 0; i < MODE_COUNT; i++) {
        static Vt vt;
        start(&vt, &MODES[i]);
        vt_type(&vt, "\003");
        expect_end(&vt, &MODES[i], "[signal 2 cooked]");
    }
}

static void a_terminal_that_is_gone_ends_it_everywhere(void **state)
{
    (void)state;
    for (int i = 0; i < MODE_COUNT; i++) {
        static Vt vt;
        start(&vt, &MODES[i]);
        if (!vt_hang_up(&vt)) fail_msg("%s: it goes on without a terminal", MODES[i].name);
        end_running(NULL);
    }
}

// Twice: what the first one leaves behind would show at the second.
static void control_z_suspends_and_goes_on_everywhere(void **state)
{
    (void)state;
    for (int i = 0; i < MODE_COUNT; i++) {
        const Mode *mode = &MODES[i];
        static Vt vt;
        start(&vt, mode);
        for (int time = 0; time < 2; time++) {
            vt_type(&vt, "\032");
            if (!vt_wait(&vt, "[stopped]")) fail_msg("%s: it is not suspended", mode->name);
            if (!vt_is_restored(&vt)) fail_msg("%s: suspended, it keeps something", mode->name);
            vt_type(&vt, "\n");
            if (!vt_wait(&vt, mode->shown) || !vt_wait_gone(&vt, "[stopped]"))
                fail_msg("%s: it does not come back", mode->name);
            if (!vt.own_screen || !vt.reports_mouse || !vt.marks_paste)
                fail_msg("%s: it comes back with less", mode->name);
        }
        kill(vt.program, SIGTERM);
        expect_end(&vt, mode, "[signal 15 cooked]");
    }
}

// The last size is the one that is shown, however many came before it.
static void many_sizes_at_once_leave_the_last_one(void **state)
{
    (void)state;
    for (int i = 0; i < MODE_COUNT; i++) {
        const Mode *mode = &MODES[i];
        static Vt vt;
        start(&vt, mode);
        for (int k = 0; k < 60; k++) {
            vt_resize(&vt, 60 + k * 37 % 90, 16 + k * 11 % 30);
            if (k % 3 == 0) vt_read(&vt, k % 7);
        }
        vt_resize(&vt, 41, 11);
        if (!vt_wait(&vt, "41x11")) fail_msg("%s: the last size is not shown", mode->name);
        vt_resize(&vt, 80, 24);
        if (!vt_wait_gone(&vt, "41x11")) fail_msg("%s: it does not come back", mode->name);
        kill(vt.program, SIGTERM);
        expect_end(&vt, mode, "[signal 15 cooked]");
    }
}

// ---- what stays ---------------------------------------------------------------------------------

static const Mode WALK = {"walk", {LEARN}, "", ""};

// An edit, an answer and a place, then an end without a word of goodbye.
static void end_hard(Vt *vt, int way)
{
    if (way == 0)
        vt_hang_up(vt);
    else if (way == 1)
        kill(vt->program, SIGHUP);
    else if (way == 2)
        kill(vt->program, SIGTERM);
    else
        vt_type(vt, "\003");
    if (way) vt_wait(vt, "cooked]");
    end_running(NULL);
}

static void nothing_is_lost_by_any_of_them(void **state)
{
    (void)state;
    for (int way = 0; way < 4; way++) {
        static Vt vt;
        start(&vt, &WALK);
        vt_type(&vt, "+]]])");
        assert_true(vt_wait(&vt, "step 4/9"));
        assert_true(vt_wait(&vt, "edits: 1"));
        vt_type(&vt, "   ");
        assert_true(vt_wait(&vt, "scores_0[1] = "));
        end_hard(&vt, way);
        start_at(&vt, &WALK, "", "Back at step 4, with 1 edit");
        assert_true(vt_shows(&vt, "scores_0[0] = "));
        vt_quit(&vt);
        assert_true(vt_wait(&vt, "[exit 0 cooked]"));
        end_running(NULL);
    }
}

// Killed while it saves, again and again: what is remembered is always whole.
static void a_kill_while_saving_leaves_the_state_whole(void **state)
{
    (void)state;
    static Vt vt;
    start(&vt, &WALK);
    vt_type(&vt, "]]]");
    assert_true(vt_wait(&vt, "step 4/9"));
    kill(vt.program, SIGTERM);
    expect_end(&vt, &WALK, "[signal 15 cooked]");
    for (int i = 0; i < 12; i++) {
        start_at(&vt, &WALK, "", "Back at step ");
        assert_false(vt_shows(&vt, "moved"));
        for (int k = 0; k < 6; k++) vt_type(&vt, k % 2 ? "[" : "]"); // each step is saved
        for (long end = vt_now_ms() + i * 3; vt_now_ms() < end;) vt_read(&vt, 1);
        kill(vt.program, SIGKILL);
        assert_true(vt_wait(&vt, "[signal 9"));
        end_running(NULL);
    }
}

static void fill(const char *name, const char *text)
{
    char path[160];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

// Walks to the end of a session; returns whether `warning` stands on the terminal afterwards.
static bool warns(const char *home, const char *warning)
{
    static Vt vt;
    char state[160];
    snprintf(state, sizeof state, "XDG_STATE_HOME=%s", home);
    const char *environment[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8", state, NULL};
    const char *arguments[] = {program, LEARN, NULL};
    vt_start(&vt, 80, 24, &(VtProgram){.arguments = arguments, .environment = environment});
    running = &vt;
    assert_true(vt_wait(&vt, "quit"));
    vt_type(&vt, "g3\r");
    assert_true(vt_wait(&vt, "step 3/9"));
    vt_quit(&vt);
    assert_true(vt_wait(&vt, "[exit 0 cooked]"));
    bool told = vt_shows(&vt, warning);
    end_running(NULL);
    return told;
}

// No place for it, a file in its place, a file that is none of ours: a warning, and a session.
static void state_that_cannot_be_kept_costs_a_warning(void **state)
{
    (void)state;
    char path[160];
    assert_true(warns("/proc/qkv", "/proc/qkv"));
    fill("blocked", "a file where a folder should be");
    snprintf(path, sizeof path, "%s/blocked", folder);
    assert_true(warns(path, "blocked"));
    snprintf(path, sizeof path, "mkdir -p %s/broken/qkv/lessons", folder);
    assert_int_equal(system(path), 0);
    snprintf(path, sizeof path, "%s/broken", folder);
    warns(path, ""); // now there is a file of it
    char command[512];
    snprintf(command, sizeof command, "for f in %s/qkv/lessons/*; do echo '{\"step\": [' >$f; done",
             path);
    assert_int_equal(system(command), 0);
    assert_true(warns(path, "it is now"));
    assert_false(warns(path, "it is now"));
}

// ---- waiting ------------------------------------------------------------------------------------

// How often the program has slept so far, and so how often it woke; -1: nobody says.
static long sleeps_of(pid_t pid)
{
    char path[64], line[256];
    long sleeps = -1;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        if (sscanf(line, "voluntary_ctxt_switches: %ld", &sleeps) == 1) break;
    }
    if (file) fclose(file);
    return sleeps;
}

static void wait_ms(Vt *vt, int ms)
{
    for (long end = vt_now_ms() + ms; vt_now_ms() < end;) vt_read(vt, 50);
}

// It sleeps until something comes. A clock wakes it each second, notes twice, to look where the
// presenter is.
static void waiting_uses_no_processor_time_anywhere(void **state)
{
    (void)state;
    enum { WAIT_MS = 3000 };
    for (int i = 0; i < MODE_COUNT; i++) {
        const Mode *mode = &MODES[i];
        bool quick = strcmp(mode->name, "walk") && strcmp(mode->name, "present, timer") &&
                     strcmp(mode->name, "notes") && strcmp(mode->name, "typing a command");
        static Vt vt;
        if (quick) continue;
        start(&vt, mode);
        if (strcmp(mode->name, "walk") == 0) vt_type(&vt, " "); // what it moves is over then
        vt_rest(&vt, 500);
        long before = sleeps_of(vt.program);
        if (before < 0) skip(); // no /proc
        wait_ms(&vt, WAIT_MS);
        long woke = sleeps_of(vt.program) - before;
        bool follows = strcmp(mode->name, "notes") == 0;
        bool looks = follows || strcmp(mode->name, "present, timer") == 0;
        long most = looks ? WAIT_MS / (follows ? 500 : 1000) + 1 : 0;
        if (woke > most) fail_msg("%s: woke %ld times in %d ms", mode->name, woke, WAIT_MS);
        kill(vt.program, SIGTERM);
        expect_end(&vt, mode, "[signal 15 cooked]");
    }
}

static void control_s_does_not_freeze_the_screen(void **state)
{
    (void)state;
    static Vt vt;
    start(&vt, &WALK);
    vt_type(&vt, "\023]]");
    assert_true(vt_wait(&vt, "step 3/9"));
    vt_quit(&vt);
    expect_end(&vt, &WALK, "[exit 0 cooked]");
}

// ---- line by line -------------------------------------------------------------------------------

static void the_linear_walk_ends_as_programs_do(void **state)
{
    (void)state;
    static const struct {
        int number;
        const char *report;
    } WAYS[] = {{SIGTERM, "[signal 15 cooked]"},
                {SIGHUP, "[signal 1 cooked]"},
                {SIGINT, "[signal 2 cooked]"}};
    for (int i = 0; i < 3; i++) {
        static Vt vt;
        const char *arguments[] = {program, LEARN, "--linear", NULL};
        char home[80];
        snprintf(home, sizeof home, "XDG_STATE_HOME=%s/state", folder);
        const char *environment[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8", home, NULL};
        char command[96];
        snprintf(command, sizeof command, "rm -rf %s/state", folder);
        assert_int_equal(system(command), 0);
        VtProgram learn = {.arguments = arguments, .environment = environment, .folder = folder};
        vt_start(&vt, 80, 60, &learn);
        running = &vt;
        assert_true(vt_wait(&vt, "Next?"));
        vt_type(&vt, "step 3\r");
        assert_true(vt_wait(&vt, "Step 3 of 9"));
        kill(vt.program, WAYS[i].number);
        assert_true(vt_wait(&vt, WAYS[i].report));
        end_running(NULL);
        vt_start(&vt, 80, 60, &learn); // and the place is remembered
        running = &vt;
        assert_true(vt_wait(&vt, "Step 3 of 9"));
        end_running(NULL);
    }
}

int main(void)
{
    const char *given = getenv("QKV");
    program = realpath(given && *given ? given : "build/qkv", NULL);
    char run[64];
    if (!program || !mkdtemp(folder)) return 1;
    snprintf(run, sizeof run, "%s/run", folder);
    if (mkdir(run, 0700) != 0) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_termination_is_obeyed_everywhere, end_running),
        cmocka_unit_test_teardown(a_hangup_is_obeyed_everywhere, end_running),
        cmocka_unit_test_teardown(control_c_leaves_from_everywhere, end_running),
        cmocka_unit_test_teardown(a_terminal_that_is_gone_ends_it_everywhere, end_running),
        cmocka_unit_test_teardown(control_z_suspends_and_goes_on_everywhere, end_running),
        cmocka_unit_test_teardown(many_sizes_at_once_leave_the_last_one, end_running),
        cmocka_unit_test_teardown(nothing_is_lost_by_any_of_them, end_running),
        cmocka_unit_test_teardown(a_kill_while_saving_leaves_the_state_whole, end_running),
        cmocka_unit_test_teardown(state_that_cannot_be_kept_costs_a_warning, end_running),
        cmocka_unit_test_teardown(waiting_uses_no_processor_time_anywhere, end_running),
        cmocka_unit_test_teardown(control_s_does_not_freeze_the_screen, end_running),
        cmocka_unit_test_teardown(the_linear_walk_ends_as_programs_do, end_running),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char remove[64];
    snprintf(remove, sizeof remove, "rm -rf %s", folder);
    if (system(remove) != 0) failed++;
    free(program);
    return failed;
}
