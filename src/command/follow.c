// The presenter writes its message (command/saved/saved.h) over the one before, in a file that it
// locks as long as it presents; notes look at the file ten times a second. What is read while it is
// being written has a wrong sum and is read again.
#include "command/follow.h"

#include "base/files/file.h"
#include "command/saved/saved.h"
#include "state/state.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_MS = 100, RETRY_MS = 500, MOST_BYTES = 1 << 23 };

struct Follow {
    bool is_notes;
    const char *key, *path;
    int file; // of a presenter, locked; -1: another one has it
    Str last; // the message written, or taken
    Arena last_arena;
    const char *says;
    Arena says_arena;
};

// ---- the file -----------------------------------------------------------------------------------

// Is it still what its name leads to? Who has gone has removed it.
static bool is_there(int file, const char *path)
{
    struct stat opened, named;
    return fstat(file, &opened) == 0 && stat(path, &named) == 0 && opened.st_ino == named.st_ino;
}

// Returns false and leaves errno: EWOULDBLOCK where another presenter has it. Notes lock it for a
// moment, to see whether it is locked.
static bool take_file(Follow *follow)
{
    enum { TRIES = 5, PAUSE_NS = 1000000 };
    for (int tries = 0;; tries++) {
        int file = open(follow->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (file < 0) return false;
        bool is_locked = flock(file, LOCK_EX | LOCK_NB) == 0;
        int why = errno;
        follow->file = is_locked && is_there(file, follow->path) ? file : -1;
        if (follow->file >= 0) return true;
        close(file);
        errno = why;
        if (!is_locked && (why != EWOULDBLOCK || tries == TRIES)) return false;
        if (!is_locked) nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
    }
}

// Is there a presenter?
static bool is_taken(int file)
{
    return flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

// ---- beginning and end --------------------------------------------------------------------------

static Follow *begin(const Walk *walk, const char *lesson, Arena *arena, Error *warning)
{
    const char *name = message_key(walk, lesson, arena);
    if (!name) return NULL;
    const char *path = state_meeting_path(arena_printf(arena, "%s.state", name), arena, warning);
    if (!path) return NULL;
    Follow *follow = NEW(arena, Follow);
    *follow = (Follow){.key = name, .path = path, .file = -1};
    return follow;
}

Follow *follow_presenter(const Walk *walk, const char *lesson, Arena *arena, Error *warning)
{
    Follow *follow = begin(walk, lesson, arena, warning);
    if (!follow || take_file(follow)) return follow;
    bool is_other = errno == EWOULDBLOCK;
    if (is_other)
        error_set(warning, NULL, "a different qkv presents this lesson; notes follow that one");
    else
        error_set(warning, NULL, "notes cannot follow: %s: %s", follow->path, strerror(errno));
    return is_other ? follow : NULL;
}

Follow *follow_notes(const Walk *walk, const char *lesson, Arena *arena, Error *warning)
{
    Follow *follow = begin(walk, lesson, arena, warning);
    if (!follow) return NULL;
    follow->is_notes = true;
    follow->says = "waiting for qkv present";
    return follow;
}

void follow_end(Follow *follow)
{
    if (follow->file >= 0) {
        unlink(follow->path);
        close(follow->file);
    }
    arena_free(&follow->last_arena);
    arena_free(&follow->says_arena);
}

// ---- the presenter ------------------------------------------------------------------------------

// Is it another message than the last one? It is kept, else freed.
static bool is_new(Follow *follow, Str message, Arena arena)
{
    bool same = str_equal(message, follow->last);
    arena_free(same ? &arena : &follow->last_arena);
    if (same) return false;
    follow->last = message;
    follow->last_arena = arena;
    return true;
}

static bool write_message(int file, Str message)
{
    return lseek(file, 0, SEEK_SET) == 0 && file_write_all(file, message.p, (size_t)message.n) &&
           ftruncate(file, message.n) == 0;
}

static TuiWatch attend_presenter(Follow *follow, const Walk *walk, const char *shows)
{
    if (follow->file >= 0 || take_file(follow)) {
        Arena arena = {0};
        Str message = message_write(follow->key, walk, shows, &arena);
        if (is_new(follow, message, arena) && !write_message(follow->file, message))
            follow->last = (Str){0}; // once more the next time
    }
    return (TuiWatch){.every_ms = -1};
}

// ---- the notes ----------------------------------------------------------------------------------

static void say(Follow *follow, Str text)
{
    arena_free(&follow->says_arena);
    follow->says = text.n ? str_copy(&follow->says_arena, text) : NULL;
}

// Returns whether the program ran again.
static bool take_message(Follow *follow, Walk *walk)
{
    Arena arena = {0};
    Error unheard = {.arena = &arena};
    Message message;
    Str all;
    bool ran = false;
    if (!file_read(follow->path, MOST_BYTES, &arena, &all, &unheard)) all = (Str){0};
    MessageTaken taken = message_take(all, &message);
    if (taken == MESSAGE_IN_PART) {
        arena_free(&arena);
        return false;
    }
    if (!is_new(follow, all, arena)) return false;
    if (taken == MESSAGE_WHOLE)
        say(follow, message_follow(&message, follow->key, walk, &ran));
    else
        say(follow, STR("the presenting qkv is a different version"));
    return ran;
}

static void wait_again(Follow *follow)
{
    if (!follow->last.n) return;
    follow->last = (Str){0};
    say(follow, STR("waiting for qkv present to come back"));
}

static TuiWatch attend_notes(Follow *follow, Walk *walk)
{
    int file = open(follow->path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    bool is_presented = file >= 0 && is_taken(file), ran = false;
    if (file >= 0) close(file);
    if (is_presented)
        ran = take_message(follow, walk);
    else
        wait_again(follow);
    return (TuiWatch){
        .every_ms = is_presented ? LOOK_MS : RETRY_MS, .says = follow->says, .ran = ran};
}

TuiWatch follow_attend(void *follow_, Walk *walk, const char *shows)
{
    Follow *follow = follow_;
    return follow->is_notes ? attend_notes(follow, walk) : attend_presenter(follow, walk, shows);
}
