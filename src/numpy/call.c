// Operations on arrays. NumPy's rules for dtypes are PyTorch's with float64 where PyTorch has
// float32, but for two: large integers with float32 give float64, and a number of NumPy's counts as
// much as an array.
#include "numpy/numpy.h"

#include "lang/class.h"
#include "lang/imports/module.h"
#include "tensor/convert.h"

#include <string.h>

// ---- values --------------------------------------------------------------------------------

Value numpy_as_array(Value tensor)
{
    if (!is_tensor(tensor)) return tensor;
    bool number = tensor.tensor->shape.ndim == 0;
    const Type *type = number ? &numpy_scalars[tensor.tensor->dtype] : &type_ndarray;
    return (Value){.type = type, .tensor = tensor.tensor};
}

Value numpy_as_array_of(Run *run, Value of, Value tensor)
{
    bool instance = is_tensor(tensor) && of.type->class && of.type->holds == HOLDS_ARRAY;
    if (!instance) return numpy_as_array(tensor);
    bool itself = tensor.tensor == of.tensor;
    return tensor_instance(run, of.type, itself ? tensor_again(run, of.tensor) : tensor.tensor, of);
}

DType numpy_begin_floats(Run *run)
{
    DType before = run->trace.heap.float_dtype;
    run->trace.heap.float_dtype = DTYPE_FLOAT64;
    return before;
}

Value numpy_made_array(Run *run, const char *name, Tensor *tensor)
{
    const Op *op = op_find(str_from(name), 0);
    if (!tensor || !run_take_made(run, op, tensor)) return NOTHING;
    trace_constant(&run->trace, op, tensor, recorded_at(run));
    return (Value){.type = &type_ndarray, .tensor = tensor};
}

// The least float that holds the numbers of an integer dtype.
static DType float_for(DType dtype)
{
    if (!dtype_is_integer(dtype) || dtype_bytes(dtype) == 1) return DTYPE_FLOAT16;
    return dtype == DTYPE_INT16 ? DTYPE_FLOAT32 : DTYPE_FLOAT64;
}

// The dtype that holds both: float32 has not the digits of large integers, nor float16 of int16.
static DType together(DType a, DType b)
{
    DType dtype = dtype_promote(a, b);
    if (!dtype_is_float(dtype)) return dtype;
    return dtype_promote(dtype, dtype_promote(float_for(a), float_for(b)));
}

static bool integers_are_in(Run *run, Value data, DType dtype)
{
    if (!value_is_sequence(data)) return numpy_integer_fits(run, data, dtype);
    const Sequence *list = value_sequence(data);
    for (int i = 0; i < list->count; i++) {
        if (!integers_are_in(run, list->item[i], dtype)) return false;
    }
    return true;
}

Value numpy_array_of(Run *run, Value data, const DType *dtype)
{
    if (dtype && !integers_are_in(run, data, *dtype)) return NOTHING;
    DType before = numpy_begin_floats(run);
    Tensor *tensor = tensor_of_data(run, data, dtype, together);
    run->trace.heap.float_dtype = before;
    return numpy_made_array(run, "tensor", tensor);
}

Value numpy_as_operand(Run *run, Value value)
{
    if (value_is_sequence(value)) value = numpy_array_of(run, value, NULL);
    return holds_tensor(value) ? from_tensor(value.tensor) : value;
}

Value numpy_array_converted(Run *run, Value value, DType dtype)
{
    if (!is_tensor(value) || value.tensor->dtype == dtype) return value;
    Arg to = {.kind = ARG_DTYPE, .i = dtype};
    return op_call_with(run, op_find(STR("to"), 0), &value, 1, &to, 1);
}

// ---- dtypes --------------------------------------------------------------------------------

bool numpy_promote(Run *run, Value *item, int count)
{
    DType least = DTYPE_FLOAT16;
    int n = 0;
    Tensor **tensor = NEW_ARRAY(&run->scratch, Tensor *, count + 1);
    Tensor **array = NEW_ARRAY(&run->scratch, Tensor *, count + 1);
    for (int i = 0; i < count; i++) {
        if (!is_tensor(item[i])) continue;
        tensor[n] = item[i].tensor;
        array[n] = NEW(&run->scratch, Tensor);
        *array[n] = *tensor[n];
        if (!tensor[n]->is_number) array[n]->shape = (Shape){1, {1}}; // a number counts as much
        if (!tensor[n]->is_number) least = dtype_promote(least, float_for(tensor[n]->dtype));
        n++;
    }
    DType dtype = dtype_together(array, n);
    if (dtype_is_float(dtype)) dtype = dtype_promote(dtype, least);
    if (n < 2 || dtype == dtype_together(tensor, n)) return true;
    for (int i = 0; i < count; i++) {
        item[i] = numpy_array_converted(run, item[i], dtype);
        if (!item[i].type) return false;
    }
    return true;
}

bool numpy_integer_fits(Run *run, Value value, DType dtype)
{
    if (!value_is_own_number(value) || !value_is_int(value) || !dtype_is_integer(dtype) ||
        dtype == DTYPE_BOOL)
        return true;
    int64_t number = value_integer(value);
    bool large = value_is_large(value);
    if (!large && number >= dtype_least(dtype) && number <= dtype_most(dtype)) return true;
    Buf text = {.arena = &run->scratch};
    value_repr(run, value, &text);
    raise_error(run, "OverflowError", "Python integer %s out of bounds for %s", buf_text(&text),
                dtype_name(dtype));
    return false;
}

static bool make_floats(Run *run, Value *item, int count)
{
    for (int i = 0; i < count; i++) {
        bool whole = is_tensor(item[i]) && !dtype_is_float(item[i].tensor->dtype);
        if (value_is_number(item[i])) item[i] = from_tensor(tensor_of(run, item[i]));
        if (whole) item[i] = numpy_array_converted(run, item[i], DTYPE_FLOAT64);
        if (!item[i].type) return false;
    }
    return true;
}

bool numpy_make_same(Run *run, Value *item, int count)
{
    Tensor *tensor[2];
    if (count != 2) return true;
    for (int i = 0; i < 2; i++) {
        if (!is_tensor(item[i])) return true;
        tensor[i] = item[i].tensor;
    }
    DType dtype = dtype_together(tensor, 2);
    if (dtype == DTYPE_BOOL) dtype = DTYPE_INT64;
    for (int i = 0; i < 2; i++) {
        item[i] = numpy_array_converted(run, item[i], dtype);
        if (!item[i].type) return false;
    }
    return true;
}

// ---- calls ---------------------------------------------------------------------------------

static void add_shape(Buf *out, const Shape *shape)
{
    buf_add_char(out, '(');
    for (int d = 0; d < shape->ndim; d++) {
        buf_printf(out, "%lld%s", (long long)shape->dim[d],
                   d + 1 < shape->ndim || shape->ndim == 1 ? "," : "");
    }
    buf_add(out, STR(") "));
}

bool numpy_broadcast(Run *run, const Value *item, int count)
{
    Shape all = {0};
    bool fit = true;
    for (int i = 0; i < count; i++) {
        if (is_tensor(item[i])) fit = fit && shape_broadcast(&all, &item[i].tensor->shape, &all);
    }
    if (fit) return true;
    Buf text = {.arena = &run->scratch};
    for (int i = 0; i < count; i++) {
        if (is_tensor(item[i])) add_shape(&text, &item[i].tensor->shape);
    }
    raise_error(run, "ValueError", "operands could not be broadcast together with shapes %s",
                buf_text(&text));
    return error_hint(run->error, "sizes must be equal or 1, from the last dimension on");
}

// Inner sizes that differ; other mistakes are left to the operation.
bool numpy_can_multiply(Run *run, const Value item[2])
{
    if (!is_tensor(item[0]) || !is_tensor(item[1])) return true;
    const Shape *a = &item[0].tensor->shape, *b = &item[1].tensor->shape;
    if (!a->ndim || !b->ndim) return true;
    int64_t left = a->dim[a->ndim - 1], right = b->dim[b->ndim > 1 ? b->ndim - 2 : 0];
    if (left == right) return true;
    raise_error(run, "ValueError",
                "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc "
                "signature (n?,k),(k,m?)->(n?,m?) (size %lld is different from %lld)",
                (long long)right, (long long)left);
    return error_hint(run->error, "the shapes are %s and %s; .T transposes",
                      shape_tuple(run->error->arena, a), shape_tuple(run->error->arena, b));
}

static bool is_whole(Value value)
{
    return is_tensor(value) ? dtype_is_integer(value.tensor->dtype) : value_is_integer(value);
}

// Integers to negative integers would be fractions.
bool numpy_can_raise(Run *run, const char *op, const Value item[2])
{
    if (strcmp(op, "pow") != 0 || !is_whole(item[0]) || !is_whole(item[1])) return true;
    bool negative = value_is_number(item[1]) && value_integer(item[1]) < 0;
    Index at = {0};
    const Tensor *exponent = is_tensor(item[1]) ? item[1].tensor : NULL;
    if (exponent && tensor_count(exponent)) {
        do negative = negative || tensor_get(exponent, at) < 0;
        while (index_next(&exponent->shape, &at));
    }
    if (!negative) return true;
    raise_error(run, "ValueError", "Integers to negative integer powers are not allowed.");
    return error_hint(run->error, "floats: 2.0 instead of 2");
}

static bool convert_list(Run *run, Value *list)
{
    Value arrays = value_collect(run, &type_list, *list);
    if (!arrays.type) return false;
    Sequence *items = value_sequence(arrays);
    for (int i = 0; i < items->count; i++) {
        items->item[i] = numpy_as_operand(run, items->item[i]);
        if (value_is_number(items->item[i]))
            items->item[i] = from_tensor(tensor_of(run, items->item[i]));
        if (!items->item[i].type) return false;
    }
    *list = arrays;
    return numpy_promote(run, items->item, items->count);
}

// What is not 0 counts as True.
static bool make_condition(Run *run, Value *condition)
{
    *condition = numpy_array_converted(run, *condition, DTYPE_BOOL);
    return condition->type != NULL;
}

static bool convert_items(Run *run, const NumpyFunction *function, Value *item, int count)
{
    int arrays = count < function->arrays ? count : function->arrays;
    if (function->list) return count == 0 || convert_list(run, &item[0]);
    for (int i = 0; i < count; i++) {
        if (i < arrays || holds_tensor(item[i])) item[i] = numpy_as_operand(run, item[i]);
        if (!item[i].type) return false;
    }
    if (arrays == 0) return true;
    bool where = strcmp(function->op, "where") == 0; // the condition has a dtype of its own
    if (where && !make_condition(run, &item[0])) return false;
    if (!numpy_promote(run, item + where, arrays - where)) return false;
    if (function->floats && !make_floats(run, item, 1)) return false;
    if (function->same_dtype) {
        bool fit =
            arrays != 2 || strcmp(function->op, "matmul") != 0 || numpy_can_multiply(run, item);
        return fit && numpy_make_same(run, item, arrays);
    }
    if (arrays == 2 && !numpy_can_raise(run, function->op, item)) return false;
    for (int i = 0; i < arrays; i++) {
        if (value_is_number(item[i])) item[i] = from_tensor(tensor_of(run, item[i]));
        if (!item[i].type) return false;
    }
    return arrays < 2 || numpy_broadcast(run, item, arrays);
}

// NumPy's names of parameters that PyTorch calls otherwise.
static const char *torch_keyword(Run *run, const char *keyword)
{
    static const char *const synonyms[][2] = {
        {"k", "diagonal"}, {"newshape", "shape"}, {"a_min", "min"},
        {"a_max", "max"},  {"axis1", "dim0"},     {"axis2", "dim1"},
    };
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++) {
        if (strcmp(keyword, synonyms[i][0]) == 0)
            return name_of(&run->names, str_from(synonyms[i][1]));
    }
    return keyword;
}

static bool convert_keywords(Run *run, const Args *args, Args *converted)
{
    Value *value = NEW_ARRAY(&run->scratch, Value, args->keyword_count + 1);
    const char **keyword = NEW_ARRAY(&run->scratch, const char *, args->keyword_count + 1);
    for (int i = 0; i < args->keyword_count; i++) {
        DType dtype;
        value[i] = args->keyword_value[i];
        keyword[i] = torch_keyword(run, args->keyword[i]);
        bool is_dtype = strcmp(args->keyword[i], "dtype") == 0 && value[i].type != &type_none;
        if (is_dtype && !numpy_dtype(run, value[i], &dtype)) return false;
        if (is_dtype) value[i] = from_dtype(dtype);
        if (holds_tensor(value[i])) value[i] = from_tensor(value[i].tensor);
    }
    converted->keyword = keyword;
    converted->keyword_value = value;
    converted->keyword_count = args->keyword_count;
    return true;
}

// PyTorch's function of that name, where it is no single operation.
static Value torch_function(Run *run, const char *name)
{
    Value torch = import_module(run, name_of(&run->names, STR("torch")));
    return torch.type ? module_attribute(run, torch, name_of(&run->names, str_from(name)))
                      : NOTHING;
}

// The function on tensors; the result is a tensor.
static Value run_op(Run *run, const NumpyFunction *function, const Args *args)
{
    const Op *op = op_find(str_from(function->op), 0);
    Value other = op ? NOTHING : torch_function(run, function->op);
    if (!op && (!other.type || !other.type->call)) {
        error_forget(run);
        return raise_outside_subset(run, "the same with other functions", "numpy.%s",
                                    function->native.name);
    }
    DType before = numpy_begin_floats(run);
    Value result = op ? call_op(run, op, args, NULL) : other.type->call(run, other, args);
    run->trace.heap.float_dtype = before;
    return result;
}

static bool names_axis(const Args *args)
{
    for (int i = 0; i < args->keyword_count; i++) {
        bool axis = strcmp(args->keyword[i], "axis") == 0;
        if (axis && args->keyword_value[i].type != &type_none) return true;
    }
    return false;
}

// Where no axis is given the array becomes a line, and the axis its only one.
static bool flatten_first(Run *run, Args *args)
{
    if (args->count != 1 || names_axis(args)) return true;
    int64_t *all = NEW(&run->scratch, int64_t);
    *all = tensor_count(args->item[0].tensor) ? -1 : 0;
    Arg size = {.kind = ARG_INTS, .ints = all, .count = 1};
    args->item[0] = op_call_with(run, op_find(STR("reshape"), 0), args->item, 1, &size, 1);
    args->item[1] = from_int(0);
    args->count = 2;
    args->keyword_count = 0;
    return args->item[0].type != NULL;
}

// A function of src/library/numpy.py with one argument.
static Value call_library(Run *run, const char *name, const Value *arg)
{
    Value module = import_module(run, name_of(&run->names, STR("numpy")));
    Value function =
        module.type ? module_attribute(run, module, name_of(&run->names, str_from(name))) : NOTHING;
    return function.type ? call_with(run, function, arg, 1) : NOTHING;
}

// The array whose class the result is of; NONE: none is of a class of the program.
static Value first_instance(const Value *item, int count)
{
    for (int i = 0; i < count; i++) {
        if (item[i].type->class && item[i].type->holds == HOLDS_ARRAY) return item[i];
    }
    return NONE;
}

Value call_numpy(Run *run, const NumpyFunction *function, const Args *args, const Value *self)
{
    Args plain = {0};
    int first = self != NULL;
    plain.count = args->count + first;
    plain.item = NEW_ARRAY(&run->scratch, Value, plain.count + 2);
    if (self) plain.item[0] = *self;
    for (int i = 0; i < args->count; i++) plain.item[first + i] = args->item[i];
    Value of = function->plain ? NONE : first_instance(plain.item, plain.count);
    bool places = strcmp(function->op, "where") == 0 && plain.count == 1 && !args->keyword_count;
    if (places) return call_library(run, "nonzero", plain.item);
    if (!convert_items(run, function, plain.item, plain.count)) return NOTHING;
    if (!convert_keywords(run, args, &plain)) return NOTHING;
    if (function->flat && !flatten_first(run, &plain)) return NOTHING;
    return numpy_as_array_of(run, of, run_op(run, function, &plain));
}
