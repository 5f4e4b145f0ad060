// Questions about tensors whose answer is a Python value: torch.equal, torch.allclose.
#include "torch/options.h"

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
    if (!run_take_characters(run, EQUAL_CHARACTERS * tensor_count(a))) return NOTHING;
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

// Each step is rounded.
static bool close_halves(DType dtype, double a, double b, const Tolerance *tolerance)
{
    if (a == b) return true;
    if (isnan(a) && isnan(b)) return tolerance->equal_nan;
    double allowed = fabs(dtype_held(dtype, tolerance->relative * b));
    allowed = dtype_held(dtype, tolerance->absolute + allowed);
    double difference = dtype_held(dtype, fabs(a - b));
    return isfinite(difference) && difference <= allowed;
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
        Value given = arg[i];
        if (!options_number(&given)) {
            raise_error(run, "TypeError", "allclose(): argument '%s' must be float, not %s",
                        i ? "atol" : "rtol", arg[i].type->name);
            return false;
        }
        *(i ? &tolerance->absolute : &tolerance->relative) = value_number(given);
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
    if (!run_take_characters(run, CLOSE_CHARACTERS * shape_count(&shape))) return NOTHING;
    Index at = {0};
    if (!shape_count(&shape)) return from_bool(true);
    do {
        Index x = index_broadcast(&a->shape, &shape, at),
              y = index_broadcast(&b->shape, &shape, at);
        bool close =
            dtype_is_half(a->dtype)
                ? close_halves(a->dtype, tensor_get(a, x), tensor_get(b, y), &tolerance)
            : a->dtype == DTYPE_FLOAT64
                ? close_doubles(tensor_get(a, x), tensor_get(b, y), &tolerance)
            : a->dtype == DTYPE_FLOAT32
                ? close_floats((float)tensor_get(a, x), (float)tensor_get(b, y), &tolerance)
                : close_ints(tensor_get_int(a, x), tensor_get_int(b, y), &tolerance);
        if (!close) return from_bool(false);
    } while (index_next(&shape, &at));
    return from_bool(true);
}

const Native torch_questions[] = {
    {"is_tensor", "obj", torch_is_tensor},
    {"equal", "input, other", torch_equal},
    {"allclose", "input, other, rtol=, atol=, equal_nan=", torch_allclose},
    {0},
};
