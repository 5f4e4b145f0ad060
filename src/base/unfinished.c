// Keeps the name of the one file that is being written, and deletes it when a signal ends the
// program. A signal handler may call only a few functions (signal-safety(7)); this one calls
// unlink(), sigaction() and raise().
#include "base/unfinished.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

static const int deadly[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU};
enum { DEADLY = sizeof deadly / sizeof deadly[0] };

static const char *volatile unfinished; // NULL: none
static bool handled[DEADLY];

void unfinished_remove(void)
{
    if (unfinished) unlink(unfinished);
}

static void on_deadly(int number)
{
    unfinished_remove();
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
    raise(number); // comes when this handler returns
}

static void handle(int number, bool *done)
{
    struct sigaction before, action = {.sa_handler = on_deadly};
    sigfillset(&action.sa_mask);
    *done = sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_DFL &&
            sigaction(number, &action, NULL) == 0;
}

static void unhandle(int number, const bool *done)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigemptyset(&action.sa_mask);
    if (*done) sigaction(number, &action, NULL);
}

int unfinished_open(char *name)
{
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    int descriptor = mkstemp(name);
    if (descriptor >= 0 && !unfinished) {
        unfinished = name;
        for (int i = 0; i < DEADLY; i++) handle(deadly[i], &handled[i]);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return descriptor;
}

void unfinished_release(const char *name)
{
    if (unfinished != name) return;
    unfinished = NULL;
    for (int i = 0; i < DEADLY; i++) unhandle(deadly[i], &handled[i]);
}
