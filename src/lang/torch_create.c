// torch.tensor, torch.zeros and the like: tensors that the program gives. Each is recorded as a
// constant.
#include "lang/interp.h"

#include "tensor/convert.h"
#include "tensor/create.h"

// ---- arguments that many have --------------------------------------------------------------

// device= and requires_grad= may be given as long as they change nothing.
bool plain_options(Run *run, Value device, Value requires_grad)
{
    bool cpu = device.type == &type_str && str_is(value_text(device), "cpu");
    if (device.type && device.type != &type_none && !cpu) {
        outside_subset(run, "device=\"cpu\", or none", "another device than \"cpu\"");
        return false;
    }
    bool truth = false;
    if (requires_grad.type && !value_truth(run, requires_grad, &truth)) return false;
    if (truth)
        outside_subset(run, "to do without it: gradients are not computed here",
                       "requires_grad=True");
    return !truth;
}

bool dtype_option(Run *run, const char *function, Value given, DType otherwise, DType *dtype)
{
    *dtype = otherwise;
    if (!given.type || given.type == &type_none || dtype_of(run, given, dtype)) return true;
    raise_error(run, "TypeError", "%s(): argument 'dtype' must be torch.dtype, not %s", function,
                given.type->name);
    return false;
}

// (2, 3) or 2, 3.
bool size_option(Run *run, const char *function, Value given, Shape *shape)
{
    const Sequence *sizes = value_sequence(given);
    if (sizes->count == 1 && is_sequence(sizes->item[0])) sizes = value_sequence(sizes->item[0]);
    int64_t *size = arena_array(&run->scratch, (size_t)sizes->count + 1, sizeof *size);
    for (int i = 0; i < sizes->count; i++) {
        if (sizes->item[i].type != &type_int) {
            raise_error(run, "TypeError",
                        "%s(): argument 'size' must be tuple of ints, but found "
                        "element of type %s at pos %d",
                        function, sizes->item[i].type->name, i + 1);
            return false;
        }
        size[i] = sizes->item[i].integer;
    }
    return create_shape(size, sizes->count, shape, run->error);
}

static Value made(Run *run, const char *name, Tensor *tensor)
{
    bool ok = tensor && trace_constant(&run->trace, op_find(str_from(name), 0), tensor, run->here,
                                       run->error);
    return ok ? from_tensor(tensor) : NOTHING;
}

static Tensor *converted(Run *run, Tensor *tensor, DType dtype)
{
    if (!tensor || tensor->dtype == dtype) return tensor;
    Tensor *other = tensor_new(&run->trace.heap, dtype, tensor->shape, run->error);
    if (other) tensor_assign(other, tensor);
    return other;
}

bool need_tensor(Run *run, const char *function, Value value)
{
    if (value.type == &type_tensor) return true;
    raise_error(run, "TypeError", "%s(): argument 'input' (position 1) must be Tensor, not %s",
                function, value.type->name);
    return false;
}

// ---- making tensors ------------------------------------------------------------------------

static Value torch_tensor(Run *run, Value *arg)
{
    if (!plain_options(run, arg[2], arg[3])) return NOTHING;
    return tensor_from_data(run, arg[0], arg[1]);
}

static Value torch_zeros(Run *run, Value *arg)
{
    Shape shape;
    DType dtype;
    bool ok = plain_options(run, arg[2], arg[3]) && size_option(run, "zeros", arg[0], &shape) &&
              dtype_option(run, "zeros", arg[1], run->trace.heap.float_dtype, &dtype);
    return ok ? made(run, "zeros", tensor_new(&run->trace.heap, dtype, shape, run->error))
              : NOTHING;
}

static Value torch_ones(Run *run, Value *arg)
{
    Shape shape;
    DType dtype;
    bool ok = plain_options(run, arg[2], arg[3]) && size_option(run, "ones", arg[0], &shape) &&
              dtype_option(run, "ones", arg[1], run->trace.heap.float_dtype, &dtype);
    return ok ? made(run, "ones", create_ones(&run->trace.heap, dtype, shape, run->error))
              : NOTHING;
}

static DType dtype_of_fill(Value value)
{
    if (value.type == &type_tensor) return value.tensor->dtype;
    if (value.type == &type_bool) return DTYPE_BOOL;
    return value.type == &type_int ? DTYPE_INT64 : DTYPE_FLOAT32;
}

static Value full(Run *run, const char *name, Shape shape, DType dtype, Value fill)
{
    if (!is_number(fill) && fill.type != &type_tensor) {
        return raise_error(run, "TypeError",
                           "%s(): argument 'fill_value' (position 2) must be Number, not %s", name,
                           fill.type->name);
    }
    const Tensor *value = float_fits(run, fill, dtype) ? tensor_of(run, fill) : NULL;
    if (!value) return NOTHING;
    if (tensor_count(value) != 1) {
        return raise_error(run, "RuntimeError",
                           "fill_value must be one number, not a tensor of %lld",
                           (long long)tensor_count(value));
    }
    return made(run, name, create_full(&run->trace.heap, dtype, shape, value, run->error));
}

static Value torch_full(Run *run, Value *arg)
{
    Shape shape;
    DType dtype;
    Value size = new_sequence(run, &type_tuple, arg, 1);
    bool ok = size.type && plain_options(run, arg[3], arg[4]) &&
              size_option(run, "full", size, &shape) &&
              dtype_option(run, "full", arg[2], dtype_of_fill(arg[1]), &dtype);
    return ok ? full(run, "full", shape, dtype, arg[1]) : NOTHING;
}

static Value like(Run *run, const char *name, Value *arg, Value fill, Value dtype_given)
{
    DType dtype;
    if (!need_tensor(run, name, arg[0])) return NOTHING;
    if (!dtype_option(run, name, dtype_given, arg[0].tensor->dtype, &dtype)) return NOTHING;
    return full(run, name, arg[0].tensor->shape, dtype, fill);
}

static Value torch_zeros_like(Run *run, Value *arg)
{
    return like(run, "zeros_like", arg, from_int(0), arg[1]);
}

static Value torch_ones_like(Run *run, Value *arg)
{
    return like(run, "ones_like", arg, from_int(1), arg[1]);
}

static Value torch_full_like(Run *run, Value *arg)
{
    return like(run, "full_like", arg, arg[1], arg[2]);
}

static bool numbers(Run *run, const char *function, Value *value, int count, bool *whole)
{
    *whole = true;
    for (int i = 0; i < count; i++) {
        bool cell = value[i].type == &type_tensor && tensor_count(value[i].tensor) == 1;
        if (cell) {
            const Type *type = dtype_is_float(value[i].tensor->dtype) ? &type_float : &type_int;
            value[i] = call_with(run, from_type(type), &value[i], 1);
        }
        if (!is_number(value[i])) {
            raise_error(run, "TypeError", "%s(): argument (position %d) must be Number, not %s",
                        function, i + 1, value[i].type->name);
            return false;
        }
        *whole &= is_integer(value[i]);
    }
    return true;
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
    DType dtype;
    if (!numbers(run, "arange", part, 3, &whole)) return NOTHING;
    DType natural = whole ? DTYPE_INT64 : DTYPE_FLOAT32;
    bool ok =
        plain_options(run, arg[5], NOTHING) && dtype_option(run, "arange", arg[4], natural, &dtype);
    if (!ok) return NOTHING;
    TensorHeap *heap = &run->trace.heap;
    Tensor *tensor = whole ? create_arange_ints(heap, integer_of(part[0]), integer_of(part[1]),
                                                integer_of(part[2]), run->error)
                           : create_arange(heap, number_of(part[0]), number_of(part[1]),
                                           number_of(part[2]), run->error);
    return made(run, "arange", converted(run, tensor, dtype));
}

static Value torch_linspace(Run *run, Value *arg)
{
    bool whole;
    DType dtype;
    if (!numbers(run, "linspace", arg, 3, &whole)) return NOTHING;
    if (!is_integer(arg[2])) {
        return raise_error(run, "TypeError", "linspace(): argument 'steps' must be int, not %s",
                           arg[2].type->name);
    }
    if (!dtype_option(run, "linspace", arg[3], run->trace.heap.float_dtype, &dtype)) return NOTHING;
    Tensor *tensor = create_linspace(&run->trace.heap, number_of(arg[0]), number_of(arg[1]),
                                     integer_of(arg[2]), run->error);
    return made(run, "linspace", converted(run, tensor, dtype));
}

// Not recorded before it is filled or used.
static Value torch_empty(Run *run, Value *arg)
{
    Shape shape;
    DType dtype;
    Value sizes = arg[1].type ? new_sequence(run, &type_tuple, &arg[1], 1) : arg[0];
    bool ok = sizes.type && plain_options(run, arg[3], arg[4]) &&
              size_option(run, "empty", sizes, &shape) &&
              dtype_option(run, "empty", arg[2], DTYPE_FLOAT32, &dtype);
    Tensor *tensor = ok ? tensor_new(&run->trace.heap, dtype, shape, run->error) : NULL;
    if (tensor) tensor->origin = -1;
    return from_tensor(tensor);
}

static Value torch_empty_like(Run *run, Value *arg)
{
    DType dtype;
    bool ok = need_tensor(run, "empty_like", arg[0]) && plain_options(run, arg[2], arg[3]) &&
              dtype_option(run, "empty_like", arg[1], arg[0].tensor->dtype, &dtype);
    Tensor *tensor =
        ok ? tensor_new_like(&run->trace.heap, dtype, arg[0].tensor, run->error) : NULL;
    if (tensor) tensor->origin = -1;
    return from_tensor(tensor);
}

static Value torch_eye(Run *run, Value *arg)
{
    DType dtype;
    if (!arg[1].type) arg[1] = arg[0];
    if (arg[0].type != &type_int || arg[1].type != &type_int) {
        return raise_error(run, "TypeError", "eye(): argument 'n' (position 1) must be int, not %s",
                           arg[0].type == &type_int ? arg[1].type->name : arg[0].type->name);
    }
    if (!dtype_option(run, "eye", arg[2], run->trace.heap.float_dtype, &dtype)) return NOTHING;
    return made(run, "eye",
                create_eye(&run->trace.heap, dtype, arg[0].integer, arg[1].integer, run->error));
}

static Value torch_float_tensor(Run *run, Value *arg)
{
    return tensor_from_data(run, arg[0], from_dtype(DTYPE_FLOAT32));
}

static Value torch_long_tensor(Run *run, Value *arg)
{
    return tensor_from_data(run, arg[0], from_dtype(DTYPE_INT64));
}

const Native torch_makers[] = {
    {"tensor", "data, *, dtype=, device=, requires_grad=", torch_tensor},
    {"zeros", "*size, dtype=, device=, requires_grad=", torch_zeros},
    {"ones", "*size, dtype=, device=, requires_grad=", torch_ones},
    {"full", "size, fill_value, *, dtype=, device=, requires_grad=", torch_full},
    {"empty", "*sizes, size=, dtype=, device=, requires_grad=", torch_empty},
    {"empty_like", "input, *, dtype=, device=, requires_grad=", torch_empty_like},
    {"zeros_like", "input, *, dtype=", torch_zeros_like},
    {"ones_like", "input, *, dtype=", torch_ones_like},
    {"full_like", "input, fill_value, *, dtype=", torch_full_like},
    {"arange", "*numbers, start=, end=, step=, dtype=, device=", torch_arange},
    {"linspace", "start, end, steps, *, dtype=", torch_linspace},
    {"eye", "n, m=, *, dtype=", torch_eye},
    {"FloatTensor", "data, /", torch_float_tensor},
    {"LongTensor", "data, /", torch_long_tensor},
    {0},
};
