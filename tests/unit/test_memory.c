// Memory that is gone is a message and exit code 1, wherever it is missed: in every request in
// turn, under a small limit of the system's, and on the screen.
#include "support/test.h"

#include "base/buf.h"
#include "pty/vt.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
enum { IS_SANITIZED = 1 }; // it has a malloc of its own, and needs terabytes of addresses
#else
enum { IS_SANITIZED = 0 };
#endif

static char *program, *preloaded;
static char folder[] = "/tmp/qkv-memory-XXXXXX";
static Arena arena;
static Vt *running;

static int clean_up(void **state)
{
    (void)state;
    if (running) vt_end(running);
    running = NULL;
    arena_free(&arena);
    return 0;
}

// ---- running ------------------------------------------------------------------------------------

typedef struct Outcome {
    int status; // as of wait4()
    long peak;  // KiB that it had at most
    const char *out, *messages;
} Outcome;

typedef struct Child {
    const char *const *words; // NULL-terminated, the program's name first
    const char *variable, *value;
    size_t address_space; // 0: not limited
    const char *in;       // what it reads; NULL: nothing
} Child;

static const char *contents(const char *path)
{
    Buf text = {.arena = &arena};
    char chunk[4096];
    int file = open(path, O_RDONLY);
    for (ssize_t n; (n = read(file, chunk, sizeof chunk)) > 0;)
        buf_add(&text, (Str){chunk, (int)n});
    close(file);
    return buf_text(&text);
}

static Outcome run_child(const Child *child)
{
    pid_t pid = fork();
    if (pid == 0) {
        struct rlimit none = {0};
        setrlimit(RLIMIT_CORE, &none);
        if (child->variable) setenv("LD_PRELOAD", preloaded, 1);
        if (child->variable) setenv(child->variable, child->value, 1);
        struct rlimit limit = {child->address_space, child->address_space};
        if (child->address_space) setrlimit(RLIMIT_AS, &limit);
        bool ok = freopen(child->in ? child->in : "/dev/null", "r", stdin) &&
                  freopen("out", "w", stdout) && freopen("messages", "w", stderr);
        alarm(600);
        if (ok) execv(program, (char *const *)(uintptr_t)child->words);
        _exit(127);
    }
    Outcome outcome;
    struct rusage usage;
    wait4(pid, &outcome.status, 0, &usage);
    outcome.peak = usage.ru_maxrss;
    outcome.out = contents("out");
    outcome.messages = contents("messages");
    return outcome;
}

static bool failed_properly(const Outcome *outcome)
{
    return WIFEXITED(outcome->status) && WEXITSTATUS(outcome->status) == 1 &&
           strncmp(outcome->messages, "qkv: ", 5) == 0 && strstr(outcome->messages, "memory");
}

// ---- every request ------------------------------------------------------------------------------

static long requests_of(const char *const *words, Outcome *outcome)
{
    *outcome = run_child(&(Child){.words = words, .variable = "NO_MEMORY_COUNT", .value = "count"});
    return strtol(contents("count"), NULL, 10);
}

// All requests of the beginning, then about a hundred more.
static void fail_each(const char *const *words, const char *variable)
{
    Outcome whole;
    long requests = requests_of(words, &whole);
    assert_true(WIFEXITED(whole.status) && WEXITSTATUS(whole.status) == 0);
    assert_true(requests > 50);
    int failures = 0;
    for (long n = 1; n <= requests; n += n < 60 ? 1 : 1 + requests / 97) {
        char number[24];
        snprintf(number, sizeof number, "%ld", n);
        Outcome outcome =
            run_child(&(Child){.words = words, .variable = variable, .value = number});
        bool is_whole = WIFEXITED(outcome.status) && WEXITSTATUS(outcome.status) == 0 &&
                        strcmp(outcome.out, whole.out) == 0;
        bool failed = failed_properly(&outcome);
        if (!is_whole && !failed)
            fail_msg("%s %s, %s=%ld: status %x, %s", words[1], words[2], variable, n,
                     (unsigned)outcome.status, outcome.messages);
        failures += failed;
    }
    assert_true(failures > 20);
}

static void every_request_may_fail(void **state)
{
    (void)state;
    static const char *const CASES[][5] = {{"qkv", "run", "attention.py"},
                                           {"qkv", "show", "eight-steps"},
                                           {"qkv", "show", "mha.ipynb", "--json"},
                                           {"qkv", "check", "attention"}};
    if (IS_SANITIZED) skip();
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        fail_each(CASES[i], "NO_MEMORY_AT");
        fail_each(CASES[i], "NO_MEMORY_FROM");
    }
}

// ---- a small limit -----------------------------------------------------------------------------

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void a_small_limit_is_a_message(void **state)
{
    (void)state;
    static const char *const PROGRAMS[] = {
        "xs = []\nfor i in range(100000000):\n    xs.append([i])\n",
        "import torch\nxs = []\nwhile True: xs.append(torch.ones(1))\n",
        "import torch\nxs = []\nwhile True: xs.append(torch.ones(1000))\n",
        "import torch\nx = torch.ones(3, 3)\nxs = []\nwhile True: xs.append(x[0])\n",
        "s = 'a'\nwhile True: s = s + s\n",
        "d = {}\nwhile True: d[len(d)] = 'x' * len(d)\n",
        "def f(n): return f(n + 1) + 1\nf(0)\n",
        "def g(): yield 1\nxs = []\nwhile True:\n    a = g()\n    next(a)\n    xs.append(a)\n",
        "class A:\n    pass\nxs = []\nwhile True:\n    xs.append(A())\n    xs[-1].x = xs\n",
        "x = [0]\nwhile True: x = [x, x * 2]\n",
    };
    static const char *const COMMANDS[] = {"run", "show", "check"};
    enum { MEBIBYTE = 1 << 20, SMALL = 300 * MEBIBYTE };
    if (IS_SANITIZED) skip();
    for (size_t i = 0; i < sizeof PROGRAMS / sizeof *PROGRAMS; i++) {
        write_file("big.py", PROGRAMS[i]);
        for (int k = 0; k < 3; k++) {
            const char *words[] = {"qkv", COMMANDS[k], "big.py", NULL};
            Outcome outcome = run_child(&(Child){.words = words, .address_space = SMALL});
            if (!WIFEXITED(outcome.status) || WEXITSTATUS(outcome.status) != 1 ||
                !strstr(outcome.messages, "qkv: "))
                fail_msg("%s: status %x, %s\n%s", COMMANDS[k], (unsigned)outcome.status,
                         outcome.messages, PROGRAMS[i]);
        }
    }
}

// Under any limit of addresses that lets the program start at all.
static void every_limit_is_a_message(void **state)
{
    (void)state;
    static const char *const CASES[][7] = {
        {"qkv", "run", "attention.py"},
        {"qkv", "show", "eight-steps"},
        {"qkv", "check", "attention"},
        {"qkv", "learn", "--linear", "--fresh", "eight-steps"},
        {"qkv", "export", "eight-steps", "weights", "-o", "-", NULL},
        {"qkv", "show", "eight-steps", "--handout", "--html"},
    };
    static const size_t MEBIBYTES[] = {20, 45, 60, 80, 100, 130, 160, 220, 300, 500, 1000};
    enum { NOT_STARTED = 127 };
    if (IS_SANITIZED) skip();
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        for (size_t k = 0; k < sizeof MEBIBYTES / sizeof *MEBIBYTES; k++) {
            Outcome outcome =
                run_child(&(Child){.words = CASES[i], .address_space = MEBIBYTES[k] << 20});
            int status = WIFEXITED(outcome.status) ? WEXITSTATUS(outcome.status) : -1;
            bool whole = status == 0 && outcome.out[0];
            bool not_started = status == NOT_STARTED && k == 0; // the loader says so
            if (!whole && !not_started && !failed_properly(&outcome))
                fail_msg("%s %s in %zu MiB: status %x, %s", CASES[i][1], CASES[i][2], MEBIBYTES[k],
                         (unsigned)outcome.status, outcome.messages);
        }
    }
}

// A program that takes all that it gets, again with two edits: the run from before each is kept
// until the next has ended. Then a what-if.
static void all_runs_together_take_half(void **state)
{
    (void)state;
    enum { KIBIBYTES = 600000, REST = 50000 };
    const char *words[] = {"qkv", "learn", "--linear", "--fresh", "greedy.py", NULL};
    if (IS_SANITIZED) skip();
    write_file("greedy.py", "import torch\nx = torch.tensor([1.0, 2.0])\nkept = []\ntry:\n"
                            "    for i in range(2000): kept.append(torch.ones(500000))\n"
                            "except RuntimeError:\n    kept.pop()\ny = x * 2\n");
    write_file("told", "edit x[0] 2\nedit x[0] 3\nedit x[0] 4\nwhat 1\nchanges\n");
    Outcome outcome =
        run_child(&(Child){.words = words, .address_space = (size_t)KIBIBYTES << 10, .in = "told"});
    assert_true(WIFEXITED(outcome.status) && WEXITSTATUS(outcome.status) == 0);
    assert_non_null(strstr(outcome.out, "You changed x[0] from 1 to 4."));
    assert_in_range(outcome.peak, KIBIBYTES / 4, KIBIBYTES / 2 + REST);
}

static void a_product_needs_no_more_than_there_is(void **state)
{
    (void)state;
    if (IS_SANITIZED) skip();
    write_file("product.py", "import torch\nx = torch.ones(300, 300)\nprint((x @ x).sum())\n");
    const char *words[] = {"qkv", "run", "product.py", NULL};
    Outcome outcome = run_child(&(Child){.words = words, .address_space = (size_t)200 << 20});
    assert_string_equal(outcome.out, "tensor(27000000.)\n");
}

// ---- on the screen ------------------------------------------------------------------------------

static void the_terminal_is_restored_first(void **state)
{
    (void)state;
    static Vt vt;
    if (IS_SANITIZED) skip();
    static const char *const WORDS[] = {"qkv", "show", "eight-steps", "--screen", NULL};
    Outcome whole;
    char preload[512], from[64], home[128];
    snprintf(preload, sizeof preload, "LD_PRELOAD=%s", preloaded);
    snprintf(from, sizeof from, "NO_MEMORY_FROM=%ld", requests_of(WORDS, &whole) + 1500);
    snprintf(home, sizeof home, "XDG_STATE_HOME=%s", folder);
    const char *environment[] = {
        "TERM=xterm-256color", "LC_ALL=C.UTF-8", home, preload, from, NULL};
    const char *arguments[] = {program, "learn", "eight-steps", NULL};
    vt_start(&vt, 80, 24, &(VtProgram){.arguments = arguments, .environment = environment});
    running = &vt;
    assert_true(vt_wait(&vt, "quit"));
    for (int i = 0; i < 2000 && !vt_shows(&vt, "cooked]"); i++) {
        vt_type(&vt, i % 40 ? " " : "+");
        vt_read(&vt, 2);
    }
    assert_true(vt_wait(&vt, "[exit 1 cooked]"));
    assert_true(vt_is_restored(&vt));
    assert_true(vt_shows(&vt, "[started]"));
    assert_true(vt_shows(&vt, "qkv: out of memory"));
}

int main(int argc, char **argv)
{
    (void)argc;
    const char *given = getenv("QKV");
    char beside[4096], files[4096];
    program = realpath(given && *given ? given : "build/qkv", NULL);
    snprintf(beside, sizeof beside, "%.*s/no_memory.so", (int)(strrchr(argv[0], '/') - argv[0]),
             argv[0]);
    preloaded = realpath(beside, NULL);
    if (!program || (!preloaded && !IS_SANITIZED) || !mkdtemp(folder)) return 1;
    snprintf(files, sizeof files, "cp -r tests/commands/files/* %s", folder);
    if (system(files) != 0 || chdir(folder) != 0) return 1;
    setenv("XDG_STATE_HOME", folder, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_request_may_fail, clean_up),
        cmocka_unit_test_teardown(a_small_limit_is_a_message, clean_up),
        cmocka_unit_test_teardown(every_limit_is_a_message, clean_up),
        cmocka_unit_test_teardown(all_runs_together_take_half, clean_up),
        cmocka_unit_test_teardown(a_product_needs_no_more_than_there_is, clean_up),
        cmocka_unit_test_teardown(the_terminal_is_restored_first, clean_up),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) != 0 ? 1 : failed;
}
