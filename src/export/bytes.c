// The pieces of a file are joined in memory, in a buffer that doubles. It comes from realloc() and
// not from an arena because running out of memory can be reported here, while an arena would end
// the process.
#include "export/writers.h"

#include <stdlib.h>
#include <string.h>

bool bytes_add(Bytes *bytes, const void *data, size_t count)
{
    if (bytes->capacity - bytes->size < count) {
        size_t capacity = 2 * bytes->capacity + count;
        unsigned char *grown = realloc(bytes->data, capacity);
        if (!grown) return false;
        bytes->data = grown;
        bytes->capacity = capacity;
    }
    if (count) memcpy(bytes->data + bytes->size, data, count);
    bytes->size += count;
    return true;
}

bool bytes_add_text(Bytes *bytes, Str text, Error *error)
{
    return bytes_add(bytes, text.p, (size_t)text.n) || bytes_no_memory(error);
}

uint32_t bytes_get_32(const void *at)
{
    const unsigned char *byte = at;
    return (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 | (uint32_t)byte[2] << 8 | byte[3];
}

void bytes_put_32(unsigned char *at, size_t value)
{
    for (int i = 0; i < 4; i++) at[i] = (unsigned char)(value >> (24 - 8 * i));
}

bool bytes_no_memory(Error *error)
{
    return error_set(error, NULL, "not enough memory for the figure");
}
