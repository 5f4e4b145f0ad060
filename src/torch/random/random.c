// Random numbers: torch.rand and the like. What they draw is recorded as constants.
#include "torch/random/random.h"

#include "lang/imports/module.h"
#include "tensor/convert.h"
#include "torch/autograd/tape.h"
#include "torch/options.h"

// ---- new tensors ---------------------------------------------------------------------------

// What options_are_plain() has checked.
static bool is_asked(Run *run, Value requires_grad)
{
    bool truth = false;
    return requires_grad.type && value_truth(run, requires_grad, &truth) && truth;
}

// What torch.rand, randn and randint have in common.
typedef struct RandomMaker {
    const char *name;
    Value sizes, size, generator, dtype, device, requires_grad;
} RandomMaker;

static bool maker_options(Run *run, const RandomMaker *maker, DType otherwise, Shape *shape,
                          DType *dtype, RandomState **generator)
{
    Value sizes = maker->size.type ? sequence_new(run, &type_tuple, &maker->size, 1) : maker->sizes;
    return sizes.type && options_are_plain(run, maker->device, maker->requires_grad) &&
           options_size(run, maker->name, sizes, shape) &&
           dtype_option(run, maker->name, maker->dtype, otherwise, dtype) &&
           generator_option(run, maker->name, maker->generator, generator);
}

static bool fill(Run *run, Tensor *tensor, RandomState *generator, const Random *random)
{
    random_fill(tensor, generator, random);
    return run_take_characters(run, tensor_count(tensor) / 2);
}

static Value make(Run *run, const RandomMaker *maker, Random random)
{
    Shape shape;
    DType dtype;
    RandomState *generator;
    bool ok = maker_options(run, maker, run->trace.heap.float_dtype, &shape, &dtype, &generator) &&
              random_check_distribution(run, &random, dtype);
    Tensor *tensor = ok ? tensor_new(&run->trace.heap, dtype, shape, run->error) : NULL;
    if (!tensor) return NOTHING;
    if (!fill(run, tensor, generator, &random)) return NOTHING;
    return tensor_made(run, maker->name, tensor,
                       &(Options){.requires_grad = is_asked(run, maker->requires_grad)});
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
    return make(run, &(RandomMaker){name, arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]}, random);
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
    if (!random_integer_option(run, "randint", "low", 1, from, &low)) return NOTHING;
    if (!random_integer_option(run, "randint", "high", three ? 2 : 1, to, &high)) return NOTHING;
    if (!value_is_sequence(size)) {
        return raise_error(run, "TypeError",
                           "randint(): argument 'size' (position %d) must be tuple of ints, not %s",
                           three ? 3 : 2, size.type->name);
    }
    DType dtype;
    Shape shape;
    RandomState *generator;
    Random random;
    RandomMaker maker = {"randint",       .size = size,     .generator = arg[4],
                         .dtype = arg[5], .device = arg[6], .requires_grad = arg[7]};
    bool ok = maker_options(run, &maker, DTYPE_INT64, &shape, &dtype, &generator) &&
              random_integers(run, low, high, dtype, &random);
    Tensor *tensor = ok ? tensor_new(&run->trace.heap, dtype, shape, run->error) : NULL;
    if (!tensor) return NOTHING;
    if (!fill(run, tensor, generator, &random)) return NOTHING;
    return tensor_made(run, "randint", tensor,
                       &(Options){.requires_grad = is_asked(run, maker.requires_grad)});
}

static Value torch_randperm(Run *run, Value *arg)
{
    int64_t n;
    RandomState *generator;
    Value size[1] = {arg[0]};
    Shape shape;
    DType dtype;
    bool ok = random_integer_option(run, "randperm", "n", 1, arg[0], &n) &&
              options_size(run, "randperm", sequence_new(run, &type_tuple, size, 1), &shape) &&
              options_are_plain(run, arg[3], NOTHING) &&
              generator_option(run, "randperm", arg[1], &generator) &&
              dtype_option(run, "randperm", arg[2], DTYPE_INT64, &dtype);
    if (!ok) return NOTHING;
    Tensor *drawn = tensor_new(&run->trace.heap, DTYPE_INT64, shape, run->error);
    Tensor *tensor = drawn ? tensor_new(&run->trace.heap, dtype, shape, run->error) : NULL;
    if (!tensor) return NOTHING;
    random_permutation(drawn, generator);
    tensor_assign(tensor, drawn);
    return tensor_made(run, "randperm", tensor, &(Options){0});
}

// ---- in the shape of another ---------------------------------------------------------------

static Value make_like(Run *run, const char *name, Tensor *of, Value given, const Random *random,
                       Value requires_grad)
{
    DType dtype;
    bool ok = dtype_option(run, name, given, of->dtype, &dtype) &&
              random_check_distribution(run, random, dtype);
    Tensor *tensor = ok ? tensor_new_like(&run->trace.heap, dtype, of, run->error) : NULL;
    if (!tensor) return NOTHING;
    random_fill(tensor, run->random_state, random);
    Options options = {.requires_grad = is_asked(run, requires_grad)};
    return tensor_as_class_of(run, from_tensor(of), tensor_made(run, name, tensor, &options));
}

static Value torch_rand_like(Run *run, Value *arg)
{
    bool ok = tensor_needed(run, "rand_like", arg[0]) && options_are_plain(run, arg[2], arg[3]);
    Random random = {.kind = RANDOM_UNIFORM, .a = 0, .b = 1};
    return ok ? make_like(run, "rand_like", arg[0].tensor, arg[1], &random, arg[3]) : NOTHING;
}

static Value torch_randn_like(Run *run, Value *arg)
{
    bool ok = tensor_needed(run, "randn_like", arg[0]) && options_are_plain(run, arg[2], arg[3]);
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
    bool ok = tensor_needed(run, "randint_like", arg[0]) &&
              options_are_plain(run, arg[4], arg[5]) &&
              dtype_option(run, "randint_like", arg[3], arg[0].tensor->dtype, &dtype) &&
              (!both || random_integer_option(run, "randint_like", "low", 2, arg[1], &low)) &&
              random_integer_option(run, "randint_like", "high", 2 + both, arg[1 + both], &high) &&
              random_integers(run, low, high, dtype, &random);
    return ok ? make_like(run, "randint_like", arg[0].tensor, arg[3], &random, arg[5]) : NOTHING;
}

// ---- normal, bernoulli, multinomial --------------------------------------------------------

static Value method(Run *run, Value self, const char *name, Value argument)
{
    Value found = value_get_attribute(run, self, name_of(&run->names, str_from(name)));
    return found.type ? call_with(run, found, &argument, 1) : NOTHING;
}

static bool check_deviations(Run *run, const Tensor *deviation)
{
    Index at = {0};
    if (!dtype_is_float(deviation->dtype))
        return random_unfit_dtype(run, "normal_kernel_cpu", deviation->dtype);
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
    const Tensor *first = is_tensor(mean) ? mean.tensor : deviation.tensor;
    const Tensor *second = is_tensor(deviation) ? deviation.tensor : first;
    Random random = {.kind = RANDOM_NORMAL, .a = 0, .b = 1};
    Shape shape;
    if (!random_number_option(run, "normal", "std", is_tensor(deviation) ? NOTHING : deviation, 1,
                              &random.b)) {
        return NOTHING;
    }
    if (is_tensor(deviation) && !check_deviations(run, deviation.tensor)) return NOTHING;
    if (!random_check_normal(run, &random, first->dtype)) return NOTHING;
    if (!shape_broadcast(&first->shape, &second->shape, &shape)) shape = first->shape;
    Tensor *tensor = tensor_new(&run->trace.heap, first->dtype, shape, run->error);
    if (!tensor) return NOTHING;
    random_fill(tensor, generator, &random);
    Value result = tensor_made(run, "normal", tensor, &(Options){0});
    if (result.type && is_tensor(deviation)) result = method(run, result, "mul", deviation);
    return result.type ? method(run, result, "add", mean) : NOTHING;
}

// No gradient goes to what numbers are drawn from: the draw counts as a constant.
static Value normal_without_gradients(Run *run, const Value from[2], RandomState *generator)
{
    bool *without = &run->trace.heap.without_gradients, before = *without;
    const char *title = !is_tensor(from[1])   ? "NormalBackward1"
                        : !is_tensor(from[0]) ? "NormalBackward2"
                                              : "NormalBackward3";
    *without = true;
    Value made = normal_of_tensors(run, from[0], from[1], generator);
    *without = before;
    return made.type && tape_note_drawn(run, made.tensor, title, from, 2) ? made : NOTHING;
}

static Value torch_normal(Run *run, Value *arg)
{
    RandomState *generator;
    if (!arg[1].type) arg[1] = from_double(1);
    if (!generator_option(run, "normal", arg[3], &generator)) return NOTHING;
    bool numbers = value_is_number(arg[0]) && value_is_number(arg[1]);
    if (numbers && !arg[2].type) {
        raise_error(run, "TypeError",
                    "normal() received an invalid combination of arguments - got (float, float), "
                    "but expected one of:");
        error_hint(run->error, "torch.normal(0.0, 1.0, (2, 3))");
        return NOTHING;
    }
    if (arg[2].type) {
        RandomMaker maker = {"normal",        .size = arg[2],   .generator = arg[3],
                             .dtype = arg[4], .device = arg[5], .requires_grad = arg[6]};
        Random random = {.kind = RANDOM_NORMAL};
        bool ok = random_number_option(run, "normal", "mean", arg[0], 0, &random.a) &&
                  random_number_option(run, "normal", "std", arg[1], 1, &random.b);
        return ok ? make(run, &maker, random) : NOTHING;
    }
    Value other = is_tensor(arg[0]) ? arg[1] : arg[0];
    if (!is_tensor(other) && !value_is_number(other)) {
        return raise_error(run, "TypeError",
                           "normal(): argument 'mean' (position 1) must be Tensor, not %s",
                           other.type->name);
    }
    return normal_without_gradients(run, arg, generator);
}

bool random_check_probabilities(Run *run, const Tensor *probability)
{
    Index at = {0};
    if (!dtype_is_float(probability->dtype)) {
        return random_unfit_dtype(run, "bernoulli_tensor_cpu_p_", probability->dtype);
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

Value torch_bernoulli(Run *run, Value *arg)
{
    RandomState *generator;
    Random random = {.kind = RANDOM_BERNOULLI};
    bool ok = tensor_needed(run, "bernoulli", arg[0]) &&
              generator_option(run, "bernoulli", arg[2], &generator) &&
              random_number_option(run, "bernoulli", "p", arg[1], 0, &random.a);
    const Tensor *input = arg[0].tensor;
    bool each = !arg[1].type || arg[1].type == &type_none;
    if (!ok || !(each ? random_check_probabilities(run, input)
                      : random_check_bernoulli(run, &random, input->dtype)))
        return NOTHING;
    Tensor *tensor = tensor_new(&run->trace.heap, input->dtype, input->shape, run->error);
    if (!tensor) return NOTHING;
    if (each)
        random_bernoulli(tensor, generator, input);
    else if (!fill(run, tensor, generator, &random))
        return NOTHING;
    Value made = tensor_made(run, "bernoulli", tensor, &(Options){0});
    return made.type && tape_note_drawn(run, made.tensor, "BernoulliBackward0", arg, 1) ? made
                                                                                        : NOTHING;
}

Value torch_multinomial(Run *run, Value *arg)
{
    int64_t samples;
    bool replacement = false;
    RandomState *generator;
    bool ok = tensor_needed(run, "multinomial", arg[0]) &&
              random_integer_option(run, "multinomial", "num_samples", 2, arg[1], &samples) &&
              (!arg[2].type || value_truth(run, arg[2], &replacement)) &&
              generator_option(run, "multinomial", arg[3], &generator);
    if (!ok) return NOTHING;
    Tensor *chosen =
        random_choice(&run->trace.heap, generator, arg[0].tensor, samples, replacement, run->error);
    // Each sample goes along the weights; those that are not put back are drawn by an exponential.
    int64_t each = replacement ? samples / 4 : samples / 2 + 20;
    if (!run_take_characters(run, tensor_count(arg[0].tensor) * each)) return NOTHING;
    return tensor_made(run, "multinomial", chosen, &(Options){0});
}

// ---- what the module and the tensors have --------------------------------------------------

const Native torch_random[] = {
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

void torch_make_random(Run *run, Value torch)
{
    if (!generator_make_default(run, torch)) return;
    module_add_natives(run, &((Module *)torch.object)->table, torch_random);
}
