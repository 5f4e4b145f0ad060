// The methods that fill a tensor in place with random numbers: x.normal_() and the like.
#include "torch/random/random.h"

#include "tensor/call.h"
#include "tensor/overlap.h"
#include "torch/autograd/tape.h"
#include "torch/options.h"
#include "trace/writes.h"

// What PyTorch calls the node of a tensor that was filled.
static const char *const node_of_fill[] = {
    [RANDOM_UNIFORM] = "UniformBackward0",
    [RANDOM_NORMAL] = "NormalBackward0",
    [RANDOM_EXPONENTIAL] = "ExponentialBackward0",
    [RANDOM_BERNOULLI] = "BernoulliBackward2",
    [RANDOM_ANY] = "RandomBackward2",
};

// A tensor that nothing recorded has seen is filled directly; for any other the numbers are drawn
// beside it, in the same order, and written as any write in place is.
static Value fill_in_place(Run *run, Value self, const char *name, const Random *random,
                           const Tensor *probability, RandomState *generator)
{
    Tensor *target = self.tensor;
    bool fresh = tensor_is_unrecorded(target) && !tape_follows_write(run, target, target);
    if (!overlap_can_write(target, run->error) || !tensor_may_write(run, target, false))
        return NOTHING;
    if (!fresh) target = tensor_new_like(&run->trace.heap, target->dtype, target, run->error);
    if (!target) return NOTHING;
    if (probability)
        random_bernoulli(target, generator, probability);
    else
        random_fill(target, generator, random);
    Value drawn =
        tensor_made(run, name, target, &(Options){.requires_grad = fresh && target->requires_grad});
    if (fresh && drawn.type) storage_count_write(target, recorded_at(run));
    if (!drawn.type || fresh) return drawn.type ? self : NOTHING;
    if (!tensor_write(run, self, drawn)) return NOTHING;
    tape_title_write(self.tensor, node_of_fill[random ? random->kind : RANDOM_BERNOULLI]);
    return self;
}

static Value fill_random(Run *run, Value *arg, const char *name, Random random, Value given)
{
    RandomState *generator;
    bool none = random.kind == RANDOM_NORMAL && tensor_count(arg[0].tensor) == 0;
    bool ok = generator_option(run, name, given, &generator) &&
              (none || random_check_distribution(run, &random, arg[0].tensor->dtype));
    return ok ? fill_in_place(run, arg[0], name, &random, NULL, generator) : NOTHING;
}

static Value method_normal(Run *run, Value *arg)
{
    Random random = {.kind = RANDOM_NORMAL};
    bool ok = random_number_option(run, "normal_", "mean", arg[1], 0, &random.a) &&
              random_number_option(run, "normal_", "std", arg[2], 1, &random.b);
    return ok ? fill_random(run, arg, "normal_", random, arg[3]) : NOTHING;
}

static Value method_uniform(Run *run, Value *arg)
{
    Random random = {.kind = RANDOM_UNIFORM};
    bool ok = random_number_option(run, "uniform_", "from", arg[1], 0, &random.a) &&
              random_number_option(run, "uniform_", "to", arg[2], 1, &random.b);
    return ok ? fill_random(run, arg, "uniform_", random, arg[3]) : NOTHING;
}

static Value method_exponential(Run *run, Value *arg)
{
    Random random = {.kind = RANDOM_EXPONENTIAL};
    bool ok = random_number_option(run, "exponential_", "lambd", arg[1], 1, &random.a);
    return ok ? fill_random(run, arg, "exponential_", random, arg[2]) : NOTHING;
}

// random_(), random_(to), random_(from, to)
static Value method_random(Run *run, Value *arg)
{
    Random random = {.kind = RANDOM_ANY};
    int64_t low = 0, high;
    bool both = arg[2].type && arg[2].type != &type_none;
    if (arg[1].type) {
        bool ok =
            (!both || random_integer_option(run, "random_", "from", 1, arg[1], &low)) &&
            random_integer_option(run, "random_", "to", 1 + both, both ? arg[2] : arg[1], &high) &&
            random_integers(run, low, high, arg[0].tensor->dtype, &random);
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
    if (!random_check_probabilities(run, given)) return NOTHING;
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
    if (is_tensor(arg[1])) return bernoulli_each(run, arg);
    Random random = {.kind = RANDOM_BERNOULLI};
    bool ok = random_number_option(run, "bernoulli_", "p", arg[1], 0.5, &random.a);
    return ok ? fill_random(run, arg, "bernoulli_", random, arg[2]) : NOTHING;
}

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
