// Shows on the terminal that a program is still running. The interpreter writes where it is into a
// Pulse, whose fields are atomic; a thread of its own wakes up four times a second, reads it and
// shows it, also during a single long operation. Stopping goes the other way: the thread sets
// pulse.stop, which the interpreter checks. The three ways of showing it (a line, a sentence, the
// last row of the screen) are three tables of functions.
#include "terminal/watch.h"

#include "base/files/file.h"
#include "base/text/utf8.h"
#include "terminal/rescue.h"
#include "terminal/screen.h"
#include "terminal/term.h"

#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MOMENT_MS = 300, UPDATE_MS = 250, COLUMNS = 80 };

typedef struct Watcher Watcher;

// How one medium shows it.
typedef struct ProgressView {
    const char *stops;                            // "Ctrl-C stops"
    const char *again;                            // what it does once it was pressed
    bool (*can)(void);                            // has it a reader?
    bool (*is_stopped)(Watcher *watcher, int ms); // waits so long, or until the end
    bool (*show)(Watcher *watcher);               // false: it need not be shown again
    void (*clear)(Watcher *watcher);
} ProgressView;

struct Watcher {
    Watch watch; // first
    const ProgressView *view;
    pthread_t thread;
    bool is_running;
    int ended[2]; // what the thread waits for is the end of a pipe
    int told;     // columns of the line that is shown; 0: none yet
    bool catches; // SIGINT, until the end
    struct sigaction before;
};

// ---- the thread ---------------------------------------------------------------------------------

// Has the program ended within `ms` milliseconds?
static bool ends_within(const Watcher *watcher, int ms)
{
    struct pollfd end = {.fd = watcher->ended[0], .events = POLLIN};
    return poll(&end, 1, ms) != 0;
}

static void *watch(void *data)
{
    Watcher *watcher = data;
    bool shows = true;
    for (int ms = MOMENT_MS; !ends_within(watcher, 0); ms = UPDATE_MS) {
        if (watcher->view->is_stopped(watcher, ms)) atomic_store(&watcher->watch.pulse.stop, true);
        if (shows && !ends_within(watcher, 0)) shows = watcher->view->show(watcher);
    }
    return NULL;
}

static bool start_thread(Watcher *watcher)
{
    enum { STACK_BYTES = 256 << 10 };
    sigset_t all, before;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    sigfillset(&all); // signals are for the other one
    pthread_sigmask(SIG_BLOCK, &all, &before);
    bool ok = pthread_create(&watcher->thread, &attributes, watch, watcher) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return ok;
}

static void begin(Watch *of, bool again)
{
    Watcher *watcher = (Watcher *)of;
    (void)again;
    pulse_begin(&of->pulse);
    watcher->told = 0;
    if (!watcher->view->can() || pipe(watcher->ended) != 0) return;
    for (int i = 0; i < 2; i++) fcntl(watcher->ended[i], F_SETFD, FD_CLOEXEC);
    watcher->is_running = start_thread(watcher);
    for (int i = 0; !watcher->is_running && i < 2; i++) close(watcher->ended[i]);
}

static void end(Watch *of)
{
    Watcher *watcher = (Watcher *)of;
    if (!watcher->is_running) return;
    close(watcher->ended[1]);
    pthread_join(watcher->thread, NULL);
    close(watcher->ended[0]);
    watcher->is_running = false;
    watcher->view->clear(watcher);
}

// What the keys do now.
static const char *what_stops(const Watcher *watcher, Arena *arena)
{
    const Pulse *pulse = &watcher->watch.pulse;
    bool ends_loop = atomic_load(&pulse->ends_loop), stops = atomic_load(&pulse->stop);
    if (!ends_loop && !stops) return watcher->view->stops;
    return arena_printf(arena, "stopping%s%s", stops ? "" : " after this iteration",
                        watcher->view->again);
}

// ---- a line, a sentence ------------------------------------------------------------------------

// In the background nothing is said.
static bool has_reader(void)
{
    return isatty(STDERR_FILENO) && isatty(STDOUT_FILENO) && tcgetpgrp(STDERR_FILENO) == getpgrp();
}

static bool never(Watcher *watcher, int ms)
{
    ends_within(watcher, ms);
    return false;
}

static void write_out(const Buf *text)
{
    file_write_all(STDERR_FILENO, buf_text(text), (size_t)text->n);
}

static bool show_line(Watcher *watcher)
{
    SCRATCH(scratch);
    Buf line = {.arena = &scratch}, out = {.arena = &scratch};
    struct winsize size;
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col;
    pulse_write(&watcher->watch.pulse, what_stops(watcher, &scratch),
                (known ? size.ws_col : COLUMNS) - 1, &line);
    int columns = utf8_width(buf_str(&line));
    buf_printf(&out, "\r%s", buf_text(&line));
    buf_add_repeat(&out, ' ', watcher->told - columns);
    write_out(&out);
    watcher->told = columns;
    return true;
}

static void clear_line(Watcher *watcher)
{
    if (!watcher->told) return;
    SCRATCH(scratch);
    Buf out = {.arena = &scratch};
    buf_add_char(&out, '\r');
    buf_add_repeat(&out, ' ', watcher->told);
    buf_add_char(&out, '\r');
    write_out(&out);
}

static bool show_sentence(Watcher *watcher)
{
    SCRATCH(scratch);
    Buf line = {.arena = &scratch};
    const Span *at = atomic_load_explicit(&watcher->watch.pulse.at, memory_order_acquire);
    buf_add(&line, STR("Computing "));
    pulse_write_name(at ? at->source->name : "", COLUMNS / 2, &line);
    buf_add(&line, STR(". Ctrl-C stops it.\n"));
    write_out(&line);
    return false;
}

static void clear_nothing(Watcher *watcher UNUSED)
{
}

static Watcher *interruptible; // by SIGINT
static volatile sig_atomic_t was_interrupted;

// A second Ctrl-C before the program has noticed the first one ends the command.
static void on_interrupt(int number)
{
    was_interrupted = true;
    if (atomic_exchange(&interruptible->watch.pulse.stop, true)) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

static void begin_catching(Watch *of, bool again)
{
    Watcher *watcher = (Watcher *)of;
    begin(of, again);
    if (!again) was_interrupted = false;
    struct sigaction action = {.sa_handler = on_interrupt};
    sigemptyset(&action.sa_mask);
    interruptible = watcher;
    watcher->catches = sigaction(SIGINT, &action, &watcher->before) == 0;
}

static void end_catching(Watch *of)
{
    Watcher *watcher = (Watcher *)of;
    if (watcher->catches) sigaction(SIGINT, &watcher->before, NULL);
    watcher->catches = false;
    if (was_interrupted) rescue_ignore_late();
    end(of);
}

static const ProgressView in_a_line = {
    "Ctrl-C stops", "; Ctrl-C again: now", has_reader, never, show_line, clear_line};

Watch *watch_line(void)
{
    static Watcher watcher = {.watch = {.begin = begin, .end = end}, .view = &in_a_line};
    return &watcher.watch;
}

Watch *watch_line_stops(void)
{
    static Watcher watcher = {.watch = {.begin = begin_catching, .end = end_catching},
                              .view = &in_a_line};
    return &watcher.watch;
}

Watch *watch_sentence(void)
{
    static const ProgressView view = {"", "", has_reader, never, show_sentence, clear_nothing};
    static Watcher watcher = {.watch = {.begin = begin_catching, .end = end_catching},
                              .view = &view};
    return &watcher.watch;
}

// ---- the screen --------------------------------------------------------------------------------

static bool always(void)
{
    return true;
}

static bool is_stopped(Watcher *watcher, int ms)
{
    return term_is_stopped(ms, watcher->ended[0], watcher->told > 0);
}

static bool show_screen(Watcher *watcher)
{
    SCRATCH(scratch);
    Buf line = {.arena = &scratch};
    int columns = screen_columns();
    if (columns > 2)
        pulse_write(&watcher->watch.pulse, what_stops(watcher, &scratch), columns - 2, &line);
    term_tell(buf_str(&line));
    watcher->told = columns;
    return true;
}

Watch *watch_screen(void)
{
    static const ProgressView view = {"Esc stops", "",          always,
                                      is_stopped,  show_screen, clear_nothing};
    static Watcher watcher = {.watch = {.begin = begin, .end = end}, .view = &view};
    return &watcher.watch;
}
