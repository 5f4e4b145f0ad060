// Looks for lessons in the user's data folder, beside the program and in the system's data folders
// (XDG Base Directory Specification), in this order; of two lessons with one name the first found
// is taken. The program finds itself by /proc/self/exe, or where there is none by the name it was
// started by, so that an installed tree can be moved.
#include "lesson/library.h"

#include "base/bug.h"
#include "base/files/file.h"
#include "base/text/number.h"
#include "lesson/kind.h"
#include "lesson/readers.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// --- where the program is

static const char *started_as;

void library_started_as(const char *name)
{
    started_as = name;
}

// The folder of a program, through links; NULL: it is not there.
static const char *folder_of(const char *program, Arena *arena)
{
    errno = 0;
    char *path = access(program, X_OK) == 0 ? realpath(program, NULL) : NULL;
    if (!path && errno == ENOMEM) bug_no_memory();
    char *slash = path ? strrchr(path, '/') : NULL;
    const char *folder = slash ? str_copy(arena, (Str){path, (int)(slash - path)}) : NULL;
    free(path);
    return folder;
}

// Where a shell finds what is started by this name.
static const char *folder_by_name(Arena *arena)
{
    const char *set = getenv("PATH"), *found = NULL;
    if (!started_as) return NULL;
    if (strchr(started_as, '/')) return folder_of(started_as, arena);
    for (Str rest = str_from(set ? set : ""); rest.n && !found;) {
        Str folder = str_take(&rest, ":");
        found = folder_of(arena_printf(arena, "%.*s/%s", STR_ARG(folder), started_as), arena);
    }
    return found;
}

// The folder of the running program, absolute; NULL: it is not known.
static const char *program_folder(Arena *arena)
{
    for (size_t size = 256; size <= 65536; size *= 2) {
        char *path = arena_alloc(arena, size);
        ssize_t length = readlink("/proc/self/exe", path, size - 1);
        if (length < 0) return folder_by_name(arena);
        if ((size_t)length == size - 1) continue; // perhaps cut off
        char *slash = strrchr(path, '/');
        if (!slash) return NULL;
        *slash = '\0';
        return path;
    }
    return NULL;
}

static bool is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

// Shorter for messages: relative to the working directory if it is inside.
static const char *shorten(const char *path, Arena *arena)
{
    char here[4096];
    if (!getcwd(here, sizeof here)) return path;
    size_t length = strlen(here);
    bool inside = length > 1 && strncmp(path, here, length) == 0 && path[length] == '/';
    return inside ? str_copy(arena, str_from(path + length + 1)) : path;
}

// The source tree, when the program runs in a folder "build" of it, at whatever depth.
static const char *tree_folder(const char *program, const char *name, Arena *arena)
{
    char *above = str_copy(arena, str_from(program));
    for (char *slash; (slash = strrchr(above, '/')); *slash = '\0') {
        if (strcmp(slash, "/build") != 0) continue;
        *slash = '\0';
        const char *folder = arena_printf(arena, "%s/%s", above, name);
        return is_folder(folder) ? folder : NULL;
    }
    return NULL;
}

static const char *installed_folder(const char *program, const char *name, Arena *arena)
{
    const char *slash = program ? strrchr(program, '/') : NULL;
    if (slash) {
        Str prefix = {program, (int)(slash - program)};
        const char *folder = arena_printf(arena, "%.*s/share/qkv/%s", STR_ARG(prefix), name);
        if (is_folder(folder)) return folder;
    }
    return NULL;
}

const char *library_folder(const char *name, Arena *arena)
{
    const char *program = program_folder(arena);
    const char *folder = program ? tree_folder(program, name, arena) : NULL;
    if (!folder) folder = installed_folder(program, name, arena);
    return folder ? shorten(folder, arena) : NULL;
}

// --- the lessons there are

const LibraryLesson *library_called(const Library *library, Str name)
{
    for (int i = 0; i < library->count; i++) {
        if (str_is(name, library->lessons[i].name)) return &library->lessons[i];
    }
    return NULL;
}

// Of two with one number neither.
static const LibraryLesson *numbered(const Library *library, Str text)
{
    const LibraryLesson *found = NULL;
    int64_t number;
    int count = 0;
    if (!number_parse_int(text, &number) || number <= 0) return NULL;
    for (int i = 0; i < library->count; i++) {
        if (library->lessons[i].number != number) continue;
        found = &library->lessons[i];
        count++;
    }
    return count == 1 ? found : NULL;
}

// As a user names it: by its name, or by its number.
static const LibraryLesson *find(const Library *library, const char *name)
{
    const LibraryLesson *found = library_called(library, str_from(name));
    return found ? found : numbered(library, str_from(name));
}

static void add_lesson(Library *library, Arena *arena, const char *folder, const char *file)
{
    LibraryLesson lesson = {.path = arena_printf(arena, "%s/%s", folder, file)};
    lesson.name = lesson_name(file, &lesson.number, arena);
    if (library_called(library, str_from(lesson.name))) return;
    *ARENA_ADD(arena, library->lessons, library->count) = lesson;
}

static int by_file_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_lesson_file(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && str_ends(str_from(entry->d_name), ".md");
}

// In the order of file names, so that of two files with one name always the same is taken.
static void add_folder(Library *library, Arena *arena, const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_lesson_file, by_file_name);
    if (count < 0 && errno == ENOMEM) bug_no_memory(); // or the lesson would seem not to be there
    for (int i = 0; i < count; i++) {
        add_lesson(library, arena, folder, entries[i]->d_name);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
}

// XDG Base Directory Specification: a relative path is to be ignored.
static void add_data_folder(Library *library, Arena *arena, Str data)
{
    if (!str_starts(data, "/")) return;
    const char *folder = arena_printf(arena, "%.*s/qkv/lessons", STR_ARG(data));
    add_folder(library, arena, shorten(folder, arena));
}

static void add_own(Library *library, Arena *arena)
{
    const char *folder = file_of_user("XDG_DATA_HOME", ".local/share", "lessons", arena);
    if (folder) add_folder(library, arena, shorten(folder, arena));
}

static void add_shared(Library *library, Arena *arena)
{
    const char *set = getenv("XDG_DATA_DIRS");
    Str rest = str_from(set && *set ? set : "/usr/local/share:/usr/share");
    while (rest.n) add_data_folder(library, arena, str_take(&rest, ":"));
}

// Numbered lessons first.
static int by_number(const void *a_, const void *b_)
{
    const LibraryLesson *a = a_, *b = b_;
    if (!a->number != !b->number) return a->number ? -1 : 1;
    if (a->number != b->number) return a->number < b->number ? -1 : 1;
    return strcmp(a->name, b->name);
}

void library_scan(Library *library, Arena *arena)
{
    *library = (Library){0};
    add_own(library, arena);
    const char *folder = library_folder("lessons", arena);
    if (folder) add_folder(library, arena, folder);
    add_shared(library, arena);
    if (library->count == 0) return;
    qsort(library->lessons, (size_t)library->count, sizeof *library->lessons, by_number);
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

const char *library_name(const char *path, Arena *arena)
{
    Library library;
    library_scan(&library, arena);
    for (int i = 0; i < library.count; i++) {
        if (is_same_file(library.lessons[i].path, path)) return library.lessons[i].name;
    }
    return NULL;
}

// --- opening one

bool library_read(const char *path, Arena *arena, Source *source, Error *error)
{
    bool is_large = kind_is_stream(path) || str_is(str_from(kind_of_file(path)), "ipynb");
    source->name = str_copy(arena, str_from(path));
    return file_read(path, is_large ? NOTEBOOK_BYTES : LESSON_BYTES, arena, &source->text, error);
}

static bool open_path(const char *path, Arena *lesson_arena, Lesson *lesson, Error *error)
{
    Source *source = NEW(lesson_arena, Source);
    if (!library_read(path, lesson_arena, source, error)) return false;
    return lesson_parse(source, lesson_arena, lesson, error);
}

// "4" is the number of none, or of several.
static bool refuse_number(int64_t number, const Library *library, Arena *arena, Error *error)
{
    Buf names = {.arena = arena};
    int last = 0;
    for (int i = 0; i < library->count; i++) {
        const LibraryLesson *lesson = &library->lessons[i];
        if (lesson->number > last) last = lesson->number;
        if (lesson->number == number)
            buf_printf(&names, "%s%s", names.n ? " or " : "", lesson->name);
    }
    if (names.n) {
        error_set(error, NULL, "%lld: several lessons have this number", (long long)number);
        return error_hint(error, "%s", buf_text(&names));
    }
    error_set(error, NULL, "%lld: no lesson has this number", (long long)number);
    return error_hint(error, "qkv lessons lists them; the last one is %d", last);
}

static bool refuse_name(const char *name, const Library *library, Arena *arena, Error *error)
{
    int64_t number;
    if (library->count && number_parse_int(str_from(name), &number))
        return refuse_number(number, library, arena, error);
    const char **names = NEW_ARRAY(arena, const char *, library->count);
    for (int i = 0; i < library->count; i++) names[i] = library->lessons[i].name;
    error_set(error, NULL, "%s: no such lesson and no such file", name);
    Str wanted = str_from(lesson_name(name, NULL, arena));
    const char *nearest = str_nearest(wanted, names, library->count);
    if (nearest) return error_hint(error, "did you mean %s?", nearest);
    return error_hint(
        error,
        "qkv lessons lists what there is; a path to a .md, .py or .ipynb file works as well");
}

const char *library_path(const char *lesson_or_path, Arena *arena)
{
    Library library;
    library_scan(&library, arena);
    const LibraryLesson *known = find(&library, lesson_or_path);
    return known ? known->path : lesson_or_path;
}

bool library_open(const char *lesson_or_path, Arena *lesson_arena, Lesson *lesson, Error *error)
{
    if (strcmp(lesson_or_path, "-") == 0) return open_path("-", lesson_arena, lesson, error);
    Library library;
    library_scan(&library, lesson_arena);
    const LibraryLesson *known = find(&library, lesson_or_path);
    if (known) return open_path(known->path, lesson_arena, lesson, error);
    if (access(lesson_or_path, F_OK) != 0) {
        return refuse_name(lesson_or_path, &library, lesson_arena, error);
    }
    return open_path(lesson_or_path, lesson_arena, lesson, error);
}
