// Answers about values: which one-hot row, which bucket, how many of each, which are there at all.
#include "tensor/call.h"
#include "tensor/convert.h"
#include "tensor/order.h"

#include <math.h>

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
        error_set(error, "RuntimeError", "one_hot is only applicable to index tensor.");
        return error_hint(error, "class numbers as integers, with .long()");
    }
    if (in->shape.ndim == MAX_DIMS) return too_many_dims(error, MAX_DIMS + 1);
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
    .signature = "tensor: Tensor, num_classes: int = -1",
    .shape = "(...) -> (..., classes)",
    .doc = "1 at the position that the cell names, 0 at all others",
    .found = IN_FUNCTIONAL,
    .notation = {"one_hot(", NULL, ")"},
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
        return not_implemented(error, "bincount_cpu", in->dtype);
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

const Op op_bincount = {
    .name = "bincount",
    .signature = "input: Tensor, weights: Tensor? = None, minlength: int = 0",
    .shape = "(n) -> (largest + 1)",
    .doc = "how many cells have this value, or the sum of their weights",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {"count(", ", ", ")"},
    .infer = bincount_infer,
    .forward = bincount_forward,
    .sources = bincount_sources,
    .value = bincount_value,
};

// ---- buckets -----------------------------------------------------------------------------------

// Input 0 holds the values, input 1 the boundaries in ascending order.
static bool bucketize_infer(OpCall *call, Error *error)
{
    const Tensor *edges = call->input[1];
    if (edges->shape.ndim != 1) {
        return error_set(error, "RuntimeError",
                         "boundaries tensor must be 1 dimension, but got dim(%d)",
                         edges->shape.ndim);
    }
    call->dtype = DTYPE_INT64;
    call->shape = call->input[0]->shape;
    return true;
}

static bool is_below(const OpCall *call, double edge, double value)
{
    return call_bool(call, 0, false) ? edge <= value : edge < value;
}

static void bucketize_forward(OpCall *call)
{
    const Tensor *in = call->input[0], *edges = call->input[1];
    Index at = {0};
    if (tensor_count(call->output) == 0) return;
    do {
        double value = tensor_get(in, at);
        int64_t low = 0, high = edges->shape.dim[0];
        while (low < high) {
            int64_t middle = low + (high - low) / 2;
            if (is_below(call, tensor_get(edges, (Index){{middle}}), value))
                low = middle + 1;
            else
                high = middle;
        }
        tensor_set_int(call->output, at, low);
    } while (index_next(&in->shape, &at));
}

static void bucketize_sources(const OpCall *call, Index at, Terms *terms)
{
    terms->kind = TERMS_REDUCTION;
    terms_add(terms, 0, at);
    for (int64_t i = 0; i < call->input[1]->shape.dim[0]; i++) terms_add(terms, 1, (Index){{i}});
}

static double bucketize_value(const OpCall *call, const double *term, int count)
{
    int below = 0;
    for (int i = 1; i < count; i++) below += is_below(call, term[i], term[0]);
    return below;
}

const Op op_bucketize = {
    .name = "bucketize",
    .signature = "input: Tensor, boundaries: Tensor, right: bool = False",
    .shape = "(...), (n) -> (...)",
    .doc = "how many boundaries the cell has behind it",
    .found = IN_TORCH,
    .notation = {"bucket(", ", ", ")"},
    .infer = bucketize_infer,
    .forward = bucketize_forward,
    .sources = bucketize_sources,
    .value = bucketize_value,
};

// ---- unique ------------------------------------------------------------------------------------

// All cells: sorted, unless only neighbours are compared (argument 0).
static Item *all_items(const Tensor *in, bool consecutive, Arena *scratch)
{
    int64_t n = tensor_count(in);
    bool floats = dtype_is_float(in->dtype);
    Item *items = NEW_ARRAY(scratch, Item, n + 1);
    Index at = {0};
    for (int64_t i = 0; i < n; i++) {
        items[i] = (Item){.at = i};
        if (floats)
            items[i].number = tensor_get(in, at);
        else
            items[i].integer = tensor_get_int(in, at);
        index_next(&in->shape, &at);
    }
    if (!consecutive) order_stable_sort(items, n, order_before(floats, false));
    return items;
}

static bool same_item(const Tensor *in, const Item *a, const Item *b)
{
    return dtype_is_float(in->dtype) ? a->number == b->number : a->integer == b->integer;
}

// The groups of equal items: where each begins, and their count.
typedef struct Groups {
    Item *items;
    int64_t *first; // count + 1 of them
    int64_t count;
} Groups;

static Groups groups_of(const OpCall *call, Arena *scratch)
{
    const Tensor *in = call->input[0];
    int64_t n = tensor_count(in);
    Groups groups = {.items = all_items(in, call_bool(call, 0, false), scratch)};
    groups.first = NEW_ARRAY(scratch, int64_t, n + 1);
    for (int64_t i = 0; i < n; i++) {
        bool begins = i == 0 || !same_item(in, &groups.items[i - 1], &groups.items[i]);
        if (begins) groups.first[groups.count++] = i;
    }
    groups.first[groups.count] = n;
    return groups;
}

static bool infer_groups(OpCall *call, DType dtype)
{
    Arena scratch = {0};
    Groups groups = groups_of(call, &scratch);
    call->dtype = dtype;
    call->shape = (Shape){.ndim = 1, .dim = {groups.count}};
    arena_free(&scratch);
    return true;
}

static bool unique_infer(OpCall *call, Error *error)
{
    (void)error;
    return infer_groups(call, call->input[0]->dtype);
}

static void unique_forward(OpCall *call)
{
    Arena scratch = {0};
    Groups groups = groups_of(call, &scratch);
    for (int64_t g = 0; g < groups.count; g++) {
        const Item *item = &groups.items[groups.first[g]];
        if (dtype_is_float(call->dtype))
            tensor_set(call->output, (Index){{g}}, item->number);
        else
            tensor_set_int(call->output, (Index){{g}}, item->integer);
    }
    arena_free(&scratch);
}

static void unique_sources(const OpCall *call, Index at, Terms *terms)
{
    Arena scratch = {0};
    Groups groups = groups_of(call, &scratch);
    int64_t first = groups.items[groups.first[at.at[0]]].at;
    terms_moved(call, terms, 0, index_unravel(&call->input[0]->shape, first));
    arena_free(&scratch);
}

const Op op_unique = {
    .name = "unique",
    .signature = "input: Tensor, consecutive: bool",
    .shape = "(...) -> (k)",
    .doc = "the values that there are, each once",
    .infer = unique_infer,
    .forward = unique_forward,
    .sources = unique_sources,
};

static bool unique_inverse_infer(OpCall *call, Error *error)
{
    (void)error;
    call->dtype = DTYPE_INT64;
    call->shape = call->input[0]->shape;
    return true;
}

static void unique_inverse_forward(OpCall *call)
{
    Arena scratch = {0};
    Groups groups = groups_of(call, &scratch);
    int64_t *to = tensor_ints(call->output);
    for (int64_t g = 0; g < groups.count; g++) {
        for (int64_t i = groups.first[g]; i < groups.first[g + 1]; i++) to[groups.items[i].at] = g;
    }
    arena_free(&scratch);
}

// The cell, and those that begin the groups before its own.
static void unique_inverse_sources(const OpCall *call, Index at, Terms *terms)
{
    Arena scratch = {0};
    Groups groups = groups_of(call, &scratch);
    int64_t own = tensor_get_int(call->output, at);
    terms->kind = TERMS_REDUCTION;
    terms_add(terms, 0, at);
    for (int64_t g = 0; g < own; g++) {
        int64_t first = groups.items[groups.first[g]].at;
        terms_add(terms, 0, index_unravel(&call->input[0]->shape, first));
    }
    arena_free(&scratch);
}

static double unique_inverse_value(const OpCall *call, const double *term, int count)
{
    (void)call, (void)term;
    return count - 1;
}

const Op op_unique_inverse = {
    .name = "unique_inverse",
    .signature = "input: Tensor, consecutive: bool",
    .shape = "(...) -> (...)",
    .doc = "which of the values that there are the cell has",
    .infer = unique_inverse_infer,
    .forward = unique_inverse_forward,
    .sources = unique_inverse_sources,
    .value = unique_inverse_value,
};

static bool unique_counts_infer(OpCall *call, Error *error)
{
    (void)error;
    return infer_groups(call, DTYPE_INT64);
}

static void unique_counts_forward(OpCall *call)
{
    Arena scratch = {0};
    Groups groups = groups_of(call, &scratch);
    int64_t *to = tensor_ints(call->output);
    for (int64_t g = 0; g < groups.count; g++) to[g] = groups.first[g + 1] - groups.first[g];
    arena_free(&scratch);
}

static void unique_counts_sources(const OpCall *call, Index at, Terms *terms)
{
    Arena scratch = {0};
    Groups groups = groups_of(call, &scratch);
    int64_t g = at.at[0];
    terms->kind = TERMS_REDUCTION;
    for (int64_t i = groups.first[g]; i < groups.first[g + 1]; i++) {
        terms_add(terms, 0, index_unravel(&call->input[0]->shape, groups.items[i].at));
    }
    arena_free(&scratch);
}

static double unique_counts_value(const OpCall *call, const double *term, int count)
{
    (void)call, (void)term;
    return count;
}

const Op op_unique_counts = {
    .name = "unique_counts",
    .signature = "input: Tensor, consecutive: bool",
    .shape = "(...) -> (k)",
    .doc = "how many cells have the value",
    .notation = {"count(", ", ", ")"},
    .infer = unique_counts_infer,
    .forward = unique_counts_forward,
    .sources = unique_counts_sources,
    .value = unique_counts_value,
};
