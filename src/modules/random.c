// random._Twister, which draws the numbers of Python's random. What is made of these is
// src/library/random.py.
//
// One that was never seeded draws as if it had been by 0, so that a program can be repeated.
#include "lang/imports/module.h"
#include "lang/interp.h"
#include "lang/numbers/numbers.h"
#include "modules/modules.h"

typedef struct TwisterObject {
    Object object;
    Twister twister;
} TwisterObject;

static Twister *twister_of(const Value *arg)
{
    return &((TwisterObject *)arg[0].object)->twister;
}

static void seed_with(Twister *twister, uint64_t seed)
{
    uint32_t words[] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    twister_seed_words(twister, words, words[1] ? 2 : 1);
}

static Value python_seed(Run *run, Value *arg)
{
    Value seed = arg[1].type ? arg[1] : NONE;
    if (seed.type == &type_str) {
        return raise_outside_subset(run, "random.seed(0), an int", "random.seed() with a str");
    }
    if (seed.type == &type_none) {
        seed_with(twister_of(arg), run->trace.others.chance);
    } else if (value_is_integer(seed)) {
        int count;
        uint32_t *words = int_words(run, seed, &count);
        twister_seed_words(twister_of(arg), words, count);
    } else {
        uint64_t hash;
        if (seed.type != &type_float) {
            return raise_error(run, "TypeError",
                               "The only supported seed types are: None,\nint, float, str, bytes, "
                               "and bytearray.");
        }
        if (!value_hash(run, seed, &hash)) return NOTHING;
        seed_with(twister_of(arg), hash);
    }
    return NONE;
}

// A double of 53 bits, from 0 to below 1.
static double draw(Twister *twister)
{
    uint32_t high = twister_next(twister) >> 5, low = twister_next(twister) >> 6;
    return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0);
}

static Value python_random(Run *run UNUSED, Value *arg)
{
    return from_double(draw(twister_of(arg)));
}

// `count` bits, from 1 to 64: of more random.py makes a number.
static uint64_t draw_bits(Twister *twister, int count)
{
    if (count <= 32) return twister_next(twister) >> (32 - count);
    uint64_t low = twister_next(twister);
    return low | (uint64_t)(twister_next(twister) >> (64 - count)) << 32;
}

static Value python_getrandbits(Run *run, Value *arg)
{
    int64_t count;
    if (!value_index(run, arg[1], &count)) return NOTHING;
    if (count < 0) return raise_error(run, "ValueError", "number of bits must be non-negative");
    if (count > 64) return call_with(run, library_function(run, "random", "_many_bits"), arg, 2);
    return count ? int_from_unsigned(run, draw_bits(twister_of(arg), (int)count)) : from_int(0);
}

// From 0 to below a limit, which is at least 1: drawn again while it is too large.
static Value python_below(Run *run, Value *arg)
{
    if (value_is_large(arg[1]))
        return call_with(run, library_function(run, "random", "_below_many"), arg, 2);
    uint64_t limit = (uint64_t)value_integer(arg[1]);
    int bits = 0;
    for (uint64_t rest = limit; rest; rest >>= 1) bits++;
    uint64_t drawn = draw_bits(twister_of(arg), bits);
    while (drawn >= limit) drawn = draw_bits(twister_of(arg), bits);
    return from_int((int64_t)drawn);
}

static const Native methods[] = {
    {"below", "self, n, /", python_below},
    {"seed", "self, a=", python_seed},
    {"random", "self", python_random},
    {"getrandbits", "self, k, /", python_getrandbits},
    {0},
};

static const Type type_twister;

static Value twister_construct(Run *run, const Args *args UNUSED)
{
    TwisterObject *made = object_make(run, &type_twister, sizeof *made);
    if (made) seed_with(&made->twister, run->trace.others.chance);
    return value_from_object(made);
}

static const Type type_twister = {
    .name = "_Twister",
    .module = "random",
    .methods = methods,
    .construct = twister_construct,
};

void random_add(Run *run, Value module)
{
    module_set(run, module, "_Twister", from_type(&type_twister));
}
