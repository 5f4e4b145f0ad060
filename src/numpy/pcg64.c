// PCG64 (O'Neill, PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for
// Random Number Generation, 2014) and what seeds it, as NumPy 1.24 has them
// (numpy/random/bit_generator.pyx, src/pcg64/pcg64.h, src/distributions/distributions.c).
#include "numpy/pcg64.h"

#include <string.h>

// ---- the seed ------------------------------------------------------------------------------

enum { POOL_WORDS = 4 };

typedef struct SeedPool {
    uint32_t word[POOL_WORDS];
    uint32_t hash;
} SeedPool;

static uint32_t hashed(SeedPool *pool, uint32_t value)
{
    value ^= pool->hash;
    pool->hash *= 0x931e8875u;
    value *= pool->hash;
    return value ^ value >> 16;
}

static uint32_t mixed(uint32_t x, uint32_t y)
{
    uint32_t both = 0xca01f9ddu * x - 0x4973f715u * y;
    return both ^ both >> 16;
}

static void mix_seed(SeedPool *pool, const uint32_t *words, int count)
{
    pool->hash = 0x43b0d7e5u;
    for (int i = 0; i < POOL_WORDS; i++) pool->word[i] = hashed(pool, i < count ? words[i] : 0);
    for (int from = 0; from < POOL_WORDS; from++) {
        for (int to = 0; to < POOL_WORDS; to++) {
            if (from == to) continue;
            pool->word[to] = mixed(pool->word[to], hashed(pool, pool->word[from]));
        }
    }
    for (int from = POOL_WORDS; from < count; from++) {
        for (int to = 0; to < POOL_WORDS; to++)
            pool->word[to] = mixed(pool->word[to], hashed(pool, words[from]));
    }
}

static uint64_t seed_word(const SeedPool *pool, int place, uint32_t *hash)
{
    uint32_t half[2];
    for (int i = 0; i < 2; i++) {
        uint32_t value = pool->word[(2 * place + i) % POOL_WORDS] ^ *hash;
        *hash *= 0x58f38dedu;
        value *= *hash;
        half[i] = value ^ value >> 16;
    }
    return (uint64_t)half[1] << 32 | half[0];
}

// ---- drawing -------------------------------------------------------------------------------

static Wide wide_sum(Wide a, Wide b)
{
    uint64_t low = a.low + b.low;
    return (Wide){a.high + b.high + (low < a.low), low};
}

// As by hand, with digits of 32 bits.
static Wide wide_product(uint64_t x, uint64_t y)
{
    uint64_t x0 = (uint32_t)x, x1 = x >> 32, y0 = (uint32_t)y, y1 = y >> 32;
    uint64_t low = x0 * y0, middle = x1 * y0 + (low >> 32), other = x0 * y1 + (uint32_t)middle;
    return (Wide){x1 * y1 + (middle >> 32) + (other >> 32), other << 32 | (uint32_t)low};
}

static void advance(Pcg64 *pcg)
{
    const Wide factor = {2549297995355413924u, 4865540595714422341u};
    Wide product = wide_product(pcg->state.low, factor.low);
    product.high += pcg->state.high * factor.low + pcg->state.low * factor.high;
    pcg->state = wide_sum(product, pcg->step);
}

void pcg64_seed(Pcg64 *pcg, const uint32_t *words, int count)
{
    SeedPool pool;
    uint64_t seed[4];
    uint32_t hash = 0x8b51f9ddu;
    mix_seed(&pool, words, count);
    for (int i = 0; i < 4; i++) seed[i] = seed_word(&pool, i, &hash);
    *pcg = (Pcg64){.step = {seed[2] << 1 | seed[3] >> 63, seed[3] << 1 | 1}};
    advance(pcg);
    pcg->state = wide_sum(pcg->state, (Wide){seed[0], seed[1]});
    advance(pcg);
}

uint64_t pcg64_next(Pcg64 *pcg)
{
    advance(pcg);
    uint64_t word = pcg->state.high ^ pcg->state.low;
    unsigned turn = (unsigned)(pcg->state.high >> 58);
    return word >> turn | word << (-turn & 63);
}

double pcg64_unit(Pcg64 *pcg)
{
    return (double)(pcg64_next(pcg) >> 11) * (1.0 / 9007199254740992.0);
}

static uint32_t next_half(Pcg64 *pcg)
{
    if (pcg->has_half) {
        pcg->has_half = false;
        return pcg->half;
    }
    uint64_t word = pcg64_next(pcg);
    pcg->has_half = true;
    pcg->half = (uint32_t)(word >> 32);
    return (uint32_t)word;
}

// Lemire, Fast Random Integer Generation in an Interval, 2018: the upper half of a product; some
// lower halves are drawn again, so that all numbers are equally likely.
static uint32_t narrow_below(Pcg64 *pcg, uint32_t most)
{
    if (most == UINT32_MAX) return next_half(pcg);
    uint32_t count = most + 1;
    uint64_t product = (uint64_t)next_half(pcg) * count;
    if ((uint32_t)product < count) {
        uint32_t least = (UINT32_MAX - most) % count;
        while ((uint32_t)product < least) product = (uint64_t)next_half(pcg) * count;
    }
    return (uint32_t)(product >> 32);
}

uint64_t pcg64_below(Pcg64 *pcg, uint64_t most)
{
    if (most == 0) return 0;
    if (most <= UINT32_MAX) return narrow_below(pcg, (uint32_t)most);
    if (most == UINT64_MAX) return pcg64_next(pcg);
    uint64_t count = most + 1;
    Wide product = wide_product(pcg64_next(pcg), count);
    if (product.low < count) {
        uint64_t least = (UINT64_MAX - most) % count;
        while (product.low < least) product = wide_product(pcg64_next(pcg), count);
    }
    return product.high;
}

// As shuffling draws: as many bits as `most` has, until they are small enough.
uint64_t pcg64_interval(Pcg64 *pcg, uint32_t most)
{
    uint32_t mask = most, value;
    if (most == 0) return 0;
    for (int shift = 1; shift < 32; shift *= 2) mask |= mask >> shift;
    do value = next_half(pcg) & mask;
    while (value > most);
    return value;
}
