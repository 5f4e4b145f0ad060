// The operations one_hot (1 at the position that the cell names, 0 elsewhere) and bincount (how
// often each value occurs).
#include "tensor/call.h"
#include "tensor/cost.h"

// ---- one_hot -----------------------------------------------------------------------------------

static void least_and_most(const Tensor *in, int64_t *least, int64_t *most)
{
    Index at = {0};
    *least = INT64_MAX;
    *most = INT64_MIN;
    if (tensor_count(in) == 0) return;
    do {
        int64_t cell = tensor_get_int(in, at);
        if (cell < *least) *least = cell;
        if (cell > *most) *most = cell;
    } while (index_next(&in->shape, &at));
}

static bool classes_of(const OpCall *call, int64_t *classes, Error *error)
{
    const Tensor *in = call->input[0];
    int64_t least, most;
    *classes = call_int(call, 0, -1);
    least_and_most(in, &least, &most);
    if (tensor_count(in) == 0 && *classes <= 0) {
        return error_set(error, "RuntimeError",
                         "Can not infer total number of classes from empty tensor.");
    }
    if (tensor_count(in) == 0) return true;
    if (least < 0) return error_set(error, "RuntimeError", "Class values must be non-negative.");
    if (*classes == -1 && most < INT64_MAX) *classes = most + 1;
    if (*classes < 1) return error_set(error, "RuntimeError", "num_classes should be positive");
    if (most < *classes) return true;
    error_set(error, "RuntimeError", "Class values must be smaller than num_classes.");
    return error_hint(error, "the largest is %lld, so num_classes=%lld", (long long)most,
                      (long long)most + (most < INT64_MAX));
}

static bool one_hot_infer(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0];
    if (in->dtype != DTYPE_INT64) {
        error_set(error, "RuntimeError",
                  "one_hot is only applicable to index tensor of type LongTensor.");
        return error_hint(error, "class numbers as integers, with .long()");
    }
    if (in->shape.ndim == MAX_DIMS) return error_too_many_dims(error, MAX_DIMS + 1);
    int64_t classes;
    if (!classes_of(call, &classes, error)) return false;
    call->dtype = DTYPE_INT64;
    call->shape = in->shape;
    call->shape.dim[call->shape.ndim++] = classes;
    return true;
}

static void one_hot_forward(OpCall *call)
{
    const Tensor *in = call->input[0];
    int64_t *to = tensor_ints(call->output), classes = call->shape.dim[call->shape.ndim - 1];
    Index at = {0};
    if (tensor_count(call->output) == 0) return;
    do {
        to[tensor_get_int(in, at)] = 1;
        to += classes;
    } while (index_next(&in->shape, &at));
}

static void one_hot_sources(const OpCall *call, Index at, Terms *terms)
{
    at.at[call->shape.ndim - 1] = 0;
    terms->kind = TERMS_ELEMENTWISE;
    terms_add(terms, 0, at);
}

static double one_hot_value(const OpCall *call, const Terms *terms, const double *term)
{
    return term[0] == (double)terms->at.at[call->shape.ndim - 1];
}

const Op op_one_hot = {
    .name = "one_hot",
    .effort = {16},
    .signature = "tensor: Tensor, num_classes: int = -1",
    .shape = "(...) -> (..., classes)",
    .doc = "1 at the position given by the cell, 0 at all others",
    .found = IN_FUNCTIONAL,
    .notation = {.before = "one_hot(", .after = ")"},
    .infer = one_hot_infer,
    .forward = one_hot_forward,
    .sources = one_hot_sources,
    .value_at = one_hot_value,
};

// ---- bincount ----------------------------------------------------------------------------------

static bool bincount_infer(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0];
    int64_t least, most, bins = call_int(call, 0, 0);
    if (!dtype_is_integer(in->dtype)) {
        return error_not_implemented(error, "bincount_cpu", in->dtype);
    }
    if (bins < 0) return error_set(error, "RuntimeError", "minlength should be >= 0");
    least_and_most(in, &least, &most);
    if (in->shape.ndim != 1 || (tensor_count(in) && least < 0)) {
        return error_set(error, "RuntimeError",
                         "bincount only supports 1-d non-negative integral inputs.");
    }
    bool weighted = call->input_count > 1;
    if (weighted && !shape_equal(&call->input[1]->shape, &in->shape)) {
        return error_set(error, "RuntimeError",
                         "weights should be 1-d and have the same length as input");
    }
    if (tensor_count(in) && most >= bins) bins = most < INT64_MAX ? most + 1 : most;
    call->shape = (Shape){.ndim = 1, .dim = {bins}};
    call->dtype = !weighted                                ? DTYPE_INT64
                  : call->input[1]->dtype == DTYPE_FLOAT32 ? DTYPE_FLOAT32
                                                           : DTYPE_FLOAT64;
    return true;
}

static void bincount_forward(OpCall *call)
{
    const Tensor *in = call->input[0];
    for (int64_t i = 0; i < tensor_count(in); i++) {
        Index bin = {{tensor_get_int(in, (Index){{i}})}};
        double weight = call->input_count > 1 ? tensor_get(call->input[1], (Index){{i}}) : 1;
        tensor_set(call->output, bin, tensor_get(call->output, bin) + weight);
    }
}

static void bincount_sources(const OpCall *call, Index at, Terms *terms)
{
    const Tensor *in = call->input[0];
    terms->by_values = true;
    terms->looked_at = tensor_count(in);
    for (int64_t i = 0; i < tensor_count(in); i++) {
        if (tensor_get_int(in, (Index){{i}}) != at.at[0]) continue;
        terms->kind = TERMS_REDUCTION;
        terms_add(terms, call->input_count > 1, (Index){{i}});
    }
}

static double bincount_value(const OpCall *call, const double *term, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) sum += term[i];
    return call->input_count > 1 ? sum : count;
}

// Each cell adds 1, or its weight, to its bin.
static void bincount_cost(const OpCall *call, Cost *cost)
{
    cost_add(cost, COST_ADDITIONS, tensor_count(call->input[0]), 1);
}

const Op op_bincount = {
    .name = "bincount",
    .effort = {395},
    .signature = "input: Tensor, weights: Tensor? = None, minlength: int = 0",
    .shape = "(n) -> (largest + 1)",
    .doc = "how many cells have this value, or the sum of their weights",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.before = "count(", .between = ", ", .after = ")"},
    .infer = bincount_infer,
    .forward = bincount_forward,
    .sources = bincount_sources,
    .value = bincount_value,
    .cost = bincount_cost,
};
