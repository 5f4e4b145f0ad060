// The listing is written by a program of the library (_data), which asks the file what is in it.
#include "walk/data.h"

#include "base/text/ascii.h"
#include "lesson/lesson.h"
#include "modules/modules.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// As Python writes a string.
static void add_quoted(Buf *out, Str text)
{
    buf_add_char(out, '\'');
    for (int i = 0; i < text.n; i++) {
        char c = text.p[i];
        if (c == '\'' || c == '\\') buf_add_char(out, '\\');
        if (c == '\n' || c == '\r')
            buf_add(out, c == '\n' ? STR("\\n") : STR("\\r"));
        else
            buf_add_char(out, c);
    }
    buf_add_char(out, '\'');
}

static Str file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return str_from(slash ? slash + 1 : path);
}

// The name of the file where it is one of Python too: "attn.npy" has attn.
static Str name_of_tensor(const char *path, Arena *arena)
{
    char *name = str_copy(arena, str_from(lesson_name(path, NULL, arena)));
    for (char *c = name; *c; c++) {
        if (!ascii_is_alnum(*c)) *c = '_';
    }
    if (!*name || ascii_is_digit(*name)) return str_from(arena_printf(arena, "tensor_%s", name));
    return str_from(name);
}

// The file that a link leads to; what is no link is called as it was.
static const char *file_behind(const char *path, Arena *arena)
{
    struct stat info;
    char *real = lstat(path, &info) == 0 && S_ISLNK(info.st_mode) ? realpath(path, NULL) : NULL;
    if (!real) return path;
    path = str_copy(arena, str_from(real));
    free(real);
    return path;
}

static const Source *question(const char *path, const char *file, const char *kind,
                              const WalkOptions *options, Arena *arena)
{
    Str ending = str_from(kind);
    Str name = options->name ? str_from(options->name) : name_of_tensor(path, arena);
    Str axes = str_from(options->axes ? options->axes : "");
    Str given[] = {file_name(file), ending, file_name(path), name, axes};
    Buf code = {.arena = arena};
    buf_add(&code, STR("import _data\n_data.listing("));
    for (int i = 0; i < 5; i++) {
        if (i) buf_add(&code, STR(", "));
        add_quoted(&code, given[i]);
    }
    buf_add(&code, STR(")\n"));
    Source *source = NEW(arena, Source);
    *source = (Source){.name = path, .text = buf_str(&code), .first_line = 1};
    return source;
}

// What went wrong was not the program's fault, which is not shown, but the file's.
static bool about_file(const char *path, Error *error)
{
    bool calls = error->kind && strstr(error->kind, "Unpickling");
    bool too_many = error->kind && strstr(error->kind, "Overflow");
    bool no_file = error->kind && strstr(error->kind, "Permission");
    if (!strstr(error->message, file_name(path).p))
        error->message = arena_printf(error->arena, "%s: %s", path, error->message);
    error->at = (Span){0};
    error->call_count = 0;
    error->kind = NULL;
    if (calls) return error_hint(error, "the same weights as a .safetensors file");
    if (too_many) return error_hint(error, "a program that loads the part of it that you need");
    if (str_ends(str_from(path), ".json"))
        return error_hint(error,
                          "{\"tokens\": [\"we\", \"walk\"], \"weights\": [[0.9, 0.1], ...]}");
    if (no_file) return error_hint(error, "a file on a disk");
    return error_hint(error, "was it saved whole, by NumPy, PyTorch or safetensors?");
}

// What came from standard input is the only file that its program may read.
static const char *give(Walk *walk, const char *kind, Str bytes)
{
    ReadableFile *file = NEW(&walk->arena, ReadableFile);
    *file = (ReadableFile){.descriptor = -1,
                           .bytes = (uint64_t)bytes.n,
                           .held = bytes.p,
                           .name = arena_printf(&walk->arena, "input.%s", kind)};
    walk->program.readable = (Readable){.given = file};
    return file->name;
}

bool data_open(Walk *walk, const char *path, const char *kind, Str bytes,
               const WalkOptions *options, Error *error)
{
    Arena *arena = &walk->arena;
    const char *file = bytes.p ? give(walk, kind, bytes) : file_behind(path, arena);
    if (bytes.p) path = file;
    if (!bytes.p) walk->program.readable = readable_by(NULL, file, arena);
    Buf *out = NEW(arena, Buf);
    out->arena = arena;
    Run *run = run_new(&(RunOptions){.out = out,
                                     .memory_limit = options->memory_limit,
                                     .readable = walk->program.readable,
                                     .is_unrecorded = true});
    bool ok = run_source(run, question(path, file, kind, options, arena), error) ||
              about_file(path, error);
    run_free(run);
    if (!ok) return false;
    Source *source = NEW(arena, Source);
    *source = (Source){.name = str_copy(arena, str_from(path)), .text = buf_str(out)};
    return lesson_parse(source, arena, &walk->lesson, error);
}
