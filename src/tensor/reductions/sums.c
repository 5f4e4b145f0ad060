// The operations sum and mean (the sum divided by the number of cells).
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/mistake.h"
#include "tensor/reductions/order_of_sums.h"
#include "tensor/reductions/totals.h"

// ---- sum ---------------------------------------------------------------------------------------

static void sum_int_cells(const OpCall *call, const void *cells, int64_t stride, int64_t n,
                          void *out)
{
    (void)call;
    const int64_t *cell = cells;
    uint64_t sum = 0; // wraps around
    for (int64_t i = 0; i < n; i++) sum += (uint64_t)cell[i * stride];
    *(int64_t *)out = (int64_t)sum;
}

static void sum_double_cells(const OpCall *call, const void *cells, int64_t stride, int64_t n,
                             void *out)
{
    (void)call;
    *(double *)out = sum_in_pairs(cells, stride, n);
}

static bool sum_infer(OpCall *call, Error *error)
{
    return total_infer(call, 1, 2, error);
}

static void sum_forward(OpCall *call)
{
    if (call->dtype == DTYPE_FLOAT32)
        reduce_nested(call, 0, sum_by_cascade);
    else
        reduce(call, reduce_operand(call->dtype),
               &(Folds){.ints = sum_int_cells, .doubles = sum_double_cells});
}

REDUCTION(sum, ALONG_SEVERAL ", dtype: dtype? = None", "the sum of the cells along the dimension",
          .infer = sum_infer, .forward = sum_forward, FOLDED_BY(total_sum),
          WRITTEN(NULL, " + ", NULL), .effort = {2, 6}, .mistakes = mistakes_sum)

// ---- mean --------------------------------------------------------------------------------------

static double mean_value(const OpCall *call, const double *term, int count)
{
    return total_sum(call, term, count) / count;
}

static bool mean_infer(OpCall *call, Error *error)
{
    bool given = call_has(call, 2);
    DType dtype = (DType)call_int(call, 2, (int64_t)call->input[0]->dtype);
    if (!dtype_is_float(dtype)) {
        error_set(error, "RuntimeError",
                  "mean(): could not infer output dtype. %s dtype must be either a floating point "
                  "or complex dtype. Got: %s",
                  given ? "Optional" : "Input", dtype_title(dtype));
        return error_hint(error, "convert it first: .float()");
    }
    return total_infer(call, 1, 2, error);
}

static void mean_forward(OpCall *call)
{
    int64_t cells = tensor_count(call->output);
    int64_t count = cells ? tensor_count(call->input[0]) / cells : 0;
    sum_forward(call);
    if (call->dtype == DTYPE_FLOAT64) {
        double *out = tensor_doubles(call->output);
        for (int64_t i = 0; i < cells; i++) out[i] /= (double)count;
        return;
    }
    float *out = tensor_floats(call->output);
    for (int64_t i = 0; i < cells; i++) out[i] /= (float)count;
}

REDUCTION(mean, ALONG_SEVERAL ", dtype: dtype? = None",
          "the sum of the cells along the dimension, divided by their number", .infer = mean_infer,
          .forward = mean_forward, FOLDED_BY(mean_value), WRITTEN("(", " + ", ") / $n"),
          .effort = {32, 16}, .traits = OP_EXACT_NUMBER, .mistakes = mistakes_mean)
