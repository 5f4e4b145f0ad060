// Only calls from signal-safety(7) are made in handlers: write, tcsetattr, dup2, lseek, read.
//
// Handlers write to a pipe that the program sleeps on: so a signal wakes it whenever it comes, and
// whichever thread gets it.
#include "terminal/rescue.h"

#include "base/bug.h"
#include "base/files/file.h"
#include "base/machine/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { RESET_BYTES = 512, STACK_BYTES = 65536 };

static struct {
    int terminal;
    bool armed, has_modes;
    char reset[RESET_BYTES];
    size_t reset_length;
    struct termios modes;         // as they were before the program
    int stderr_copy, stderr_file; // -1: not captured
    void *stack;
} state = {.stderr_copy = -1, .stderr_file = -1};

static volatile sig_atomic_t arrived, stop_wanted;
static int wake[2] = {-1, -1}; // the ends to read and to write

int rescue_signal(void)
{
    return arrived;
}

void rescue_forget(void)
{
    arrived = 0;
}

bool rescue_stop_wanted(void)
{
    return stop_wanted;
}

int rescue_wake(void)
{
    return wake[0];
}

bool rescue_woken(void)
{
    char bytes[64];
    bool woken = false;
    while (wake[0] >= 0 && read(wake[0], bytes, sizeof bytes) > 0) woken = true;
    return woken;
}

void rescue_raise(int number)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    sigprocmask(SIG_UNBLOCK, &only, NULL);
    raise(number);
}

// ---- stderr -----------------------------------------------------------------------------------

void rescue_capture_stderr(void)
{
    if (!isatty(STDERR_FILENO)) return;
    FILE *file = tmpfile();
    if (!file) return;
    state.stderr_file = dup(fileno(file));
    fclose(file);
    state.stderr_copy = dup(STDERR_FILENO);
    if (state.stderr_file >= 0 && state.stderr_copy >= 0) dup2(state.stderr_file, STDERR_FILENO);
}

void rescue_replay_stderr(void)
{
    if (state.stderr_copy < 0 || state.stderr_file < 0) return;
    dup2(state.stderr_copy, STDERR_FILENO);
    lseek(state.stderr_file, 0, SEEK_SET);
    char bytes[1024];
    for (ssize_t n; (n = read(state.stderr_file, bytes, sizeof bytes)) > 0;)
        file_write_all(STDERR_FILENO, bytes, (size_t)n);
    close(state.stderr_copy);
    close(state.stderr_file);
    state.stderr_copy = state.stderr_file = -1;
}

// ---- handlers -----------------------------------------------------------------------------------

static void leave_screen(void)
{
    if (!state.armed) return;
    state.armed = false;
    file_write_all(state.terminal, state.reset, state.reset_length);
    if (state.has_modes) tcsetattr(state.terminal, TCSANOW, &state.modes);
    rescue_replay_stderr();
}

static void on_crash(int number)
{
    bug_rescue();
    rescue_raise(number);
}

// A full pipe wakes as well as another byte would.
static void wake_up(void)
{
    int before = errno;
    if (wake[1] >= 0 && write(wake[1], "", 1) < 0) errno = before;
}

static _Atomic(int64_t) deaf_until;

static bool is_deaf(void)
{
    return clock_ms() < atomic_load(&deaf_until);
}

static void on_late(int number)
{
    if (!is_deaf()) rescue_raise(number);
}

// The second one finds a program that hangs, perhaps in a write to a stopped terminal.
static void on_deadly(int number)
{
    if (number == SIGINT && is_deaf()) return;
    if (arrived) {
        bug_rescue();
        rescue_raise(number);
    }
    arrived = number;
    wake_up();
}

// To be stopped, or that the size has changed.
static void on_event(int number)
{
    if (number == SIGTSTP) stop_wanted = 1;
    wake_up();
}

// Only where there is no other handler: sanitizers have handlers of their own, nohup ignores
// SIGHUP.
static void handle(int number, void (*handler)(int), int flags)
{
    struct sigaction before, action = {.sa_handler = handler, .sa_flags = flags};
    sigemptyset(&action.sa_mask);
    bool known = sigaction(number, NULL, &before) == 0;
    bool untouched = known && !(before.sa_flags & SA_SIGINFO) &&
                     (before.sa_handler == SIG_DFL || before.sa_handler == on_late);
    if (untouched) sigaction(number, &action, NULL);
}

void rescue_ignore_late(void)
{
    enum { LATE_MS = 500 };
    atomic_store(&deaf_until, clock_ms() + LATE_MS);
    handle(SIGINT, on_late, SA_RESTART);
}

static const int CRASHES[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
static const int DEADLY[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

void rescue_stop(void)
{
    stop_wanted = 0;
    rescue_raise(SIGTSTP); // returns when the program is continued
    handle(SIGTSTP, on_event, 0);
}

static void close_wake(void)
{
    for (int i = 0; i < 2; i++) {
        if (wake[i] >= 0) close(wake[i]);
        wake[i] = -1;
    }
}

static void open_wake(void)
{
    if (pipe(wake) != 0) wake[0] = wake[1] = -1;
    bool ready = wake[0] >= 0;
    for (int i = 0; ready && i < 2; i++)
        ready =
            fcntl(wake[i], F_SETFL, O_NONBLOCK) == 0 && fcntl(wake[i], F_SETFD, FD_CLOEXEC) == 0;
    if (!ready) close_wake();
}

void rescue_begin(int terminal)
{
    state.terminal = terminal;
    state.has_modes = tcgetattr(terminal, &state.modes) == 0;
    arrived = 0;
    if (is_deaf()) rescue_ignore_late();
    open_wake();
    state.stack = malloc(STACK_BYTES);
    stack_t stack = {.ss_sp = state.stack, .ss_size = STACK_BYTES};
    if (state.stack) sigaltstack(&stack, NULL);
    for (size_t i = 0; i < sizeof CRASHES / sizeof *CRASHES; i++)
        handle(CRASHES[i], on_crash, (int)(SA_ONSTACK | SA_RESETHAND));
    for (size_t i = 0; i < sizeof DEADLY / sizeof *DEADLY; i++) handle(DEADLY[i], on_deadly, 0);
    stop_wanted = 0;
    handle(SIGTSTP, on_event, 0);
    handle(SIGWINCH, on_event, SA_RESTART); // poll() wakes nevertheless
}

void rescue_arm(const char *reset, size_t length)
{
    state.reset_length = length < RESET_BYTES ? length : 0;
    memcpy(state.reset, reset, state.reset_length);
    state.armed = true;
    bug_set_rescue(leave_screen);
}

static void restore(int number, void (*handler)(int))
{
    struct sigaction now;
    if (sigaction(number, NULL, &now) == 0 && now.sa_handler == handler) signal(number, SIG_DFL);
}

void rescue_disarm(void)
{
    state.armed = false;
    bug_set_rescue(NULL);
    for (size_t i = 0; i < sizeof CRASHES / sizeof *CRASHES; i++) restore(CRASHES[i], on_crash);
    for (size_t i = 0; i < sizeof DEADLY / sizeof *DEADLY; i++) restore(DEADLY[i], on_deadly);
    restore(SIGTSTP, on_event);
    restore(SIGWINCH, on_event);
    close_wake();
    stack_t off = {.ss_flags = SS_DISABLE};
    sigaltstack(&off, NULL);
    free(state.stack);
    state.stack = NULL;
}
