// Unix sockets, by which `qkv present` tells its notes in a second terminal what happens on the
// screen. All of them are non-blocking, so that a presentation never waits for its notes. A
// socket's file outlives its program; whether somebody still listens there is found out by
// connecting.
#include "command/meeting.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

enum { WAITING_ROOM = 8 };

static void never_wait(int descriptor)
{
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

static int new_socket(void)
{
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    if (descriptor >= 0) never_wait(descriptor);
    return descriptor;
}

static bool address_of(const char *path, struct sockaddr_un *address)
{
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address->sun_path) return false;
    memcpy(address->sun_path, path, strlen(path));
    return true;
}

int meeting_connect(const char *path)
{
    struct sockaddr_un address;
    int descriptor = address_of(path, &address) ? new_socket() : -1;
    if (descriptor < 0) return -1;
    if (connect(descriptor, (const struct sockaddr *)&address, sizeof address) == 0)
        return descriptor;
    int why = errno;
    close(descriptor);
    errno = why;
    return -1;
}

// One that is suspended does not accept anybody: its waiting room may be full.
static bool is_taken(const char *path)
{
    int other = meeting_connect(path);
    if (other < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINPROGRESS;
    close(other);
    return true;
}

// Nothing that is no socket is touched.
static void remove_stale(const char *path)
{
    struct stat status;
    if (lstat(path, &status) == 0 && S_ISSOCK(status.st_mode)) unlink(path);
}

MeetingPlace meeting_listen(const char *path, int *listening, Error *warning)
{
    struct sockaddr_un address;
    if (!address_of(path, &address)) {
        error_set(warning, NULL, "%s: the path is too long for a socket", path);
        error_hint(warning, "XDG_RUNTIME_DIR names another folder");
        return MEETING_NONE;
    }
    errno = 0;
    if (is_taken(path)) return MEETING_TAKEN;
    int descriptor = new_socket();
    remove_stale(path);
    if (descriptor >= 0 &&
        bind(descriptor, (const struct sockaddr *)&address, sizeof address) == 0 &&
        listen(descriptor, WAITING_ROOM) == 0) {
        *listening = descriptor;
        return MEETING_OURS;
    }
    error_set(warning, NULL, "%s: %s", path, strerror(errno));
    if (descriptor >= 0) close(descriptor);
    return MEETING_NONE;
}

int meeting_accept(int listening)
{
    int descriptor = accept(listening, NULL, NULL);
    if (descriptor >= 0) never_wait(descriptor);
    return descriptor;
}

static bool is_only_busy(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

int meeting_send(int connection, Str bytes)
{
    ssize_t sent = send(connection, bytes.p, (size_t)bytes.n, MSG_NOSIGNAL);
    if (sent >= 0) return (int)sent;
    return is_only_busy() ? 0 : -1;
}

int meeting_read(int connection, char *bytes, int most)
{
    ssize_t got = recv(connection, bytes, (size_t)most, 0);
    if (got > 0) return (int)got;
    return got < 0 && is_only_busy() ? 0 : -1;
}
