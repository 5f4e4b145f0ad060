// Keeps blocks of memory for the next tensor in a short list. It is searched from the end, because
// the block given back last is most likely still in the processor's cache.
#include "tensor/spare.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// Blocks in the list still count towards the budget of the process.
static void leave_block(void *data, size_t bytes)
{
    free(data);
    memory_give(bytes);
}

static void *remove_block(Spares *spares, int at)
{
    void *data = spares->block[at].data;
    spares->bytes -= spares->block[at].bytes;
    spares->count--;
    memmove(spares->block + at, spares->block + at + 1,
            (size_t)(spares->count - at) * sizeof *spares->block);
    return data;
}

static void leave_first(Spares *spares)
{
    size_t bytes = spares->block[0].bytes;
    leave_block(remove_block(spares, 0), bytes);
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
        leave_block(data, bytes);
        return;
    }
    if (spares->count == SPARE_BLOCKS) leave_first(spares);
    spares->block[spares->count].data = data;
    spares->block[spares->count++].bytes = bytes;
    spares->bytes += bytes;
}

void spares_shrink(Spares *spares, size_t bytes)
{
    while (spares->count && spares->bytes > bytes) leave_first(spares);
}

void spares_free(Spares *spares)
{
    spares_shrink(spares, 0);
}
