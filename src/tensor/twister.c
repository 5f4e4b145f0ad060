// M. Matsumoto and T. Nishimura, "Mersenne Twister: A 623-dimensionally equidistributed uniform
// pseudorandom number generator", 1998; the seeding of 2002 (init_genrand, init_by_array).
#include "tensor/twister.h"

enum { MIDDLE = 397 };

void twister_seed(Twister *twister, uint32_t seed)
{
    uint32_t *word = twister->word;
    word[0] = seed;
    for (uint32_t i = 1; i < TWISTER_WORDS; i++) {
        word[i] = 1812433253u * (word[i - 1] ^ word[i - 1] >> 30) + i;
    }
    twister->next = TWISTER_WORDS;
}

// The place behind `at`; behind the last one the first begins again.
static int step(uint32_t *word, int at)
{
    if (++at < TWISTER_WORDS) return at;
    word[0] = word[TWISTER_WORDS - 1];
    return 1;
}

void twister_seed_words(Twister *twister, const uint32_t *seed, int count)
{
    twister_seed(twister, 19650218u);
    uint32_t *word = twister->word;
    int at = 1, from = 0;
    for (int k = count > TWISTER_WORDS ? count : TWISTER_WORDS; k; k--) {
        uint32_t mixed = (word[at - 1] ^ word[at - 1] >> 30) * 1664525u;
        word[at] = (word[at] ^ mixed) + seed[from] + (uint32_t)from;
        at = step(word, at);
        from = from + 1 < count ? from + 1 : 0;
    }
    for (int k = TWISTER_WORDS - 1; k; k--) {
        uint32_t mixed = (word[at - 1] ^ word[at - 1] >> 30) * 1566083941u;
        word[at] = (word[at] ^ mixed) - (uint32_t)at;
        at = step(word, at);
    }
    word[0] = 0x80000000u;
}

static void draw_all(uint32_t *word)
{
    for (int i = 0; i < TWISTER_WORDS; i++) {
        uint32_t high = word[i] & 0x80000000u;
        uint32_t low = word[(i + 1) % TWISTER_WORDS] & 0x7FFFFFFFu;
        uint32_t twist = (low & 1) ? 0x9908B0DFu : 0;
        word[i] = word[(i + MIDDLE) % TWISTER_WORDS] ^ (high | low) >> 1 ^ twist;
    }
}

uint32_t twister_next(Twister *twister)
{
    if (twister->next >= TWISTER_WORDS) {
        draw_all(twister->word);
        twister->next = 0;
    }
    uint32_t y = twister->word[twister->next++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9D2C5680u;
    y ^= y << 15 & 0xEFC60000u;
    return y ^ y >> 18;
}
