// One line for each move: "qkv-1 TEXT STAGES STAGE SUBSTEP SETTLED". TEXT is the hash of the
// lesson, so that two versions of it are not taken for one; SETTLED is the question that is
// answered at this place, or -1.
#include "command/follow.h"

#include "base/number.h"
#include "command/kept/progress.h"
#include "walk/focus.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

enum { MOST_NOTES = 8, RETRY_MS = 1000, MOST_LINE = 4096, NUMBERS = 5 };

struct Follow {
    bool is_notes;
    const char *path;
    Arena *arena;
    int listening;         // of a presenter
    int notes[MOST_NOTES]; // who listens to it
    int count;
    const char *sent; // the last line; NULL: none
    Arena sent_arena;
    int presenter; // of notes: the connection, or -1
    char line[MOST_LINE];
    int line_bytes;
    const char *says;
};

// ---- sockets ------------------------------------------------------------------------------------

static int new_socket(void)
{
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    if (descriptor >= 0) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    return descriptor;
}

static void never_wait(int descriptor)
{
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

static bool address_of(const char *path, struct sockaddr_un *address)
{
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address->sun_path) return false;
    memcpy(address->sun_path, path, strlen(path));
    return true;
}

// The connection to whoever listens there, or -1.
static int connect_to(const char *path)
{
    struct sockaddr_un address;
    int descriptor = address_of(path, &address) ? new_socket() : -1;
    if (descriptor < 0) return -1;
    if (connect(descriptor, (const struct sockaddr *)&address, sizeof address) == 0)
        return descriptor;
    close(descriptor);
    return -1;
}

// What a presenter that died has left behind is put away; nothing that is no socket is touched.
static void remove_stale(const char *path)
{
    struct stat status;
    if (lstat(path, &status) == 0 && S_ISSOCK(status.st_mode)) unlink(path);
}

static int listen_at(const char *path, Error *warning)
{
    struct sockaddr_un address;
    int other = connect_to(path);
    if (other >= 0) {
        close(other);
        error_set(warning, NULL, "another qkv presents this lesson; notes follow that one");
        return -1;
    }
    int descriptor = address_of(path, &address) ? new_socket() : -1;
    remove_stale(path);
    bool listens = descriptor >= 0 &&
                   bind(descriptor, (const struct sockaddr *)&address, sizeof address) == 0 &&
                   listen(descriptor, MOST_NOTES) == 0;
    if (listens) {
        never_wait(descriptor);
        return descriptor;
    }
    error_set(warning, NULL, "notes cannot follow: %s: %s", path,
              descriptor < 0 ? "the path is too long" : strerror(errno));
    if (descriptor >= 0) close(descriptor);
    return -1;
}

// ---- beginning and end --------------------------------------------------------------------------

static Follow *begin(const Walk *walk, const char *lesson, Arena *arena, Error *warning)
{
    const char *key = progress_key(walk, lesson, arena);
    if (!key) return NULL;
    const char *name = text_printf(arena, "present-%016" PRIx64, state_hash(str_from(key)));
    const char *path = state_meeting_path(name, arena, warning);
    if (!path) return NULL;
    Follow *follow = NEW(arena, Follow);
    *follow = (Follow){.path = path, .arena = arena, .listening = -1, .presenter = -1};
    return follow;
}

Follow *follow_presenter(const Walk *walk, const char *lesson, Arena *arena, Error *warning)
{
    Follow *follow = begin(walk, lesson, arena, warning);
    if (!follow) return NULL;
    follow->listening = listen_at(follow->path, warning);
    return follow->listening < 0 ? NULL : follow;
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
    for (int i = 0; i < follow->count; i++) close(follow->notes[i]);
    if (follow->presenter >= 0) close(follow->presenter);
    if (follow->listening >= 0) {
        close(follow->listening);
        unlink(follow->path);
    }
    arena_free(&follow->sent_arena);
}

// ---- the presenter ------------------------------------------------------------------------------

static void forget(Follow *follow, int i)
{
    close(follow->notes[i]);
    follow->notes[i] = follow->notes[--follow->count];
}

// A line is far shorter than what a socket holds: who has no room for it does not read any more.
static void tell(Follow *follow, int i)
{
    size_t n = strlen(follow->sent);
    if (send(follow->notes[i], follow->sent, n, MSG_NOSIGNAL) != (ssize_t)n) forget(follow, i);
}

static const char *line_of(const Walk *walk, Arena *arena)
{
    return text_printf(arena, "qkv-1 %" PRId64 " %d %d %d %d\n",
                       (int64_t)state_hash(walk->lesson.source->text), walk->stage_count,
                       walk->stage, walk->substep, walk->settled);
}

static void tell_all(Follow *follow, const Walk *walk)
{
    Arena arena = {0};
    const char *line = line_of(walk, &arena);
    if (follow->sent && strcmp(line, follow->sent) == 0) {
        arena_free(&arena);
        return;
    }
    arena_free(&follow->sent_arena);
    follow->sent_arena = arena;
    follow->sent = line;
    for (int i = follow->count - 1; i >= 0; i--) tell(follow, i);
}

static void welcome(Follow *follow)
{
    int descriptor;
    while ((descriptor = accept(follow->listening, NULL, NULL)) >= 0) {
        never_wait(descriptor);
        if (follow->count == MOST_NOTES) forget(follow, 0);
        follow->notes[follow->count++] = descriptor;
        tell(follow, follow->count - 1);
    }
}

static TuiWatch attend_presenter(Follow *follow, const Walk *walk)
{
    tell_all(follow, walk);
    welcome(follow);
    return (TuiWatch){.descriptor = follow->listening, .every_ms = -1};
}

// ---- the notes ----------------------------------------------------------------------------------

static bool take_number(Str *rest, int64_t *number)
{
    int end = str_find(*rest, " ");
    Str word = str_slice(*rest, 0, end < 0 ? rest->n : end);
    *rest = str_slice(*rest, end < 0 ? rest->n : end + 1, rest->n);
    return number_parse_int(word, number);
}

static bool read_line(Str line, int64_t *number)
{
    if (!str_starts(line, "qkv-1 ")) return false;
    line = str_slice(line, 6, line.n);
    for (int i = 0; i < NUMBERS; i++) {
        if (!take_number(&line, &number[i])) return false;
    }
    return true;
}

static void go_there(Follow *follow, Walk *walk, Str line)
{
    int64_t number[NUMBERS];
    bool known = read_line(line, number) && number[1] == walk->stage_count &&
                 number[0] == (int64_t)state_hash(walk->lesson.source->text);
    bool inside = known && number[2] >= 0 && number[2] < walk->stage_count && number[3] >= 0 &&
                  number[3] <= walk->stages[number[2]].substeps;
    follow->says = inside ? NULL : "another version of the lesson is presented";
    if (!inside) return;
    walk_go_to(walk, (int)number[2], (int)number[3]);
    if (number[4] < 0 || number[4] >= walk->question_count) return;
    Question *question = &walk->questions[number[4]];
    if (!question_is_settled(question)) question_show(walk, question);
    walk->settled = (int)number[4];
}

// Only the last line that is complete matters.
static void take_lines(Follow *follow, Walk *walk)
{
    Str all = {follow->line, follow->line_bytes}, line = {0}, last = {0};
    while (str_find(all, "\n") >= 0 && str_next_line(&all, &line)) last = line;
    if (last.p) go_there(follow, walk, last);
    memmove(follow->line, all.p, (size_t)all.n);
    follow->line_bytes = all.n == MOST_LINE ? 0 : all.n; // that is no presenter
}

static void hang_up(Follow *follow)
{
    close(follow->presenter);
    follow->presenter = -1;
    follow->line_bytes = 0;
    follow->says = "waiting for qkv present to come back";
}

static void listen_on(Follow *follow, Walk *walk)
{
    for (;;) {
        ssize_t n = recv(follow->presenter, follow->line + follow->line_bytes,
                         (size_t)(MOST_LINE - follow->line_bytes), 0);
        if (n < 0 && errno == EINTR) continue;
        bool empty = n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
        if (n <= 0 && !empty) hang_up(follow);
        if (n <= 0) return;
        follow->line_bytes += (int)n;
        take_lines(follow, walk);
    }
}

static TuiWatch attend_notes(Follow *follow, Walk *walk)
{
    if (follow->presenter < 0) {
        follow->presenter = connect_to(follow->path);
        if (follow->presenter >= 0) never_wait(follow->presenter);
    }
    if (follow->presenter >= 0) listen_on(follow, walk);
    return (TuiWatch){.descriptor = follow->presenter,
                      .every_ms = follow->presenter < 0 ? RETRY_MS : -1,
                      .says = follow->says};
}

TuiWatch follow_attend(void *follow_, Walk *walk)
{
    Follow *follow = follow_;
    return follow->is_notes ? attend_notes(follow, walk) : attend_presenter(follow, walk);
}
