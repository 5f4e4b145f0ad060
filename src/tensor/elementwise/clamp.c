// The operation clamp, min(max(x, low), high), with its two halves clamp_min and clamp_max.
#include "tensor/convert.h"
#include "tensor/elementwise/float_function.h"

#include <math.h>

// NaN anywhere makes NaN; where the limits cross, the upper one counts.
#define AT_LEAST(x, low) ((x) < (low) || (low) != (low) ? (low) : (x))
#define AT_MOST(x, high) ((x) > (high) || (high) != (high) ? (high) : (x))

#define LIMITS(kind, Cell)                                                                         \
    ROW3(clamp_##kind, Cell, Cell, AT_MOST(AT_LEAST(x, y), z))                                     \
    ROW2(clamp_min_##kind, Cell, Cell, AT_LEAST(x, y))                                             \
    ROW2(clamp_max_##kind, Cell, Cell, AT_MOST(x, y))

LIMITS(floats, float)
LIMITS(doubles, double)
LIMITS(ints, int64_t)

static const RowSet between = {
    .floats = clamp_floats, .doubles = clamp_doubles, .ints = clamp_ints};

static bool clamp_infer(OpCall *call, Error *error)
{
    if (call->input_count < 2) {
        return error_set(error, "RuntimeError",
                         "torch.clamp: At least one of 'min' or 'max' must not be None");
    }
    if (!infer_promoted(call, error)) return false;
    for (int k = 1; k < call->input_count; k++) {
        if (!dtype_fits_number(call->input[k], call->dtype, error)) return false;
    }
    return infer_no_bools(call, error);
}

VALUE2(clamp_min_value, AT_LEAST(x, y))
BINARY(clamp_min, "clamp_min", "input: Tensor, min: Number", "the cell, but not below the limit",
       NUMBERS(clamp_min), CALLED_OF_TWO("max"), .layout = layout_of_tensors, .kernel = "clamp",
       .infer = clamp_infer)

VALUE2(clamp_max_value, AT_MOST(x, y))
BINARY(clamp_max, "clamp_max", "input: Tensor, max: Number", "the cell, but not above the limit",
       NUMBERS(clamp_max), CALLED_OF_TWO("min"), .layout = layout_of_tensors, .kernel = "clamp",
       .infer = clamp_infer)

// A single limit that is the number NaN limits nothing.
static bool has_no_limit(const OpCall *call)
{
    const Tensor *limit = call->input[1];
    return call->input_count == 2 && limit->is_number && isnan(tensor_get(limit, (Index){0}));
}

static void clamp_forward(OpCall *call)
{
    bool low = call_input(call, 1) != NULL, high = call_input(call, 2) != NULL;
    if (has_no_limit(call))
        tensor_assign(call->output, call->input[0]);
    else
        elementwise_same(call, call->dtype,
                         low && high ? &between
                         : low       ? op_clamp_min.rows
                                     : op_clamp_max.rows);
}

static double clamp_value(const OpCall *call, const double *term, int count)
{
    double x = term[0], low = term[1], high = term[count - 1];
    if (has_no_limit(call)) return x;
    if (call_input(call, 1)) x = AT_LEAST(x, low);
    if (call_input(call, 2)) x = AT_MOST(x, high);
    return x;
}

UNARY_BY(clamp_forward, 0, clamp, "input: Tensor, min: Number? = None, max: Number? = None",
         "the cell, but not below the lower limit nor above the upper one", CALLED_OF_TWO("clamp"),
         .aliases = "clip", .kernel = "clamp", .infer = clamp_infer, .layout = layout_of_tensors,
         .effort = {4, 2})
