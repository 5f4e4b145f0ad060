// Comparisons, which give True or False, the larger and smaller of two, and clamp, which is
// min(max(x, low), high), with its two halves clamp_min and clamp_max.
#include "tensor/convert.h"
#include "tensor/elementwise/elementwise.h"

#include <math.h>

#define COMPARISON(id, its_aliases, sign, its_doc)                                                 \
    ROW2(id##_floats, float, unsigned char, x sign y)                                              \
    ROW2(id##_doubles, double, unsigned char, x sign y)                                            \
    ROW2(id##_ints, int64_t, unsigned char, x sign y)                                              \
    ROW2(id##_bools, unsigned char, unsigned char, x sign y)                                       \
    VALUE2(id##_value, x sign y)                                                                   \
    BINARY(id, #id, TENSOR_AND_NUMBER, its_doc, ALL_TYPES(id), OF_TRUTH, OPERATOR(#sign),          \
           .aliases = its_aliases, .traits = OP_WRITES_ALL)

COMPARISON(eq, NULL, ==, "True where the two cells are equal")
COMPARISON(ne, "not_equal", !=, "True where the two cells differ")
COMPARISON(lt, "less", <, "True where the first cell is smaller than the second")
COMPARISON(le, "less_equal", <=, "True where the first cell is not larger than the second")
COMPARISON(gt, "greater", >, "True where the first cell is larger than the second")
COMPARISON(ge, "greater_equal", >=, "True where the first cell is not smaller than the second")

// ---- the larger and the smaller ----------------------------------------------------------------

#define EXTREME(id, in_float, in_double, in_int, in_bool, word, its_doc, ...)                      \
    ROW2(id##_floats, float, float, in_float)                                                      \
    ROW2(id##_doubles, double, double, in_double)                                                  \
    ROW2(id##_ints, int64_t, int64_t, in_int)                                                      \
    ROW2(id##_bools, unsigned char, unsigned char, in_bool)                                        \
    VALUE2(id##_value, in_double)                                                                  \
    BINARY(id, #id, TWO_TENSORS, its_doc, ALL_TYPES(id), OF_ANY, CALLED_OF_TWO(word), __VA_ARGS__)

// NaN in either makes NaN (y != y only for NaN); of 0 and -0 the first is taken.
EXTREME(maximum, x < y || y != y ? y : x, x<y || y != y ? y : x, x> y ? x : y, x | y, "max",
        "the larger of the two cells", .effort = {0})
EXTREME(minimum, y < x || y != y ? y : x, y < x || y != y ? y : x, x < y ? x : y, x &y, "min",
        "the smaller of the two cells", .effort = {0})

// NaN loses against any number.
EXTREME(fmax, x == y ? x : fmaxf(x, y), x == y ? x : fmax(x, y), x > y ? x : y, x | y, "max",
        "the larger of the two cells, ignoring NaN", .effort = {7, 5})
EXTREME(fmin, x == y ? x : fminf(x, y), x == y ? x : fmin(x, y), x < y ? x : y, x &y, "min",
        "the smaller of the two cells, ignoring NaN", .effort = {7, 5})

// ---- clamp -------------------------------------------------------------------------------------

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
