// What src/library/torch._makers.py needs in C: tensors made of numbers that the program gives.
// Each is recorded as a constant under the name of the function that was called.
#include "torch/options.h"

#include "tensor/call.h"
#include "tensor/convert.h"
#include "tensor/create.h"

// ---- arguments -----------------------------------------------------------------------------

bool create_sizes(Run *run, Value given, Shape *shape)
{
    const Sequence *sizes = value_sequence(given);
    int64_t *size = NEW_ARRAY(&run->scratch, int64_t, sizes->count + 1);
    for (int i = 0; i < sizes->count; i++) size[i] = value_integer(sizes->item[i]);
    return create_shape(size, sizes->count, shape, run->error);
}

// arg[0]: the dtype or None; arg[1]: requires_grad.
static Options options_of(Run *run, const Value *arg, DType otherwise)
{
    Options options = {.dtype = otherwise, .requires_grad = arg[1].truth};
    dtype_of(run, arg[0], &options.dtype);
    return options;
}

static const char *name_given(Run *run, Value name)
{
    return str_copy(&run->scratch, value_text(name));
}

// ---- filled --------------------------------------------------------------------------------

static DType dtype_of_fill(const Run *run, Value value)
{
    if (is_tensor(value)) return value.tensor->dtype;
    if (value_is_bool(value)) return DTYPE_BOOL;
    return value_is_int(value) ? DTYPE_INT64 : run->trace.heap.float_dtype;
}

// name, size, dtype, requires_grad, value, like
static Value make_full(Run *run, Value *arg)
{
    const char *name = name_given(run, arg[0]);
    Value fill = arg[4];
    if (!value_is_number(fill) && !is_tensor(fill)) {
        return raise_error(run, "TypeError",
                           "%s(): argument 'fill_value' (position 2) must be Number, not %s", name,
                           fill.type->name);
    }
    Shape shape;
    Options options = options_of(run, arg + 2, dtype_of_fill(run, fill));
    bool ok = create_sizes(run, arg[1], &shape) && dtype_fits_float(run, fill, options.dtype);
    const Tensor *value = ok ? tensor_of(run, fill) : NULL;
    if (!value || !dtype_fits_number(value, options.dtype, run->error)) return NOTHING;
    if (tensor_count(value) != 1) {
        return raise_error(run, "RuntimeError",
                           "fill_value must be one number, not a tensor of %lld",
                           (long long)tensor_count(value));
    }
    Tensor *tensor = create_full(&run->trace.heap, options.dtype, shape, value, run->error);
    if (tensor && arg[5].type) layout_like(arg[5].tensor, tensor->stride);
    return tensor_made(run, name, tensor, &options);
}

// Not recorded before it is filled or used: size, dtype, requires_grad, like
static Value make_empty(Run *run, Value *arg)
{
    Shape shape;
    Options options = options_of(run, arg + 1, run->trace.heap.float_dtype);
    TensorHeap *heap = &run->trace.heap;
    if (!create_sizes(run, arg[0], &shape)) return NOTHING;
    Tensor *tensor = arg[3].type ? tensor_new_like(heap, options.dtype, arg[3].tensor, run->error)
                                 : tensor_new(heap, options.dtype, shape, run->error);
    if (!tensor || !tensor_require_gradient(run, tensor, options.requires_grad)) return NOTHING;
    tensor->origin = -1;
    return from_tensor(tensor);
}

// Nested lists: name, data, dtype
static Value make_of_data(Run *run, Value *arg)
{
    Options options = options_of(run, (Value[]){arg[2], from_bool(false)}, DTYPE_INT64);
    Tensor *tensor = tensor_of_data(run, arg[1], &options.dtype, dtype_promote);
    return tensor_made(run, name_given(run, arg[0]), tensor, &options);
}

// ---- sequences -----------------------------------------------------------------------------

static bool numbers(Run *run, const char *function, Value *value, int count, bool *whole)
{
    *whole = true;
    for (int i = 0; i < count; i++) {
        if (!options_number(&value[i]))
            return raise_false(run, "TypeError",
                               "%s(): argument (position %d) must be Number, not %s", function,
                               i + 1, value[i].type->name);
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

// start, end, step, dtype, requires_grad
static Value make_arange(Run *run, Value *arg)
{
    bool whole;
    if (!numbers(run, "arange", arg, 3, &whole)) return NOTHING;
    TensorHeap *heap = &run->trace.heap;
    Options options = options_of(run, arg + 3, whole ? DTYPE_INT64 : heap->float_dtype);
    DType made = dtype_is_float(options.dtype) ? options.dtype : DTYPE_FLOAT32;
    Tensor *tensor = whole && !dtype_is_half(made)
                         ? create_arange_ints(heap, value_integer(arg[0]), value_integer(arg[1]),
                                              value_integer(arg[2]), run->error)
                         : create_arange(heap, made, value_number(arg[0]), value_number(arg[1]),
                                         value_number(arg[2]), run->error);
    return tensor_made(run, "arange", converted(run, tensor, options.dtype), &options);
}

// start, end, steps, dtype, requires_grad
static Value make_linspace(Run *run, Value *arg)
{
    bool whole;
    if (!numbers(run, "linspace", arg, 2, &whole)) return NOTHING;
    Options options = options_of(run, arg + 3, run->trace.heap.float_dtype);
    DType made = dtype_is_float(options.dtype) ? options.dtype : DTYPE_FLOAT64;
    Tensor *tensor = create_linspace(&run->trace.heap, made, value_number(arg[0]),
                                     value_number(arg[1]), value_integer(arg[2]), run->error);
    return tensor_made(run, "linspace", converted(run, tensor, options.dtype), &options);
}

// n, m, dtype, requires_grad
static Value make_eye(Run *run, Value *arg)
{
    Options options = options_of(run, arg + 2, run->trace.heap.float_dtype);
    Tensor *tensor = create_eye(&run->trace.heap, options.dtype, value_integer(arg[0]),
                                value_integer(arg[1]), run->error);
    return tensor_made(run, "eye", tensor, &options);
}

// The dtype that is meant; or None.
static Value find_dtype(Run *run, Value *arg)
{
    DType dtype;
    return dtype_of(run, arg[0], &dtype) ? from_dtype(dtype) : NONE;
}

const Native torch_makers[] = {
    {"_dtype", "given, /", find_dtype},
    {"_full", "name, size, dtype, requires_grad, value, like=, /", make_full},
    {"_empty", "size, dtype, requires_grad, like=, /", make_empty},
    {"_made", "name, data, dtype, /", make_of_data},
    {"_arange", "start, end, step, dtype, requires_grad, /", make_arange},
    {"_linspace", "start, end, steps, dtype, requires_grad, /", make_linspace},
    {"_eye", "n, m, dtype, requires_grad, /", make_eye},
    {0},
};
