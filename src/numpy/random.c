// np.random: the numbers of NumPy's legacy generator, RandomState (numpy/random/mtrand.pyx,
// src/legacy/legacy-distributions.c, src/distributions/distributions.c of NumPy 1.24).
#include "numpy/numpy.h"

#include <math.h>

// ---- drawing -------------------------------------------------------------------------------

static double draw_unit(NumpyState *state)
{
    uint32_t high = twister_next(&state->random) >> 5, low = twister_next(&state->random) >> 6;
    return ((double)high * 67108864.0 + (double)low) / 9007199254740992.0;
}

// Pairs of normal numbers by Marsaglia's polar method.
static double draw_normal(NumpyState *state)
{
    double x, y, square;
    if (state->has_spare) {
        state->has_spare = false;
        return state->spare;
    }
    do {
        x = 2 * draw_unit(state) - 1;
        y = 2 * draw_unit(state) - 1;
        square = x * x + y * y;
    } while (square >= 1 || square == 0);
    double factor = sqrt(-2 * log(square) / square);
    state->spare = factor * x;
    state->has_spare = true;
    return factor * y;
}

static uint64_t draw_word(NumpyState *state, bool wide)
{
    uint64_t word = twister_next(&state->random);
    return wide ? word << 32 | twister_next(&state->random) : word;
}

// 0 to `most`: numbers of as many bits are drawn until one is small enough.
static uint64_t draw_interval(NumpyState *state, uint64_t most)
{
    uint64_t mask = most, value;
    if (most == 0) return 0;
    for (int shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
    do value = draw_word(state, most > UINT32_MAX) & mask;
    while (value > most);
    return value;
}

// ---- arrays of them ------------------------------------------------------------------------

typedef struct WantedShape {
    double (*draw)(NumpyState *state);
    double add, times;
} WantedShape;

static Value draw_array(Run *run, const char *name, const Shape *shape, WantedShape wanted)
{
    Tensor *tensor = tensor_new(&run->trace.heap, DTYPE_FLOAT64, *shape, run->error);
    if (!tensor) return NOTHING;
    double *cell = tensor_doubles(tensor);
    for (int64_t i = 0; i < tensor_count(tensor); i++) {
        cell[i] = wanted.add + wanted.times * wanted.draw(&run->numpy);
    }
    return made_array(run, name, tensor);
}

// One number where no size is given.
static Value draw_size(Run *run, const char *name, Value size, WantedShape wanted)
{
    Shape shape;
    if (!size.type || size.type == &type_none)
        return from_double(wanted.add + wanted.times * wanted.draw(&run->numpy));
    return numpy_shape(run, size, &shape) ? draw_array(run, name, &shape, wanted) : NOTHING;
}

static Value draw_sizes(Run *run, const char *name, Value sizes, WantedShape wanted)
{
    return draw_size(run, name, value_sequence(sizes)->count ? sizes : NOTHING, wanted);
}

static bool number_given(Run *run, Value given, double otherwise, double *number)
{
    *number = otherwise;
    if (!given.type) return true;
    if (holds_tensor(given) && tensor_count(given.tensor) == 1)
        given = cell_number(given.tensor, (Index){0});
    if (is_number(given)) {
        *number = number_of(given);
        return true;
    }
    outside_subset(run, "one number", "np.random with '%s' as a parameter", given.type->name);
    return false;
}

// ---- functions -----------------------------------------------------------------------------

static Value numpy_seed(Run *run, Value *arg)
{
    int64_t seed = 0;
    bool none = !arg[0].type || arg[0].type == &type_none;
    if (!none && !is_integer(arg[0]))
        return outside_subset(run, "np.random.seed(0)", "a seed of type '%s'", arg[0].type->name);
    if (!none) seed = integer_of(arg[0]);
    if (seed < 0 || seed > UINT32_MAX)
        return raise_error(run, "ValueError", "Seed must be between 0 and 2**32 - 1");
    twister_seed(&run->numpy.random, (uint32_t)seed);
    run->numpy.has_spare = false;
    return NONE;
}

static Value numpy_rand(Run *run, Value *arg)
{
    return draw_sizes(run, "rand", arg[0], (WantedShape){draw_unit, 0, 1});
}

static Value numpy_randn(Run *run, Value *arg)
{
    return draw_sizes(run, "randn", arg[0], (WantedShape){draw_normal, 0, 1});
}

static Value numpy_sample(Run *run, Value *arg)
{
    return draw_size(run, "rand", arg[0], (WantedShape){draw_unit, 0, 1});
}

static Value numpy_standard_normal(Run *run, Value *arg)
{
    return draw_size(run, "randn", arg[0], (WantedShape){draw_normal, 0, 1});
}

static Value numpy_normal(Run *run, Value *arg)
{
    double mean, deviation;
    bool ok = number_given(run, arg[0], 0, &mean) && number_given(run, arg[1], 1, &deviation);
    if (!ok) return NOTHING;
    if (deviation < 0) return raise_error(run, "ValueError", "scale < 0");
    return draw_size(run, "randn", arg[2], (WantedShape){draw_normal, mean, deviation});
}

static Value numpy_uniform(Run *run, Value *arg)
{
    double low, high;
    bool ok = number_given(run, arg[0], 0, &low) && number_given(run, arg[1], 1, &high);
    if (!ok) return NOTHING;
    return draw_size(run, "rand", arg[2], (WantedShape){draw_unit, low, high - low});
}

static Value numpy_randint(Run *run, Value *arg)
{
    double first, second;
    Shape shape;
    bool one = !arg[1].type || arg[1].type == &type_none;
    bool ok = number_given(run, arg[0], 0, &first) &&
              number_given(run, one ? NOTHING : arg[1], 0, &second);
    if (!ok) return NOTHING;
    int64_t low = one ? 0 : (int64_t)first, high = one ? (int64_t)first : (int64_t)second;
    if (low >= high) return raise_error(run, "ValueError", one ? "high <= 0" : "low >= high");
    uint64_t most = (uint64_t)high - (uint64_t)low - 1;
    if (!arg[2].type || arg[2].type == &type_none)
        return from_int((int64_t)((uint64_t)low + draw_interval(&run->numpy, most)));
    DType dtype = DTYPE_INT64;
    bool plain = !arg[3].type || numpy_dtype(run, arg[3], &dtype);
    if (!plain || !numpy_shape(run, arg[2], &shape)) return NOTHING;
    if (dtype != DTYPE_INT64)
        return outside_subset(run, ".astype(...) afterwards", "np.random.randint(dtype=...)");
    Tensor *tensor = tensor_new(&run->trace.heap, dtype, shape, run->error);
    for (int64_t i = 0; tensor && i < tensor_count(tensor); i++) {
        tensor_ints(tensor)[i] = (int64_t)((uint64_t)low + draw_interval(&run->numpy, most));
    }
    return made_array(run, "randint", tensor);
}

// The order of `n` things after shuffling.
static Value numpy_order(Run *run, Value *arg)
{
    if (!is_integer(arg[0]) || integer_of(arg[0]) < 0)
        return raise_error(run, "TypeError", "an integer is required");
    Shape shape = {1, {integer_of(arg[0])}};
    Tensor *tensor = tensor_new(&run->trace.heap, DTYPE_INT64, shape, run->error);
    if (!tensor) return NOTHING;
    int64_t *cell = tensor_ints(tensor), n = shape.dim[0];
    for (int64_t i = 0; i < n; i++) cell[i] = i;
    for (int64_t i = n - 1; i > 0; i--) {
        int64_t j = (int64_t)draw_interval(&run->numpy, (uint64_t)i), moved = cell[i];
        cell[i] = cell[j];
        cell[j] = moved;
    }
    return made_array(run, "randperm", tensor);
}

const Native numpy_random_functions[] = {
    {"seed", "seed=", numpy_seed},
    {"rand", "*sizes", numpy_rand},
    {"randn", "*sizes", numpy_randn},
    {"random", "size=", numpy_sample},
    {"random_sample", "size=", numpy_sample},
    {"ranf", "size=", numpy_sample},
    {"standard_normal", "size=", numpy_standard_normal},
    {"normal", "loc=, scale=, size=", numpy_normal},
    {"uniform", "low=, high=, size=", numpy_uniform},
    {"randint", "low, high=, size=, dtype=", numpy_randint},
    {"_order", "n, /", numpy_order},
    {0},
};
