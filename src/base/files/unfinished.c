// Keeps the name of the one file that is being written, and deletes it when a signal ends the
// program. A signal handler may call only a few functions (signal-safety(7)); this one calls
// unlink(), sigaction() and raise().
#include "base/files/unfinished.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
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

// ---- what killed programs have left
// -------------------------------------------------------------- flock() belongs to an open file
// and ends with its process, so a temporary file that can be locked has no writer any more and may
// be deleted.

#define MARK ".qkv-unfinished-"
enum { MARK_BYTES = sizeof MARK - 1, LETTERS = 6 };

char *leftover_name(const char *path, Arena *arena)
{
    return arena_printf(arena, "%s" MARK "XXXXXX", path);
}

// Where there are no locks nothing is swept either.
bool leftover_lock(int descriptor)
{
    struct stat info;
    bool is_taken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    return !is_taken && fstat(descriptor, &info) == 0 && info.st_nlink > 0;
}

static bool is_named_so(const char *name)
{
    Str text = str_from(name);
    int mark = text.n - LETTERS - MARK_BYTES;
    return mark > 0 && str_is(str_slice(text, mark, mark + MARK_BYTES), MARK);
}

static void sweep(int folder, const char *name)
{
    struct stat info;
    int file = openat(folder, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return;
    bool is_own = fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid();
    if (is_own && flock(file, LOCK_EX | LOCK_NB) == 0) unlinkat(folder, name, 0);
    close(file);
}

void leftovers_sweep(const char *path, Arena *arena)
{
    const char *slash = strrchr(path, '/');
    int end = slash ? (int)(slash - path) : 0;
    const char *name = slash ? arena_printf(arena, "%.*s/", end, path) : ".";
    DIR *folder = opendir(name);
    if (!folder) return;
    for (const struct dirent *entry; (entry = readdir(folder));) {
        if (is_named_so(entry->d_name)) sweep(dirfd(folder), entry->d_name);
    }
    closedir(folder);
}
