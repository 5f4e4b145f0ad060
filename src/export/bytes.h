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

// A file that is text. NULL: no memory; the error is set.
unsigned char *bytes_of_text(Str text, size_t *size, Error *error);
