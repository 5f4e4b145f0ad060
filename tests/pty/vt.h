// A program on a terminal of our own: a pty, libvterm as the terminal, and between them a keeper,
// the least shell that job control needs. The keeper prints, on the same terminal,
//
//     [started]              before the program runs
//     [stopped]              when it is suspended; any key then continues it, as `fg` would
//     [exit 0 cooked]        when it ends: its status, or [signal 15 cooked]; "raw" instead of
//                            "cooked" when it left the terminal without echo or line editing
//
// Wait for text, never for time: vt_wait() reads until the text stands on the screen. A silence
// means something only while the program sleeps: on a busy machine it may be waiting for the
// processor.
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <vterm.h>

enum { VT_PATIENCE_MS = 60000, VT_TEXT = 65536 };

typedef struct Vt {
    VTerm *terminal;
    VTermScreen *screen;
    int columns, rows;
    int master;    // our end of the pty
    char name[64]; // the other one
    int alive;     // readable (end of file) once keeper and program are gone
    pid_t keeper;  // a session leader
    pid_t program;
    bool was_asked; // what it is
    char picture;   // of the last picture the protocol: 'k'itty, 'i'Term2, 's'ixel; 0: none came
    // What the program asked of the terminal:
    bool reports_mouse, own_screen, marks_paste, hides_cursor;
    char last[5]; // bytes that came, for what libvterm does not tell
    long bytes;   // how many have come
} Vt;

typedef struct VtProgram {
    const char *const *arguments;
    const char *const *environment; // "NAME=value", or "NAME" to remove it; NULL-terminated
    const char *input;              // file for its stdin instead of the terminal; NULL: none
    bool ignores_hangup;            // as under nohup
    const char *folder;             // where it runs; NULL: here
} VtProgram;

static long vt_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000L + now.tv_nsec / 1000000L;
}

// ---- the keeper's side --------------------------------------------------------------------------

static void vt_say(const char *text)
{
    ssize_t ignored = write(STDOUT_FILENO, text, strlen(text));
    (void)ignored;
}

static void vt_run_program(const VtProgram *program)
{
    setpgid(0, 0);
    tcsetpgrp(STDOUT_FILENO, getpid());
    signal(SIGTTOU, SIG_DFL);
    signal(SIGHUP, program->ignores_hangup ? SIG_IGN : SIG_DFL);
    for (const char *const *e = program->environment; *e; e++) {
        const char *equals = strchr(*e, '=');
        char name[64] = {0};
        size_t length = equals ? (size_t)(equals - *e) : strlen(*e);
        memcpy(name, *e, length < sizeof name ? length : sizeof name - 1);
        if (equals)
            setenv(name, equals + 1, 1);
        else
            unsetenv(name);
    }
    if (program->input) {
        int file = open(program->input, O_RDONLY);
        dup2(file, STDIN_FILENO);
        close(file);
    }
    if (program->folder && chdir(program->folder) != 0) _exit(126);
    char *arguments[16] = {0};
    for (int i = 0; i < 15 && program->arguments[i]; i++)
        arguments[i] = strdup(program->arguments[i]);
    execv(arguments[0], arguments);
    _exit(127);
}

static void vt_report_end(int status)
{
    struct termios modes;
    tcgetattr(STDOUT_FILENO, &modes);
    bool cooked = (modes.c_lflag & ECHO) && (modes.c_lflag & ICANON);
    bool signalled = WIFSIGNALED(status);
    char text[80];
    snprintf(text, sizeof text, "\r\n[%s %d %s]\r\n", signalled ? "signal" : "exit",
             signalled ? WTERMSIG(status) : WEXITSTATUS(status), cooked ? "cooked" : "raw");
    vt_say(text);
}

static void vt_keep(const VtProgram *program, int tell)
{
    signal(SIGTTOU, SIG_IGN);
    vt_say("[started]\r\n");
    pid_t child = fork();
    if (child == 0) vt_run_program(program);
    setpgid(child, child);
    tcsetpgrp(STDOUT_FILENO, child);
    ssize_t ignored = write(tell, &child, sizeof child);
    (void)ignored;
    int status;
    while (waitpid(child, &status, WUNTRACED) == child && WIFSTOPPED(status)) {
        tcsetpgrp(STDOUT_FILENO, getpid());
        vt_say("\r\n[stopped]\r\n");
        char any;
        ignored = read(STDIN_FILENO, &any, 1);
        tcsetpgrp(STDOUT_FILENO, child);
        kill(-child, SIGCONT);
    }
    tcsetpgrp(STDOUT_FILENO, getpid());
    vt_report_end(status);
    char any;
    ignored = read(STDIN_FILENO, &any, 1); // until the test has looked at the screen
    _exit(0);
}

// ---- the test's side ----------------------------------------------------------------------------

static void vt_write(const char *bytes, size_t count, void *vt)
{
    ssize_t ignored = write(((Vt *)vt)->master, bytes, count);
    (void)ignored;
}

static int vt_property(VTermProp property, VTermValue *value, void *vt_)
{
    Vt *vt = vt_;
    if (property == VTERM_PROP_ALTSCREEN) vt->own_screen = value->boolean;
    if (property == VTERM_PROP_CURSORVISIBLE) vt->hides_cursor = !value->boolean;
    return 1;
}

// Has the program given back all that it asked of the terminal?
static inline bool vt_is_restored(const Vt *vt)
{
    return !vt->reports_mouse && !vt->own_screen && !vt->marks_paste && !vt->hides_cursor;
}

// Whoever holds the other end of another terminal keeps that from being hung up.
static void vt_close_all_but(int tell, int alive)
{
    enum { MOST_OPEN = 256 };
    for (int descriptor = STDERR_FILENO + 1; descriptor < MOST_OPEN; descriptor++) {
        if (descriptor != tell && descriptor != alive) close(descriptor);
    }
}

static inline void vt_start(Vt *vt, int columns, int rows, const VtProgram *program)
{
    int tell[2], alive[2];
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    *vt = (Vt){.columns = columns, .rows = rows};
    if (pipe(tell) || pipe(alive)) abort();
    vt->keeper = forkpty(&vt->master, vt->name, NULL, &size);
    if (vt->keeper == 0) {
        vt_close_all_but(tell[1], alive[1]);
        vt_keep(program, tell[1]);
    }
    close(tell[1]);
    close(alive[1]);
    vt->alive = alive[0];
    if (read(tell[0], &vt->program, sizeof vt->program) != sizeof vt->program) abort();
    close(tell[0]);
    vt->terminal = vterm_new(rows, columns);
    vterm_set_utf8(vt->terminal, 1);
    vterm_output_set_callback(vt->terminal, vt_write, vt);
    vt->screen = vterm_obtain_screen(vt->terminal);
    vterm_screen_enable_altscreen(vt->screen, 1);
    static const VTermScreenCallbacks callbacks = {.settermprop = vt_property};
    vterm_screen_set_callbacks(vt->screen, &callbacks, vt);
    vterm_screen_reset(vt->screen, 1);
}

// libvterm takes the mouse for wanted whether it was asked for or not, and tells of no pastes.
static void vt_listen(Vt *vt, const char *bytes, ssize_t count)
{
    static const char *const MOUSE[] = {"1000l", "1000h"}, *const PASTE[] = {"2004l", "2004h"};
    static const char *const PICTURE[] = {"\033_Ga=", "\033]133", "\033Pq\"1"};
    for (ssize_t i = 0; i < count; i++) {
        memmove(vt->last, vt->last + 1, sizeof vt->last - 1);
        vt->last[sizeof vt->last - 1] = bytes[i];
        for (int way = 0; way < 3; way++) {
            if (memcmp(vt->last, PICTURE[way], sizeof vt->last) == 0) vt->picture = "kis"[way];
        }
        vt->was_asked |= memcmp(vt->last + 2, "\033[c", 3) == 0;
        for (int on = 0; on < 2; on++) {
            if (memcmp(vt->last, MOUSE[on], sizeof vt->last) == 0) vt->reports_mouse = on;
            if (memcmp(vt->last, PASTE[on], sizeof vt->last) == 0) vt->marks_paste = on;
        }
    }
}

// Reads what the program writes within `ms`; false when the pty is closed.
static bool vt_read(Vt *vt, int ms)
{
    struct pollfd input = {.fd = vt->master, .events = POLLIN};
    if (poll(&input, 1, ms) <= 0) return true;
    char bytes[4096];
    ssize_t count = read(vt->master, bytes, sizeof bytes);
    if (count <= 0) return false;
    vt->bytes += count;
    vt_listen(vt, bytes, count);
    vterm_input_write(vt->terminal, bytes, (size_t)count);
    return true;
}

static inline VTermScreenCell vt_cell(const Vt *vt, int column, int row)
{
    VTermScreenCell cell;
    vterm_screen_get_cell(vt->screen, (VTermPos){row, column}, &cell);
    return cell;
}

// One row as UTF-8 without trailing blanks; in a buffer that the next call overwrites.
static const char *vt_row(const Vt *vt, int row)
{
    static char text[4096];
    VTermRect area = {row, row + 1, 0, vt->columns};
    size_t n = vterm_screen_get_text(vt->screen, text, sizeof text - 1, area);
    while (n && text[n - 1] == ' ') n--;
    text[n] = '\0';
    return text;
}

static bool vt_shows(const Vt *vt, const char *text)
{
    for (int row = 0; row < vt->rows; row++) {
        if (strstr(vt_row(vt, row), text)) return true;
    }
    return false;
}

// Processor time of the program, in ms; -1: it sleeps, or there is no /proc.
static long vt_work_ms(const Vt *vt)
{
    char path[64], state = 'S';
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)vt->program);
    FILE *file = fopen(path, "r");
    if (!file) return -1;
    int read = fscanf(file, "%*d (%*[^)]) %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
                      &state, &user, &system);
    fclose(file);
    if (read != 3 || (state != 'R' && state != 'D')) return -1;
    return (long)(user + system) * 1000 / sysconf(_SC_CLK_TCK);
}

// A frame comes in pieces: reads on until the terminal has been quiet for a moment, in which the
// program slept or had the processor.
static void vt_settle(Vt *vt)
{
    enum { QUIET_MS = 30 };
    struct pollfd input = {.fd = vt->master, .events = POLLIN};
    long since = vt_work_ms(vt);
    for (long end = vt_now_ms() + VT_PATIENCE_MS; vt_now_ms() < end;) {
        bool came = poll(&input, 1, QUIET_MS) > 0;
        if (came && !vt_read(vt, 0)) return;
        long work = vt_work_ms(vt);
        if (!came && (work < 0 || (since >= 0 && work - since >= QUIET_MS))) return;
        if (came || since < 0) since = work;
    }
}

// Reads for `ms`, and then until the program sleeps.
static inline void vt_rest(Vt *vt, int ms)
{
    for (long end = vt_now_ms() + ms; vt_now_ms() < end;) vt_read(vt, 5);
    vt_settle(vt);
}

// The terminal reads what the program asks it at the start, and answers, so late.
static inline void vt_answer_late(const Vt *vt, int ms)
{
    enum { STARTED = 20 }; // bytes that the keeper writes at most
    int unread = 0;
    for (long end = vt_now_ms() + VT_PATIENCE_MS; unread < STARTED && vt_now_ms() < end;) {
        poll(NULL, 0, 1);
        ioctl(vt->master, FIONREAD, &unread);
    }
    poll(NULL, 0, ms);
}

static bool vt_wait_until(Vt *vt, const char *text, bool shown)
{
    for (long end = vt_now_ms() + VT_PATIENCE_MS; vt_now_ms() < end;) {
        bool open = vt_shows(vt, text) == shown || vt_read(vt, 20);
        if (vt_shows(vt, text) != shown && open) continue;
        vt_settle(vt);
        if (vt_shows(vt, text) == shown || !open) break;
    }
    return vt_shows(vt, text) == shown;
}

static inline bool vt_wait(Vt *vt, const char *text)
{
    return vt_wait_until(vt, text, true);
}

static inline bool vt_wait_gone(Vt *vt, const char *text)
{
    return vt_wait_until(vt, text, false);
}

// Waits until the program has read all that was typed.
static inline void vt_wait_taken(Vt *vt)
{
    int terminal = open(vt->name, O_RDWR | O_NOCTTY), waiting = 1;
    for (long end = vt_now_ms() + VT_PATIENCE_MS; waiting && vt_now_ms() < end; vt_read(vt, 5)) {
        if (ioctl(terminal, FIONREAD, &waiting) != 0) waiting = 0;
    }
    close(terminal);
}

// And as long again as it may wait for the rest of an arrow key.
static inline void vt_wait_read(Vt *vt)
{
    enum { LATER_MS = 80 };
    vt_wait_taken(vt);
    vt_rest(vt, LATER_MS);
}

static inline void vt_type(Vt *vt, const char *bytes)
{
    vt_write(bytes, strlen(bytes), vt);
}

// Leaves the walk: q, and once more when it asks for that.
static inline void vt_quit(Vt *vt)
{
    vt_type(vt, "q");
    assert_true(vt_wait(vt, "q again quits"));
    vt_type(vt, "q");
}

static inline void vt_press(Vt *vt, VTermKey key)
{
    vterm_keyboard_key(vt->terminal, key, VTERM_MOD_NONE);
}

static inline void vt_click(Vt *vt, int column, int row)
{
    if (!vt->reports_mouse) return;
    vterm_mouse_move(vt->terminal, row, column, VTERM_MOD_NONE);
    vterm_mouse_button(vt->terminal, 1, true, VTERM_MOD_NONE);
    vterm_mouse_button(vt->terminal, 1, false, VTERM_MOD_NONE);
}

// Told the size that it has, libvterm 0.3 forgets backgrounds; a terminal does nothing.
static inline void vt_resize(Vt *vt, int columns, int rows)
{
    if (columns == vt->columns && rows == vt->rows) return;
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    vt->columns = columns;
    vt->rows = rows;
    vterm_set_size(vt->terminal, rows, columns);
    ioctl(vt->master, TIOCSWINSZ, &size);
}

// Hangs up; returns whether keeper and program both ended. Only our own children are killed.
static bool vt_hang_up(Vt *vt)
{
    close(vt->master);
    vt->master = -1;
    struct pollfd end = {.fd = vt->alive, .events = POLLIN};
    return poll(&end, 1, VT_PATIENCE_MS) == 1;
}

static inline void vt_end(Vt *vt)
{
    bool ended = vt->master < 0 || vt_hang_up(vt);
    if (!ended) kill(vt->program, SIGKILL);
    kill(vt->keeper, SIGKILL);
    waitpid(vt->keeper, NULL, 0);
    close(vt->alive);
    vterm_free(vt->terminal);
}
