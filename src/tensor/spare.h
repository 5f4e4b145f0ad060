// Large blocks of memory that tensors gave back, kept for the next tensor of the same size.
//
// A model makes tensors of the same few sizes again and again. Memory from the system comes page by
// page, each of which it clears; for a large tensor that takes as long as the arithmetic.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { SPARE_BLOCKS = 128, SPARE_FROM = 128 * 1024 }; // bytes of the smallest block kept
enum { SPARE_PART = 8 };                              // of the peak, for what is kept besides

typedef struct Spares {
    struct {
        void *data;
        size_t bytes;
    } block[SPARE_BLOCKS]; // the one given last is last
    int count;
    size_t bytes; // of all blocks
} Spares;

// A block of exactly `bytes` bytes, with anything in it, or NULL.
void *spares_take(Spares *spares, size_t bytes);
// Keeps the block, or frees it where it is small; the one kept longest may have to go.
void spares_give(Spares *spares, void *data, size_t bytes);
// Frees those kept longest until all take at most `bytes` bytes.
void spares_shrink(Spares *spares, size_t bytes);
void spares_free(Spares *spares);
