// Sockets: one message (command/message.h) for each change.
#include "command/follow.h"

#include "command/meeting.h"
#include "command/message.h"
#include "state/state.h"

#include <string.h>
#include <unistd.h>

enum {
    MOST_NOTES = 8,
    RETRY_MS = 1000,
    BUSY_MS = 20, // until what a socket had no room for is tried again
    MOST_READ = 4096,
};

// One that listens to a presenter.
typedef struct Listener {
    int connection;
    Str unsent;  // of a message begun, in `arena`
    bool behind; // there has been a newer one since
    Arena arena;
} Listener;

struct Follow {
    bool is_notes;
    const char *key, *path;
    int listening; // of a presenter; -1: another one is there
    Listener notes[MOST_NOTES];
    int count;
    Str sent; // the last message; empty: none
    Arena sent_arena;
    int presenter; // of notes: the connection, or -1
    Buf got;       // what came from it and is no whole message yet
    Arena got_arena;
    const char *says;
    Arena says_arena;
};

// ---- beginning and end --------------------------------------------------------------------------

static Follow *begin(const Walk *walk, const char *lesson, Arena *arena, Error *warning)
{
    const char *name = message_key(walk, lesson, arena);
    if (!name) return NULL;
    const char *path = state_meeting_path(name, arena, warning);
    if (!path) return NULL;
    Follow *follow = NEW(arena, Follow);
    *follow = (Follow){.key = name, .path = path, .listening = -1, .presenter = -1};
    follow->got.arena = &follow->got_arena;
    return follow;
}

Follow *follow_presenter(const Walk *walk, const char *lesson, Arena *arena, Error *warning)
{
    Follow *follow = begin(walk, lesson, arena, warning);
    if (!follow) return NULL;
    Error why = {.arena = arena};
    MeetingPlace place = meeting_listen(follow->path, &follow->listening, &why);
    if (place == MEETING_TAKEN)
        error_set(warning, NULL, "a different qkv presents this lesson; notes follow that one");
    if (place != MEETING_NONE) return follow;
    error_set(warning, NULL, "notes cannot follow: %s", why.message);
    return NULL;
}

Follow *follow_notes(const Walk *walk, const char *lesson, Arena *arena, Error *warning)
{
    Follow *follow = begin(walk, lesson, arena, warning);
    if (!follow) return NULL;
    follow->is_notes = true;
    follow->says = "waiting for qkv present";
    return follow;
}

static void forget(Follow *follow, int i)
{
    close(follow->notes[i].connection);
    arena_free(&follow->notes[i].arena);
    follow->notes[i] = follow->notes[--follow->count];
}

void follow_end(Follow *follow)
{
    while (follow->count) forget(follow, 0);
    if (follow->presenter >= 0) close(follow->presenter);
    if (follow->listening >= 0) {
        close(follow->listening);
        unlink(follow->path);
    }
    arena_free(&follow->sent_arena);
    arena_free(&follow->got_arena);
    arena_free(&follow->says_arena);
}

// ---- the presenter ------------------------------------------------------------------------------

// Sends what is there to send, in one piece or in several; false: nobody listens any more.
static bool send_on(Listener *listener, Str all)
{
    Arena rest = {0};
    int sent = meeting_send(listener->connection, all);
    if (sent < 0) return false;
    Str left = str_slice(all, sent, all.n);
    if (left.n) left = (Str){str_copy(&rest, left), left.n};
    arena_free(&listener->arena);
    listener->arena = rest;
    listener->unsent = left;
    return true;
}

// Further with a message begun, then the one that has come up meanwhile.
static bool catch_up(const Follow *follow, Listener *listener)
{
    if (listener->unsent.n && !send_on(listener, listener->unsent)) return false;
    if (listener->unsent.n || !listener->behind) return true;
    listener->behind = false;
    return send_on(listener, follow->sent);
}

// Returns whether there is something new to tell.
static bool renew_message(Follow *follow, const Walk *walk, const char *shows)
{
    Arena arena = {0};
    Str message = message_write(follow->key, walk, shows, &arena);
    if (str_equal(message, follow->sent)) {
        arena_free(&arena);
        return false;
    }
    arena_free(&follow->sent_arena);
    follow->sent_arena = arena;
    follow->sent = message;
    return true;
}

static void welcome(Follow *follow)
{
    int connection;
    while ((connection = meeting_accept(follow->listening)) >= 0) {
        if (follow->count == MOST_NOTES) forget(follow, 0);
        follow->notes[follow->count++] = (Listener){.connection = connection, .behind = true};
    }
}

// Returns whether somebody has not taken all yet.
static bool tell_all(Follow *follow, const Walk *walk, const char *shows)
{
    bool busy = false, is_new = follow->count > 0 && renew_message(follow, walk, shows);
    for (int i = follow->count - 1; i >= 0; i--) {
        Listener *listener = &follow->notes[i];
        listener->behind |= is_new;
        if (catch_up(follow, listener))
            busy |= listener->unsent.n > 0;
        else
            forget(follow, i);
    }
    return busy;
}

// Once the other presenter has gone, notes follow this one.
static void take_over(Follow *follow)
{
    Arena scratch = {0};
    Error unheard = {.arena = &scratch};
    meeting_listen(follow->path, &follow->listening, &unheard);
    arena_free(&scratch);
}

static TuiWatch attend_presenter(Follow *follow, const Walk *walk, const char *shows)
{
    if (follow->listening < 0) take_over(follow);
    if (follow->listening < 0) return (TuiWatch){.descriptor = -1, .every_ms = -1};
    welcome(follow);
    bool busy = tell_all(follow, walk, shows);
    return (TuiWatch){.descriptor = follow->listening, .every_ms = busy ? BUSY_MS : -1};
}

// ---- the notes ----------------------------------------------------------------------------------

static void say(Follow *follow, Str text)
{
    arena_free(&follow->says_arena);
    follow->says = text.n ? str_copy(&follow->says_arena, text) : NULL;
}

static void hang_up(Follow *follow)
{
    close(follow->presenter);
    follow->presenter = -1;
    follow->got.n = 0;
    say(follow, STR("waiting for qkv present to come back"));
}

// Only the last message that is complete matters.
static bool take_messages(Follow *follow, Walk *walk)
{
    Str all = buf_str(&follow->got);
    Message message, last = {0};
    MessageTaken taken;
    while ((taken = message_take(&all, &message)) == MESSAGE_WHOLE) last = message;
    bool ran = false;
    if (last.state.p) say(follow, message_follow(&last, follow->key, walk, &ran));
    if (all.n) memmove(follow->got.p, all.p, (size_t)all.n);
    follow->got.n = all.n;
    if (taken == MESSAGE_NOT_OURS) {
        hang_up(follow);
        say(follow, STR("the presenting qkv is a different version"));
    }
    return ran;
}

static bool listen_on(Follow *follow, Walk *walk)
{
    char bytes[MOST_READ];
    int n = 0;
    while ((n = meeting_read(follow->presenter, bytes, MOST_READ)) > 0)
        buf_add(&follow->got, (Str){bytes, n});
    bool ran = take_messages(follow, walk);
    if (n < 0 && follow->presenter >= 0) hang_up(follow);
    return ran;
}

static TuiWatch attend_notes(Follow *follow, Walk *walk)
{
    if (follow->presenter < 0) follow->presenter = meeting_connect(follow->path);
    bool ran = follow->presenter >= 0 && listen_on(follow, walk);
    return (TuiWatch){.descriptor = follow->presenter,
                      .every_ms = follow->presenter < 0 ? RETRY_MS : -1,
                      .says = follow->says,
                      .ran = ran};
}

TuiWatch follow_attend(void *follow_, Walk *walk, const char *shows)
{
    Follow *follow = follow_;
    return follow->is_notes ? attend_notes(follow, walk) : attend_presenter(follow, walk, shows);
}
