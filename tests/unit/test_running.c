// A program that runs longer than a moment says so, wherever it is opened, and can be stopped.
#include "support/test.h"

#include "pty/vt.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static char *program;
static char folder[] = "/tmp/qkv-running-XXXXXX";
static Vt vt, *running;

static int end_running(void **state)
{
    (void)state;
    if (running) vt_end(running);
    running = NULL;
    return 0;
}

static void start(const char *const *words, int columns, int rows)
{
    char state[80];
    snprintf(state, sizeof state, "XDG_STATE_HOME=%s/state", folder);
    const char *environment[] = {
        "TERM=xterm-256color", "LC_ALL=C.UTF-8", "ESCDELAY=20", "NO_COLOR=1", state, NULL};
    const char *arguments[8] = {program};
    for (int i = 0; words[i]; i++) arguments[i + 1] = words[i];
    vt_start(&vt, columns, rows,
             &(VtProgram){.arguments = arguments, .environment = environment, .folder = folder});
    running = &vt;
}

static void expect(const char *text)
{
    if (vt_wait(&vt, text)) return;
    for (int row = 0; row < vt.rows; row++) print_message("|%s\n", vt_row(&vt, row));
    fail_msg("there is no \"%s\"", text);
}

static void pause_ms(long ms)
{
    for (long end = vt_now_ms() + ms; vt_now_ms() < end;) vt_read(&vt, 50);
}

static void write_file(const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

// ---- what takes long ----------------------------------------------------------------------------

// A program with a loop around one line.
typedef struct Looping {
    const char *name, *before, *line, *behind;
} Looping;

static void write_looping(const Looping *looping, long turns)
{
    char text[512];
    snprintf(text, sizeof text, "%sfor i in range(%ld):\n    %s\n%s", looping->before, turns,
             looping->line, looping->behind);
    write_file(looping->name, text);
}

static double processor_seconds(void)
{
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)used.ru_utime.tv_sec + 1e-6 * (double)used.ru_utime.tv_usec;
}

// Long enough to be told to be running and to be stopped, on a fast machine as on a slow one: as
// many turns as take about that long, judged by how much of the processor's time `tried` take.
static void write_lasting(const Looping *looping, long tried)
{
    static const double seconds = 1.3;
    char command[256];
    write_looping(looping, tried);
    snprintf(command, sizeof command, "cd %s && %s run %s >tried", folder, program, looping->name);
    double before = processor_seconds();
    assert_int_equal(system(command), 0);
    double used = fmax(processor_seconds() - before, 1e-3);
    write_looping(looping, (long)((double)tried * seconds / used));
}

// ---- the first time -----------------------------------------------------------------------------

static void each_command_says_what_runs_and_ends_at_control_c(void **state)
{
    (void)state;
    static const char *const COMMANDS[][4] = {{"present", "endless.py"},
                                              {"show", "endless.py"},
                                              {"check", "endless.py"},
                                              {"quiz", "endless.py"},
                                              {"explain", "endless.py", "x[0]"}};
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        start(COMMANDS[i], 80, 24);
        expect("running endless.py:4, ");
        expect(" operations, ");
        expect(" MiB; Ctrl-C stops");
        vt_type(&vt, "\003");
        expect("[signal 2 cooked]");
        assert_true(vt_is_restored(&vt));
        end_running(NULL);
    }
}

static void a_walk_goes_on_with_what_the_loop_left(void **state)
{
    (void)state;
    start((const char *const[]){"learn", "learning.py", NULL}, 80, 24);
    expect("running learning.py:");
    vt_type(&vt, "\003");
    expect("iterations: the walk goes on with what they left.");
    vt_type(&vt, "t");
    expect("while True: iteration ");
    expect("after = W + 1");
    vt_type(&vt, "qqq");
    expect("[exit 0 cooked]");
    assert_true(vt_is_restored(&vt));
}

// The loop in it ends as well; who presses once too often has not meant the walk.
static void the_innermost_loop_ends_and_a_late_press_changes_nothing(void **state)
{
    (void)state;
    start((const char *const[]){"learn", "nested.py", NULL}, 80, 24);
    expect("running nested.py:");
    vt_type(&vt, "\003");
    expect("stopping after this iteration; Ctrl-C again: now");
    expect("Stopped after 1 iteration: the walk goes on with what it left.");
    vt_type(&vt, "\003");
    pause_ms(700);
    vt_type(&vt, "qqq");
    expect("[exit 0 cooked]");
    assert_true(vt_is_restored(&vt));
}

static void a_listing_is_interrupted_as_in_python(void **state)
{
    (void)state;
    start((const char *const[]){"run", "learning.py", NULL}, 80, 24);
    expect("running learning.py:");
    vt_type(&vt, "\003");
    expect("begins");
    expect("KeyboardInterrupt: stopped");
    expect("[exit 130 cooked]");
    end_running(NULL);
    start((const char *const[]){"run", "caught.py", NULL}, 80, 24);
    expect("running caught.py:");
    vt_type(&vt, "\003");
    expect("it had come far: True");
    expect("[exit 0 cooked]");
}

static void one_long_operation_is_interrupted(void **state)
{
    (void)state;
    write_file("long.py", "import torch\nx = torch.ones(9999, 9999)\ny = x @ x\n");
    start((const char *const[]){"run", "long.py", NULL}, 80, 24);
    expect("running long.py:3");
    vt_type(&vt, "\003");
    expect("KeyboardInterrupt: stopped");
    expect("[exit 130 cooked]");
    end_running(NULL);
}

static void what_says_so_is_gone_in_the_end(void **state)
{
    (void)state;
    start((const char *const[]){"run", "short.py", NULL}, 60, 16);
    expect("running short.py:");
    expect("[exit 0 cooked]");
    assert_false(vt_shows(&vt, "running"));
    assert_true(vt_shows(&vt, "done"));
}

static void who_listens_is_told_once(void **state)
{
    (void)state;
    start((const char *const[]){"learn", "--linear", "endless.py", NULL}, 60, 16);
    expect("Computing endless.py. Ctrl-C stops it.");
    pause_ms(900);
    assert_true(vt_shows(&vt, "[started]"));
    int lines = 0;
    for (int row = 0; row < vt.rows; row++) lines += strstr(vt_row(&vt, row), "Computing") != NULL;
    assert_int_equal(lines, 1);
    vt_type(&vt, "\003");
    expect("left."); // the terminal may break the line before it
    vt_type(&vt, "q\r");
    expect("[exit 0 cooked]");
}

static void into_a_pipe_nothing_is_said(void **state)
{
    (void)state;
    char command[512];
    snprintf(command, sizeof command, "cd %s && %s run short.py 2>&1 | cmp - expected", folder,
             program);
    write_file("expected", "done\n");
    assert_int_equal(system(command), 0);
}

// ---- after a change -----------------------------------------------------------------------------

// The numbers of before are still there, and the next change is made as ever.
static void stopped(const char *const *words, const char *key)
{
    start(words, 60, 16);
    expect("x[0] = 1");
    vt_type(&vt, "e7\r");
    expect("running edited.py:4, ");
    expect("Esc stops");
    vt_type(&vt, key);
    expect("Stopped: all is as it was.");
    expect("x[0] = 1");
    vt_type(&vt, "e0\r");
    expect("x[0] = 0");
    vt_type(&vt, "e7\r");
    expect("Esc stops");
    vt_type(&vt, key);
    expect("Stopped: all is as it was.");
    expect("x[0] = 0");
    vt_type(&vt, "u");
    expect("Undone: x[0] 0 → 1");
    vt_quit(&vt);
    expect("[exit 0 cooked]");
    assert_true(vt_is_restored(&vt));
    end_running(NULL);
}

static void a_change_that_takes_long_can_be_stopped(void **state)
{
    (void)state;
    const char *const words[] = {"learn", "--fresh", "edited.py", NULL};
    stopped(words, "\033");
    stopped(words, "\003");
}

static void a_what_if_that_takes_long_can_be_stopped(void **state)
{
    (void)state;
    static const char *const WORDS[][4] = {{"learn", "--fresh", "slow.py"}, {"present", "slow.py"}};
    static const char *const KEYS[] = {"\033", "\003"};
    for (size_t i = 0; i < 2; i++) {
        start(WORDS[i], 80, 24);
        expect("x[0,0]");
        vt_type(&vt, "W");
        expect("running slow.py:");
        expect("Esc stops");
        vt_type(&vt, KEYS[i]);
        expect("Stopped: all is as it was.");
        vt_type(&vt, "W");
        expect("q:back");
        assert_true(vt_shows(&vt, "> temperature 2"));
        vt_type(&vt, "+");
        expect("Esc stops");
        vt_type(&vt, KEYS[i]);
        expect("Stopped: all is as it was.");
        assert_true(vt_shows(&vt, "> temperature 2"));
        vt_type(&vt, "j");
        expect("Esc stops");
        vt_type(&vt, KEYS[i]);
        expect("Stopped: all is as it was.");
        assert_true(vt_shows(&vt, "> temperature 2"));
        vt_type(&vt, "qqq");
        expect("[exit 0 cooked]");
        end_running(NULL);
    }
}

static void a_what_if_told_line_by_line_can_be_stopped(void **state)
{
    (void)state;
    start((const char *const[]){"learn", "--fresh", "--linear", "slow.py", NULL}, 100, 40);
    expect("Next?");
    vt_type(&vt, "what 1\r");
    expect("Computing slow.py. Ctrl-C stops it.");
    vt_type(&vt, "\003");
    expect("Stopped: all is as it was.");
    vt_type(&vt, "changes\r");
    expect("There are no edits.");
}

// What else is typed meanwhile is not lost.
static void keys_wait_until_it_is_stopped(void **state)
{
    (void)state;
    start((const char *const[]){"learn", "--fresh", "edited.py", NULL}, 60, 16);
    expect("x[0] = 1");
    vt_type(&vt, "e7\r");
    expect("Esc stops");
    vt_type(&vt, "?");
    pause_ms(300);
    vt_type(&vt, "\003");
    expect("to the next step of the lesson");
}

static void a_change_told_line_by_line_can_be_stopped(void **state)
{
    (void)state;
    start((const char *const[]){"learn", "--fresh", "--linear", "edited.py", NULL}, 100, 40);
    expect("Next?");
    vt_type(&vt, "edit x[0] 7\r");
    expect("Computing edited.py. Ctrl-C stops it.");
    vt_type(&vt, "\003");
    expect("Stopped: all is as it was.");
    vt_type(&vt, "changes\r");
    expect("There are no edits.");
}

int main(void)
{
    const char *given = getenv("QKV");
    program = realpath(given && *given ? given : "build/qkv", NULL);
    if (!program || !mkdtemp(folder)) return 1;
    write_file("endless.py", "import torch\nx = torch.ones(3, 3)\nwhile True:\n    y = x * 1.0\n");
    write_file("learning.py", "import torch\nprint('begins')\n"
                              "W = torch.zeros(2, requires_grad=True)\nwhile True:\n"
                              "    loss = ((W - 3) ** 2).sum()\n    loss.backward()\n"
                              "    with torch.no_grad():\n        W -= 0.01 * W.grad\n"
                              "    W.grad = None\nafter = W + 1\n");
    write_file("nested.py", "import torch\nx = torch.ones(2)\n"
                            "for epoch in range(1000):\n    for batch in range(10**9):\n"
                            "        x = x + 1\n        slow = sum(1 for i in range(4 * 10**7))\n");
    write_file("caught.py", "n = 0\ntry:\n    while True:\n        n += 1\n"
                            "except KeyboardInterrupt:\n"
                            "    print('it had come far:', n > 1000)\n");
    write_lasting(&(Looping){"short.py", "total = 0\n", "total += i", "print('done')\n"}, 5000000);
    write_file("edited.py", "import torch\nx = torch.tensor([1.0, 2.0])\n"
                            "for i in range(1 if x[0] < 5 else 10**12):\n    y = x * 1.0\n");
    write_lasting(&(Looping){"slow.py",
                             "import torch\nx = torch.softmax(torch.rand(256, 4096), -1)\n",
                             "y = torch.logsumexp(x, 1)", ""},
                  50);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(each_command_says_what_runs_and_ends_at_control_c, end_running),
        cmocka_unit_test_teardown(a_walk_goes_on_with_what_the_loop_left, end_running),
        cmocka_unit_test_teardown(the_innermost_loop_ends_and_a_late_press_changes_nothing,
                                  end_running),
        cmocka_unit_test_teardown(a_listing_is_interrupted_as_in_python, end_running),
        cmocka_unit_test_teardown(one_long_operation_is_interrupted, end_running),
        cmocka_unit_test_teardown(what_says_so_is_gone_in_the_end, end_running),
        cmocka_unit_test_teardown(who_listens_is_told_once, end_running),
        cmocka_unit_test_teardown(into_a_pipe_nothing_is_said, end_running),
        cmocka_unit_test_teardown(a_change_that_takes_long_can_be_stopped, end_running),
        cmocka_unit_test_teardown(a_what_if_that_takes_long_can_be_stopped, end_running),
        cmocka_unit_test_teardown(a_what_if_told_line_by_line_can_be_stopped, end_running),
        cmocka_unit_test_teardown(keys_wait_until_it_is_stopped, end_running),
        cmocka_unit_test_teardown(a_change_told_line_by_line_can_be_stopped, end_running),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) != 0 ? 1 : failed;
}
