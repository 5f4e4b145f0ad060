// The module random, as far as it draws from the twister itself: Modules/_randommodule.c and
// Lib/random.py of CPython. What is made of these is src/library/random.py.
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
        return outside_subset(run, "random.seed(0), an int", "random.seed() with a str");
    }
    if (seed.type == &type_none) {
        seed_with(run, 0);
    } else if (is_integer(seed)) {
        int64_t n = integer_of(seed);
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

static Value python_uniform(Run *run, Value *arg)
{
    Value width = binary(run, OPERATOR_SUBTRACT, arg[1], arg[0]);
    if (!width.type) return NOTHING;
    Value part = binary(run, OPERATOR_MULTIPLY, width, from_double(draw(run)));
    return part.type ? binary(run, OPERATOR_ADD, arg[0], part) : NOTHING;
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
    if (!index_of(run, arg[0], &count)) return NOTHING;
    if (count < 0) return raise_error(run, "ValueError", "number of bits must be non-negative");
    if (count > 63) return int_overflow(run);
    return from_int(count ? (int64_t)draw_bits(run, (int)count) : 0);
}

// From 0 to below `limit`, which is at least 1: drawn again while it is too large.
static uint64_t draw_below(Run *run, uint64_t limit)
{
    int bits = 0;
    for (uint64_t rest = limit; rest; rest >>= 1) bits++;
    uint64_t drawn = draw_bits(run, bits);
    while (drawn >= limit) drawn = draw_bits(run, bits);
    return drawn;
}

static Value in_range(Run *run, int64_t start, int64_t stop, int64_t step)
{
    int64_t width;
    if (step == 0) return raise_error(run, "ValueError", "zero step for randrange()");
    if (__builtin_sub_overflow(stop, start, &width) || width == INT64_MIN || step == INT64_MIN) {
        return int_overflow(run);
    }
    bool empty = step > 0 ? width <= 0 : width >= 0;
    if (empty) {
        Buf by = {.arena = &run->scratch};
        if (step != 1) buf_printf(&by, ", %lld", (long long)step);
        return raise_error(run, "ValueError", "empty range in randrange(%lld, %lld%s)",
                           (long long)start, (long long)stop, buf_text(&by));
    }
    int64_t count = step > 0 ? (width - 1) / step + 1 : (-width - 1) / -step + 1;
    return from_int(start + step * (int64_t)draw_below(run, (uint64_t)count));
}

static Value python_randrange(Run *run, Value *arg)
{
    int64_t start, stop = 0, step = 1;
    if (!index_of(run, arg[0], &start)) return NOTHING;
    bool single = !arg[1].type || arg[1].type == &type_none;
    if (!single && !index_of(run, arg[1], &stop)) return NOTHING;
    if (arg[2].type && !index_of(run, arg[2], &step)) return NOTHING;
    if (!single) return in_range(run, start, stop, step);
    if (start > 0) return in_range(run, 0, start, 1);
    return raise_error(run, "ValueError", "empty range for randrange()");
}

static Value python_randint(Run *run, Value *arg)
{
    int64_t low, high;
    if (!index_of(run, arg[0], &low) || !index_of(run, arg[1], &high)) return NOTHING;
    return high == INT64_MAX ? int_overflow(run) : in_range(run, low, high + 1, 1);
}

static Value python_choice(Run *run, Value *arg)
{
    int64_t length = value_length(run, arg[0]);
    if (length < 0) return NOTHING;
    if (!length) return raise_error(run, "IndexError", "Cannot choose from an empty sequence");
    int64_t at = (int64_t)draw_below(run, (uint64_t)length);
    return get_subscript(run, arg[0], from_int(at));
}

static Value python_shuffle(Run *run, Value *arg)
{
    if (arg[0].type != &type_list) {
        return outside_subset(run, "a list: x = list(x)", "random.shuffle() of a '%s'",
                              arg[0].type->name);
    }
    const Sequence *list = value_sequence(arg[0]);
    for (int i = list->count - 1; i > 0; i--) {
        int64_t j = (int64_t)draw_below(run, (uint64_t)i + 1);
        if (!take_step(run)) return NOTHING;
        Value kept = list->item[i];
        list->item[i] = list->item[j];
        list->item[j] = kept;
    }
    return NONE;
}

static const Native natives[] = {
    {"seed", "a=", python_seed},
    {"random", "", python_random},
    {"uniform", "a, b", python_uniform},
    {"getrandbits", "k, /", python_getrandbits},
    {"randrange", "start, stop=, step=", python_randrange},
    {"randint", "a, b", python_randint},
    {"choice", "seq", python_choice},
    {"shuffle", "x", python_shuffle},
    {0},
};

void make_random(Run *run)
{
    Value module = new_module(run, "random");
    if (!module.type) return;
    add_natives(run, &((Module *)module.object)->table, natives);
    seed_with(run, 0);
}
