// The module random, as far as it draws from the twister itself. What is made of these numbers is
// src/library/random.py.
//
// A program that never seeds draws as if it had called random.seed(0), so that it can be repeated.
#include "lang/imports/module.h"
#include "lang/interp.h"
#include "lang/numbers/numbers.h"
#include "modules/modules.h"

static void seed_with(Run *run, uint64_t seed)
{
    uint32_t words[] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    twister_seed_words(&run->python_random, words, words[1] ? 2 : 1);
}

static Value python_seed(Run *run, Value *arg)
{
    Value seed = arg[0].type ? arg[0] : NONE;
    if (seed.type == &type_str) {
        return raise_outside_subset(run, "random.seed(0), an int", "random.seed() with a str");
    }
    if (seed.type == &type_none) {
        seed_with(run, 0);
    } else if (value_is_integer(seed)) {
        int64_t n = value_integer(seed);
        seed_with(run, n < 0 ? 0 - (uint64_t)n : (uint64_t)n);
    } else {
        uint64_t hash;
        if (seed.type != &type_float) {
            return raise_error(run, "TypeError",
                               "The only supported seed types are: None,\nint, float, str, bytes, "
                               "and bytearray.");
        }
        if (!value_hash(run, seed, &hash)) return NOTHING;
        seed_with(run, hash);
    }
    return NONE;
}

// A double of 53 bits, from 0 to below 1.
static double draw(Run *run)
{
    uint32_t high = twister_next(&run->python_random) >> 5,
             low = twister_next(&run->python_random) >> 6;
    return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0);
}

static Value python_random(Run *run, Value *arg)
{
    (void)arg;
    return from_double(draw(run));
}

// `count` bits, from 1 to 64.
static uint64_t draw_bits(Run *run, int count)
{
    if (count <= 32) return twister_next(&run->python_random) >> (32 - count);
    uint64_t low = twister_next(&run->python_random);
    return low | (uint64_t)(twister_next(&run->python_random) >> (64 - count)) << 32;
}

static Value python_getrandbits(Run *run, Value *arg)
{
    int64_t count;
    if (!value_index(run, arg[0], &count)) return NOTHING;
    if (count < 0) return raise_error(run, "ValueError", "number of bits must be non-negative");
    if (count > 63) return raise_int_overflow(run);
    return from_int(count ? (int64_t)draw_bits(run, (int)count) : 0);
}

// From 0 to below a limit, which is at least 1: drawn again while it is too large.
static Value python_below(Run *run, Value *arg)
{
    uint64_t limit = (uint64_t)value_integer(arg[0]);
    int bits = 0;
    for (uint64_t rest = limit; rest; rest >>= 1) bits++;
    uint64_t drawn = draw_bits(run, bits);
    while (drawn >= limit) drawn = draw_bits(run, bits);
    return from_int((int64_t)drawn);
}

static const Native natives[] = {
    {"_below", "n, /", python_below},
    {"seed", "a=", python_seed},
    {"random", "", python_random},
    {"getrandbits", "k, /", python_getrandbits},
    {0},
};

void random_make(Run *run)
{
    Value module = module_new(run, "random");
    if (!module.type) return;
    module_add_natives(run, &((Module *)module.object)->table, natives);
    seed_with(run, 0);
}
