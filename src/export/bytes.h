// A file in the making, in memory.
#pragma once

#include <cairo.h>
#include <stddef.h>

typedef struct Bytes {
    unsigned char *data; // from malloc
    size_t size, capacity;
} Bytes;

// A cairo_write_func_t; `context` is a Bytes. It can fail for lack of memory.
cairo_status_t bytes_append(void *context, const unsigned char *data, unsigned int count);
