// Files: read whole, or written so that a reader never sees half of one.
#pragma once

#include "base/error.h"

#include <stdint.h>
#include <sys/stat.h>

// Everything in the file at `path` ("-": standard input), as text in `arena`. Refuses directories
// and files larger than `limit` bytes. file_check_text() checks what is in it.
bool file_read(const char *path, size_t limit, Arena *arena, Str *text, Error *error);

// Where a user's own files of this kind are, by the XDG Base Directory Specification: "qkv/NAME" in
// the folder that `variable` names, else in `~/in_home`. NULL: there is no such place.
const char *file_of_user(const char *variable, const char *in_home, const char *name, Arena *arena);

// Is it the same file, not written to since?
bool file_is_as(const struct stat *now, const struct stat *then);
int64_t file_age_ms(const struct stat *info); // since it was written to

// Is what was read text? Refuses NUL bytes and what is not UTF-8, and says where.
bool file_check_text(const Source *source, Error *error);

// A file in the making: bytes go to a temporary name beside `path`; file_commit() renames it.
// Until then, and after any failure or deadly signal, what stood at `path` is untouched and no half
// file is left. With `replace` a symbolic link stays, and the file that it leads to is replaced.
typedef struct FileWriter {
    const char *path; // borrowed, or where a link leads to
    char *temporary;  // in the arena given at opening; NULL: a device or pipe, written directly
    int descriptor;
    bool replace; // may an existing file be replaced?
} FileWriter;

// Errors: an existing file without `replace` (hint: --force), a directory, no permission.
bool file_create(FileWriter *writer, const char *path, bool replace, Arena *arena, Error *error);

// Writes bytes, and gives the file its name. On an error the file is given up at once.
bool file_write(FileWriter *writer, const void *bytes, size_t count, Error *error);
bool file_commit(FileWriter *writer, Error *error);

// Writes all bytes, past stdio. False: errno says why.
bool file_write_all(int descriptor, const void *bytes, size_t count);

// Writes a file's bytes to standard output; on a terminal, text that is safe to show.
bool file_write_output(const void *bytes, size_t count, Error *error);
