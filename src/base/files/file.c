// A file is written under a temporary name in the same folder and renamed when it is complete.
// rename() replaces a file in one step, so a reader sees the old content or the new, never half of
// it; where no file may be replaced, link() is used instead, which refuses a name that exists.
// Devices and pipes are written directly.
#include "base/files/file.h"

#include "base/files/unfinished.h"
#include "base/text/utf8.h"
#include "base/text/visible.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef __APPLE__
#define st_mtim st_mtimespec
#endif

static bool read_all(int descriptor, const char *path, size_t limit, Buf *into, Error *error)
{
    char chunk[65536];
    for (;;) {
        ssize_t got = read(descriptor, chunk, sizeof chunk);
        if (got == 0) return true;
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return error_set(error, NULL, "%s: %s", path, strerror(errno));
        if ((size_t)into->n + (size_t)got > limit)
            return error_fail(error, "a lesson is text; is this the right file?",
                              "%s: larger than %zu MiB", path, limit >> 20);
        buf_add(into, (Str){chunk, (int)got});
    }
}

bool file_read(const char *path, size_t limit, Arena *arena, Str *text, Error *error)
{
    bool standard_input = strcmp(path, "-") == 0;
    int descriptor = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return error_set(error, NULL, "%s: %s", path, strerror(errno));
    struct stat info;
    Buf buf = {.arena = arena};
    bool ok = true;
    if (fstat(descriptor, &info) == 0 && S_ISDIR(info.st_mode)) {
        ok = error_fail(error, "name a file in it", "%s: is a directory", path);
    }
    ok = ok && read_all(descriptor, path, limit, &buf, error);
    if (!standard_input) close(descriptor);
    *text = buf_str(&buf);
    return ok;
}

bool file_is_as(const struct stat *now, const struct stat *then)
{
    return now->st_ino == then->st_ino && now->st_size == then->st_size &&
           now->st_mtim.tv_sec == then->st_mtim.tv_sec &&
           now->st_mtim.tv_nsec == then->st_mtim.tv_nsec;
}

int64_t file_age_ms(const struct stat *info)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)(now.tv_sec - info->st_mtim.tv_sec) * 1000 +
           (now.tv_nsec - info->st_mtim.tv_nsec) / 1000000;
}

const char *file_of_user(const char *variable, const char *in_home, const char *name, Arena *arena)
{
    const char *set = getenv(variable), *home = getenv("HOME");
    if (set && *set == '/') return arena_printf(arena, "%s/qkv/%s", set, name);
    if (home && *home == '/') return arena_printf(arena, "%s/%s/qkv/%s", home, in_home, name);
    return NULL;
}

bool file_check_text(const Source *source, Error *error)
{
    int at = utf8_flaw(source->text);
    if (at < 0) return true;
    Place place = source_place(source, at);
    unsigned char byte = (unsigned char)source->text.p[at];
    const char *what =
        byte ? arena_printf(error->arena, "the byte 0x%02x is not UTF-8", byte) : "a NUL byte";
    return error_set(error, NULL, "%s:%d:%d: not a text file (%s)", source->name, place.line,
                     place.column, what);
}

// A device or a pipe has nothing to be kept, and must not be replaced by a file.
static bool open_special(FileWriter *writer, Error *error)
{
    writer->descriptor = open(writer->path, O_WRONLY | O_CLOEXEC);
    return writer->descriptor >= 0 ||
           error_set(error, NULL, "%s: %s", writer->path, strerror(errno));
}

static bool open_temporary(FileWriter *writer, Arena *arena)
{
    for (;;) {
        writer->temporary = leftover_name(writer->path, arena);
        writer->descriptor = unfinished_open(writer->temporary);
        if (writer->descriptor < 0 || leftover_lock(writer->descriptor)) break;
        unfinished_release(writer->temporary);
        close(writer->descriptor);
    }
    return writer->descriptor >= 0;
}

// The file that a link leads to is what is replaced, not the link.
static bool follow_link(FileWriter *writer, Arena *arena, Error *error)
{
    struct stat info;
    const char *path = writer->path;
    if (!writer->replace || lstat(path, &info) != 0 || !S_ISLNK(info.st_mode)) return true;
    char *target = realpath(path, NULL);
    if (!target)
        return error_fail(error, "remove the link, or name the file that it should lead to",
                          "%s: the link leads to no file (%s)", path, strerror(errno));
    writer->path = str_copy(arena, str_from(target));
    free(target);
    return true;
}

bool file_create(FileWriter *writer, const char *path, bool replace, Arena *arena, Error *error)
{
    *writer = (FileWriter){.path = path, .descriptor = -1, .replace = replace};
    struct stat info;
    mode_t mask = umask(0), mode = 0666 & ~mask;
    umask(mask);
    if (stat(path, &info) == 0) {
        if (S_ISDIR(info.st_mode)) return error_set(error, NULL, "%s: is a directory", path);
        if (!S_ISREG(info.st_mode)) return open_special(writer, error);
        if (!replace) return error_fail(error, "--force replaces it", "%s: exists already", path);
    }
    if (!follow_link(writer, arena, error)) return false;
    leftovers_sweep(writer->path, arena);
    if (!open_temporary(writer, arena))
        return error_fail(error, "write into a folder that is there and may be written to",
                          "%s: %s", path, strerror(errno));
    fchmod(writer->descriptor, mode);
    return true;
}

static void close_writer(FileWriter *writer)
{
    close(writer->descriptor);
    writer->descriptor = -1;
    if (writer->temporary) unfinished_release(writer->temporary);
}

static bool give_up(FileWriter *writer, Error *error)
{
    error_set(error, NULL, "%s: %s", writer->path, strerror(errno));
    if (writer->temporary) unlink(writer->temporary);
    close_writer(writer);
    return false;
}

bool file_write_all(int descriptor, const void *bytes, size_t count)
{
    for (const char *p = bytes; count;) {
        ssize_t written = write(descriptor, p, count);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        p += written;
        count -= (size_t)written;
    }
    return true;
}

bool file_write(FileWriter *writer, const void *bytes, size_t count, Error *error)
{
    return file_write_all(writer->descriptor, bytes, count) || give_up(writer, error);
}

bool file_write_output(const void *bytes, size_t count, Error *error)
{
    bool ok = isatty(STDOUT_FILENO) ? visible_write(STDOUT_FILENO, (Str){bytes, (int)count})
                                    : file_write_all(STDOUT_FILENO, bytes, count);
    return ok || error_set(error, NULL, "standard output: %s", strerror(errno));
}

// link() refuses an existing name, so that a file that appeared meanwhile is not replaced.
static bool take_new_name(const FileWriter *writer)
{
    if (link(writer->temporary, writer->path) == 0) {
        unlink(writer->temporary);
        return true;
    }
    bool no_links = errno == EPERM || errno == ENOTSUP || errno == EMLINK;
    return no_links && rename(writer->temporary, writer->path) == 0;
}

bool file_commit(FileWriter *writer, Error *error)
{
    if (!writer->temporary) {
        close_writer(writer);
        return true;
    }
    if (fsync(writer->descriptor) != 0 && errno != EINVAL) return give_up(writer, error);
    bool named =
        writer->replace ? rename(writer->temporary, writer->path) == 0 : take_new_name(writer);
    if (!named) return give_up(writer, error);
    close_writer(writer);
    return true;
}
