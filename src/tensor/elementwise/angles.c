// Angles and sides of triangles: tan, asin, acos, atan, atan2, hypot, degrees and radians.
#include "tensor/elementwise/float_function.h"

#include <math.h>

enum { PLACES = IN_TORCH | IN_TENSOR };

FLOAT_ROW(tan)
FUNCTION(tan, tan(x))
FUNCTION_ROW(tan, OF_FLOATS, .notation = {.before = "tan(", .after = ")"},
             .doc = "the tangent of the cell")

FLOAT_ROW(asin)
FUNCTION(asin, asin(x))
FUNCTION_ROW(asin, OF_FLOATS, .notation = {.before = "asin(", .after = ")"},
             .doc = "the angle whose sine is the cell")

FLOAT_ROW(acos)
FUNCTION(acos, acos(x))
FUNCTION_ROW(acos, OF_FLOATS, .notation = {.before = "acos(", .after = ")"},
             .doc = "the angle whose cosine is the cell")

FLOAT_ROW(atan)
FUNCTION(atan, atan(x))
FUNCTION_ROW(atan, OF_FLOATS, .notation = {.before = "atan(", .after = ")"},
             .doc = "the angle whose tangent is the cell")

// ---- degrees -----------------------------------------------------------------------------------

#define PI 3.14159265358979323846

ROW1(deg2rad_floats, float, float, x *(float)(PI / 180))
FUNCTION(deg2rad, x *(PI / 180))
FUNCTION_ROW(deg2rad, .signature = "input: Tensor", .infer = infer_float,
             .layout = layout_like_first, SHORT_WORK, .notation = {.before = "pi / 180 * "},
             .doc = "the cell, converted from degrees to radians")

ROW1(rad2deg_floats, float, float, x *(float)(180 / PI))
FUNCTION(rad2deg, x *(180 / PI))
FUNCTION_ROW(rad2deg, .signature = "input: Tensor", .infer = infer_float,
             .layout = layout_like_first, SHORT_WORK, .notation = {.before = "180 / pi * "},
             .doc = "the cell, converted from radians to degrees")

// ---- of two sides ------------------------------------------------------------------------------

static float atan2_apart(float y, float x)
{
    return (float)atan2((double)y, (double)x);
}

static void atan2_floats(void *output, const void *const *in, const int64_t *stride, int64_t n)
{
    run_two(atan2_row, atan2_apart, output, in, stride, n);
}

ROW2(atan2_doubles, double, double, atan2(x, y))
VALUE2(atan2_value, atan2(x, y))

static void atan2_forward(OpCall *call)
{
    elementwise_same(call, call->dtype,
                     &(RowSet){.floats = atan2_floats, .doubles = atan2_doubles});
}

const Op op_atan2 = {
    .name = "atan2",
    .effort = 11,
    .wide_effort = 17,
    .aliases = "arctan2",
    .signature = "input: Tensor, other: Tensor",
    .shape = "(...), (...) -> (...)",
    .doc = "the angle of the point with the first cell as its height and the second as its width",
    .found = PLACES,
    .layout = layout_together,
    .notation = {"atan2(", ", ", ")", NULL},
    .infer = infer_float,
    .forward = atan2_forward,
    .sources = sources_elementwise,
    .value = atan2_value,
};

static void hypot_floats(void *output, const void *const *in, const int64_t *stride, int64_t n)
{
    run_two(hypot_row, hypotf, output, in, stride, n);
}

ROW2(hypot_doubles, double, double, hypot(x, y))
VALUE2(hypot_value, hypot(x, y))

static bool hypot_infer(OpCall *call, Error *error)
{
    if (!infer_promoted(call, error)) return false;
    return dtype_is_float(call->dtype) || error_not_implemented(error, "hypot_cpu", call->dtype);
}

static void hypot_forward(OpCall *call)
{
    elementwise_same(call, call->dtype,
                     &(RowSet){.floats = hypot_floats, .doubles = hypot_doubles});
}

const Op op_hypot = {
    .name = "hypot",
    .effort = 6,
    .wide_effort = 18,
    .signature = "input: Tensor, other: Tensor",
    .shape = "(...), (...) -> (...)",
    .doc = "the third side of the right triangle that has the two cells as sides",
    .found = PLACES,
    .layout = layout_together,
    .notation = {.pattern = "sqrt($x**2 + $y**2)"},
    .infer = hypot_infer,
    .forward = hypot_forward,
    .sources = sources_elementwise,
    .value = hypot_value,
};
