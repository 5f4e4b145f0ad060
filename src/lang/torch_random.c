// Random numbers: torch.manual_seed, torch.rand and the like, the methods that fill a tensor in
// place, and torch.Generator. What they draw is recorded as constants.
#include "lang/torch_options.h"

#include "tensor/call.h"
#include "tensor/convert.h"
#include "tensor/dtype.h"
#include "tensor/random.h"
#include "trace/writes.h"

#include <math.h>

typedef struct GeneratorObject {
    Object object;
    RandomState generator;
} GeneratorObject;

// ---- arguments -----------------------------------------------------------------------------

static bool generator_option(Run *run, const char *function, Value given, RandomState **generator)
{
    *generator = run->random_state;
    if (!given.type || given.type == &type_none) return true;
    if (given.type == &type_generator_of_numbers) {
        *generator = &((GeneratorObject *)given.object)->generator;
        return true;
    }
    raise_error(run, "TypeError", "%s(): argument 'generator' must be torch.Generator, not %s",
                function, given.type->name);
    return false;
}

static bool number_option(Run *run, const char *function, const char *name, Value given,
                          double otherwise, double *number)
{
    *number = otherwise;
    if (!given.type) return true;
    if (given.type == &type_tensor && tensor_count(given.tensor) == 1) {
        *number = tensor_get(given.tensor, (Index){0});
        return true;
    }
    if (!is_number(given)) {
        raise_error(run, "TypeError", "%s(): argument '%s' must be float, not %s", function, name,
                    given.type->name);
        return false;
    }
    *number = number_of(given);
    return true;
}

static bool integer_option(Run *run, const char *function, const char *name, int position,
                           Value given, int64_t *number)
{
    bool cell = given.type == &type_tensor && dtype_is_integer(given.tensor->dtype) &&
                tensor_count(given.tensor) == 1;
    if (cell) given = from_int(tensor_get_int(given.tensor, (Index){0}));
    if (given.type != &type_int) {
        raise_error(run, "TypeError", "%s(): argument '%s' (position %d) must be int, not %s",
                    function, name, position, given.type->name);
        return false;
    }
    *number = given.integer;
    return true;
}

// ---- distributions -------------------------------------------------------------------------

static bool unfit_dtype(Run *run, const char *kernel, DType dtype)
{
    return not_implemented(run->error, kernel, dtype);
}

static bool check_uniform(Run *run, const Random *random, DType dtype)
{
    if (!dtype_is_float(dtype)) return unfit_dtype(run, "check_uniform_bounds", dtype);
    if (random->a <= random->b) return true;
    raise_error(run, "RuntimeError",
                "uniform_ expects to return a [from, to) range, but found from=%g > to=%g",
                random->a, random->b);
    return false;
}

static bool check_normal(Run *run, const Random *random, DType dtype)
{
    if (!(random->b >= 0)) {
        raise_error(run, "RuntimeError", "normal expects std >= 0.0, but found std %g", random->b);
        return false;
    }
    return dtype_is_float(dtype) || unfit_dtype(run, "normal_kernel_cpu", dtype);
}

static bool check_exponential(Run *run, const Random *random, DType dtype)
{
    if (!(random->a >= 0)) {
        raise_error(run, "RuntimeError", "exponential_ expects lambda >= 0.0, but found lambda=%g",
                    random->a);
        return false;
    }
    return dtype_is_float(dtype) || unfit_dtype(run, "exponential_cpu", dtype);
}

static bool check_bernoulli(Run *run, const Random *random, DType dtype)
{
    (void)dtype;
    if (random->a >= 0 && random->a <= 1) return true;
    raise_error(run, "RuntimeError", "bernoulli_ expects p to be in [0, 1], but got p=%g",
                random->a);
    return false;
}

static bool (*const checks[])(Run *run, const Random *random, DType dtype) = {
    [RANDOM_UNIFORM] = check_uniform,
    [RANDOM_NORMAL] = check_normal,
    [RANDOM_EXPONENTIAL] = check_exponential,
    [RANDOM_BERNOULLI] = check_bernoulli,
    [RANDOM_ANY] = NULL,
};

static bool check_distribution(Run *run, const Random *random, DType dtype)
{
    return !checks[random->kind] || checks[random->kind](run, random, dtype);
}

static bool range_fits(Run *run, int64_t low, int64_t high, DType dtype)
{
    static const struct {
        const char *name; // as PyTorch's message has it
        int64_t low, high;
    } range[DTYPE_COUNT] = {
        [DTYPE_BOOL] = {"bool", 0, 1},
        [DTYPE_INT32] = {"int", INT32_MIN, INT32_MAX},
        [DTYPE_INT16] = {"short int", INT16_MIN, INT16_MAX},
        [DTYPE_INT8] = {"signed char", INT8_MIN, INT8_MAX},
        [DTYPE_UINT8] = {"unsigned char", 0, UINT8_MAX},
    };
    if (!range[dtype].name) return true;
    bool from_fits = low >= range[dtype].low && low <= range[dtype].high;
    if (from_fits && high - 1 <= range[dtype].high) return true;
    raise_error(run, "RuntimeError", "%s is out of bounds for %s", from_fits ? "to - 1" : "from",
                range[dtype].name);
    return false;
}

// The whole numbers from `low` to before `high`, for a tensor of `dtype`.
static bool integers(Run *run, int64_t low, int64_t high, DType dtype, Random *random)
{
    if (low >= high) {
        raise_error(run, "RuntimeError",
                    "random_ expects 'from' to be less than 'to', but got from=%lld >= to=%lld",
                    (long long)low, (long long)high);
        return false;
    }
    if (!range_fits(run, low, high, dtype)) return false;
    *random = (Random){.kind = RANDOM_INTEGER, .low = low, .range = (uint64_t)high - (uint64_t)low};
    return true;
}

// ---- new tensors ---------------------------------------------------------------------------

static Value recorded(Run *run, const char *name, Tensor *tensor, bool requires_grad)
{
    const Op *op = op_find(str_from(name), 0);
    if (!tensor || !require_gradient(run, tensor, requires_grad)) return NOTHING;
    bool ok = trace_constant(&run->trace, op, tensor, run->here, run->error);
    return ok ? from_tensor(tensor) : NOTHING;
}

// What plain_options() has checked.
static bool is_asked(Run *run, Value requires_grad)
{
    bool truth = false;
    return requires_grad.type && value_truth(run, requires_grad, &truth) && truth;
}

// What torch.rand, randn and randint have in common.
typedef struct Maker {
    const char *name;
    Value sizes, size, generator, dtype, device, requires_grad;
} Maker;

static bool maker_options(Run *run, const Maker *maker, DType otherwise, Shape *shape, DType *dtype,
                          RandomState **generator)
{
    Value sizes = maker->size.type ? new_sequence(run, &type_tuple, &maker->size, 1) : maker->sizes;
    return sizes.type && plain_options(run, maker->device, maker->requires_grad) &&
           size_option(run, maker->name, sizes, shape) &&
           dtype_option(run, maker->name, maker->dtype, otherwise, dtype) &&
           generator_option(run, maker->name, maker->generator, generator);
}

static Value make(Run *run, const Maker *maker, Random random)
{
    Shape shape;
    DType dtype;
    RandomState *generator;
    bool ok = maker_options(run, maker, run->trace.heap.float_dtype, &shape, &dtype, &generator) &&
              check_distribution(run, &random, dtype);
    Tensor *tensor = ok ? tensor_new(&run->trace.heap, dtype, shape, run->error) : NULL;
    if (!tensor) return NOTHING;
    random_fill(tensor, generator, &random);
    return recorded(run, maker->name, tensor, is_asked(run, maker->requires_grad));
}

static bool has_size(Run *run, const char *name, const Value *arg)
{
    if (arg[1].type || value_sequence(arg[0])->count) return true;
    raise_error(
        run, "TypeError",
        "%s() received an invalid combination of arguments - got (), but expected one of:", name);
    return error_hint(run->error, "torch.%s(2, 3)", name);
}

static Value make_floats(Run *run, const char *name, const Value *arg, Random random)
{
    if (!has_size(run, name, arg)) return NOTHING;
    return make(run, &(Maker){name, arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]}, random);
}

static Value torch_rand(Run *run, Value *arg)
{
    return make_floats(run, "rand", arg, (Random){.kind = RANDOM_UNIFORM, .a = 0, .b = 1});
}

static Value torch_randn(Run *run, Value *arg)
{
    return make_floats(run, "randn", arg, (Random){.kind = RANDOM_NORMAL, .a = 0, .b = 1});
}

// randint(high, size) and randint(low, high, size), any of them by name.
static bool randint_arguments(Run *run, Value *arg, Value *low, Value *high, Value *size)
{
    const Sequence *given = value_sequence(arg[0]);
    int count = given->count;
    *low = arg[1], *high = arg[2], *size = arg[3];
    if (!size->type && count && (count > 1 || high->type)) *size = given->item[--count];
    if (count && !high->type) *high = given->item[--count];
    if (count && !low->type) *low = given->item[--count];
    if (!low->type) *low = from_int(0);
    if (!count && high->type && size->type) return true;
    raise_error(run, "TypeError",
                "randint() received an invalid combination of arguments, but expected one of:");
    return error_hint(run->error,
                      "torch.randint(high, (2, 3)) or torch.randint(low, high, (2, 3))");
}

static Value torch_randint(Run *run, Value *arg)
{
    Value from, to, size;
    int64_t low, high;
    if (!randint_arguments(run, arg, &from, &to, &size)) return NOTHING;
    bool three = arg[1].type || value_sequence(arg[0])->count > 2;
    if (!integer_option(run, "randint", "low", 1, from, &low)) return NOTHING;
    if (!integer_option(run, "randint", "high", three ? 2 : 1, to, &high)) return NOTHING;
    if (!is_sequence(size)) {
        return raise_error(run, "TypeError",
                           "randint(): argument 'size' (position %d) must be tuple of ints, not %s",
                           three ? 3 : 2, size.type->name);
    }
    DType dtype;
    Shape shape;
    RandomState *generator;
    Random random;
    Maker maker = {"randint",       .size = size,     .generator = arg[4],
                   .dtype = arg[5], .device = arg[6], .requires_grad = arg[7]};
    bool ok = maker_options(run, &maker, DTYPE_INT64, &shape, &dtype, &generator) &&
              integers(run, low, high, dtype, &random);
    Tensor *tensor = ok ? tensor_new(&run->trace.heap, dtype, shape, run->error) : NULL;
    if (!tensor) return NOTHING;
    random_fill(tensor, generator, &random);
    return recorded(run, "randint", tensor, is_asked(run, maker.requires_grad));
}

static Value torch_randperm(Run *run, Value *arg)
{
    int64_t n;
    RandomState *generator;
    Value size[1] = {arg[0]};
    Shape shape;
    DType dtype;
    bool ok = integer_option(run, "randperm", "n", 1, arg[0], &n) &&
              size_option(run, "randperm", new_sequence(run, &type_tuple, size, 1), &shape) &&
              plain_options(run, arg[3], NOTHING) &&
              generator_option(run, "randperm", arg[1], &generator) &&
              dtype_option(run, "randperm", arg[2], DTYPE_INT64, &dtype);
    if (!ok) return NOTHING;
    Tensor *drawn = tensor_new(&run->trace.heap, DTYPE_INT64, shape, run->error);
    Tensor *tensor = drawn ? tensor_new(&run->trace.heap, dtype, shape, run->error) : NULL;
    if (!tensor) return NOTHING;
    random_permutation(drawn, generator);
    tensor_assign(tensor, drawn);
    return recorded(run, "randperm", tensor, false);
}

// ---- in the shape of another ---------------------------------------------------------------

static Value make_like(Run *run, const char *name, const Tensor *of, Value given,
                       const Random *random, Value requires_grad)
{
    DType dtype;
    bool ok =
        dtype_option(run, name, given, of->dtype, &dtype) && check_distribution(run, random, dtype);
    Tensor *tensor = ok ? tensor_new_like(&run->trace.heap, dtype, of, run->error) : NULL;
    if (!tensor) return NOTHING;
    random_fill(tensor, run->random_state, random);
    return recorded(run, name, tensor, is_asked(run, requires_grad));
}

static Value torch_rand_like(Run *run, Value *arg)
{
    bool ok = need_tensor(run, "rand_like", arg[0]) && plain_options(run, arg[2], arg[3]);
    Random random = {.kind = RANDOM_UNIFORM, .a = 0, .b = 1};
    return ok ? make_like(run, "rand_like", arg[0].tensor, arg[1], &random, arg[3]) : NOTHING;
}

static Value torch_randn_like(Run *run, Value *arg)
{
    bool ok = need_tensor(run, "randn_like", arg[0]) && plain_options(run, arg[2], arg[3]);
    Random random = {.kind = RANDOM_NORMAL, .a = 0, .b = 1};
    return ok ? make_like(run, "randn_like", arg[0].tensor, arg[1], &random, arg[3]) : NOTHING;
}

// randint_like(input, high) and randint_like(input, low, high)
static Value torch_randint_like(Run *run, Value *arg)
{
    int64_t low = 0, high;
    DType dtype;
    Random random;
    bool both = arg[2].type != NULL;
    bool ok = need_tensor(run, "randint_like", arg[0]) && plain_options(run, arg[4], arg[5]) &&
              dtype_option(run, "randint_like", arg[3], arg[0].tensor->dtype, &dtype) &&
              (!both || integer_option(run, "randint_like", "low", 2, arg[1], &low)) &&
              integer_option(run, "randint_like", "high", 2 + both, arg[1 + both], &high) &&
              integers(run, low, high, dtype, &random);
    return ok ? make_like(run, "randint_like", arg[0].tensor, arg[3], &random, arg[5]) : NOTHING;
}

// ---- normal, bernoulli, multinomial --------------------------------------------------------

static Value method(Run *run, Value self, const char *name, Value argument)
{
    Value found = get_attribute(run, self, name_of(&run->names, str_from(name)));
    return found.type ? call_with(run, found, &argument, 1) : NOTHING;
}

static bool check_deviations(Run *run, const Tensor *deviation)
{
    Index at = {0};
    if (!dtype_is_float(deviation->dtype))
        return unfit_dtype(run, "normal_kernel_cpu", deviation->dtype);
    if (tensor_count(deviation) == 0) return true;
    do {
        if (tensor_get(deviation, at) >= 0) continue;
        raise_error(run, "RuntimeError", "normal expects all elements of std >= 0.0");
        return false;
    } while (index_next(&deviation->shape, &at));
    return true;
}

// Of tensors of means or deviations: standard normal numbers, times one, plus the other.
static Value normal_of_tensors(Run *run, Value mean, Value deviation, RandomState *generator)
{
    const Tensor *first = mean.type == &type_tensor ? mean.tensor : deviation.tensor;
    const Tensor *second = deviation.type == &type_tensor ? deviation.tensor : first;
    Random random = {.kind = RANDOM_NORMAL, .a = 0, .b = 1};
    Shape shape;
    if (!number_option(run, "normal", "std", deviation.type == &type_tensor ? NOTHING : deviation,
                       1, &random.b)) {
        return NOTHING;
    }
    if (deviation.type == &type_tensor && !check_deviations(run, deviation.tensor)) return NOTHING;
    if (!check_normal(run, &random, first->dtype)) return NOTHING;
    if (!shape_broadcast(&first->shape, &second->shape, &shape)) shape = first->shape;
    Tensor *tensor = tensor_new(&run->trace.heap, first->dtype, shape, run->error);
    if (!tensor) return NOTHING;
    random_fill(tensor, generator, &random);
    Value result = recorded(run, "normal", tensor, false);
    if (result.type && deviation.type == &type_tensor)
        result = method(run, result, "mul", deviation);
    return result.type ? method(run, result, "add", mean) : NOTHING;
}

static Value torch_normal(Run *run, Value *arg)
{
    RandomState *generator;
    if (!arg[1].type) arg[1] = from_double(1);
    if (!generator_option(run, "normal", arg[3], &generator)) return NOTHING;
    bool numbers = is_number(arg[0]) && is_number(arg[1]);
    if (numbers && !arg[2].type) {
        raise_error(run, "TypeError",
                    "normal() received an invalid combination of arguments - got (float, float), "
                    "but expected one of:");
        error_hint(run->error, "torch.normal(0.0, 1.0, (2, 3))");
        return NOTHING;
    }
    if (arg[2].type) {
        Maker maker = {"normal",        .size = arg[2],   .generator = arg[3],
                       .dtype = arg[4], .device = arg[5], .requires_grad = arg[6]};
        Random random = {.kind = RANDOM_NORMAL};
        bool ok = number_option(run, "normal", "mean", arg[0], 0, &random.a) &&
                  number_option(run, "normal", "std", arg[1], 1, &random.b);
        return ok ? make(run, &maker, random) : NOTHING;
    }
    Value other = arg[0].type == &type_tensor ? arg[1] : arg[0];
    if (other.type != &type_tensor && !is_number(other)) {
        return raise_error(run, "TypeError",
                           "normal(): argument 'mean' (position 1) must be Tensor, not %s",
                           other.type->name);
    }
    return normal_of_tensors(run, arg[0], arg[1], generator);
}

static bool check_probabilities(Run *run, const Tensor *probability)
{
    Index at = {0};
    if (!dtype_is_float(probability->dtype)) {
        return unfit_dtype(run, "bernoulli_tensor_cpu_p_", probability->dtype);
    }
    if (tensor_count(probability) == 0) return true;
    do {
        double p = tensor_get(probability, at);
        if (p >= 0 && p <= 1) continue;
        raise_error(run, "RuntimeError",
                    "Expected p_in >= 0 && p_in <= 1 to be true, but got false.");
        return error_hint(run->error, "probabilities from 0 to 1");
    } while (index_next(&probability->shape, &at));
    return true;
}

static Value torch_bernoulli(Run *run, Value *arg)
{
    RandomState *generator;
    Random random = {.kind = RANDOM_BERNOULLI};
    bool ok = need_tensor(run, "bernoulli", arg[0]) &&
              generator_option(run, "bernoulli", arg[2], &generator) &&
              number_option(run, "bernoulli", "p", arg[1], 0, &random.a);
    const Tensor *input = arg[0].tensor;
    bool each = !arg[1].type || arg[1].type == &type_none;
    if (!ok ||
        !(each ? check_probabilities(run, input) : check_bernoulli(run, &random, input->dtype)))
        return NOTHING;
    Tensor *tensor = tensor_new_like(&run->trace.heap, input->dtype, input, run->error);
    if (!tensor) return NOTHING;
    if (each)
        random_bernoulli(tensor, generator, input);
    else
        random_fill(tensor, generator, &random);
    return recorded(run, "bernoulli", tensor, false);
}

static Value torch_multinomial(Run *run, Value *arg)
{
    int64_t samples;
    bool replacement = false;
    RandomState *generator;
    bool ok = need_tensor(run, "multinomial", arg[0]) &&
              integer_option(run, "multinomial", "num_samples", 2, arg[1], &samples) &&
              (!arg[2].type || value_truth(run, arg[2], &replacement)) &&
              generator_option(run, "multinomial", arg[3], &generator);
    if (!ok) return NOTHING;
    Tensor *chosen =
        random_choice(&run->trace.heap, generator, arg[0].tensor, samples, replacement, run->error);
    return recorded(run, "multinomial", chosen, false);
}

// ---- in place ------------------------------------------------------------------------------

// A tensor that nothing recorded has seen is filled directly; for any other the numbers are drawn
// beside it, in the same order, and written as any write in place is.
static Value fill_in_place(Run *run, Value self, const char *name, const Random *random,
                           const Tensor *probability, RandomState *generator)
{
    Tensor *target = self.tensor;
    bool fresh = is_unrecorded(target);
    if (!fresh) target = tensor_new_like(&run->trace.heap, target->dtype, target, run->error);
    if (!target) return NOTHING;
    if (probability)
        random_bernoulli(target, generator, probability);
    else
        random_fill(target, generator, random);
    Value drawn = recorded(run, name, target, target->requires_grad);
    if (!drawn.type || fresh) return drawn.type ? self : NOTHING;
    return tensor_write(run, self, drawn) ? self : NOTHING;
}

static Value fill_random(Run *run, Value *arg, const char *name, Random random, Value given)
{
    RandomState *generator;
    bool ok = generator_option(run, name, given, &generator) &&
              check_distribution(run, &random, arg[0].tensor->dtype);
    return ok ? fill_in_place(run, arg[0], name, &random, NULL, generator) : NOTHING;
}

static Value method_normal(Run *run, Value *arg)
{
    Random random = {.kind = RANDOM_NORMAL};
    bool ok = number_option(run, "normal_", "mean", arg[1], 0, &random.a) &&
              number_option(run, "normal_", "std", arg[2], 1, &random.b);
    return ok ? fill_random(run, arg, "normal_", random, arg[3]) : NOTHING;
}

static Value method_uniform(Run *run, Value *arg)
{
    Random random = {.kind = RANDOM_UNIFORM};
    bool ok = number_option(run, "uniform_", "from", arg[1], 0, &random.a) &&
              number_option(run, "uniform_", "to", arg[2], 1, &random.b);
    return ok ? fill_random(run, arg, "uniform_", random, arg[3]) : NOTHING;
}

static Value method_exponential(Run *run, Value *arg)
{
    Random random = {.kind = RANDOM_EXPONENTIAL};
    bool ok = number_option(run, "exponential_", "lambd", arg[1], 1, &random.a);
    return ok ? fill_random(run, arg, "exponential_", random, arg[2]) : NOTHING;
}

// random_(), random_(to), random_(from, to)
static Value method_random(Run *run, Value *arg)
{
    Random random = {.kind = RANDOM_ANY};
    int64_t low = 0, high;
    bool both = arg[2].type && arg[2].type != &type_none;
    if (arg[1].type) {
        bool ok = (!both || integer_option(run, "random_", "from", 1, arg[1], &low)) &&
                  integer_option(run, "random_", "to", 1 + both, both ? arg[2] : arg[1], &high) &&
                  integers(run, low, high, arg[0].tensor->dtype, &random);
        if (!ok) return NOTHING;
    }
    return fill_random(run, arg, "random_", random, arg[3]);
}

static Value bernoulli_each(Run *run, Value *arg)
{
    RandomState *generator;
    Shape shape;
    const Tensor *self = arg[0].tensor, *given = arg[1].tensor;
    if (!generator_option(run, "bernoulli_", arg[2], &generator)) return NOTHING;
    if (!check_probabilities(run, given)) return NOTHING;
    bool fits = shape_broadcast(&self->shape, &given->shape, &shape);
    if (!fits || !shape_equal(&shape, &self->shape)) {
        return raise_error(
            run, "RuntimeError", "output with shape %s doesn't match the broadcast shape %s",
            shape_list(&run->scratch, &self->shape), shape_list(&run->scratch, &given->shape));
    }
    Tensor spread = *given; // the same cells, with stride 0 where they are broadcast
    spread.shape = self->shape;
    for (int d = self->shape.ndim - 1, from = given->shape.ndim - 1; d >= 0; d--, from--) {
        bool own = from >= 0 && given->shape.dim[from] != 1;
        spread.stride[d] = own ? given->stride[from] : 0;
    }
    return fill_in_place(run, arg[0], "bernoulli_", NULL, &spread, generator);
}

static Value method_bernoulli(Run *run, Value *arg)
{
    if (arg[1].type == &type_tensor) return bernoulli_each(run, arg);
    Random random = {.kind = RANDOM_BERNOULLI};
    bool ok = number_option(run, "bernoulli_", "p", arg[1], 0.5, &random.a);
    return ok ? fill_random(run, arg, "bernoulli_", random, arg[2]) : NOTHING;
}

// ---- generators ----------------------------------------------------------------------------

static Value new_torch_generator(Run *run, const RandomState *copied)
{
    GeneratorObject *made = new_object(run, &type_generator_of_numbers, sizeof *made);
    if (!made) return NOTHING;
    if (copied)
        made->generator = *copied;
    else
        random_begin(&made->generator, GENERATOR_DEFAULT_SEED);
    return from_object(made);
}

static bool seed_of(Run *run, Value given, uint64_t *seed)
{
    Value whole = call_with(run, from_type(&type_int), &given, 1); // int(seed), as torch does
    if (!whole.type) return false;
    *seed = (uint64_t)whole.integer;
    return true;
}

static Value torch_manual_seed(Run *run, Value *arg)
{
    uint64_t seed;
    if (!seed_of(run, arg[0], &seed)) return NOTHING;
    random_begin(run->random_state, seed);
    return run->default_generator;
}

// qkv has no clock and no chance: the next seed follows from the numbers drawn before.
static Value seed_anew(Run *run, RandomState *generator)
{
    uint64_t seed = random_long(generator) >> 1;
    (void)run;
    random_begin(generator, seed);
    return from_int((int64_t)seed);
}

static Value from_seed(Run *run, uint64_t seed)
{
    if (seed > INT64_MAX) return int_overflow(run);
    return from_int((int64_t)seed);
}

static Value torch_seed(Run *run, Value *arg)
{
    (void)arg;
    return seed_anew(run, run->random_state);
}

static Value torch_initial_seed(Run *run, Value *arg)
{
    (void)arg;
    return from_seed(run, run->random_state->seed);
}

static Value torch_get_rng_state(Run *run, Value *arg)
{
    (void)arg;
    return new_torch_generator(run, run->random_state);
}

static Value set_state(Run *run, const char *function, RandomState *generator, Value state)
{
    if (state.type != &type_generator_of_numbers) {
        raise_error(run, "TypeError", "%s() expects what get_rng_state() gave, not %s", function,
                    state.type->name);
        return NOTHING;
    }
    *generator = ((GeneratorObject *)state.object)->generator;
    return NONE;
}

static Value torch_set_rng_state(Run *run, Value *arg)
{
    return set_state(run, "set_rng_state", run->random_state, arg[0]);
}

static RandomState *self_of(const Value *arg)
{
    return &((GeneratorObject *)arg[0].object)->generator;
}

static Value method_manual_seed(Run *run, Value *arg)
{
    uint64_t seed;
    if (!seed_of(run, arg[1], &seed)) return NOTHING;
    random_begin(self_of(arg), seed);
    return arg[0];
}

static Value method_seed(Run *run, Value *arg)
{
    return seed_anew(run, self_of(arg));
}

static Value method_initial_seed(Run *run, Value *arg)
{
    return from_seed(run, self_of(arg)->seed);
}

static Value method_get_state(Run *run, Value *arg)
{
    return new_torch_generator(run, self_of(arg));
}

static Value method_set_state(Run *run, Value *arg)
{
    Value done = set_state(run, "set_state", self_of(arg), arg[1]);
    return done.type ? arg[0] : NOTHING;
}

static const Native generator_methods[] = {
    {"manual_seed", "self, seed", method_manual_seed},  {"seed", "self", method_seed},
    {"initial_seed", "self", method_initial_seed},      {"get_state", "self", method_get_state},
    {"set_state", "self, new_state", method_set_state}, {0},
};

static void generator_repr(Run *run, Value self, Buf *out)
{
    (void)run;
    buf_printf(out, "<torch._C.Generator object at %p>", (void *)self.object);
}

static Value generator_construct(Run *run, const Args *args)
{
    Value device = args->count ? args->item[0] : NOTHING;
    for (int i = 0; i < args->keyword_count; i++) device = args->keyword_value[i];
    if (args->count + args->keyword_count > 1) {
        return raise_error(run, "TypeError", "Generator() takes at most 1 argument (%d given)",
                           args->count + args->keyword_count);
    }
    return plain_options(run, device, NOTHING) ? new_torch_generator(run, NULL) : NOTHING;
}

const Type type_generator_of_numbers = {
    .name = "Generator",
    .methods = generator_methods,
    .repr = generator_repr,
    .construct = generator_construct,
};

// ---- what the module and the tensors have --------------------------------------------------

const Native torch_random[] = {
    {"manual_seed", "seed", torch_manual_seed},
    {"seed", "", torch_seed},
    {"initial_seed", "", torch_initial_seed},
    {"get_rng_state", "", torch_get_rng_state},
    {"set_rng_state", "new_state", torch_set_rng_state},
    {"rand", "*sizes, size=, generator=, dtype=, device=, requires_grad=, layout=", torch_rand},
    {"randn", "*sizes, size=, generator=, dtype=, device=, requires_grad=, layout=", torch_randn},
    {"randint",
     "*numbers, low=, high=, size=, generator=, dtype=, device=, requires_grad=", torch_randint},
    {"randperm", "n, *, generator=, dtype=, device=", torch_randperm},
    {"rand_like", "input, *, dtype=, device=, requires_grad=", torch_rand_like},
    {"randn_like", "input, *, dtype=, device=, requires_grad=", torch_randn_like},
    {"randint_like", "input, low, high=, *, dtype=, device=, requires_grad=", torch_randint_like},
    {"normal", "mean, std=, size=, *, generator=, dtype=, device=, requires_grad=", torch_normal},
    {"bernoulli", "input, p=, *, generator=", torch_bernoulli},
    {"multinomial", "input, num_samples, replacement=, *, generator=", torch_multinomial},
    {0},
};

const Native tensor_random[] = {
    {"normal_", "self, mean=, std=, *, generator=", method_normal},
    {"uniform_", "self, from=, to=, *, generator=", method_uniform},
    {"exponential_", "self, lambd=, *, generator=", method_exponential},
    {"random_", "self, from=, to=, *, generator=", method_random},
    {"bernoulli_", "self, p=, *, generator=", method_bernoulli},
    {"bernoulli", "input, p=, *, generator=", torch_bernoulli},
    {"multinomial", "input, num_samples, replacement=, *, generator=", torch_multinomial},
    {0},
};

void make_torch_random(Run *run, Value torch)
{
    run->default_generator = new_torch_generator(run, NULL);
    if (!run->default_generator.type) return;
    run->random_state = &((GeneratorObject *)run->default_generator.object)->generator;
    add_natives(run, &((Module *)torch.object)->table, torch_random);
    set_member(run, torch, "Generator", from_type(&type_generator_of_numbers));
    set_member(run, torch, "default_generator", run->default_generator);
}
