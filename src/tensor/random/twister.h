// The Mersenne twister MT19937, which draws the random numbers of PyTorch and of Python alike.
#pragma once

#include <stdint.h>

enum { TWISTER_WORDS = 624 };

typedef struct Twister {
    uint32_t word[TWISTER_WORDS];
    int next; // the word to give next; TWISTER_WORDS: all are used up
} Twister;

// As torch.manual_seed seeds it, with the low 32 bits of the seed.
void twister_seed(Twister *twister, uint32_t seed);
// As random.seed seeds it, with the words of an int from the lowest on; `count` at least 1.
void twister_seed_words(Twister *twister, const uint32_t *seed, int count);

uint32_t twister_next(Twister *twister);
// The next words, at least one and at most TWISTER_WORDS or `most`, to `to`; gives their number.
int twister_some(Twister *twister, uint32_t *to, int64_t most);
