// torch.zeros, torch.arange and the like: tensors made of numbers that the program gives. Each is
// recorded as a constant.
#include "torch/options.h"

#include "tensor/call.h"
#include "tensor/convert.h"
#include "tensor/create.h"

// ---- of any size -----------------------------------------------------------------------------

// What torch.zeros, ones and empty have in common: the sizes, as `*size` or `size=`.
static bool read_sized(Run *run, const char *function, Value *arg, Shape *shape, Options *options)
{
    Value sizes = arg[1].type ? sequence_new(run, &type_tuple, &arg[1], 1) : arg[0];
    DType otherwise = run->trace.heap.float_dtype;
    return sizes.type && options_resolve(run, function, arg + 2, otherwise, options) &&
           options_size(run, function, sizes, shape);
}

static Value sized(Run *run, const char *name, Value *arg,
                   Tensor *(*create)(TensorHeap *heap, DType dtype, Shape shape, Error *error))
{
    Shape shape;
    Options options;
    if (!read_sized(run, name, arg, &shape, &options)) return NOTHING;
    return tensor_made(run, name, create(&run->trace.heap, options.dtype, shape, run->error),
                       &options);
}

static Value torch_zeros(Run *run, Value *arg)
{
    return sized(run, "zeros", arg, tensor_new);
}

static Value torch_ones(Run *run, Value *arg)
{
    return sized(run, "ones", arg, create_ones);
}

// Not recorded before it is filled or used.
static Value unrecorded(Run *run, Tensor *tensor, const Options *options)
{
    if (!tensor || !tensor_require_gradient(run, tensor, options->requires_grad)) return NOTHING;
    tensor->origin = -1;
    return from_tensor(tensor);
}

static Value torch_empty(Run *run, Value *arg)
{
    Shape shape;
    Options options;
    if (!read_sized(run, "empty", arg, &shape, &options)) return NOTHING;
    Tensor *tensor = tensor_new(&run->trace.heap, options.dtype, shape, run->error);
    return tensor_as_class_of(run, arg[0], unrecorded(run, tensor, &options));
}

static DType dtype_of_fill(const Run *run, Value value)
{
    if (is_tensor(value)) return value.tensor->dtype;
    if (value_is_bool(value)) return DTYPE_BOOL;
    return value_is_int(value) ? DTYPE_INT64 : run->trace.heap.float_dtype;
}

static Value full(Run *run, const char *name, Shape shape, const Options *options, Value fill)
{
    if (!value_is_number(fill) && !is_tensor(fill)) {
        return raise_error(run, "TypeError",
                           "%s(): argument 'fill_value' (position 2) must be Number, not %s", name,
                           fill.type->name);
    }
    const Tensor *value = dtype_fits_float(run, fill, options->dtype) ? tensor_of(run, fill) : NULL;
    if (!value || !dtype_fits_number(value, options->dtype, run->error)) return NOTHING;
    if (tensor_count(value) != 1) {
        return raise_error(run, "RuntimeError",
                           "fill_value must be one number, not a tensor of %lld",
                           (long long)tensor_count(value));
    }
    Tensor *tensor = create_full(&run->trace.heap, options->dtype, shape, value, run->error);
    return tensor_made(run, name, tensor, options);
}

static Value torch_full(Run *run, Value *arg)
{
    Shape shape;
    Options options;
    Value size = sequence_new(run, &type_tuple, arg, 1);
    bool ok = size.type &&
              options_resolve(run, "full", arg + 2, dtype_of_fill(run, arg[1]), &options) &&
              options_size(run, "full", size, &shape);
    return ok ? full(run, "full", shape, &options, arg[1]) : NOTHING;
}

// ---- in the shape of another -------------------------------------------------------------------

static Value like(Run *run, const char *name, Value of, Value fill, const Value *given)
{
    Options options;
    if (!tensor_needed(run, name, of)) return NOTHING;
    if (!options_resolve(run, name, given, of.tensor->dtype, &options)) return NOTHING;
    Value made = full(run, name, of.tensor->shape, &options, fill);
    if (made.type) layout_like(of.tensor, made.tensor->stride);
    return tensor_as_class_of(run, of, made);
}

static Value torch_zeros_like(Run *run, Value *arg)
{
    return like(run, "zeros_like", arg[0], from_int(0), arg + 1);
}

static Value torch_ones_like(Run *run, Value *arg)
{
    return like(run, "ones_like", arg[0], from_int(1), arg + 1);
}

static Value torch_full_like(Run *run, Value *arg)
{
    return like(run, "full_like", arg[0], arg[1], arg + 2);
}

static Value torch_empty_like(Run *run, Value *arg)
{
    Options options;
    bool ok = tensor_needed(run, "empty_like", arg[0]) &&
              options_resolve(run, "empty_like", arg + 1, arg[0].tensor->dtype, &options);
    if (!ok) return NOTHING;
    Tensor *tensor = tensor_new_like(&run->trace.heap, options.dtype, arg[0].tensor, run->error);
    return tensor_as_class_of(run, arg[0], unrecorded(run, tensor, &options));
}

// ---- sequences -----------------------------------------------------------------------------

static bool numbers(Run *run, const char *function, Value *value, int count, bool *whole)
{
    *whole = true;
    for (int i = 0; i < count; i++) {
        if (!options_number(&value[i])) {
            raise_error(run, "TypeError", "%s(): argument (position %d) must be Number, not %s",
                        function, i + 1, value[i].type->name);
            return false;
        }
        if (!value_converts(run, value[i])) return false;
        *whole &= value_is_integer(value[i]);
    }
    return true;
}

static Tensor *converted(Run *run, Tensor *tensor, DType dtype)
{
    if (!tensor || tensor->dtype == dtype) return tensor;
    Tensor *other = tensor_new(&run->trace.heap, dtype, tensor->shape, run->error);
    if (other) tensor_assign(other, tensor);
    return other;
}

// arange(end), arange(start, end), arange(start, end, step)
static Value torch_arange(Run *run, Value *arg)
{
    const Sequence *given = value_sequence(arg[0]);
    Value part[3] = {from_int(0), NOTHING, from_int(1)};
    int positional = given->count;
    for (int i = 0; i < positional && i < 3; i++) part[positional == 1 ? 1 : i] = given->item[i];
    for (int i = 0; i < 3; i++) {
        if (arg[i + 1].type) part[i] = arg[i + 1];
    }
    if (positional > 3 || !part[1].type) {
        return raise_error(run, "TypeError", "arange() takes from 1 to 3 numbers, %d were given",
                           positional);
    }
    bool whole;
    Options options;
    const Value options_given[OPTION_COUNT] = {arg[4], arg[5], arg[6]};
    if (!numbers(run, "arange", part, 3, &whole)) return NOTHING;
    DType natural = whole ? DTYPE_INT64 : run->trace.heap.float_dtype;
    if (!options_resolve(run, "arange", options_given, natural, &options)) return NOTHING;
    TensorHeap *heap = &run->trace.heap;
    DType made = dtype_is_float(options.dtype) ? options.dtype : DTYPE_FLOAT32;
    Tensor *tensor = whole && !dtype_is_half(made)
                         ? create_arange_ints(heap, value_integer(part[0]), value_integer(part[1]),
                                              value_integer(part[2]), run->error)
                         : create_arange(heap, made, value_number(part[0]), value_number(part[1]),
                                         value_number(part[2]), run->error);
    return tensor_made(run, "arange", converted(run, tensor, options.dtype), &options);
}

static bool steps_option(Run *run, const char *function, Value steps)
{
    int64_t count;
    if (options_int(run, steps, &count)) return true;
    raise_error(run, "TypeError", "%s(): argument 'steps' must be int, not %s", function,
                steps.type->name);
    return false;
}

static Value torch_linspace(Run *run, Value *arg)
{
    bool whole;
    Options options;
    bool ok = numbers(run, "linspace", arg, 3, &whole) && steps_option(run, "linspace", arg[2]) &&
              options_resolve(run, "linspace", arg + 3, run->trace.heap.float_dtype, &options);
    if (!ok) return NOTHING;
    DType made = dtype_is_float(options.dtype) ? options.dtype : DTYPE_FLOAT64;
    Tensor *tensor = create_linspace(&run->trace.heap, made, value_number(arg[0]),
                                     value_number(arg[1]), value_integer(arg[2]), run->error);
    return tensor_made(run, "linspace", converted(run, tensor, options.dtype), &options);
}

static Value torch_eye(Run *run, Value *arg)
{
    Options options;
    if (!arg[1].type) arg[1] = arg[0];
    int64_t size[2];
    for (int i = 0; i < 2; i++) {
        if (options_int(run, arg[i], &size[i])) continue;
        return raise_error(run, "TypeError", "eye(): argument 'n' (position 1) must be int, not %s",
                           arg[i].type->name);
    }
    if (!options_resolve(run, "eye", arg + 2, run->trace.heap.float_dtype, &options))
        return NOTHING;
    Tensor *tensor = create_eye(&run->trace.heap, options.dtype, size[0], size[1], run->error);
    return tensor_made(run, "eye", tensor, &options);
}

static Value triangle_indices(Run *run, const char *name, Value *arg, bool lower)
{
    Options options;
    const Value options_given[OPTION_COUNT] = {arg[3], arg[4]};
    if (!arg[2].type) arg[2] = from_int(0);
    int64_t size[3];
    for (int i = 0; i < 3; i++) {
        if (options_int(run, arg[i], &size[i])) continue;
        return raise_error(run, "TypeError", "%s(): argument (position %d) must be int, not %s",
                           name, i + 1, arg[i].type->name);
    }
    if (!options_resolve(run, name, options_given, DTYPE_INT64, &options)) return NOTHING;
    Tensor *tensor =
        create_triangle_indices(&run->trace.heap, size[0], size[1], size[2], lower, run->error);
    return tensor_made(run, name, converted(run, tensor, options.dtype), &options);
}

static Value torch_tril_indices(Run *run, Value *arg)
{
    return triangle_indices(run, "tril_indices", arg, true);
}

static Value torch_triu_indices(Run *run, Value *arg)
{
    return triangle_indices(run, "triu_indices", arg, false);
}

const Native torch_makers[] = {
    {"zeros", "*sizes, size=, " OPTIONS, torch_zeros},
    {"ones", "*sizes, size=, " OPTIONS, torch_ones},
    {"empty", "*sizes, size=, " OPTIONS, torch_empty},
    {"full", "size, fill_value, *, " OPTIONS, torch_full},
    {"zeros_like", "input, *, " OPTIONS, torch_zeros_like},
    {"ones_like", "input, *, " OPTIONS, torch_ones_like},
    {"full_like", "input, fill_value, *, " OPTIONS, torch_full_like},
    {"empty_like", "input, *, " OPTIONS, torch_empty_like},
    {"arange", "*numbers, start=, end=, step=, dtype=, device=, requires_grad=", torch_arange},
    {"linspace", "start, end, steps, *, " OPTIONS, torch_linspace},
    {"eye", "n, m=, *, " OPTIONS, torch_eye},
    {"tril_indices", "row, col, offset=, *, dtype=, device=", torch_tril_indices},
    {"triu_indices", "row, col, offset=, *, dtype=, device=", torch_triu_indices},
    {0},
};
