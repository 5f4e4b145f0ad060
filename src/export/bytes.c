// Cairo hands over a file piece by piece; the pieces are joined in memory, in a buffer that
// doubles. The buffer comes from realloc() and not from an arena because running out of memory can
// be reported to cairo here, while an arena would end the process.
#include "export/bytes.h"

#include <stdlib.h>
#include <string.h>

cairo_status_t bytes_append(void *context, const unsigned char *data, unsigned int count)
{
    Bytes *bytes = context;
    if (bytes->capacity - bytes->size < count) {
        size_t capacity = 2 * bytes->capacity + count;
        unsigned char *grown = realloc(bytes->data, capacity);
        if (!grown) return CAIRO_STATUS_NO_MEMORY;
        bytes->data = grown;
        bytes->capacity = capacity;
    }
    memcpy(bytes->data + bytes->size, data, count);
    bytes->size += count;
    return CAIRO_STATUS_SUCCESS;
}
