// Questions about tensors whose answer is a Python value (torch.equal, torch.allclose), and max and
// min, whose answer is a tensor or a pair of them.
#include "lang/interp.h"
#include "torch/torch.h"

#include "tensor/call.h"

#include <math.h>

// Characters that are looked at in the time of a cell.
enum { EQUAL_CHARACTERS = 3, CLOSE_CHARACTERS = 5 };

static Value torch_is_tensor(Run *run, Value *arg)
{
    (void)run;
    return from_bool(is_tensor(arg[0]));
}

static bool two_tensors(Run *run, const char *function, const Value *arg)
{
    for (int i = 0; i < 2; i++) {
        if (is_tensor(arg[i])) continue;
        raise_error(run, "TypeError", "%s(): argument '%s' (position %d) must be Tensor, not %s",
                    function, i ? "other" : "input", i + 1, arg[i].type->name);
        return false;
    }
    return true;
}

static bool same_dtype(Run *run, const Value *arg)
{
    if (arg[0].tensor->dtype == arg[1].tensor->dtype) return true;
    raise_error(run, "RuntimeError", "%s did not match %s", dtype_title(arg[0].tensor->dtype),
                dtype_title(arg[1].tensor->dtype));
    return false;
}

Value torch_equal(Run *run, Value *arg)
{
    if (!two_tensors(run, "equal", arg)) return NOTHING;
    const Tensor *a = arg[0].tensor, *b = arg[1].tensor;
    if (!shape_equal(&a->shape, &b->shape)) return from_bool(false);
    if (!take_characters(run, EQUAL_CHARACTERS * tensor_count(a))) return NOTHING;
    bool both_int64 = a->dtype == DTYPE_INT64 && b->dtype == DTYPE_INT64;
    Index at = {0};
    if (!tensor_count(a)) return from_bool(true);
    do {
        bool equal = both_int64 ? tensor_get_int(a, at) == tensor_get_int(b, at)
                                : tensor_get(a, at) == tensor_get(b, at);
        if (!equal) return from_bool(false);
    } while (index_next(&a->shape, &at));
    return from_bool(true);
}

typedef struct Tolerance {
    double relative, absolute;
    bool equal_nan;
} Tolerance;

// |a - b| <= atol + rtol * |b|, computed in float as PyTorch does.
static bool close_floats(float a, float b, const Tolerance *tolerance)
{
    if (a == b) return true;
    if (isnan(a) && isnan(b)) return tolerance->equal_nan;
    float allowed = (float)tolerance->absolute + fabsf((float)tolerance->relative * b);
    float difference = fabsf(a - b);
    return isfinite(difference) && difference <= allowed;
}

static bool close_doubles(double a, double b, const Tolerance *tolerance)
{
    if (a == b) return true;
    if (isnan(a) && isnan(b)) return tolerance->equal_nan;
    double difference = fabs(a - b);
    return isfinite(difference) &&
           difference <= tolerance->absolute + fabs(tolerance->relative * b);
}

static bool close_ints(int64_t a, int64_t b, const Tolerance *tolerance)
{
    double allowed = tolerance->absolute + fabs(tolerance->relative * (double)b);
    return a == b || fabs((double)a - (double)b) <= allowed;
}

static bool read_tolerance(Run *run, const Value *arg, Tolerance *tolerance)
{
    *tolerance = (Tolerance){1e-5, 1e-8, false};
    for (int i = 0; i < 2; i++) {
        if (!arg[i].type) continue;
        if (!is_number(arg[i])) {
            raise_error(run, "TypeError", "allclose(): argument '%s' must be float, not %s",
                        i ? "atol" : "rtol", arg[i].type->name);
            return false;
        }
        *(i ? &tolerance->absolute : &tolerance->relative) = number_of(arg[i]);
    }
    return !arg[2].type || value_truth(run, arg[2], &tolerance->equal_nan);
}

Value torch_allclose(Run *run, Value *arg)
{
    Tolerance tolerance;
    Shape shape;
    if (!two_tensors(run, "allclose", arg) || !same_dtype(run, arg)) return NOTHING;
    if (!read_tolerance(run, arg + 2, &tolerance)) return NOTHING;
    const Tensor *a = arg[0].tensor, *b = arg[1].tensor;
    if (!shape_broadcast(&a->shape, &b->shape, &shape)) {
        // The operation has the message.
        return tensor_binary(run, OPERATOR_EQUAL, arg[0], arg[1]);
    }
    if (!take_characters(run, CLOSE_CHARACTERS * shape_count(&shape))) return NOTHING;
    Index at = {0};
    if (!shape_count(&shape)) return from_bool(true);
    do {
        Index x = index_broadcast(&a->shape, &shape, at),
              y = index_broadcast(&b->shape, &shape, at);
        bool close =
            a->dtype == DTYPE_FLOAT64
                ? close_doubles(tensor_get(a, x), tensor_get(b, y), &tolerance)
            : a->dtype == DTYPE_FLOAT32
                ? close_floats((float)tensor_get(a, x), (float)tensor_get(b, y), &tolerance)
                : close_ints(tensor_get_int(a, x), tensor_get_int(b, y), &tolerance);
        if (!close) return from_bool(false);
    } while (index_next(&shape, &at));
    return from_bool(true);
}

static const Op *find_absolute(void)
{
    return op_find(STR("abs"), IN_TENSOR);
}

static Value error_between(Run *run, const Value *arg)
{
    Value difference = tensor_binary(run, OPERATOR_SUBTRACT, arg[0], arg[1]);
    return difference.type ? call_op(run, find_absolute(), &(Args){0}, &difference) : NOTHING;
}

// atol + |rtol * b|
static Value allowed_error(Run *run, Value b, const Tolerance *tolerance)
{
    Value scaled = tensor_binary(run, OPERATOR_MULTIPLY, b, from_double(tolerance->relative));
    if (scaled.type) scaled = call_op(run, find_absolute(), &(Args){0}, &scaled);
    if (!scaled.type) return NOTHING;
    return tensor_binary(run, OPERATOR_ADD, scaled, from_double(tolerance->absolute));
}

// Cell by cell, of the operations it stands for: a == b, or |a - b| finite and small enough.
Value torch_isclose(Run *run, Value *arg)
{
    Tolerance tolerance;
    if (!two_tensors(run, "isclose", arg) || !same_dtype(run, arg)) return NOTHING;
    if (!read_tolerance(run, arg + 2, &tolerance)) return NOTHING;
    if (tolerance.equal_nan)
        return outside_subset(run, "allclose(equal_nan=True), which answers for the whole tensor",
                              "isclose(equal_nan=True)");
    Value equal = tensor_binary(run, OPERATOR_EQUAL, arg[0], arg[1]);
    if (!equal.type || !dtype_is_float(arg[0].tensor->dtype)) return equal;
    Value error = error_between(run, arg);
    Value allowed = error.type ? allowed_error(run, arg[1], &tolerance) : NOTHING;
    if (!allowed.type) return NOTHING;
    Value small = tensor_binary(run, OPERATOR_LESS_EQUAL, error, allowed);
    Value finite = tensor_binary(run, OPERATOR_LESS, error, from_double((double)INFINITY));
    if (!small.type || !finite.type) return NOTHING;
    Value near = tensor_binary(run, OPERATOR_BIT_AND, small, finite);
    return near.type ? tensor_binary(run, OPERATOR_BIT_OR, equal, near) : NOTHING;
}

// ---- max and min along a dimension give two tensors ------------------------------------------

static Value extreme(Run *run, const char *name, const char *index_name, const char *pair_name,
                     Value *arg)
{
    static const char *const fields[] = {"values", "indices"};
    if (!need_tensor(run, name, arg[0])) return NOTHING;
    if (arg[3].type) arg[2] = arg[3]; // keepdims
    if (is_tensor(arg[1])) {
        return apply_op(run, op_find(str_from(pair_name), IN_TORCH), arg, 2, NULL, 0);
    }
    Args args = {.item = arg + 1, .count = !arg[1].type ? 0 : !arg[2].type ? 1 : 2};
    Value values = call_op(run, op_find(str_from(name), IN_TENSOR), &args, arg);
    if (!arg[1].type || !values.type) return values;
    Value cells = arg[0]; // of truth values there are no positions, but of numbers
    if (cells.tensor->dtype == DTYPE_BOOL)
        cells = apply_op(run, op_find(STR("byte"), 0), arg, 1, NULL, 0);
    if (!cells.type) return NOTHING;
    Value indices = call_op(run, op_find(str_from(index_name), IN_TENSOR), &args, &cells);
    if (!indices.type) return NOTHING;
    Value pair = new_sequence(run, &type_tuple, (Value[]){values, indices}, 2);
    if (!pair.type) return NOTHING;
    value_sequence(pair)->fields = fields;
    value_sequence(pair)->title =
        name[1] == 'a' ? "torch.return_types.max" : "torch.return_types.min";
    return pair;
}

Value torch_max(Run *run, Value *arg)
{
    return extreme(run, "max", "argmax", "maximum", arg);
}

Value torch_min(Run *run, Value *arg)
{
    return extreme(run, "min", "argmin", "minimum", arg);
}

const Native torch_questions[] = {
    {"is_tensor", "obj", torch_is_tensor},
    {"equal", "input, other", torch_equal},
    {"allclose", "input, other, rtol=, atol=, equal_nan=", torch_allclose},
    {"isclose", "input, other, rtol=, atol=, equal_nan=", torch_isclose},
    {"max", "input, dim=, keepdim=, keepdims=", torch_max},
    {"min", "input, dim=, keepdim=, keepdims=", torch_min},
    {0},
};
