// A file in the making, in memory.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct Bytes {
    unsigned char *data; // from malloc
    size_t size, capacity;
} Bytes;

// False: no memory.
bool bytes_add(Bytes *bytes, const void *data, size_t count);
