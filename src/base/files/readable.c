// Opening by the step: each folder of a name is opened from the one before it, with O_NOFOLLOW, and
// "a/../b" is "b" before anything is opened. The type of what is at the end is checked before it
// is opened, since opening alone does something to some devices, and again afterwards.
#include "base/files/readable.h"

#include "base/files/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOLDER_FLAGS = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK };

typedef struct KeptSource {
    Source source;
    const char *name; // as it was asked for
    const struct KeptSource *next;
} KeptSource;

typedef struct KeptSources {
    const KeptSource *first;
    Arena *arena;
} KeptSources;

Readable readable_by(const char *named, const char *path, Arena *arena)
{
    KeptSources *kept = NEW(arena, KeptSources);
    kept->arena = arena;
    if (!named && strcmp(path, "-") == 0) return (Readable){0};
    const Checkout *checkout = checkout_of(named, path, arena);
    return (Readable){checkout->top, named ? NULL : checkout->file, checkout, kept, NULL};
}

typedef struct PartsOfName {
    const char **part;
    int count;
} PartsOfName;

// A folder that is named without a program's file is a checkout with nothing above it.
static const Checkout *checkout_in(const Readable *from)
{
    static const Checkout none = {.name = "", .here = ""};
    return from->checkout ? from->checkout : &none;
}

// ---- what is refused --------------------------------------------------------------------------

static const char *python_kind(int why)
{
    switch (why) {
    case ENOENT: return "FileNotFoundError";
    case ENOTDIR: return "NotADirectoryError";
    case EISDIR: return "IsADirectoryError";
    case EACCES:
    case EPERM: return "PermissionError";
    default: return "OSError";
    }
}

static bool fail(const Readable *from, const ReadableFile *file, int why, Error *error)
{
    error_set(error, python_kind(why), "[Errno %d] %s: '%s'", why, strerror(why), file->name);
    if (why != ENOENT) return false;
    if (from->of) return error_hint(error, "names begin in the folder of %s", from->of);
    return error_hint(error, "names begin in %s, which --files names", from->folder);
}

static bool refuse(const ReadableFile *file, const char *why, Error *error)
{
    return error_set(error, "PermissionError", "%s is %s; a program reads regular files only",
                     file->name, why);
}

static bool refuse_outside(const Readable *from, const ReadableFile *file, Error *error)
{
    const char *of = from->of ? "the folder of " : "";
    error_set(error, "PermissionError", "%s is outside %s%s", file->name, of,
              from->of ? from->of : from->folder);
    return error_hint(error, "--files DIR names another folder that the program may read");
}

// What begins with a dot is where keys and histories are kept; but the file that the user opened
// may.
static bool refuse_hidden(const Readable *from, const PartsOfName *way, const ReadableFile *file,
                          Error *error)
{
    Str here = str_from(checkout_in(from)->here); // folders of that file may be hidden, too
    for (int i = 0; i < way->count; i++) {
        int n = (int)strlen(way->part[i]);
        bool opened = here.n ? str_starts(here, way->part[i]) && (here.n == n || here.p[n] == '/')
                             : from->of && strcmp(way->part[i], from->of) == 0;
        here = str_slice(here, opened ? n + 1 : here.n, here.n);
        if (opened || way->part[i][0] != '.') continue;
        error_set(error, "PermissionError",
                  "%s is hidden; a program reads no name that begins with a dot", file->name);
        error_hint(error, "a copy of it under another name");
        return true;
    }
    return false;
}

static bool may_read(const Readable *from, Str name, const ReadableFile *file, Error *error)
{
    if (name.n && memchr(name.p, '\0', (size_t)name.n))
        return error_set(error, "ValueError", "embedded null byte");
    if (from->folder) return true;
    error_set(error, "PermissionError",
              "%s cannot be read: a program from standard input has no folder", file->name);
    return error_hint(error, "--files DIR names a folder that the program may read");
}

// ---- the way to it ----------------------------------------------------------------------------

// The rest of an absolute name behind the folder; false: it does not begin with that.
static bool take_folder(const char *path, Str *name)
{
    Str folder = str_from(path);
    while (folder.n > 1 && folder.p[folder.n - 1] == '/') folder.n--;
    Str begin = str_slice(*name, 0, folder.n);
    bool below = folder.p[0] == '/' && str_equal(begin, folder) &&
                 (folder.n == 1 || name->n == folder.n || name->p[folder.n] == '/');
    if (below) *name = str_slice(*name, folder.n, name->n);
    return below;
}

// False: it leads out.
static bool find_way(Str name, Arena *arena, PartsOfName *way)
{
    int most = 1;
    for (int i = 0; i < name.n; i++) most += name.p[i] == '/';
    *way = (PartsOfName){.part = NEW_ARRAY(arena, const char *, most)};
    while (name.n) {
        const char *slash = memchr(name.p, '/', (size_t)name.n);
        int length = slash ? (int)(slash - name.p) : name.n;
        Str part = str_slice(name, 0, length);
        name = str_slice(name, length + 1, name.n);
        if (part.n == 0 || str_is(part, ".")) continue;
        if (!str_is(part, ".."))
            way->part[way->count++] = str_copy(arena, part);
        else if (way->count-- == 0)
            return false;
    }
    return true;
}

// The type of what is there, links not followed; 0 or errno.
static int look(int folder, const char *part, mode_t *mode)
{
    struct stat info;
    if (fstatat(folder, part, &info, AT_SYMLINK_NOFOLLOW) != 0) return errno;
    *mode = info.st_mode;
    return 0;
}

static int open_at(int folder, const char *part, int flags, int *descriptor)
{
    *descriptor = openat(folder, part, flags | O_NOFOLLOW);
    return *descriptor < 0 ? errno : 0;
}

static bool enter(const Readable *from, const char *part, ReadableFile *file, Error *error)
{
    mode_t mode = 0;
    int next = -1, why = look(file->descriptor, part, &mode);
    if (!why && S_ISLNK(mode)) return refuse(file, "reached through a link", error);
    if (!why) why = open_at(file->descriptor, part, FOLDER_FLAGS, &next);
    if (why) return fail(from, file, why, error);
    close(file->descriptor);
    file->descriptor = next;
    return true;
}

static bool is_regular(const Readable *from, const ReadableFile *file, mode_t mode, Error *error)
{
    if (S_ISREG(mode)) return true;
    if (S_ISDIR(mode)) return fail(from, file, EISDIR, error);
    return refuse(file, S_ISLNK(mode) ? "a link" : "a device or a pipe", error);
}

static bool open_file(const Readable *from, const char *part, ReadableFile *file, Error *error)
{
    mode_t mode = 0;
    struct stat info;
    int opened = -1, why = look(file->descriptor, part, &mode);
    if (why) return fail(from, file, why, error);
    if (!is_regular(from, file, mode, error)) return false;
    why = open_at(file->descriptor, part, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, &opened);
    if (why) return fail(from, file, why, error);
    close(file->descriptor);
    file->descriptor = opened;
    if (fstat(opened, &info) != 0) return fail(from, file, errno, error);
    file->bytes = (uint64_t)info.st_size;
    return is_regular(from, file, info.st_mode, error);
}

static bool follow(const Readable *from, const PartsOfName *way, ReadableFile *file, Error *error)
{
    file->descriptor = open(from->folder, FOLDER_FLAGS);
    if (file->descriptor < 0) {
        int why = errno;
        return error_set(error, python_kind(why), "[Errno %d] %s: '%s'", why, strerror(why),
                         from->folder);
    }
    for (int i = 0; i < way->count - 1; i++) {
        if (!enter(from, way->part[i], file, error)) return false;
    }
    return open_file(from, way->count ? way->part[way->count - 1] : ".", file, error);
}

// The way from the top to a name that begins in the folder `begin`. False: it leads out. An
// absolute name begins with the folder as it was typed, or with the name that the program knows.
static bool find_from(const Readable *from, const char *begin, Str name, Arena *arena,
                      PartsOfName *way)
{
    if (str_starts(name, "/"))
        return (take_folder(checkout_in(from)->name, &name) || take_folder(from->folder, &name)) &&
               find_way(name, arena, way);
    return find_way(str_from(arena_printf(arena, "%s/%.*s", begin, STR_ARG(name))), arena, way);
}

static bool open_from(const Readable *from, const char *begin, Str name, Arena *arena,
                      ReadableFile *file, Error *error)
{
    PartsOfName way;
    if (!find_from(from, begin, name, arena, &way)) return refuse_outside(from, file, error);
    if (refuse_hidden(from, &way, file, error)) return false;
    if (follow(from, &way, file, error)) return true;
    readable_close(file);
    return false;
}

// `called` is what messages call it.
static bool open_called(const Readable *from, Str name, const char *called, Arena *arena,
                        ReadableFile *file, Error *error)
{
    if (from->given && str_is(name, from->given->name)) {
        *file = *from->given;
        return true;
    }
    *file = (ReadableFile){.descriptor = -1, .name = called};
    if (!may_read(from, name, file, error)) return false;
    if (name.n == 0) return fail(from, file, ENOENT, error);
    const Checkout *checkout = checkout_in(from);
    const char *first = checkout->is_named ? "" : checkout->here;
    const char *second = checkout->is_named ? checkout->here : "";
    if (open_from(from, first, name, arena, file, error)) return true;
    Error unheard = {.arena = arena};
    bool is_absent = error->kind && strcmp(error->kind, "FileNotFoundError") == 0;
    if (!is_absent || !checkout->here[0] || str_starts(name, "/")) return false;
    if (!open_from(from, second, name, arena, file, &unheard)) return false;
    *error = (Error){.arena = error->arena};
    return true;
}

bool readable_open(const Readable *from, Str name, Arena *arena, ReadableFile *file, Error *error)
{
    return open_called(from, name, str_copy(arena, name), arena, file, error);
}

void readable_close(ReadableFile *file)
{
    if (file->descriptor >= 0) close(file->descriptor);
    file->descriptor = -1;
}

bool readable_read(const ReadableFile *file, uint64_t at, void *into, size_t bytes, Error *error)
{
    if (at > file->bytes || bytes > file->bytes - at)
        return error_set(error, "OSError", "%s ends before what was to be read", file->name);
    if (file->unpacked) {
        memcpy(into, file->unpacked + at, bytes);
        return true;
    }
    at += file->start;
    if (file->held) {
        memcpy(into, file->held + at, bytes);
        return true;
    }
    for (char *to = into; bytes;) {
        ssize_t got = pread(file->descriptor, to, bytes, (off_t)at);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0)
            return error_set(error, "OSError", "[Errno %d] %s: '%s'", errno, strerror(errno),
                             file->name);
        if (got == 0)
            return error_set(error, "OSError", "%s ended while it was read: it has become shorter",
                             file->name);
        to += got;
        at += (uint64_t)got;
        bytes -= (size_t)got;
    }
    return true;
}

// ---- code -------------------------------------------------------------------------------------

// As messages call it: from where the user is.
static const char *name_from_here(const Readable *from, Str name, Arena *scratch)
{
    const Checkout *checkout = from->checkout;
    PartsOfName way = {0};
    Buf shown = {.arena = from->kept->arena};
    find_from(from, checkout->is_named ? "" : checkout->here, name, scratch, &way);
    buf_add(&shown, str_from(checkout->shown));
    for (int i = 0; i < way.count; i++) buf_printf(&shown, "%s%s", i ? "/" : "", way.part[i]);
    return buf_text(&shown);
}

static bool read_source(const Readable *from, const ReadableFile *file, Source *source,
                        Error *error)
{
    enum { MOST = 4 << 20 };
    if (file->bytes > MOST)
        return error_set(error, "MemoryError", "%s is larger than %d MiB", file->name, MOST >> 20);
    char *text = arena_alloc(from->kept->arena, (size_t)file->bytes + 1);
    source->name = file->name;
    source->text = (Str){text, (int)file->bytes};
    return readable_read(file, 0, text, (size_t)file->bytes, error) &&
           file_check_text(source, error);
}

static const Source *keep(KeptSources *kept, KeptSource source)
{
    source.next = kept->first;
    KeptSource *now = NEW(kept->arena, KeptSource);
    *now = source;
    kept->first = now;
    return &now->source;
}

const Source *readable_text(const Readable *from, Str text, Arena *arena)
{
    static const char name[] = "<string>";
    KeptSources passing = {.arena = arena}, *kept = from->kept ? from->kept : &passing;
    for (const KeptSource *known = kept->first; known; known = known->next) {
        bool is_text = strcmp(known->name, name) == 0;
        if (is_text && str_equal(known->source.text, text)) return &known->source;
    }
    Str copy = {str_copy(kept->arena, text), text.n};
    return keep(kept, (KeptSource){.source = {.name = name, .text = copy}, .name = name});
}

const Source *readable_source(const Readable *from, Str name, Error *error)
{
    KeptSources *kept = from->kept;
    const KeptSource *known = kept ? kept->first : NULL;
    while (known && !str_is(name, known->name)) known = known->next;
    if (known) return &known->source;
    ReadableFile file;
    SCRATCH(scratch);
    KeptSource source = {0};
    const char *called = kept ? name_from_here(from, name, &scratch) : "";
    bool ok = open_called(from, name, called, &scratch, &file, error);
    if (ok) {
        ok = read_source(from, &file, &source.source, error);
        readable_close(&file);
    }
    if (!ok) return NULL;
    source.name = str_copy(kept->arena, name);
    return keep(kept, source);
}
