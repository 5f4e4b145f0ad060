// Operations on arrays, for operators and for src/library/numpy.core.*.py. NumPy's rules for dtypes
// are PyTorch's with float64 where PyTorch has float32, but for two: large integers with float32
// give float64, and a number of NumPy's counts as much as an array.
#include "numpy/numpy.h"

#include "lang/class.h"
#include "lang/containers/sequence.h"
#include "lang/imports/module.h"
#include "tensor/convert.h"

#include <stdlib.h>
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
    return raise_false(run, "OverflowError", "Python integer %s out of bounds for %s",
                       buf_text(&text), dtype_name(dtype));
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
bool numpy_can_raise(Run *run, const Value item[2])
{
    if (!is_whole(item[0]) || !is_whole(item[1])) return true;
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

// ---- what the library in Python is made of ---------------------------------------------------

// A tensor, of numbers and lists too.
static Value operand(Run *run, Value *arg)
{
    Value value = numpy_as_operand(run, arg[0]);
    return value_is_number(value) ? from_tensor(tensor_of(run, value)) : value;
}

// Several, with the dtype that NumPy gives them: items, do they broadcast?
static Value promoted(Run *run, Value *arg)
{
    const Sequence *given = value_sequence(arg[0]);
    Value all = sequence_new(run, arg[0].type, given->item, given->count);
    Value *item = all.type ? value_sequence(all)->item : NULL;
    for (int i = 0; item && i < given->count; i++) {
        item[i] = numpy_as_operand(run, item[i]);
        if (!item[i].type) return NOTHING;
    }
    if (!item || !numpy_promote(run, item, given->count)) return NOTHING;
    for (int i = 0; i < given->count; i++) {
        if (value_is_number(item[i])) item[i] = from_tensor(tensor_of(run, item[i]));
        if (!item[i].type) return NOTHING;
    }
    return arg[1].truth && !numpy_broadcast(run, item, given->count) ? NOTHING : all;
}

static bool read_options(Run *run, const Dict *given, Args *args)
{
    args->keyword = NEW_ARRAY(&run->scratch, const char *, given->count + 1);
    args->keyword_value = NEW_ARRAY(&run->scratch, Value, given->count + 1);
    for (size_t i = given->first; i < given->end; i++) {
        DType dtype;
        Value value = given->entry[i].value;
        const char *name = name_of(&run->names, value_text(given->entry[i].key));
        bool is_dtype = strcmp(name, "dtype") == 0 && value.type != &type_none;
        if (is_dtype && !numpy_dtype(run, value, &dtype)) return false;
        args->keyword[args->keyword_count] = name;
        args->keyword_value[args->keyword_count++] = is_dtype ? from_dtype(dtype)
                                                     : holds_tensor(value)
                                                         ? from_tensor(value.tensor)
                                                         : value;
    }
    return true;
}

// The operation, or torch's function, of that name: name, *args, **options
static Value run_named(Run *run, Value *arg)
{
    const Sequence *given = value_sequence(arg[1]);
    Args args = {.count = given->count, .item = NEW_ARRAY(&run->scratch, Value, given->count + 1)};
    for (int i = 0; i < given->count; i++) {
        Value item = given->item[i];
        args.item[i] = holds_tensor(item) ? from_tensor(item.tensor) : item;
    }
    if (!read_options(run, (const Dict *)arg[2].object, &args)) return NOTHING;
    const char *name = name_of(&run->names, value_text(arg[0]));
    const Op *op = op_find(str_from(name), 0);
    Value torch = import_module(run, name_of(&run->names, STR("torch")));
    Value other = op ? NOTHING : module_attribute(run, torch, name);
    if (!op && !other.type) return NOTHING;
    DType before = numpy_begin_floats(run);
    Value result = op ? call_op(run, op, &args, NULL) : call_value(run, other, &args);
    run->trace.heap.float_dtype = before;
    return result;
}

// Nested lists: data, dtype
static Value new_array(Run *run, Value *arg)
{
    DType dtype;
    bool given = arg[1].type != &type_none;
    if (given && !numpy_dtype(run, arg[1], &dtype)) return NOTHING;
    return numpy_array_of(run, arg[0], given ? &dtype : NULL);
}

static Value fits(Run *run, Value *arg)
{
    return numpy_integer_fits(run, arg[0], arg[1].dtype) ? NONE : NOTHING;
}

static Value as_tensor(Run *run, Value *arg)
{
    if (holds_tensor(arg[0])) return from_tensor(arg[0].tensor);
    return raise_error(run, "TypeError", "expected an array, not '%s'", arg[0].type->name);
}

static Value tensor_as_array(Run *run, Value *arg)
{
    return numpy_as_array_of(run, arg[1].type ? arg[1] : NONE, arg[0]);
}

// An array also without dimensions, where numpy_as_array() gives a number.
static Value tensor_as_ndarray(Run *run UNUSED, Value *arg)
{
    return (Value){.type = &type_ndarray, .tensor = arg[0].tensor};
}

// a.view(), a.view(InfoArray): the same numbers, as another class.
static Value view_as(Run *run, Value *arg)
{
    Value class = arg[1].type != &type_none ? arg[1] : value_class(arg[0]);
    if (!value_is_class(class) || class.of->holds != HOLDS_ARRAY)
        return raise_outside_subset(run, ".astype(dtype), which converts the numbers",
                                    "view() of the same bits as another dtype");
    Tensor *tensor = tensor_again(run, arg[0].tensor);
    if (class.of->class) return tensor_instance(run, class.of, tensor, arg[0]);
    return (Value){.type = class.of, .tensor = tensor};
}

// ---- printing ----------------------------------------------------------------------------------

static Value cells(Run *run, Value *arg)
{
    return tensor_lists(run, arg[0].tensor, value_integer(arg[1]));
}

// The fewest digits that give the number again: "d.ddde+XX".
static Value shortest(Run *run, Value *arg)
{
    Buf text = {.arena = &run->scratch};
    double value = value_number(arg[0]);
    for (int digits = 0;; digits++) {
        text.n = 0;
        buf_printf(&text, "%.*e", digits, value);
        double read = strtod(buf_text(&text), NULL);
        if (arg[1].dtype == DTYPE_FLOAT32) read = (double)strtof(buf_text(&text), NULL);
        if (dtype_is_half(arg[1].dtype)) read = dtype_held(arg[1].dtype, read);
        if (read == value || digits >= 17) return value_from_text(run, buf_text(&text));
    }
}

const Native numpy_natives[] = {
    {"_operand", "value, /", operand},
    {"_promoted", "items, broadcast, /", promoted},
    {"_run", "name, *args, **options", run_named},
    {"_new", "data, dtype, /", new_array},
    {"_fits", "value, dtype, /", fits},
    {"_tensor", "array, /", as_tensor},
    {"_array", "tensor, of=, /", tensor_as_array},
    {"_as_ndarray", "tensor, /", tensor_as_ndarray},
    {"_view", "array, class, /", view_as},
    {"_cells", "array, edge, /", cells},
    {"_shortest", "value, dtype, /", shortest},
    {0},
};
