// Arrays made of numbers that the program gives: np.array, np.zeros, np.arange.
#include "lang/class.h"
#include "numpy/numpy.h"

#include "tensor/convert.h"
#include "tensor/create.h"

// ---- arguments -----------------------------------------------------------------------------

static bool dtype_given(Run *run, Value given, DType otherwise, DType *dtype)
{
    *dtype = otherwise;
    return !given.type || given.type == &type_none || numpy_dtype(run, given, dtype);
}

static bool numpy_size(Run *run, Value value, int64_t *size)
{
    if (!value_index(run, value, size)) return false;
    if (*size < 0) raise_error(run, "ValueError", "negative dimensions are not allowed");
    return *size >= 0;
}

bool numpy_shape(Run *run, Value size, Shape *shape)
{
    bool many = value_is_sequence(size);
    int count = many ? value_sequence(size)->count : 1;
    int64_t *sizes = NEW_ARRAY(&run->scratch, int64_t, count + 1);
    for (int i = 0; i < count; i++) {
        if (!numpy_size(run, many ? value_sequence(size)->item[i] : size, &sizes[i])) return false;
    }
    return create_shape(sizes, count, shape, run->error);
}

// ---- making arrays -------------------------------------------------------------------------

static Value filled(Run *run, const char *name, Value size, Value dtype_value, Value fill)
{
    Shape shape;
    DType dtype, natural = fill.type == &type_bool ? DTYPE_BOOL
                           : value_is_int(fill)    ? DTYPE_INT64
                                                   : DTYPE_FLOAT64;
    Value given = fill;
    fill = numpy_as_operand(run, fill);
    if (!fill.type) return NOTHING;
    if (is_tensor(fill)) natural = fill.tensor->dtype;
    bool ok = numpy_shape(run, size, &shape) && dtype_given(run, dtype_value, natural, &dtype) &&
              numpy_integer_fits(run, given, dtype);
    const Tensor *value = ok ? tensor_of(run, fill) : NULL;
    if (!value) return NOTHING;
    if (tensor_count(value) != 1)
        return raise_outside_subset(run, "one number", "numpy.full() of an array");
    return numpy_made_array(run, name,
                            create_full(&run->trace.heap, dtype, shape, value, run->error));
}

static Value numpy_zeros(Run *run, Value *arg)
{
    return filled(run, "zeros", arg[0], arg[1], from_double(0));
}

Value numpy_ndarray(Run *run, Value *arg)
{
    if (arg[2].type && arg[2].type != &type_none)
        return raise_outside_subset(run, "np.array(...)", "numpy.ndarray() of a buffer");
    return numpy_zeros(run, arg);
}

static Value numpy_ones(Run *run, Value *arg)
{
    return filled(run, "ones", arg[0], arg[1], from_double(1));
}

static Value numpy_full(Run *run, Value *arg)
{
    return filled(run, "full", arg[0], arg[2], arg[1]);
}

static Value like(Run *run, const char *name, Value of, Value dtype_value, Value fill)
{
    DType dtype;
    Value array = numpy_as_operand(run, of);
    if (!array.type) return NOTHING;
    if (!is_tensor(array)) array = from_tensor(tensor_of(run, array));
    if (!array.type || !dtype_given(run, dtype_value, array.tensor->dtype, &dtype)) return NOTHING;
    const Tensor *value = tensor_of(run, fill);
    if (!value) return NOTHING;
    Tensor *made = create_full(&run->trace.heap, dtype, array.tensor->shape, value, run->error);
    Value result = numpy_made_array(run, name, made);
    return result.type ? numpy_as_array_of(run, of, from_tensor(result.tensor)) : NOTHING;
}

static Value numpy_zeros_like(Run *run, Value *arg)
{
    return like(run, "zeros_like", arg[0], arg[1], from_int(0));
}

static Value numpy_ones_like(Run *run, Value *arg)
{
    return like(run, "ones_like", arg[0], arg[1], from_int(1));
}

static Value numpy_full_like(Run *run, Value *arg)
{
    Value fill = numpy_as_operand(run, arg[1]);
    if (is_tensor(fill)) fill = value_from_cell(fill.tensor, (Index){0});
    if (!fill.type || !value_is_number(fill))
        return raise_outside_subset(run, "one number", "numpy.full_like() of an array");
    return like(run, "full_like", arg[0], arg[2], fill);
}

// A copy, also of an array.
static Value numpy_array(Run *run, Value *arg)
{
    DType dtype;
    bool given = arg[1].type && arg[1].type != &type_none;
    if (given && !numpy_dtype(run, arg[1], &dtype)) return NOTHING;
    if (holds_tensor(arg[0])) {
        Value tensor = from_tensor(arg[0].tensor);
        bool same = !given || dtype == tensor.tensor->dtype;
        Arg to = {.kind = ARG_DTYPE, .i = given ? dtype : DTYPE_FLOAT64};
        Value made =
            op_call_with(run, op_find(same ? STR("clone") : STR("to"), 0), &tensor, 1, &to, !same);
        return made.type ? (Value){.type = &type_ndarray, .tensor = made.tensor} : NOTHING;
    }
    Value data = arg[0];
    if (data.type == &type_range) data = value_collect(run, &type_list, data);
    return data.type ? numpy_array_of(run, data, given ? &dtype : NULL) : NOTHING;
}

Value numpy_asarray(Run *run, Value *arg)
{
    DType dtype = DTYPE_FLOAT64;
    bool given = arg[1].type && arg[1].type != &type_none;
    if (given && !numpy_dtype(run, arg[1], &dtype)) return NOTHING;
    bool same = holds_tensor(arg[0]) && (!given || arg[0].tensor->dtype == dtype);
    return same ? (Value){.type = &type_ndarray, .tensor = arg[0].tensor} : numpy_array(run, arg);
}

// An array of a class of the program stays one.
static Value numpy_asanyarray(Run *run, Value *arg)
{
    Value array = numpy_asarray(run, arg);
    bool same = array.type && holds_tensor(arg[0]) && array.tensor == arg[0].tensor;
    return same && arg[0].type->class ? arg[0] : array;
}

static bool number_given(Run *run, const char *function, Value *value)
{
    if (holds_tensor(*value) && tensor_count(value->tensor) == 1)
        *value = value_from_cell(value->tensor, (Index){0});
    if (value_is_number(*value)) return true;
    raise_error(run, "TypeError", "%s() takes numbers, not '%s'", function, value->type->name);
    return false;
}

static Tensor *as_dtype(Run *run, Tensor *tensor, DType dtype)
{
    if (!tensor || tensor->dtype == dtype) return tensor;
    Tensor *other = tensor_new(&run->trace.heap, dtype, tensor->shape, run->error);
    if (other) tensor_assign(other, tensor);
    tensor_release(tensor);
    return other;
}

// From the first two numbers, as NumPy's fill does it: start + i * ((start + step) - start).
static Tensor *float_range(Run *run, const Value part[3])
{
    double start = value_number(part[0]), step = value_number(part[2]);
    Tensor *tensor = create_arange(&run->trace.heap, DTYPE_FLOAT64, start, value_number(part[1]),
                                   step, run->error);
    double delta = (start + step) - start;
    for (int64_t i = 1; tensor && i < tensor_count(tensor); i++) {
        tensor_doubles(tensor)[i] = start + (double)i * delta;
    }
    return tensor;
}

static Tensor *int_range(Run *run, const Value part[3])
{
    int64_t start = value_integer(part[0]), end = value_integer(part[1]),
            step = value_integer(part[2]);
    bool none = step > 0 ? end < start : end > start;
    return create_arange_ints(&run->trace.heap, start, none ? start : end, step, run->error);
}

static Value numpy_arange(Run *run, Value *arg)
{
    const Sequence *given = value_sequence(arg[0]);
    Value part[3] = {from_int(0), NOTHING, from_int(1)};
    bool whole = true;
    for (int i = 0; i < given->count && i < 3; i++)
        part[given->count == 1 ? 1 : i] = given->item[i];
    for (int i = 0; i < 3; i++) {
        if (arg[i + 1].type) part[i] = arg[i + 1];
    }
    if (given->count > 3 || !part[1].type)
        return raise_error(run, "TypeError", "arange() requires stop to be specified.");
    for (int i = 0; i < 3; i++) {
        if (!number_given(run, "arange", &part[i])) return NOTHING;
        whole = whole && value_is_integer(part[i]);
    }
    if (value_number(part[2]) == 0)
        return raise_error(run, "ZeroDivisionError", "division by zero");
    DType dtype;
    if (!dtype_given(run, arg[4], whole ? DTYPE_INT64 : DTYPE_FLOAT64, &dtype)) return NOTHING;
    bool none = (value_number(part[1]) - value_number(part[0])) / value_number(part[2]) <= 0;
    if (none && !whole) part[1] = part[0];
    Tensor *tensor = whole ? int_range(run, part) : float_range(run, part);
    return numpy_made_array(run, "arange", as_dtype(run, tensor, dtype));
}

static Value numpy_linspace(Run *run, Value *arg)
{
    DType dtype;
    bool with_end = true;
    Value count = arg[2].type ? arg[2] : from_int(50);
    bool ok = number_given(run, "linspace", &arg[0]) && number_given(run, "linspace", &arg[1]) &&
              number_given(run, "linspace", &count) &&
              (!arg[3].type || value_truth(run, arg[3], &with_end)) &&
              dtype_given(run, arg[4], DTYPE_FLOAT64, &dtype);
    if (!ok) return NOTHING;
    int64_t n = (int64_t)value_number(count), parts = with_end ? n - 1 : n;
    if (n < 0) {
        return raise_error(run, "ValueError", "Number of samples, %lld, must be non-negative.",
                           (long long)n);
    }
    Tensor *tensor = tensor_new(&run->trace.heap, DTYPE_FLOAT64, (Shape){1, {n}}, run->error);
    if (!tensor) return NOTHING;
    double start = value_number(arg[0]), stop = value_number(arg[1]);
    double step = parts > 0 ? (stop - start) / (double)parts : 0, *cell = tensor_doubles(tensor);
    for (int64_t i = 0; i < n; i++) cell[i] = (double)i * step + start;
    if (with_end && n > 1) cell[n - 1] = stop;
    return numpy_made_array(run, "linspace", as_dtype(run, tensor, dtype));
}

static Value numpy_eye(Run *run, Value *arg)
{
    int64_t rows, columns;
    DType dtype;
    if (!numpy_size(run, arg[0], &rows)) return NOTHING;
    columns = rows;
    bool square = !arg[1].type || arg[1].type == &type_none;
    bool ok = (square || numpy_size(run, arg[1], &columns)) &&
              dtype_given(run, arg[2], DTYPE_FLOAT64, &dtype);
    if (!ok) return NOTHING;
    return numpy_made_array(run, "eye",
                            create_eye(&run->trace.heap, dtype, rows, columns, run->error));
}

static Value numpy_identity(Run *run, Value *arg)
{
    Value given[3] = {arg[0], NOTHING, arg[1]};
    return numpy_eye(run, given);
}

const Native numpy_makers[] = {
    {"array", "object, dtype=, *, copy=, ndmin=", numpy_array},
    {"asarray", "a, dtype=", numpy_asarray},
    {"asanyarray", "a, dtype=", numpy_asanyarray},
    {"copy", "a", numpy_array},
    {"ascontiguousarray", "a, dtype=", numpy_asarray},
    {"zeros", "shape, dtype=", numpy_zeros},
    {"ones", "shape, dtype=", numpy_ones},
    {"empty", "shape, dtype=", numpy_zeros},
    {"full", "shape, fill_value, dtype=", numpy_full},
    {"zeros_like", "a, dtype=", numpy_zeros_like},
    {"ones_like", "a, dtype=", numpy_ones_like},
    {"empty_like", "a, dtype=", numpy_zeros_like},
    {"full_like", "a, fill_value, dtype=", numpy_full_like},
    {"arange", "*numbers, start=, stop=, step=, dtype=", numpy_arange},
    {"linspace", "start, stop, num=, endpoint=, dtype=", numpy_linspace},
    {"eye", "N, M=, dtype=", numpy_eye},
    {"identity", "n, dtype=", numpy_identity},
    {0},
};

// ---- x.numpy() ---------------------------------------------------------------------------------

static Value method_numpy(Run *run, Value *arg)
{
    if (arg[0].tensor->requires_grad) {
        raise_error(run, "RuntimeError",
                    "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() "
                    "instead.");
        error_hint(run->error, ".detach().numpy()");
        return NOTHING;
    }
    if (arg[0].tensor->dtype == DTYPE_BFLOAT16) {
        raise_error(run, "TypeError", "Got unsupported ScalarType BFloat16");
        error_hint(run->error, ".float().numpy()");
        return NOTHING;
    }
    bool plain = !arg[0].type->class; // what the class is, the tensor says
    Tensor *tensor = plain ? arg[0].tensor : tensor_again(run, arg[0].tensor);
    return (Value){.type = &type_ndarray, .tensor = tensor};
}

// Methods of tensors.
const Native array_of_tensor[] = {
    {"numpy", "self", method_numpy},
    {0},
};
