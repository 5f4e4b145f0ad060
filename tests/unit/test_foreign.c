// What stands in a stranger's file is shown, never obeyed: every command with every option of its,
// into a pipe and on a terminal, with files that carry control characters wherever text can stand.
#include "support/test.h"

#include "base/text/utf8.h"
#include "base/text/visible.h"
#include "command/command.h"

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// A title for the terminal, an erased screen, a bell, a delete, a control sequence in one
// character, an override, an isolate and a mark.
#define EVIL "\033]0;pwn\007\033[2J\177\302\233pwn\342\200\256\342\201\246\330\234\342\200\217pwn"
// The same, as Python and JSON spell it.
#define EVIL_ESCAPED                                                                               \
    "\\u001b]0;pwn\\u0007\\u001b[2J\\u007f\\u009bpwn\\u202e\\u2066\\u061c\\u200fpwn"

static char *program;
static char folder[] = "/tmp/qkv-foreign-XXXXXX";
static Arena arena;

// ---- the files ----------------------------------------------------------------------------------

static const char lesson[] =
    "# Title " EVIL "\n\nIntro " EVIL " and `" EVIL "`.\n\n## Step " EVIL "\n\n"
    "> **Predict** `y[0, 1]` " EVIL "\n>\n> Since " EVIL ".\n\n"
    "> **Predict** which " EVIL "\n>\n> - [ ] this " EVIL "\n> - [x] that " EVIL "\n>\n> " EVIL
    "\n\n"
    "- item " EVIL "\n\n| a " EVIL " | b |\n|---|---|\n| " EVIL " | 2 |\n\n"
    "```python\nimport torch, sys  # " EVIL "\nwords = [\"we " EVIL_ESCAPED "\", \"" EVIL_ESCAPED
    "\"]\n#| axes: x = words, words; y = words, words\n"
    "x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])\ny = x @ x.T\nprint(\"" EVIL_ESCAPED
    "\", words, x)\nprint(\"" EVIL_ESCAPED "\", file=sys.stderr)\n```\n\n"
    "```output\nother " EVIL "\n```\n\nLive `{python} words[0]`, 1 + 1 = 3 " EVIL ".\n\n"
    "## Last\n\n```python\nimport warnings\nwarnings.warn(\"" EVIL_ESCAPED
    "\")\nraise ValueError(\"" EVIL_ESCAPED "\")  # " EVIL "\n```\n";

static const char listing[] =
    "\"\"\"Doc " EVIL "\"\"\"\n# Step 1: " EVIL "\nimport torch\nx = torch.ones(2, 2)  # " EVIL
    "\nprint(\"" EVIL_ESCAPED "\", '" EVIL
    "', \"a\\rb\\b\")\ny = x @ x\nassert False, \"" EVIL_ESCAPED "\"\n";

static const char notebook[] =
    "{\"nbformat\": 4, \"nbformat_minor\": 5, \"metadata\": {}, \"cells\": ["
    "{\"cell_type\": \"markdown\", \"metadata\": {}, \"source\": \"# T " EVIL_ESCAPED "\"},"
    "{\"cell_type\": \"code\", \"metadata\": {}, \"execution_count\": 1, \"outputs\": "
    "[{\"output_type\":"
    " \"stream\", \"name\": \"stdout\", \"text\": \"" EVIL_ESCAPED "\"}],"
    " \"source\": \"import torch  # " EVIL_ESCAPED "\\nx = torch.ones(2, 2)\\nprint('" EVIL_ESCAPED
    "')\\ny = x @ x\\n'" EVIL_ESCAPED "'\"}]}";

#define NAME "f" EVIL
static const char *const FILES[] = {NAME ".md", NAME ".py", NAME ".ipynb"};

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

// ---- running ------------------------------------------------------------------------------------

typedef struct Call {
    const char *words[16]; // behind the program's name
    int count;
} Call;

static void run_program(const Call *call)
{
    const char *words[18] = {program};
    memcpy(words + 1, call->words, (size_t)call->count * sizeof *words);
    alarm(600);
    execv(program, (char *const *)(uintptr_t)words);
    _exit(127);
}

static void read_rest(int from, Buf *bytes)
{
    char chunk[65536];
    for (ssize_t n; (n = read(from, chunk, sizeof chunk)) > 0;)
        buf_add(bytes, (Str){chunk, (int)n});
    close(from);
}

static void in_pipe(const Call *call, Buf *bytes)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        if (!freopen("/dev/null", "r", stdin)) _exit(126);
        run_program(call);
    }
    close(ends[1]);
    read_rest(ends[0], bytes);
    waitpid(child, NULL, 0);
}

// Types what goes through a screen, or answers a question, one after the other.
static void on_terminal(const Call *call, Buf *bytes)
{
    static const char *const TYPED[] = {"  ", "]", "?", "q", "t", "q", "d", "q",
                                        "L",  "q", "z", "q", "x", "q", "e", "1",
                                        "\r", "q", "q", "q", "y", "q", "\n"};
    enum { COUNT = sizeof TYPED / sizeof *TYPED, PAUSE_MS = 25 };
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    int master;
    pid_t child = forkpty(&master, NULL, NULL, &size);
    if (child == 0) run_program(call);
    char chunk[65536];
    for (int next = 0;;) {
        struct pollfd input = {.fd = master, .events = POLLIN};
        bool asked = bytes->n && next < 2000;
        if (poll(&input, 1, asked ? PAUSE_MS : 1000) == 0) {
            const char *keys = next < COUNT ? TYPED[next] : "q";
            if (write(master, keys, strlen(keys)) < 0) break;
            if (++next > COUNT + 40) kill(child, SIGTERM);
            continue;
        }
        ssize_t n = read(master, chunk, sizeof chunk);
        if (n <= 0) break;
        buf_add(bytes, (Str){chunk, (int)n});
    }
    close(master);
    waitpid(child, NULL, 0);
}

// ---- what came ---------------------------------------------------------------------------------

static bool is_unsafe(uint32_t code)
{
    if (code == '\n' || code == '\t') return false;
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x202A && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069) || code == 0x200E || code == 0x200F || code == 0x61C;
}

// What a terminal's own sequences are made of.
static bool is_own(uint32_t code)
{
    return code == '\033' || code == '\r' || code == '\b' || code == 0x0E || code == 0x0F;
}

static void expect_safe(const Call *call, Str bytes, bool has_screen, const char *where)
{
    int length, at = 0;
    const char *what = NULL;
    for (; at < bytes.n && !what; at += length) {
        uint32_t code = utf8_decode(str_slice(bytes, at, bytes.n), &length);
        bool ends_line = code == '\r' && at + 1 < bytes.n && bytes.p[at + 1] == '\n';
        if (is_unsafe(code) && !ends_line && !(has_screen && is_own(code))) what = "it sends";
    }
    static const char *const OBEYED[] = {"\033]0", "\033[2Jpwn", "\033[2J^?"};
    for (int i = 0; i < 3 && !what; i++) {
        at = str_find(bytes, OBEYED[i]);
        if (at >= 0) what = "it passes on";
    }
    if (!what) return;
    Buf words = {.arena = &arena}, shown = {.arena = &arena};
    for (int i = 0; i < call->count; i++)
        visible_add(&words, str_from(arena_printf(&arena, " %s", call->words[i])));
    Str around = str_slice(bytes, at > 60 ? at - 60 : 0, at + 20);
    for (int i = 0; i < around.n; i++) {
        unsigned char c = (unsigned char)around.p[i];
        buf_printf(&shown, c < ' ' || c >= 0x7F ? "<%02x>" : "%c", c);
    }
    fail_msg("%s, qkv%s: %s %s", where, buf_text(&words), what, buf_text(&shown));
}

static int shown; // how often something evil was seen, made harmless

static void try(const Call *call, bool has_screen)
{
    Buf bytes = {.arena = &arena};
    in_pipe(call, &bytes);
    bool verbatim = strcmp(call->words[0], "run") == 0; // as Python: its standard output is let be
    if (!verbatim) expect_safe(call, buf_str(&bytes), false, "into a pipe");
    buf_cut(&bytes, 0);
    on_terminal(call, &bytes);
    expect_safe(call, buf_str(&bytes), has_screen, "on a terminal");
    shown += str_find(buf_str(&bytes), "^[]0;pwn") >= 0;
    arena_free(&arena);
}

// ---- all commands -------------------------------------------------------------------------------

static const Command *const ROWS[] = {
    &command_learn,  &command_lessons, &command_show, &command_explain, &command_run,
    &command_export, &command_check,   &command_quiz, &command_present, &command_completion,
    &command_help,   &command_model,   &command_new,  &command_grades,  NULL,
};

static bool has_screen(const Call *call)
{
    return strcmp(call->words[0], "learn") == 0 || strcmp(call->words[0], "present") == 0;
}

static void add(Call *call, const char *word)
{
    if (call->count < 16) call->words[call->count++] = word;
}

// The command with its words; the second one, where there is one, names a matrix or a cell.
static Call plain(const Command *command, const char *file)
{
    Call call = {{command->name}, 1};
    bool takes_file =
        strcmp(command->completes, "lesson") == 0 || strcmp(command->completes, "file") == 0;
    if (command->most > 0) add(&call, takes_file ? file : EVIL);
    if (takes_file && command->least > 1) add(&call, "y[0,1]");
    if (command == &command_model) add(&call, EVIL);
    if (command == &command_export) add(&call, "-otaken" EVIL ".svg");
    return call;
}

static void try_option(const Command *command, const Option *option)
{
    char name[64];
    snprintf(name, sizeof name, "--%s", option->name);
    Call call = plain(command, FILES[0]);
    add(&call, name);
    static const char *const VALUES[] = {
        [KIND_INTEGER] = "1",  [KIND_NUMBER] = "1",  [KIND_SIZE] = "80x24",
        [KIND_EXTENT] = "300", [KIND_RANGE] = "0,1", [KIND_BYTES] = "64M"};
    if (option->kind != KIND_FLAG) {
        add(&call, EVIL); // which is refused by name, or taken
        try(&call, has_screen(&call));
        call.count--;
    }
    if (option->kind == KIND_CHOICE) {
        for (const char *const *choice = option->choices; *choice; choice++) {
            Call chosen = call;
            add(&chosen, *choice);
            try(&chosen, has_screen(&chosen));
        }
        return;
    }
    if (option->kind == KIND_TEXT || option->kind == KIND_TEXTS) return;
    if (option->kind != KIND_FLAG) add(&call, VALUES[option->kind]);
    try(&call, has_screen(&call));
}

static void no_command_passes_anything_on(void **state)
{
    (void)state;
    for (int i = 0; ROWS[i]; i++) {
        for (int k = 0; k < 3; k++) {
            Call call = plain(ROWS[i], FILES[k]);
            try(&call, has_screen(&call));
        }
        Call wrong = {{ROWS[i]->name, EVIL, EVIL, "--" EVIL}, 4};
        try(&wrong, false);
    }
    assert_true(shown > 20); // the files do get as far as the screen
}

static void no_option_passes_anything_on(void **state)
{
    (void)state;
    for (int i = 0; ROWS[i]; i++) {
        for (const OptionId *id = ROWS[i]->options; *id != OPTION_NONE; id++)
            try_option(ROWS[i], &option_table[*id]);
    }
    Call calls[] = {{{EVIL}, 1},
                    {{"--" EVIL}, 1},
                    {{"show", FILES[0], "--step", "1", "--cost"}, 5},
                    {{"show", FILES[0], "--screen", "--keys", "]]?qtqd"}, 5},
                    {{"export", FILES[0], "y", "-o", "-", "--format", "svg"}, 7},
                    {{"export", FILES[0], "y", "-o", "-", "--format", "csv"}, 7},
                    {{"export", FILES[0], "y", "-o", "-", "--format", "markdown"}, 7}};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) try(&calls[i], false);
}

// Each command that the program lists has been tried above.
static void no_command_is_forgotten(void **state)
{
    (void)state;
    Buf bytes = {.arena = &arena};
    in_pipe(&(Call){{"help"}, 1}, &bytes);
    Str text = buf_str(&bytes), line;
    bool listed = false;
    int count = 0;
    while (str_next_line(&text, &line)) {
        if (listed && line.n == 0) break;
        if (listed) {
            Str word = str_trim(line);
            char name[32];
            int end = str_find(word, " ");
            snprintf(name, sizeof name, "%.*s", end, word.p);
            if (!command_find(ROWS, name)) fail_msg("%s is not tried", name);
            count++;
        }
        listed = listed || str_is(line, "Commands:");
    }
    assert_int_equal(count, (int)(sizeof ROWS / sizeof *ROWS) - 1);
    arena_free(&arena);
}

static void what_a_program_prints_into_a_pipe_is_let_be(void **state)
{
    (void)state;
    write_file("print.py", "print('" EVIL_ESCAPED "\\r')\n");
    Buf bytes = {.arena = &arena};
    in_pipe(&(Call){{"run", "print.py"}, 2}, &bytes);
    assert_string_equal(buf_text(&bytes), EVIL "\r\n");
    arena_free(&arena);
}

int main(void)
{
    const char *given = getenv("QKV");
    program = realpath(given && *given ? given : "build/qkv", NULL);
    if (!program || !mkdtemp(folder) || chdir(folder) != 0) return 1;
    char lessons[128];
    snprintf(lessons, sizeof lessons, "mkdir -p %s/qkv/lessons", folder);
    if (system(lessons) != 0) return 1;
    write_file(FILES[0], lesson);
    write_file(FILES[1], listing);
    write_file(FILES[2], notebook);
    write_file("qkv/lessons/" NAME ".md", lesson);
    setenv("XDG_DATA_HOME", folder, 1);
    setenv("XDG_STATE_HOME", folder, 1);
    setenv("XDG_RUNTIME_DIR", folder, 1);
    setenv("TERM", "xterm-256color", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_command_passes_anything_on),
        cmocka_unit_test(no_option_passes_anything_on),
        cmocka_unit_test(no_command_is_forgotten),
        cmocka_unit_test(what_a_program_prints_into_a_pipe_is_let_be),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) != 0 ? 1 : failed;
}
