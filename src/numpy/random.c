// What draws the numbers of numpy.random and of Python's random: PCG64 for NumPy's Generators, and
// the Mersenne twister for the functions that are older (RandomState) and for Python, each with the
// bits that a seed gives there. What is made of them is Python: src/library/numpy.random.py and
// random.py.
#include "lang/imports/module.h"
#include "lang/numbers/numbers.h"
#include "numpy/numpy.h"
#include "numpy/pcg64.h"
#include "tensor/create.h"

#include <math.h>

typedef struct Generator {
    Object object;
    Pcg64 pcg;
    Twister twister;
    double spare; // of the twister: the second of a pair of normal numbers
    bool has_spare;
} Generator;

static Generator *generator_of(Value value)
{
    return (Generator *)value.object;
}

static bool is_twister(const Generator *generator)
{
    return generator->object.type == &type_np_twister;
}

// ---- drawing -------------------------------------------------------------------------------

static double draw_unit(Generator *generator)
{
    if (!is_twister(generator)) return pcg64_unit(&generator->pcg);
    uint32_t high = twister_next(&generator->twister) >> 5,
             low = twister_next(&generator->twister) >> 6;
    return ((double)high * 67108864.0 + (double)low) / 9007199254740992.0;
}

// The twister's pairs of normal numbers are by Marsaglia's polar method.
static double draw_normal(Generator *generator)
{
    double x, y, square;
    if (!is_twister(generator)) return pcg64_normal(&generator->pcg);
    if (generator->has_spare) {
        generator->has_spare = false;
        return generator->spare;
    }
    do {
        x = 2 * draw_unit(generator) - 1;
        y = 2 * draw_unit(generator) - 1;
        square = x * x + y * y;
    } while (square >= 1 || square == 0);
    double factor = sqrt(-2 * log(square) / square);
    generator->spare = factor * x;
    generator->has_spare = true;
    return factor * y;
}

static uint64_t draw_word(Twister *twister, bool wide)
{
    uint64_t word = twister_next(twister);
    return wide ? word << 32 | twister_next(twister) : word;
}

// 0 to `most`: numbers of as many bits are drawn until one is small enough.
static uint64_t draw_masked(Twister *twister, uint64_t most)
{
    uint64_t mask = most, value;
    if (most == 0) return 0;
    for (int shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
    do value = draw_word(twister, most > UINT32_MAX) & mask;
    while (value > most);
    return value;
}

static int64_t draw_between(Generator *generator, int64_t low, uint64_t most)
{
    uint64_t drawn = is_twister(generator) ? draw_masked(&generator->twister, most)
                                           : pcg64_below(&generator->pcg, most);
    return (int64_t)((uint64_t)low + drawn);
}

static int64_t draw_place(Generator *generator, int64_t last)
{
    return is_twister(generator) ? (int64_t)draw_masked(&generator->twister, (uint64_t)last)
                                 : (int64_t)pcg64_interval(&generator->pcg, (uint32_t)last);
}

// ---- arrays of them ------------------------------------------------------------------------

// 3 or (2, 3)
static bool shape_of(Run *run, Value size, Shape *shape)
{
    bool many = value_is_sequence(size);
    int count = many ? value_sequence(size)->count : 1;
    int64_t *sizes = NEW_ARRAY(&run->scratch, int64_t, count + 1);
    for (int i = 0; i < count; i++) {
        if (!value_index(run, many ? value_sequence(size)->item[i] : size, &sizes[i])) return false;
        if (sizes[i] >= 0) continue;
        return raise_false(run, "ValueError", "negative dimensions are not allowed");
    }
    return create_shape(sizes, count, shape, run->error);
}

// An array of shape arg[1], or one number where that is None; plus arg[2], times arg[3].
static Value draw_doubles(Run *run, const Value *arg, const char *name, double (*draw)(Generator *))
{
    Shape shape;
    double add = arg[2].type ? value_number(arg[2]) : 0,
           times = arg[3].type ? value_number(arg[3]) : 1;
    Generator *generator = generator_of(arg[0]);
    if (!arg[1].type || arg[1].type == &type_none)
        return from_double(add + times * draw(generator));
    if (!shape_of(run, arg[1], &shape)) return NOTHING;
    Tensor *tensor = tensor_new(&run->trace.heap, DTYPE_FLOAT64, shape, run->error);
    for (int64_t i = 0; tensor && i < tensor_count(tensor); i++)
        tensor_doubles(tensor)[i] = add + times * draw(generator);
    return numpy_made_array(run, name, tensor);
}

static Value generator_random(Run *run, Value *arg)
{
    return draw_doubles(run, arg, "rand", draw_unit);
}

static Value generator_standard_normal(Run *run, Value *arg)
{
    return draw_doubles(run, arg, "randn", draw_normal);
}

// From `low` to `high`, both possible.
static Value generator_integers(Run *run, Value *arg)
{
    if (!value_is_integer(arg[1]) || !value_is_integer(arg[2]))
        return raise_error(run, "TypeError", "an integer is required");
    int64_t low = value_integer(arg[1]), high = value_integer(arg[2]);
    if (value_is_large(arg[1]) || value_is_large(arg[2]))
        return raise_error(run, "ValueError", "high is out of bounds for int64");
    if (low > high) return raise_error(run, "ValueError", "low >= high");
    uint64_t most = (uint64_t)high - (uint64_t)low;
    if (arg[3].type == &type_none) return from_int(draw_between(generator_of(arg[0]), low, most));
    Shape shape;
    if (!shape_of(run, arg[3], &shape)) return NOTHING;
    Tensor *tensor = tensor_new(&run->trace.heap, DTYPE_INT64, shape, run->error);
    for (int64_t i = 0; tensor && i < tensor_count(tensor); i++)
        tensor_ints(tensor)[i] = draw_between(generator_of(arg[0]), low, most);
    return numpy_made_array(run, "randint", tensor);
}

// The order of `count` things after shuffling.
static Value generator_order(Run *run, Value *arg)
{
    if (!value_is_integer(arg[1]) || value_integer(arg[1]) < 0 ||
        value_integer(arg[1]) > UINT32_MAX)
        return raise_error(run, "TypeError", "an integer is required");
    Shape shape = {1, {value_integer(arg[1])}};
    Tensor *tensor = tensor_new(&run->trace.heap, DTYPE_INT64, shape, run->error);
    if (!tensor) return NOTHING;
    int64_t *cell = tensor_ints(tensor), n = shape.dim[0];
    for (int64_t i = 0; i < n; i++) cell[i] = i;
    for (int64_t i = n - 1; i > 0; i--) {
        int64_t j = draw_place(generator_of(arg[0]), i), moved = cell[i];
        cell[i] = cell[j];
        cell[j] = moved;
    }
    return numpy_made_array(run, "randperm", tensor);
}

// ---- the types -----------------------------------------------------------------------------

static Value generator_copy(Run *run, Value *arg)
{
    Generator *copy = object_make(run, arg[0].type, sizeof *copy);
    if (!copy) return NOTHING;
    Object object = copy->object;
    *copy = *generator_of(arg[0]);
    copy->object = object;
    return value_from_object(copy);
}

// Without a seed it is 0: there is no chance here, a program can always be repeated.
static bool take_seed(Run *run, const Args *args, uint64_t *seed)
{
    *seed = run->trace.others.chance;
    if (!args->count || args->item[0].type == &type_none) return true;
    Value given = args->item[0];
    if (!value_is_integer(given))
        return raise_outside_subset(run, "an int", "a seed of type '%s'", given.type->name).type !=
               NULL;
    if (value_is_large(given))
        return raise_outside_subset(run, "a shorter one", "a seed beyond 64 bits").type != NULL;
    *seed = (uint64_t)value_integer(given);
    if (value_integer(given) >= 0) return true;
    return raise_false(run, "ValueError", "expected non-negative integer");
}

static Value pcg_construct(Run *run, const Args *args)
{
    uint64_t seed;
    if (!take_seed(run, args, &seed)) return NOTHING;
    Generator *made = object_make(run, &type_np_pcg, sizeof *made);
    if (!made) return NOTHING;
    uint32_t word[] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    pcg64_seed(&made->pcg, word, word[1] ? 2 : 1);
    return value_from_object(made);
}

static Value twister_construct(Run *run, const Args *args)
{
    uint64_t seed;
    if (!take_seed(run, args, &seed)) return NOTHING;
    Generator *made = object_make(run, &type_np_twister, sizeof *made);
    if (made) twister_seed(&made->twister, (uint32_t)seed);
    return value_from_object(made);
}

static void generator_repr(Run *run, Value self, Buf *out)
{
    buf_printf(out, "<numpy.random.%s object at 0x%llx>", self.type->name,
               (unsigned long long)identity(run, self));
}

// ---- as Python draws from the twister --------------------------------------------------------

// Without a seed as if it had been by 0, so that a program can be repeated.
static Value python_seed(Run *run, Value *arg)
{
    int count;
    bool given = arg[1].type != &type_none;
    Value seed = given ? arg[1] : int_from_unsigned(run, run->trace.others.chance);
    const uint32_t *words = int_words(run, seed, &count);
    twister_seed_words(&generator_of(arg[0])->twister, words, count);
    return NONE;
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
    Twister *twister = &generator_of(arg[0])->twister;
    return count ? int_from_unsigned(run, draw_bits(twister, (int)count)) : from_int(0);
}

// From 0 to below a limit, which is at least 1: drawn again while it is too large.
static Value python_below(Run *run, Value *arg)
{
    if (value_is_large(arg[1]))
        return call_with(run, library_function(run, "random", "_below_many"), arg, 2);
    uint64_t limit = (uint64_t)value_integer(arg[1]), drawn = limit;
    int bits = 0;
    for (uint64_t rest = limit; rest; rest >>= 1) bits++;
    while (drawn >= limit) drawn = draw_bits(&generator_of(arg[0])->twister, bits);
    return from_int((int64_t)drawn);
}

static const Native generator_methods[] = {
    {"random", "self, size=, add=, times=, /", generator_random},
    {"standard_normal", "self, size, add=, times=, /", generator_standard_normal},
    {"integers", "self, low, high, size", generator_integers},
    {"order", "self, count", generator_order},
    {"copy", "self", generator_copy},
    {"below", "self, n, /", python_below},
    {"seed", "self, a", python_seed},
    {"getrandbits", "self, k, /", python_getrandbits},
    {0},
};

const Type type_np_pcg = {
    .name = "PCG64",
    .methods = generator_methods,
    .repr = generator_repr,
    .construct = pcg_construct,
};

const Type type_np_twister = {
    .name = "_Twister",
    .methods = generator_methods,
    .repr = generator_repr,
    .construct = twister_construct,
};

void random_add(Run *run, Value module)
{
    module_set(run, module, "_Twister", from_type(&type_np_twister));
}
