// What draws the numbers of numpy.random.Generator, and the state of the legacy generator as a
// value. The distributions that need no more than these are Python: src/library/numpy.random.py.
#include "numpy/numpy.h"
#include "numpy/pcg64.h"

// ---- PCG64 ---------------------------------------------------------------------------------

typedef struct PcgObject {
    Object object;
    Pcg64 pcg;
} PcgObject;

static Pcg64 *pcg_of(const Value *arg)
{
    return &((PcgObject *)arg[0].object)->pcg;
}

static bool take_seed(Run *run, Value given, uint64_t *seed)
{
    *seed = 0;
    if (!given.type || given.type == &type_none) return true; // no chance here: always the same
    if (is_integer(given) && integer_of(given) >= 0) {
        *seed = (uint64_t)integer_of(given);
        return true;
    }
    if (is_integer(given))
        raise_error(run, "ValueError", "expected non-negative integer");
    else
        outside_subset(run, "default_rng(0)", "a seed of type '%s'", given.type->name);
    return false;
}

static Value pcg_construct(Run *run, const Args *args)
{
    uint64_t seed;
    if (args->keyword_count || args->count > 1)
        return raise_error(run, "TypeError", "PCG64() takes one seed");
    if (!take_seed(run, args->count ? args->item[0] : NOTHING, &seed)) return NOTHING;
    PcgObject *made = new_object(run, &type_np_pcg, sizeof *made);
    if (!made) return NOTHING;
    uint32_t word[] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    pcg64_seed(&made->pcg, word, word[1] ? 2 : 1);
    return from_object(made);
}

static Value draw_doubles(Run *run, const Value *arg, const char *name, double (*draw)(Pcg64 *pcg))
{
    Shape shape;
    if (arg[1].type == &type_none) return from_double(draw(pcg_of(arg)));
    if (!numpy_shape(run, arg[1], &shape)) return NOTHING;
    Tensor *tensor = tensor_new(&run->trace.heap, DTYPE_FLOAT64, shape, run->error);
    for (int64_t i = 0; tensor && i < tensor_count(tensor); i++)
        tensor_doubles(tensor)[i] = draw(pcg_of(arg));
    return made_array(run, name, tensor);
}

static Value pcg_random(Run *run, Value *arg)
{
    return draw_doubles(run, arg, "rand", pcg64_unit);
}

static Value pcg_standard_normal(Run *run, Value *arg)
{
    return draw_doubles(run, arg, "randn", pcg64_normal);
}

// From `low` to `high`, both possible.
static Value pcg_integers(Run *run, Value *arg)
{
    if (!is_integer(arg[1]) || !is_integer(arg[2]))
        return raise_error(run, "TypeError", "an integer is required");
    int64_t low = integer_of(arg[1]), high = integer_of(arg[2]);
    if (low > high) return raise_error(run, "ValueError", "low >= high");
    uint64_t most = (uint64_t)high - (uint64_t)low;
    if (arg[3].type == &type_none)
        return from_int((int64_t)((uint64_t)low + pcg64_below(pcg_of(arg), most)));
    Shape shape;
    if (!numpy_shape(run, arg[3], &shape)) return NOTHING;
    Tensor *tensor = tensor_new(&run->trace.heap, DTYPE_INT64, shape, run->error);
    for (int64_t i = 0; tensor && i < tensor_count(tensor); i++)
        tensor_ints(tensor)[i] = (int64_t)((uint64_t)low + pcg64_below(pcg_of(arg), most));
    return made_array(run, "randint", tensor);
}

// The order of `count` things after shuffling.
static Value pcg_order(Run *run, Value *arg)
{
    if (!is_integer(arg[1]) || integer_of(arg[1]) < 0 || integer_of(arg[1]) > UINT32_MAX)
        return raise_error(run, "TypeError", "an integer is required");
    Shape shape = {1, {integer_of(arg[1])}};
    Tensor *tensor = tensor_new(&run->trace.heap, DTYPE_INT64, shape, run->error);
    if (!tensor) return NOTHING;
    int64_t *cell = tensor_ints(tensor), n = shape.dim[0];
    for (int64_t i = 0; i < n; i++) cell[i] = i;
    for (int64_t i = n - 1; i > 0; i--) {
        int64_t j = (int64_t)pcg64_interval(pcg_of(arg), (uint32_t)i), moved = cell[i];
        cell[i] = cell[j];
        cell[j] = moved;
    }
    return made_array(run, "randperm", tensor);
}

static const Native pcg_methods[] = {
    {"random", "self, size", pcg_random},
    {"standard_normal", "self, size", pcg_standard_normal},
    {"integers", "self, low, high, size", pcg_integers},
    {"order", "self, count", pcg_order},
    {0},
};

static void pcg_repr(Run *run, Value self, Buf *out)
{
    (void)run;
    buf_printf(out, "<numpy.random._pcg64.PCG64 object at %p>", (void *)self.object);
}

const Type type_np_pcg = {
    .name = "PCG64",
    .methods = pcg_methods,
    .repr = pcg_repr,
    .construct = pcg_construct,
};

// ---- the legacy generator ------------------------------------------------------------------

typedef struct LegacyObject {
    Object object;
    Twister random;
    double spare;
    bool has_spare;
} LegacyObject;

static void legacy_repr(Run *run, Value self, Buf *out)
{
    (void)self, (void)run;
    buf_add(out, STR("<state of numpy.random>"));
}

static const Type type_np_legacy = {.name = "random_state", .repr = legacy_repr};

static Value numpy_get_state(Run *run, Value *arg)
{
    (void)arg;
    LegacyObject *made = new_object(run, &type_np_legacy, sizeof *made);
    if (!made) return NOTHING;
    made->random = run->numpy.random;
    made->spare = run->numpy.spare;
    made->has_spare = run->numpy.has_spare;
    return from_object(made);
}

static Value numpy_set_state(Run *run, Value *arg)
{
    if (arg[0].type != &type_np_legacy)
        return raise_error(run, "TypeError", "set_state() expects what get_state() gave, not %s",
                           arg[0].type->name);
    const LegacyObject *state = (const LegacyObject *)arg[0].object;
    run->numpy.random = state->random;
    run->numpy.spare = state->spare;
    run->numpy.has_spare = state->has_spare;
    return NONE;
}

const Native numpy_random_states[] = {
    {"get_state", "", numpy_get_state},
    {"set_state", "state", numpy_set_state},
    {0},
};
