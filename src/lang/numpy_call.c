// Operations on arrays. NumPy's rules for dtypes are PyTorch's with float64 where PyTorch has
// float32, but for one: large integers with float32 give float64.
#include "lang/numpy.h"

#include "tensor/convert.h"

#include <string.h>

const NumpyFunction numpy_functions[] = {
    {.name = "sum", .op = "sum", .arrays = 1, .method = true},
    {.name = "mean", .op = "mean", .arrays = 1, .floats = true, .method = true},
    {.name = "prod", .op = "prod", .arrays = 1, .method = true},
    {.name = "max", .op = "amax", .arrays = 1, .method = true},
    {.name = "amax", .op = "amax", .arrays = 1},
    {.name = "min", .op = "amin", .arrays = 1, .method = true},
    {.name = "amin", .op = "amin", .arrays = 1},
    {.name = "argmax", .op = "argmax", .arrays = 1, .method = true},
    {.name = "argmin", .op = "argmin", .arrays = 1, .method = true},
    {.name = "any", .op = "any", .arrays = 1, .method = true},
    {.name = "all", .op = "all", .arrays = 1, .method = true},
    {.name = "exp", .op = "exp", .arrays = 1},
    {.name = "log", .op = "log", .arrays = 1},
    {.name = "log2", .op = "log2", .arrays = 1},
    {.name = "log10", .op = "log10", .arrays = 1},
    {.name = "log1p", .op = "log1p", .arrays = 1},
    {.name = "expm1", .op = "expm1", .arrays = 1},
    {.name = "sqrt", .op = "sqrt", .arrays = 1},
    {.name = "sin", .op = "sin", .arrays = 1},
    {.name = "cos", .op = "cos", .arrays = 1},
    {.name = "tan", .op = "tan", .arrays = 1},
    {.name = "sinh", .op = "sinh", .arrays = 1},
    {.name = "cosh", .op = "cosh", .arrays = 1},
    {.name = "tanh", .op = "tanh", .arrays = 1},
    {.name = "arcsin", .op = "asin", .arrays = 1},
    {.name = "arccos", .op = "acos", .arrays = 1},
    {.name = "arctan", .op = "atan", .arrays = 1},
    {.name = "arctan2", .op = "atan2", .arrays = 2},
    {.name = "abs", .op = "abs", .arrays = 1},
    {.name = "absolute", .op = "abs", .arrays = 1},
    {.name = "fabs", .op = "abs", .arrays = 1, .floats = true},
    {.name = "sign", .op = "sign", .arrays = 1},
    {.name = "square", .op = "square", .arrays = 1},
    {.name = "reciprocal", .op = "reciprocal", .arrays = 1},
    {.name = "negative", .op = "neg", .arrays = 1},
    {.name = "floor", .op = "floor", .arrays = 1, .floats = true},
    {.name = "ceil", .op = "ceil", .arrays = 1, .floats = true},
    {.name = "trunc", .op = "trunc", .arrays = 1, .floats = true},
    {.name = "rint", .op = "round", .arrays = 1, .floats = true},
    {.name = "round", .op = "round", .arrays = 1, .method = true},
    {.name = "around", .op = "round", .arrays = 1},
    {.name = "round_", .op = "round", .arrays = 1},
    {.name = "isnan", .op = "isnan", .arrays = 1},
    {.name = "isinf", .op = "isinf", .arrays = 1},
    {.name = "isfinite", .op = "isfinite", .arrays = 1},
    {.name = "logical_not", .op = "logical_not", .arrays = 1},
    {.name = "add", .op = "add", .arrays = 2},
    {.name = "subtract", .op = "sub", .arrays = 2},
    {.name = "multiply", .op = "mul", .arrays = 2},
    {.name = "divide", .op = "div", .arrays = 2},
    {.name = "true_divide", .op = "div", .arrays = 2},
    {.name = "floor_divide", .op = "floor_divide", .arrays = 2},
    {.name = "remainder", .op = "remainder", .arrays = 2},
    {.name = "mod", .op = "remainder", .arrays = 2},
    {.name = "power", .op = "pow", .arrays = 2},
    {.name = "maximum", .op = "maximum", .arrays = 2},
    {.name = "minimum", .op = "minimum", .arrays = 2},
    {.name = "equal", .op = "eq", .arrays = 2},
    {.name = "not_equal", .op = "ne", .arrays = 2},
    {.name = "less", .op = "lt", .arrays = 2},
    {.name = "less_equal", .op = "le", .arrays = 2},
    {.name = "greater", .op = "gt", .arrays = 2},
    {.name = "greater_equal", .op = "ge", .arrays = 2},
    {.name = "logical_and", .op = "logical_and", .arrays = 2},
    {.name = "logical_or", .op = "logical_or", .arrays = 2},
    {.name = "logical_xor", .op = "logical_xor", .arrays = 2},
    {.name = "bitwise_and", .op = "bitwise_and", .arrays = 2},
    {.name = "bitwise_or", .op = "bitwise_or", .arrays = 2},
    {.name = "bitwise_xor", .op = "bitwise_xor", .arrays = 2},
    {.name = "invert", .op = "bitwise_not", .arrays = 1},
    {.name = "where", .op = "where", .arrays = 3},
    {.name = "clip", .op = "clamp", .arrays = 3, .method = true},
    {.name = "matmul", .op = "matmul", .arrays = 2, .same_dtype = true},
    {.name = "outer", .op = "outer", .arrays = 2, .same_dtype = true},
    {.name = "einsum", .op = "einsum", .arrays = 9},
    {.name = "concatenate", .op = "cat", .arrays = 1, .list = true},
    {.name = "stack", .op = "stack", .arrays = 1, .list = true},
    {.name = "expand_dims", .op = "unsqueeze", .arrays = 1},
    {.name = "squeeze", .op = "squeeze", .arrays = 1, .method = true},
    {.name = "swapaxes", .op = "transpose", .arrays = 1, .method = true},
    {.name = "reshape", .op = "reshape", .arrays = 1, .method = true},
    {.name = "broadcast_to", .op = "expand", .arrays = 1},
    {.name = "tril", .op = "tril", .arrays = 1},
    {.name = "triu", .op = "triu", .arrays = 1},
    {.name = "tile", .op = "tile", .arrays = 1},
    {.name = "roll", .op = "roll", .arrays = 1},
    {.name = "flip", .op = "flip", .arrays = 1},
    {.name = "diagonal", .op = "diagonal", .arrays = 1, .method = true},
    {.name = "trace", .op = "trace", .arrays = 1, .method = true},
    {.name = "cumsum", .op = "cumsum", .arrays = 1, .flat = true, .method = true},
    {.name = "cumprod", .op = "cumprod", .arrays = 1, .flat = true, .method = true},
    {0},
};

const NumpyFunction *find_numpy_function(const char *name)
{
    for (const NumpyFunction *f = numpy_functions; f->name; f++) {
        if (strcmp(f->name, name) == 0) return f;
    }
    return NULL;
}

// ---- values --------------------------------------------------------------------------------

Value as_array(Value tensor)
{
    if (tensor.type != &type_tensor) return tensor;
    bool number = tensor.tensor->shape.ndim == 0;
    return (Value){.type = number ? &type_np_scalar : &type_ndarray, .tensor = tensor.tensor};
}

DType floats_as_numpy(Run *run)
{
    DType before = run->trace.heap.float_dtype;
    run->trace.heap.float_dtype = DTYPE_FLOAT64;
    return before;
}

Value made_array(Run *run, const char *name, Tensor *tensor)
{
    const Op *op = op_find(str_from(name), 0);
    if (!tensor || !trace_constant(&run->trace, op, tensor, run->here, run->error)) return NOTHING;
    return (Value){.type = &type_ndarray, .tensor = tensor};
}

Value array_of(Run *run, Value data, const DType *dtype)
{
    DType before = floats_as_numpy(run);
    Tensor *tensor = tensor_of_data(run, data, dtype);
    run->trace.heap.float_dtype = before;
    return made_array(run, "tensor", tensor);
}

Value as_operand(Run *run, Value value)
{
    if (is_sequence(value)) value = array_of(run, value, NULL);
    return holds_tensor(value) ? from_tensor(value.tensor) : value;
}

static Value converted(Run *run, Value value, DType dtype)
{
    if (value.type != &type_tensor || value.tensor->dtype == dtype) return value;
    Arg to = {.kind = ARG_DTYPE, .i = dtype};
    return apply_op(run, op_find(STR("to"), 0), &value, 1, &to, 1);
}

// ---- dtypes --------------------------------------------------------------------------------

static bool is_shaped(Value value)
{
    return value.type == &type_tensor && value.tensor->shape.ndim > 0;
}

// float32 beside integers of 32 bits and more becomes float64.
static bool widen_floats(Run *run, Value *item, int count)
{
    bool large = false, wide = false;
    for (int i = 0; i < count; i++) {
        if (!is_shaped(item[i])) continue;
        DType dtype = item[i].tensor->dtype;
        large |= dtype == DTYPE_INT64 || dtype == DTYPE_INT32;
        wide |= dtype == DTYPE_FLOAT32;
    }
    for (int i = 0; i < count && large && wide; i++) {
        if (is_shaped(item[i]) && item[i].tensor->dtype == DTYPE_FLOAT32)
            item[i] = converted(run, item[i], DTYPE_FLOAT64);
        if (!item[i].type) return false;
    }
    return true;
}

static bool make_floats(Run *run, Value *item, int count)
{
    for (int i = 0; i < count; i++) {
        bool whole = item[i].type == &type_tensor && !dtype_is_float(item[i].tensor->dtype);
        if (is_number(item[i])) item[i] = from_tensor(tensor_of(run, item[i]));
        if (whole) item[i] = converted(run, item[i], DTYPE_FLOAT64);
        if (!item[i].type) return false;
    }
    return true;
}

static bool make_same(Run *run, Value *item, int count)
{
    Tensor *tensor[2];
    if (count != 2) return true;
    for (int i = 0; i < 2; i++) {
        if (item[i].type != &type_tensor) return true;
        tensor[i] = item[i].tensor;
    }
    DType dtype = dtype_together(tensor, 2);
    if (dtype == DTYPE_BOOL) dtype = DTYPE_INT64;
    for (int i = 0; i < 2; i++) {
        item[i] = converted(run, item[i], dtype);
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

static bool do_broadcast(Run *run, const Value *item, int count)
{
    Shape all = {0};
    bool fit = true;
    for (int i = 0; i < count; i++) {
        if (item[i].type == &type_tensor)
            fit = fit && shape_broadcast(&all, &item[i].tensor->shape, &all);
    }
    if (fit) return true;
    Buf text = {.arena = &run->scratch};
    for (int i = 0; i < count; i++) {
        if (item[i].type == &type_tensor) add_shape(&text, &item[i].tensor->shape);
    }
    raise_error(run, "ValueError", "operands could not be broadcast together with shapes %s",
                buf_text(&text));
    return error_hint(run->error, "sizes must be equal or 1, from the last dimension on");
}

static bool convert_list(Run *run, Value *list)
{
    Value arrays = collect(run, &type_list, *list);
    if (!arrays.type) return false;
    Sequence *items = value_sequence(arrays);
    for (int i = 0; i < items->count; i++) {
        items->item[i] = as_operand(run, items->item[i]);
        if (is_number(items->item[i])) items->item[i] = from_tensor(tensor_of(run, items->item[i]));
        if (!items->item[i].type) return false;
    }
    *list = arrays;
    return widen_floats(run, items->item, items->count);
}

static bool convert_items(Run *run, const NumpyFunction *function, Value *item, int count)
{
    int arrays = count < function->arrays ? count : function->arrays;
    if (function->list) return count == 0 || convert_list(run, &item[0]);
    for (int i = 0; i < count; i++) {
        if (i < arrays || holds_tensor(item[i])) item[i] = as_operand(run, item[i]);
        if (!item[i].type) return false;
    }
    if (arrays == 0 || !widen_floats(run, item, arrays)) return arrays == 0;
    if (function->floats && !make_floats(run, item, 1)) return false;
    if (function->same_dtype) return make_same(run, item, arrays);
    for (int i = 0; i < arrays; i++) {
        if (is_number(item[i])) item[i] = from_tensor(tensor_of(run, item[i]));
        if (!item[i].type) return false;
    }
    return arrays < 2 || do_broadcast(run, item, arrays);
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
        forget_error(run);
        return outside_subset(run, "the same with other functions", "numpy.%s", function->name);
    }
    DType before = floats_as_numpy(run);
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
    args->item[0] = apply_op(run, op_find(STR("reshape"), 0), args->item, 1, &size, 1);
    args->item[1] = from_int(0);
    args->count = 2;
    args->keyword_count = 0;
    return args->item[0].type != NULL;
}

Value call_numpy(Run *run, const NumpyFunction *function, const Args *args, const Value *self)
{
    Args plain = {0};
    int first = self != NULL;
    plain.count = args->count + first;
    plain.item = NEW_ARRAY(&run->scratch, Value, plain.count + 2);
    if (self) plain.item[0] = *self;
    for (int i = 0; i < args->count; i++) plain.item[first + i] = args->item[i];
    if (!convert_items(run, function, plain.item, plain.count)) return NOTHING;
    if (!convert_keywords(run, args, &plain)) return NOTHING;
    if (function->flat && !flatten_first(run, &plain)) return NOTHING;
    return as_array(run_op(run, function, &plain));
}

// ---- operators -----------------------------------------------------------------------------

static bool is_operand(Value value)
{
    return holds_tensor(value) || is_number(value) || is_sequence(value);
}

static Value compute(Run *run, Operator op, Value *item)
{
    if (op == OPERATOR_MATMUL)
        return make_same(run, item, 2) ? tensor_binary(run, op, item[0], item[1]) : NOTHING;
    if (!widen_floats(run, item, 2) || !do_broadcast(run, item, 2)) return NOTHING;
    DType before = floats_as_numpy(run);
    Value result = tensor_binary(run, op, item[0], item[1]);
    run->trace.heap.float_dtype = before;
    return result;
}

// A number of float32 beside one of Python's: both are float64.
static bool widen_scalar(Run *run, Value *scalar, Value other)
{
    bool narrow = scalar->type == &type_np_scalar && scalar->tensor->dtype == DTYPE_FLOAT32;
    if (!narrow || other.type != &type_float) return true;
    *scalar = as_array(converted(run, from_tensor(scalar->tensor), DTYPE_FLOAT64));
    return scalar->type != NULL;
}

// With a tensor the result is a tensor.
Value numpy_binary(Run *run, Operator op, Value left, Value right)
{
    if (!is_operand(left) || !is_operand(right)) return NOT_IMPLEMENTED;
    bool tensors = left.type == &type_tensor || right.type == &type_tensor;
    if (!widen_scalar(run, &left, right) || !widen_scalar(run, &right, left)) return NOTHING;
    Value item[2] = {as_operand(run, left), NOTHING};
    if (item[0].type) item[1] = as_operand(run, right);
    if (!item[1].type) return NOTHING;
    if (tensors) return tensor_binary(run, op, item[0], item[1]);
    return as_array(compute(run, op, item));
}

Value numpy_unary(Run *run, Operator op, Value operand)
{
    if (op == OPERATOR_PLUS) return operand;
    return as_array(tensor_unary(run, op, from_tensor(operand.tensor)));
}

Value numpy_in_place(Run *run, Operator op, Value left, Value right)
{
    if (left.type != &type_ndarray) return NOT_IMPLEMENTED;
    if (holds_tensor(right) &&
        !may_read_while_writing(run, from_tensor(left.tensor), from_tensor(right.tensor)))
        return NOTHING;
    Value result = numpy_binary(run, op, left, right);
    if (!result.type || !holds_tensor(result)) return result;
    if (!dtype_can_cast(result.tensor->dtype, left.tensor->dtype)) {
        return raise_error(run, "TypeError",
                           "Cannot cast ufunc '%s' output from dtype('%s') to dtype('%s') with "
                           "casting rule 'same_kind'",
                           op_by_symbol(str_from(operator_symbol[op]), 2)->name,
                           dtype_name(result.tensor->dtype), dtype_name(left.tensor->dtype));
    }
    bool ok = tensor_write(run, from_tensor(left.tensor), from_tensor(result.tensor));
    return ok ? left : NOTHING;
}

// ---- subscripts ----------------------------------------------------------------------------

// A slice that goes backwards, as the positions that it selects: tensors have none.
static Value backwards(Run *run, Value key, int64_t length)
{
    int64_t start, step, count;
    const Slice *slice = (const Slice *)key.object;
    bool back = slice->step.type == &type_int && slice->step.integer < 0;
    if (!back) return key;
    if (!slice_positions(run, key, length, &start, &step, &count)) return NOTHING;
    Tensor *positions = tensor_new(&run->trace.heap, DTYPE_INT64, (Shape){1, {count}}, run->error);
    for (int64_t i = 0; positions && i < count; i++) tensor_ints(positions)[i] = start + i * step;
    Value array = made_array(run, "tensor", positions);
    return array.type ? from_tensor(array.tensor) : NOTHING;
}

static Value key_part(Run *run, Value part, const Shape *shape, int dim)
{
    if (part.type == &type_np_scalar && dtype_is_integer(part.tensor->dtype))
        return cell_number(part.tensor, (Index){0});
    if (holds_tensor(part)) return from_tensor(part.tensor);
    if (part.type == &type_slice && dim < shape->ndim) return backwards(run, part, shape->dim[dim]);
    return part;
}

static Value tensor_key(Run *run, const Tensor *of, Value key)
{
    if (key.type != &type_tuple) return key_part(run, key, &of->shape, 0);
    const Sequence *given = value_sequence(key);
    Value parts = new_sequence(run, &type_tuple, given->item, given->count);
    if (!parts.type) return NOTHING;
    int dim = 0, left = of->shape.ndim;
    for (int i = 0; i < given->count; i++) {
        if (given->item[i].type != &type_none && given->item[i].type != &type_ellipsis) left--;
    }
    for (int i = 0; i < given->count; i++) {
        Value part = key_part(run, given->item[i], &of->shape, dim);
        if (!part.type) return NOTHING;
        value_sequence(parts)->item[i] = part;
        if (part.type == &type_ellipsis)
            dim += left;
        else
            dim += part.type != &type_none;
    }
    return parts;
}

Value numpy_subscript(Run *run, Value self, Value key)
{
    Value converted_key = tensor_key(run, self.tensor, key);
    if (!converted_key.type) return NOTHING;
    return as_array(type_tensor.subscript(run, from_tensor(self.tensor), converted_key));
}

bool numpy_set_subscript(Run *run, Value self, Value key, Value value)
{
    Value converted_key = tensor_key(run, self.tensor, key);
    Value operand = converted_key.type ? as_operand(run, value) : NOTHING;
    if (!operand.type) return false;
    if (!holds_tensor(operand) && !is_number(operand)) {
        raise_error(run, "TypeError",
                    "float() argument must be a string or a real number, not '%s'",
                    operand.type->name);
        return false;
    }
    return type_tensor.set_subscript(run, from_tensor(self.tensor), converted_key, operand);
}
