// The numbers of a tensor in a form that other programs read.
#pragma once

#include "base/error.h"
#include "trace/trace.h"

#include <stdint.h>

typedef struct CopyFormat CopyFormat;

// By the name that --format takes, else by the ending of a file's name; NULL: no such format.
const CopyFormat *copy_format(const char *name, const char *path);

// What is copied: an entry's output, or the part of it that its first `given` coordinates name.
typedef struct CopySource {
    const Trace *trace;
    int entry;
    Index at;
    int given;
    const char *name; // "wv[0]"
    int digits;       // the most decimals; -1: as many as it takes to read back the same
} CopySource;

// Writes to `path`, or to standard output where it is "-". `*bytes` gets how many. Errors: those of
// file_create() and file_write(); binary bytes to a terminal; a shape that the format cannot say.
bool copy_tensor(const CopySource *source, const CopyFormat *format, const char *path, bool force,
                 Arena *arena, size_t *bytes, Error *error);
