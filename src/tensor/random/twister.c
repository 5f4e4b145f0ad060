// The Mersenne Twister: 624 words of state, made anew all at once when they are used up. M.
// Matsumoto and T. Nishimura, "Mersenne Twister: A 623-dimensionally equidistributed uniform
// pseudorandom number generator", 1998; the seeding is that of 2002 (init_genrand, init_by_array).
#include "tensor/random/twister.h"

#include "tensor/float/bits.h"
#include "tensor/float/rows.h"

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

// Word `at` from itself, the next and the one MIDDLE further on.
LANE uint32_t twisted(const uint32_t *word, int at, int next, int middle)
{
    uint32_t high = word[at] & 0x80000000u, low = word[next] & 0x7FFFFFFFu;
    return word[middle] ^ (high | low) >> 1 ^ (0x9908B0DFu & -(low & 1));
}

LANE uint32_t tempered(uint32_t y)
{
    y ^= y >> 11;
    y ^= y << 7 & 0x9D2C5680u;
    y ^= y << 15 & 0xEFC60000u;
    return y ^ y >> 18;
}

LANE void draw_words_body(uint32_t *word)
{
    int i = 0;
    for (; i < TWISTER_WORDS - MIDDLE; i++) word[i] = twisted(word, i, i + 1, i + MIDDLE);
    for (; i < TWISTER_WORDS - 1; i++)
        word[i] = twisted(word, i, i + 1, i + MIDDLE - TWISTER_WORDS);
    word[i] = twisted(word, i, 0, MIDDLE - 1);
}

LANE void temper_words_body(const uint32_t *word, uint32_t *to, int n)
{
    for (int i = 0; i < n; i++) to[i] = tempered(word[i]);
}

COMPILED_TWICE(static, draw_words, (uint32_t * word), (word))
COMPILED_TWICE(static, temper_words, (const uint32_t *word, uint32_t *to, int n), (word, to, n))

static void draw_if_used_up(Twister *twister)
{
    if (twister->next < TWISTER_WORDS) return;
    draw_words(twister->word);
    twister->next = 0;
}

uint32_t twister_next(Twister *twister)
{
    draw_if_used_up(twister);
    return tempered(twister->word[twister->next++]);
}

int twister_some(Twister *twister, uint32_t *to, int64_t most)
{
    draw_if_used_up(twister);
    int left = TWISTER_WORDS - twister->next, n = most < left ? (int)most : left;
    temper_words(twister->word + twister->next, to, n);
    twister->next += n;
    return n;
}
