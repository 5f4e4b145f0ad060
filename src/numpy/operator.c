// Operators and subscripts of NumPy's arrays. They use the tensor operations, after promoting the
// dtypes by NumPy's rules, which differ from PyTorch's: float32 with int64 gives float64.
#include "lang/containers/sequence.h"
#include "numpy/numpy.h"

#include <string.h>

// ---- operators -----------------------------------------------------------------------------

static bool is_operand(Value value)
{
    return holds_tensor(value) || value_is_number(value) || value_is_sequence(value);
}

// Products of halves are added before they are rounded, also of two vectors.
static Value multiply_matrices(Run *run, Value *item)
{
    if (!numpy_can_multiply(run, item) || !numpy_make_same(run, item, 2)) return NOTHING;
    DType dtype = is_tensor(item[0]) ? item[0].tensor->dtype : DTYPE_FLOAT32;
    for (int i = 0; i < 2 && dtype_is_half(dtype); i++) {
        item[i] = numpy_array_converted(run, item[i], DTYPE_FLOAT32);
        if (!item[i].type) return NOTHING;
    }
    Value product = tensor_binary(run, OPERATOR_MATMUL, item[0], item[1]);
    bool made = is_tensor(product) && dtype_is_half(dtype);
    return made ? numpy_array_converted(run, product, dtype) : product;
}

static Value compute(Run *run, Operator op, Value *item)
{
    if (op == OPERATOR_MATMUL) return multiply_matrices(run, item);
    bool power = op == OPERATOR_POWER;
    if (!numpy_promote(run, item, 2) || !numpy_broadcast(run, item, 2)) return NOTHING;
    if (power && !numpy_can_raise(run, item)) return NOTHING;
    DType before = numpy_begin_floats(run);
    Value result = tensor_binary(run, op, item[0], item[1]);
    run->trace.heap.float_dtype = before;
    return result;
}

static bool compares(Operator op)
{
    return op == OPERATOR_EQUAL || op == OPERATOR_NOT_EQUAL || op == OPERATOR_LESS ||
           op == OPERATOR_LESS_EQUAL || op == OPERATOR_GREATER || op == OPERATOR_GREATER_EQUAL;
}

// An int of Python's takes part with the other's dtype, which must be able to hold it.
static bool integers_fit(Run *run, Operator op, Value left, Value right)
{
    if (compares(op)) return true;
    if (holds_tensor(left) && !numpy_integer_fits(run, right, left.tensor->dtype)) return false;
    return !holds_tensor(right) || numpy_integer_fits(run, left, right.tensor->dtype);
}

// A number of NumPy's beside a tensor counts as Python's. Where that makes no difference to the
// result, the trace may show what it was computed from.
static bool shows_where_from(Value left, Value right)
{
    const Tensor *tensor = is_tensor(left) ? left.tensor : right.tensor;
    if (value_is_bool(left) || value_is_bool(right)) return false;
    return tensor->shape.ndim > 0 && dtype_is_float(tensor->dtype) && !dtype_is_half(tensor->dtype);
}

// A tensor, also where no operand is one.
static Value as_tensor(Run *run, Operator op, Value left, Value right)
{
    if (!is_operand(left) || !is_operand(right)) return NOT_IMPLEMENTED;
    bool tensors = is_tensor(left) || is_tensor(right);
    if (!tensors && !integers_fit(run, op, left, right)) return NOTHING;
    if (tensors && !shows_where_from(left, right)) {
        left = value_plain_number(left);
        right = value_plain_number(right);
    }
    Value item[2] = {numpy_as_operand(run, left), NOTHING};
    if (item[0].type) item[1] = numpy_as_operand(run, right);
    if (!item[1].type) return NOTHING;
    if (tensors) return tensor_binary(run, op, item[0], item[1]);
    return compute(run, op, item);
}

// With a tensor the result is a tensor.
Value numpy_binary(Run *run, Operator op, Value left, Value right)
{
    bool repeats = left.type->holds == HOLDS_ARRAY_NUMBER && value_is_sequence(right);
    if (op == OPERATOR_MULTIPLY && repeats) return NOT_IMPLEMENTED;
    Value result = as_tensor(run, op, left, right);
    bool tensors = is_tensor(left) || is_tensor(right);
    return tensors ? result : numpy_as_array_of(run, left.type->class ? left : right, result);
}

Value numpy_unary(Run *run, Operator op, Value operand)
{
    if (op == OPERATOR_PLUS) return operand;
    return numpy_as_array_of(run, operand, tensor_unary(run, op, from_tensor(operand.tensor)));
}

Value numpy_in_place(Run *run, Operator op, Value left, Value right)
{
    if (left.type->holds != HOLDS_ARRAY) return NOT_IMPLEMENTED;
    if (holds_tensor(right) &&
        !torch_may_read_while_writing(run, from_tensor(left.tensor), from_tensor(right.tensor)))
        return NOTHING;
    Value result = as_tensor(run, op, left, right);
    if (!is_tensor(result)) return result;
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
    bool back = value_is_int(slice->step) && value_integer(slice->step) < 0;
    if (!back) return key;
    if (!slice_positions(run, key, length, &start, &step, &count)) return NOTHING;
    Tensor *positions = tensor_new(&run->trace.heap, DTYPE_INT64, (Shape){1, {count}}, run->error);
    for (int64_t i = 0; positions && i < count; i++) tensor_ints(positions)[i] = start + i * step;
    Value array = numpy_made_array(run, "tensor", positions);
    return array.type ? from_tensor(array.tensor) : NOTHING;
}

static Value key_part(Run *run, Value part, const Shape *shape, int dim)
{
    if (part.type->holds == HOLDS_ARRAY_NUMBER && dtype_is_integer(part.tensor->dtype))
        return value_from_cell(part.tensor, (Index){0});
    if (holds_tensor(part)) return from_tensor(part.tensor);
    if (part.type == &type_slice && dim < shape->ndim) return backwards(run, part, shape->dim[dim]);
    return part;
}

static Value tensor_key(Run *run, const Tensor *of, Value key)
{
    if (key.type != &type_tuple) return key_part(run, key, &of->shape, 0);
    const Sequence *given = value_sequence(key);
    Value parts = sequence_new(run, &type_tuple, given->item, given->count);
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

// What is called a dimension in PyTorch is an axis here.
static void in_numpy_words(Run *run)
{
    static const char dimension[] = "out of bounds for dimension ";
    const char *message = run->error->message;
    const char *found = message && error_is(run, "IndexError") ? strstr(message, dimension) : NULL;
    if (!found) return;
    run->error->message =
        arena_printf(run->error->arena, "%.*sout of bounds for axis %s", (int)(found - message),
                     message, found + sizeof dimension - 1);
}

Value numpy_subscript(Run *run, Value self, Value key)
{
    Value converted_key = tensor_key(run, self.tensor, key);
    if (!converted_key.type) return NOTHING;
    Value part = type_tensor.subscript(run, from_tensor(self.tensor), converted_key);
    if (!part.type) in_numpy_words(run);
    bool number = is_tensor(part) && !part.tensor->shape.ndim;
    return number ? numpy_as_array(part) : numpy_as_array_of(run, self, part);
}

bool numpy_set_subscript(Run *run, Value self, Value key, Value value)
{
    Value converted_key = tensor_key(run, self.tensor, key);
    Value operand = converted_key.type ? numpy_as_operand(run, value) : NOTHING;
    if (!operand.type) return false;
    if (!holds_tensor(operand) && !value_is_number(operand))
        return raise_false(run, "TypeError",
                           "float() argument must be a string or a real number, not '%s'",
                           operand.type->name);
    if (!numpy_integer_fits(run, value, self.tensor->dtype)) return false;
    bool ok = type_tensor.set_subscript(run, from_tensor(self.tensor), converted_key, operand);
    if (!ok) in_numpy_words(run);
    return ok;
}
