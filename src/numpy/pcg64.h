// PCG64, the generator behind numpy.random.default_rng, and the normal numbers made of it.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct Wide { // a whole number of 128 bits
    uint64_t high, low;
} Wide;

typedef struct Pcg64 {
    Wide state, step;
    bool has_half; // the upper half of a word is still to give
    uint32_t half;
} Pcg64;

// As SeedSequence(words) seeds it: an int from its lowest 32 bits on.
void pcg64_seed(Pcg64 *pcg, const uint32_t *words, int count);
uint64_t pcg64_next(Pcg64 *pcg);
double pcg64_unit(Pcg64 *pcg);                      // from 0 up to 1
uint64_t pcg64_below(Pcg64 *pcg, uint64_t most);    // 0 to `most`
uint64_t pcg64_interval(Pcg64 *pcg, uint32_t most); // the same, drawn otherwise
double pcg64_normal(Pcg64 *pcg);
