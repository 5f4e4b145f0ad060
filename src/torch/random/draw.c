// What src/library/torch._makers.py needs in C: tensors filled with random numbers. What they draw
// is recorded as constants.

#include "tensor/call.h"
#include "tensor/convert.h"
#include "tensor/overlap.h"
#include "torch/autograd/tape.h"
#include "torch/options.h"
#include "trace/record/writes.h"

// What PyTorch calls the node of a tensor that was filled.
static const struct {
    const char *name, *node;
} kinds[] = {
    [RANDOM_UNIFORM] = {"uniform", "UniformBackward0"},
    [RANDOM_NORMAL] = {"normal", "NormalBackward0"},
    [RANDOM_EXPONENTIAL] = {"exponential", "ExponentialBackward0"},
    [RANDOM_BERNOULLI] = {"bernoulli", "BernoulliBackward2"},
    [RANDOM_INTEGER] = {.name = "integer"},
    [RANDOM_ANY] = {"any", "RandomBackward2"},
};

// arg: its kind, and two numbers.
static Random distribution_of(const Value *arg)
{
    Random random = {.kind = RANDOM_UNIFORM};
    while (!str_is(value_text(arg[0]), kinds[random.kind].name)) random.kind++;
    if (random.kind == RANDOM_INTEGER) {
        random.low = value_integer(arg[1]);
        random.range = (uint64_t)value_integer(arg[2]) - (uint64_t)random.low;
    } else if (!is_tensor(arg[1])) {
        random.a = value_number(arg[1]);
        random.b = value_number(arg[2]);
    }
    return random;
}

// Each cell with a chance of its own, where arg[1] is a tensor of them.
static bool fill(Run *run, Tensor *tensor, RandomState *generator, const Value *arg)
{
    Random random = distribution_of(arg);
    if (is_tensor(arg[1])) {
        random_bernoulli(tensor, generator, arg[1].tensor);
        return true;
    }
    random_fill(tensor, generator, &random);
    return run_take_characters(run, tensor_count(tensor) / 2);
}

// name, generator, requires_grad, dtype, size, like, kind, a, b
static Value draw(Run *run, Value *arg)
{
    Shape shape;
    RandomState *generator;
    const char *name = str_copy(&run->scratch, value_text(arg[0]));
    TensorHeap *heap = &run->trace.heap;
    Options options = {.dtype = heap->float_dtype, .requires_grad = arg[2].truth};
    dtype_of(run, arg[3], &options.dtype);
    if (!generator_option(run, name, arg[1], &generator) || !create_sizes(run, arg[4], &shape))
        return NOTHING;
    Tensor *tensor = is_tensor(arg[5])
                         ? tensor_new_like(heap, options.dtype, arg[5].tensor, run->error)
                         : tensor_new(heap, options.dtype, shape, run->error);
    if (!tensor || !fill(run, tensor, generator, arg + 6)) return NOTHING;
    return tensor_made(run, name, tensor, &options);
}

// A tensor that nothing recorded has seen is filled directly; for any other the numbers are drawn
// beside it, in the same order, and written as any write in place is.
// self, name, generator, kind, a, b
static Value fill_in_place(Run *run, Value *arg)
{
    RandomState *generator;
    Tensor *target = arg[0].tensor;
    const char *name = str_copy(&run->scratch, value_text(arg[1]));
    if (!generator_option(run, name, arg[2], &generator)) return NOTHING;
    bool fresh = tensor_is_unrecorded(target) && !tape_follows_write(run, target, target);
    if (!overlap_can_write(target, run->error) || !tensor_may_write(run, target, false))
        return NOTHING;
    if (!fresh) target = tensor_new_like(&run->trace.heap, target->dtype, target, run->error);
    if (!target || !fill(run, target, generator, arg + 3)) return NOTHING;
    Value drawn =
        tensor_made(run, name, target, &(Options){.requires_grad = fresh && target->requires_grad});
    if (fresh && drawn.type) storage_count_write(target, recorded_at(run));
    if (!drawn.type || fresh) return drawn.type ? arg[0] : NOTHING;
    if (!tensor_write(run, arg[0], drawn)) return NOTHING;
    tape_title_write(arg[0].tensor, kinds[distribution_of(arg + 3).kind].node);
    return arg[0];
}

// n, generator, dtype
static Value permutation(Run *run, Value *arg)
{
    Shape shape;
    DType dtype = DTYPE_INT64;
    RandomState *generator;
    Value size = sequence_new(run, &type_tuple, arg, 1);
    bool ok = size.type && create_sizes(run, size, &shape) &&
              generator_option(run, "randperm", arg[1], &generator);
    if (!ok) return NOTHING;
    dtype_of(run, arg[2], &dtype);
    Tensor *drawn = tensor_new(&run->trace.heap, DTYPE_INT64, shape, run->error);
    Tensor *tensor = drawn ? tensor_new(&run->trace.heap, dtype, shape, run->error) : NULL;
    if (!tensor) return NOTHING;
    random_permutation(drawn, generator);
    tensor_assign(tensor, drawn);
    return tensor_made(run, "randperm", tensor, &(Options){0});
}

// weights, samples, replacement, generator
static Value choose(Run *run, Value *arg)
{
    RandomState *generator;
    int64_t samples = value_integer(arg[1]);
    bool replacement = arg[2].truth;
    if (!generator_option(run, "multinomial", arg[3], &generator)) return NOTHING;
    Tensor *chosen =
        random_choice(&run->trace.heap, generator, arg[0].tensor, samples, replacement, run->error);
    // Each sample goes along the weights; those that are not put back are drawn by an exponential.
    int64_t each = replacement ? samples / 4 : samples / 2 + 20;
    if (!run_take_characters(run, tensor_count(arg[0].tensor) * each)) return NOTHING;
    return tensor_made(run, "multinomial", chosen, &(Options){0});
}

// Are all cells of the tensor in [least, most]?
static Value cells_are_between(Run *run UNUSED, Value *arg)
{
    const Tensor *tensor = arg[0].tensor;
    double least = value_number(arg[1]), most = value_number(arg[2]);
    bool all = true;
    Index at = {0};
    if (tensor_count(tensor) == 0) return from_bool(true);
    do {
        double cell = tensor_get(tensor, at);
        all = cell >= least && cell <= most;
    } while (all && index_next(&tensor->shape, &at));
    return from_bool(all);
}

// made, title, *from: No gradient goes to what numbers are drawn from.
static Value note_drawn(Run *run, Value *arg)
{
    const Sequence *from = value_sequence(arg[2]);
    const char *title = str_copy(&run->trace.arena, value_text(arg[1]));
    return tape_note_drawn(run, arg[0].tensor, title, from->item, from->count) ? arg[0] : NOTHING;
}

const Native random_functions[] = {
    {"_draw", "name, generator, requires_grad, dtype, size, like, kind, a, b, /", draw},
    {"_fill", "self, name, generator, kind, a, b, /", fill_in_place},
    {"_permutation", "n, generator, dtype, /", permutation},
    {"_choose", "weights, samples, replacement, generator, /", choose},
    {"_cells_are_between", "tensor, least, most, /", cells_are_between},
    {"_note_drawn", "made, title, *from", note_drawn},
    {0},
};
