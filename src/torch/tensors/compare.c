// Questions about tensors whose answer is a Python value. They leave no trace.
#include "lang/interp.h"
#include "torch/torch.h"

#include "tensor/call.h"

#include <math.h>

// Characters that are looked at in the time of a cell.
enum { EQUAL_CHARACTERS = 3, CLOSE_CHARACTERS = 5 };

static Value are_equal(Run *run, Value *arg)
{
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

// |a - b| <= atol + rtol * |b|, each step rounded as PyTorch rounds it.
static bool close_floats(DType dtype, double a, double b, const Tolerance *tolerance)
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

// input, other, rtol, atol, equal_nan; of one dtype
static Value are_close(Run *run, Value *arg)
{
    Tolerance tolerance = {value_number(arg[2]), value_number(arg[3]), arg[4].truth};
    Shape shape;
    const Tensor *a = arg[0].tensor, *b = arg[1].tensor;
    if (!shape_broadcast(&a->shape, &b->shape, &shape)) {
        // The operation has the message.
        return tensor_binary(run, OPERATOR_EQUAL, arg[0], arg[1]);
    }
    if (!run_take_characters(run, CLOSE_CHARACTERS * shape_count(&shape))) return NOTHING;
    if (a->dtype == DTYPE_FLOAT32) {
        tolerance.relative = (double)(float)tolerance.relative;
        tolerance.absolute = (double)(float)tolerance.absolute;
    }
    Index at = {0};
    if (!shape_count(&shape)) return from_bool(true);
    do {
        Index x = index_broadcast(&a->shape, &shape, at),
              y = index_broadcast(&b->shape, &shape, at);
        bool close = dtype_is_float(a->dtype)
                         ? close_floats(a->dtype, tensor_get(a, x), tensor_get(b, y), &tolerance)
                         : close_ints(tensor_get_int(a, x), tensor_get_int(b, y), &tolerance);
        if (!close) return from_bool(false);
    } while (index_next(&shape, &at));
    return from_bool(true);
}

const Native torch_questions[] = {
    {"_are_equal", "input, other, /", are_equal},
    {"_are_close", "input, other, rtol, atol, equal_nan, /", are_close},
    {0},
};
