// Keeps blocks of memory for the next tensor in a short list. It is searched from the end, because
// the block given back last is most likely still in the processor's cache.
#include "tensor/spare.h"

#include <stdlib.h>
#include <string.h>

static void *remove_block(Spares *spares, int at)
{
    void *data = spares->block[at].data;
    spares->bytes -= spares->block[at].bytes;
    spares->count--;
    memmove(spares->block + at, spares->block + at + 1,
            (size_t)(spares->count - at) * sizeof *spares->block);
    return data;
}

void *spares_take(Spares *spares, size_t bytes)
{
    if (bytes < SPARE_FROM) return NULL;
    for (int i = spares->count - 1; i >= 0; i--) {
        if (spares->block[i].bytes == bytes) return remove_block(spares, i);
    }
    return NULL;
}

void spares_give(Spares *spares, void *data, size_t bytes)
{
    if (bytes < SPARE_FROM) {
        free(data);
        return;
    }
    if (spares->count == SPARE_BLOCKS) free(remove_block(spares, 0));
    spares->block[spares->count].data = data;
    spares->block[spares->count++].bytes = bytes;
    spares->bytes += bytes;
}

void spares_shrink(Spares *spares, size_t bytes)
{
    while (spares->count && spares->bytes > bytes) free(remove_block(spares, 0));
}

void spares_free(Spares *spares)
{
    spares_shrink(spares, 0);
}
