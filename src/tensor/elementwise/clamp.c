// The operations clamp, min(max(x, low), high), with its two halves clamp_min and clamp_max; and
// fmax and fmin, the larger and the smaller of two cells, where NaN loses against any number.
#include "tensor/convert.h"
#include "tensor/elementwise/float_function.h"

#include <math.h>

enum { PLACES = IN_TORCH | IN_TENSOR };

// ---- clamp -------------------------------------------------------------------------------------

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
static const RowSet at_least = {
    .floats = clamp_min_floats, .doubles = clamp_min_doubles, .ints = clamp_min_ints};
static const RowSet at_most = {
    .floats = clamp_max_floats, .doubles = clamp_max_doubles, .ints = clamp_max_ints};

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
    return call->dtype != DTYPE_BOOL || error_not_implemented(error, "clamp", DTYPE_BOOL);
}

// A single limit that is the number NaN limits nothing.
static bool has_no_limit(const OpCall *call)
{
    const Tensor *limit = call->input[1];
    return call->input_count == 2 && limit->is_number && isnan(tensor_get(limit, (Index){0}));
}

static void clamp_forward(OpCall *call)
{
    if (has_no_limit(call)) {
        tensor_assign(call->output, call->input[0]);
        return;
    }
    bool low = call_input(call, 1) != NULL, high = call_input(call, 2) != NULL;
    elementwise_same(call, call->dtype, low && high ? &between : low ? &at_least : &at_most);
}

static double clamp_value(const OpCall *call, const double *term, int count)
{
    double x = term[0], low = term[1], high = term[count - 1];
    if (has_no_limit(call)) return x;
    if (call_input(call, 1)) x = AT_LEAST(x, low);
    if (call_input(call, 2)) x = AT_MOST(x, high);
    return x;
}

const Op op_clamp = {
    .name = "clamp",
    .effort = 4,
    .wide_effort = 2,
    .aliases = "clip",
    .signature = "input: Tensor, min: Number? = None, max: Number? = None",
    .shape = "(...), (...), (...) -> (...)",
    .doc = "the cell, but not below the lower limit nor above the upper one",
    .found = PLACES,
    .layout = layout_of_tensors,
    .notation = {"clamp(", ", ", ")", NULL},
    .infer = clamp_infer,
    .forward = clamp_forward,
    .sources = sources_elementwise,
    .value = clamp_value,
};

VALUE2(clamp_min_value, AT_LEAST(x, y))

static void clamp_min_forward(OpCall *call)
{
    elementwise_same(call, call->dtype, &at_least);
}

const Op op_clamp_min = {
    .name = "clamp_min",
    .signature = "input: Tensor, min: Number",
    .shape = "(...), (...) -> (...)",
    .doc = "the cell, but not below the limit",
    .found = PLACES,
    .layout = layout_of_tensors,
    .notation = {"max(", ", ", ")", NULL},
    .infer = clamp_infer,
    .forward = clamp_min_forward,
    .sources = sources_elementwise,
    .value = clamp_min_value,
};

VALUE2(clamp_max_value, AT_MOST(x, y))

static void clamp_max_forward(OpCall *call)
{
    elementwise_same(call, call->dtype, &at_most);
}

const Op op_clamp_max = {
    .name = "clamp_max",
    .signature = "input: Tensor, max: Number",
    .shape = "(...), (...) -> (...)",
    .doc = "the cell, but not above the limit",
    .found = PLACES,
    .layout = layout_of_tensors,
    .notation = {"min(", ", ", ")", NULL},
    .infer = clamp_infer,
    .forward = clamp_max_forward,
    .sources = sources_elementwise,
    .value = clamp_max_value,
};

// ---- fmax, fmin --------------------------------------------------------------------------------

ROW2(fmax_floats, float, float, x == y ? x : fmaxf(x, y))
ROW2(fmax_doubles, double, double, x == y ? x : fmax(x, y))
ROW2(fmax_ints, int64_t, int64_t, x > y ? x : y)
ROW2(fmax_bools, unsigned char, unsigned char, x | y)
VALUE2(fmax_value, fmax(x, y))

static void fmax_forward(OpCall *call)
{
    elementwise_same(call, call->dtype,
                     &(RowSet){.floats = fmax_floats,
                               .doubles = fmax_doubles,
                               .ints = fmax_ints,
                               .bools = fmax_bools});
}

const Op op_fmax = {
    .name = "fmax",
    .effort = 7,
    .wide_effort = 5,
    .signature = "input: Tensor, other: Tensor",
    .shape = "(...), (...) -> (...)",
    .doc = "the larger of the two cells, ignoring NaN",
    .found = PLACES,
    .layout = layout_together,
    .notation = {"max(", ", ", ")", NULL},
    .infer = infer_promoted,
    .forward = fmax_forward,
    .sources = sources_elementwise,
    .value = fmax_value,
};

ROW2(fmin_floats, float, float, x == y ? x : fminf(x, y))
ROW2(fmin_doubles, double, double, x == y ? x : fmin(x, y))
ROW2(fmin_ints, int64_t, int64_t, x < y ? x : y)
ROW2(fmin_bools, unsigned char, unsigned char, x &y)
VALUE2(fmin_value, fmin(x, y))

static void fmin_forward(OpCall *call)
{
    elementwise_same(call, call->dtype,
                     &(RowSet){.floats = fmin_floats,
                               .doubles = fmin_doubles,
                               .ints = fmin_ints,
                               .bools = fmin_bools});
}

const Op op_fmin = {
    .name = "fmin",
    .effort = 7,
    .wide_effort = 5,
    .signature = "input: Tensor, other: Tensor",
    .shape = "(...), (...) -> (...)",
    .doc = "the smaller of the two cells, ignoring NaN",
    .found = PLACES,
    .layout = layout_together,
    .notation = {"min(", ", ", ")", NULL},
    .infer = infer_promoted,
    .forward = fmin_forward,
    .sources = sources_elementwise,
    .value = fmin_value,
};
