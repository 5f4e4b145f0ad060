// The module numpy: arrays that are made, settings, questions. Functions that are one operation of
// the table are in numpy_call.c, those that are made of others in src/library/numpy.py.
#include "lang/numpy.h"

#include "tensor/convert.h"
#include "tensor/create.h"

#include <math.h>

// ---- arguments -----------------------------------------------------------------------------

static bool dtype_given(Run *run, Value given, DType otherwise, DType *dtype)
{
    *dtype = otherwise;
    return !given.type || given.type == &type_none || numpy_dtype(run, given, dtype);
}

static bool size_of(Run *run, Value value, int64_t *size)
{
    if (value.type == &type_np_scalar) value = cell_number(value.tensor, (Index){0});
    if (is_integer(value)) {
        *size = integer_of(value);
        if (*size >= 0) return true;
        raise_error(run, "ValueError", "negative dimensions are not allowed");
        return false;
    }
    raise_error(run, "TypeError", "'%s' object cannot be interpreted as an integer",
                value.type->name);
    return false;
}

bool numpy_shape(Run *run, Value size, Shape *shape)
{
    bool many = is_sequence(size);
    int count = many ? value_sequence(size)->count : 1;
    int64_t *sizes = NEW_ARRAY(&run->scratch, int64_t, count + 1);
    for (int i = 0; i < count; i++) {
        if (!size_of(run, many ? value_sequence(size)->item[i] : size, &sizes[i])) return false;
    }
    return create_shape(sizes, count, shape, run->error);
}

// ---- making arrays -------------------------------------------------------------------------

static Value filled(Run *run, const char *name, Value size, Value dtype_value, Value fill)
{
    Shape shape;
    DType dtype, natural = fill.type == &type_bool  ? DTYPE_BOOL
                           : fill.type == &type_int ? DTYPE_INT64
                                                    : DTYPE_FLOAT64;
    fill = as_operand(run, fill);
    if (!fill.type) return NOTHING;
    if (fill.type == &type_tensor) natural = fill.tensor->dtype;
    bool ok = numpy_shape(run, size, &shape) && dtype_given(run, dtype_value, natural, &dtype);
    const Tensor *value = ok ? tensor_of(run, fill) : NULL;
    if (!value) return NOTHING;
    if (tensor_count(value) != 1)
        return outside_subset(run, "one number", "numpy.full() of an array");
    return made_array(run, name, create_full(&run->trace.heap, dtype, shape, value, run->error));
}

static Value numpy_zeros(Run *run, Value *arg)
{
    return filled(run, "zeros", arg[0], arg[1], from_double(0));
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
    Value array = as_operand(run, of);
    if (!array.type) return NOTHING;
    if (array.type != &type_tensor) array = from_tensor(tensor_of(run, array));
    if (!array.type || !dtype_given(run, dtype_value, array.tensor->dtype, &dtype)) return NOTHING;
    const Tensor *value = tensor_of(run, fill);
    if (!value) return NOTHING;
    Tensor *made = create_full(&run->trace.heap, dtype, array.tensor->shape, value, run->error);
    return made_array(run, name, made);
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
    Value fill = as_operand(run, arg[1]);
    if (fill.type == &type_tensor) fill = cell_number(fill.tensor, (Index){0});
    if (!fill.type || !is_number(fill))
        return outside_subset(run, "one number", "numpy.full_like() of an array");
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
            apply_op(run, op_find(same ? STR("clone") : STR("to"), 0), &tensor, 1, &to, !same);
        return made.type ? (Value){.type = &type_ndarray, .tensor = made.tensor} : NOTHING;
    }
    Value data = arg[0];
    if (data.type == &type_range) data = collect(run, &type_list, data);
    return data.type ? array_of(run, data, given ? &dtype : NULL) : NOTHING;
}

static Value numpy_asarray(Run *run, Value *arg)
{
    DType dtype = DTYPE_FLOAT64;
    bool given = arg[1].type && arg[1].type != &type_none;
    if (given && !numpy_dtype(run, arg[1], &dtype)) return NOTHING;
    bool same = holds_tensor(arg[0]) && (!given || arg[0].tensor->dtype == dtype);
    return same ? (Value){.type = &type_ndarray, .tensor = arg[0].tensor} : numpy_array(run, arg);
}

static bool plain_number(Run *run, const char *function, Value *value)
{
    if (holds_tensor(*value) && tensor_count(value->tensor) == 1)
        *value = cell_number(value->tensor, (Index){0});
    if (is_number(*value)) return true;
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
    double start = number_of(part[0]), step = number_of(part[2]);
    Tensor *tensor =
        create_arange(&run->trace.heap, DTYPE_FLOAT64, start, number_of(part[1]), step, run->error);
    double delta = (start + step) - start;
    for (int64_t i = 1; tensor && i < tensor_count(tensor); i++) {
        tensor_doubles(tensor)[i] = start + (double)i * delta;
    }
    return tensor;
}

static Tensor *int_range(Run *run, const Value part[3])
{
    int64_t start = integer_of(part[0]), end = integer_of(part[1]), step = integer_of(part[2]);
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
        if (!plain_number(run, "arange", &part[i])) return NOTHING;
        whole = whole && is_integer(part[i]);
    }
    if (number_of(part[2]) == 0) return raise_error(run, "ZeroDivisionError", "division by zero");
    DType dtype;
    if (!dtype_given(run, arg[4], whole ? DTYPE_INT64 : DTYPE_FLOAT64, &dtype)) return NOTHING;
    bool none = (number_of(part[1]) - number_of(part[0])) / number_of(part[2]) <= 0;
    if (none && !whole) part[1] = part[0];
    Tensor *tensor = whole ? int_range(run, part) : float_range(run, part);
    return made_array(run, "arange", as_dtype(run, tensor, dtype));
}

static Value numpy_linspace(Run *run, Value *arg)
{
    DType dtype;
    bool with_end = true;
    Value count = arg[2].type ? arg[2] : from_int(50);
    bool ok = plain_number(run, "linspace", &arg[0]) && plain_number(run, "linspace", &arg[1]) &&
              plain_number(run, "linspace", &count) &&
              (!arg[3].type || value_truth(run, arg[3], &with_end)) &&
              dtype_given(run, arg[4], DTYPE_FLOAT64, &dtype);
    if (!ok) return NOTHING;
    int64_t n = (int64_t)number_of(count), parts = with_end ? n - 1 : n;
    if (n < 0) {
        return raise_error(run, "ValueError", "Number of samples, %lld, must be non-negative.",
                           (long long)n);
    }
    Tensor *tensor = tensor_new(&run->trace.heap, DTYPE_FLOAT64, (Shape){1, {n}}, run->error);
    if (!tensor) return NOTHING;
    double start = number_of(arg[0]), stop = number_of(arg[1]);
    double step = parts > 0 ? (stop - start) / (double)parts : 0, *cell = tensor_doubles(tensor);
    for (int64_t i = 0; i < n; i++) cell[i] = (double)i * step + start;
    if (with_end && n > 1) cell[n - 1] = stop;
    return made_array(run, "linspace", as_dtype(run, tensor, dtype));
}

static Value numpy_eye(Run *run, Value *arg)
{
    int64_t rows, columns;
    DType dtype;
    if (!size_of(run, arg[0], &rows)) return NOTHING;
    columns = rows;
    bool square = !arg[1].type || arg[1].type == &type_none;
    bool ok = (square || size_of(run, arg[1], &columns)) &&
              dtype_given(run, arg[2], DTYPE_FLOAT64, &dtype);
    if (!ok) return NOTHING;
    return made_array(run, "eye", create_eye(&run->trace.heap, dtype, rows, columns, run->error));
}

static Value numpy_identity(Run *run, Value *arg)
{
    Value given[3] = {arg[0], NOTHING, arg[1]};
    return numpy_eye(run, given);
}

// ---- questions -----------------------------------------------------------------------------

static bool two_alike(Run *run, Value *arg, Value two[2])
{
    Tensor *tensor[2];
    for (int i = 0; i < 2; i++) {
        two[i] = as_operand(run, arg[i]);
        if (two[i].type && two[i].type != &type_tensor)
            two[i] = from_tensor(tensor_of(run, two[i]));
        if (!two[i].type) return false;
        tensor[i] = two[i].tensor;
    }
    DType dtype = dtype_together(tensor, 2);
    for (int i = 0; i < 2; i++) {
        Arg to = {.kind = ARG_DTYPE, .i = dtype};
        if (two[i].tensor->dtype != dtype)
            two[i] = apply_op(run, op_find(STR("to"), 0), &two[i], 1, &to, 1);
        if (!two[i].type) return false;
    }
    return true;
}

static Value numpy_allclose(Run *run, Value *arg)
{
    Value given[5] = {NOTHING, NOTHING, arg[2], arg[3], arg[4]};
    return two_alike(run, arg, given) ? torch_allclose(run, given) : NOTHING;
}

static Value numpy_isclose(Run *run, Value *arg)
{
    Value given[5] = {NOTHING, NOTHING, arg[2], arg[3], arg[4]};
    return two_alike(run, arg, given) ? as_array(torch_isclose(run, given)) : NOTHING;
}

static Value numpy_array_equal(Run *run, Value *arg)
{
    Value given[2];
    return two_alike(run, arg, given) ? torch_equal(run, given) : NOTHING;
}

static Value numpy_shape_of(Run *run, Value *arg)
{
    Value array = numpy_asarray(run, (Value[]){arg[0], NOTHING});
    return array.type ? get_attribute(run, array, name_of(&run->names, STR("shape"))) : NOTHING;
}

static Value method_of(Run *run, Value *arg, const char *name, int count)
{
    Value array = numpy_asarray(run, (Value[]){arg[0], NOTHING});
    if (!array.type) return NOTHING;
    Value method = get_attribute(run, array, name_of(&run->names, str_from(name)));
    return method.type ? call_with(run, method, arg + 1, count) : NOTHING;
}

static Value numpy_transpose(Run *run, Value *arg)
{
    return method_of(run, arg, "transpose", arg[1].type != NULL);
}

static Value numpy_ravel(Run *run, Value *arg)
{
    return method_of(run, arg, "ravel", 0);
}

static Value numpy_copy(Run *run, Value *arg)
{
    return method_of(run, arg, "copy", 0);
}

// Values in order and where they stood, as a tuple.
static Value numpy_ordered(Run *run, Value *arg)
{
    Value sort = get_attribute(run, from_tensor(arg[0].tensor), name_of(&run->names, STR("sort")));
    Value pair = sort.type ? call_with(run, sort, arg + 1, 1) : NOTHING;
    if (!pair.type) return NOTHING;
    const Value *item = value_sequence(pair)->item;
    return new_sequence(run, &type_tuple, (Value[]){as_array(item[0]), as_array(item[1])}, 2);
}

// ---- settings ------------------------------------------------------------------------------

static bool setting(Run *run, const char *name, Value given, int least, int *number)
{
    if (!given.type || given.type == &type_none) return true;
    if (!is_integer(given) || integer_of(given) < least || integer_of(given) > 1000) {
        raise_error(run, "TypeError", "%s must be an integer from %d to 1000", name, least);
        return false;
    }
    *number = (int)integer_of(given);
    return true;
}

static Value numpy_set_printoptions(Run *run, Value *arg)
{
    ArrayOptions *print = &run->numpy.print;
    bool ok = setting(run, "precision", arg[0], 0, &print->precision) &&
              setting(run, "edgeitems", arg[2], 0, &print->edge_items) &&
              setting(run, "linewidth", arg[3], 1, &print->line_width);
    if (!ok) return NOTHING;
    if (arg[1].type && is_number(arg[1])) print->threshold = number_of(arg[1]);
    if (arg[4].type && arg[4].type != &type_none && !value_truth(run, arg[4], &print->suppress))
        return NOTHING;
    return NONE;
}

// ---- the module ----------------------------------------------------------------------------

static const Native natives[] = {
    {"array", "object, dtype=, *, copy=, ndmin=", numpy_array},
    {"asarray", "a, dtype=", numpy_asarray},
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
    {"allclose", "a, b, rtol=, atol=, equal_nan=", numpy_allclose},
    {"isclose", "a, b, rtol=, atol=, equal_nan=", numpy_isclose},
    {"array_equal", "a1, a2", numpy_array_equal},
    {"shape", "a", numpy_shape_of},
    {"transpose", "a, axes=", numpy_transpose},
    {"ravel", "a", numpy_ravel},
    {"copy", "a", numpy_copy},
    {"_ordered", "a, axis, /", numpy_ordered},
    {"set_printoptions",
     "precision=, threshold=, edgeitems=, linewidth=, suppress=", numpy_set_printoptions},
    {0},
};

static void add_constants(Run *run, Value numpy)
{
    static const struct {
        const char *name;
        DType dtype;
    } classes[] = {
        {"float64", DTYPE_FLOAT64}, {"double", DTYPE_FLOAT64}, {"float_", DTYPE_FLOAT64},
        {"float32", DTYPE_FLOAT32}, {"single", DTYPE_FLOAT32}, {"int64", DTYPE_INT64},
        {"int_", DTYPE_INT64},      {"int32", DTYPE_INT32},    {"int16", DTYPE_INT16},
        {"int8", DTYPE_INT8},       {"uint8", DTYPE_UINT8},    {"bool_", DTYPE_BOOL},
    };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        set_member(run, numpy, classes[i].name,
                   (Value){.type = &type_np_class, .dtype = classes[i].dtype});
    }
    set_member(run, numpy, "pi", from_double(3.141592653589793));
    set_member(run, numpy, "e", from_double(2.718281828459045));
    set_member(run, numpy, "inf", from_double((double)INFINITY));
    set_member(run, numpy, "Inf", from_double((double)INFINITY));
    set_member(run, numpy, "nan", from_double((double)NAN));
    set_member(run, numpy, "NaN", from_double((double)NAN));
    set_member(run, numpy, "newaxis", NONE);
    set_member(run, numpy, "ndarray", from_type(&type_ndarray));
    set_member(run, numpy, "dtype", from_type(&type_np_dtype));
}

void make_numpy(Run *run)
{
    run->numpy.print = ARRAY_DEFAULTS;
    twister_seed(&run->numpy.random, 0);
    Value numpy = new_module(run, "numpy", 0), random = new_module(run, "numpy.random", 0);
    Value linalg = new_module(run, "numpy.linalg", 0);
    if (!numpy.type || !random.type || !linalg.type) return;
    for (const NumpyFunction *f = numpy_functions; f->name; f++) {
        set_member(run, numpy, f->name, (Value){.type = &type_np_function, .numpy = f});
    }
    add_natives(run, &((Module *)numpy.object)->table, natives);
    add_natives(run, &((Module *)random.object)->table, numpy_random_functions);
    add_constants(run, numpy);
    set_member(run, numpy, "random", random);
    set_member(run, numpy, "linalg", linalg);
}
