// A file in the making, in memory.
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Bytes {
    unsigned char *data; // from malloc
    size_t size, capacity;
} Bytes;

// False: no memory.
bool bytes_add(Bytes *bytes, const void *data, size_t count);

bool bytes_add_text(Bytes *bytes, Str text, Error *error);
// False; says that there is no memory for a figure.
bool bytes_no_memory(Error *error);

// What a figure is rendered to.
typedef struct Output {
    Bytes file;
    int missing; // characters that no font of this machine has (drawn as boxes)
} Output;
