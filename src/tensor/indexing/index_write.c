// The operation index_add, which adds at positions along one dimension: y[index[i]] += source[i].
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/indexing/index_along.h"

// ---- writing -----------------------------------------------------------------------------------

static bool infer_written(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0], *index = call->input[1];
    int64_t wrong;
    int dim;
    if (!shape_wrap_dim(call_int(call, 0, 0), in->shape.ndim, &dim, error) ||
        !tensor_is_vector(index, call->op->name, error))
        return false;
    int64_t size = shape_size_along(&in->shape, dim);
    call->shape = in->shape;
    call->dtype = in->dtype;
    if (index_all_between(index, 0, size, &wrong)) return true;
    return error_set(error, "RuntimeError",
                     "index %lld is out of bounds for dimension %d with size %lld",
                     (long long)wrong, dim, (long long)size);
}

static void index_add_forward(OpCall *call)
{
    Picks picks;
    Given value;
    Arena scratch = {0};
    tensor_assign(call->output, call->input[0]);
    if (tensor_count(call->input[1]) == 0 || tensor_count(call->output) == 0) return;
    Tensor index = *call->input[1], source = *call->input[2];
    if (index.shape.ndim == 0) { // counts as one position
        index.shape = (Shape){.ndim = 1, .dim = {1}};
        index.stride[0] = 1;
    }
    if (call->shape.ndim == 0) index.shape = source.shape = (Shape){0};
    given_begin(&value, &source, call->dtype);
    picks_along(&picks, call->output, index_dim(call), &index, &scratch);
    picks_write(&picks, &value, true, &scratch);
    arena_free(&scratch);
}

static bool wrong_count(const OpCall *call, int dim, Error *error)
{
    return error_set(error, "RuntimeError",
                     "index_add_(): Number of indices (%lld) should be equal to source.size(dim): "
                     "(%lld), for dim: %d",
                     (long long)tensor_count(call->input[1]),
                     (long long)call->input[2]->shape.dim[dim], dim);
}

// The sizes of one slice, as PyTorch's message lists them.
static const char *slice_sizes(Arena *arena, const Shape *shape, int dim)
{
    Buf buf = {.arena = arena};
    for (int d = 0, shown = 0; d < shape->ndim; d++) {
        if (d != dim) buf_printf(&buf, shown++ ? " %lld" : "%lld", (long long)shape->dim[d]);
    }
    return buf_text(&buf);
}

// The source has the input's sizes, but for one cell along `dim` for each entry of the index.
static bool source_fits(const OpCall *call, Error *error)
{
    const Tensor *in = call->input[0], *source = call->input[2];
    int dim = index_dim(call);
    bool same = source->shape.ndim == in->shape.ndim;
    for (int d = 0; same && d < in->shape.ndim; d++) {
        same = d == dim || source->shape.dim[d] == in->shape.dim[d];
    }
    if (same && shape_size_along(&source->shape, dim) == tensor_count(call->input[1])) return true;
    if (same) return wrong_count(call, dim, error);
    error_set(
        error, "RuntimeError",
        "index_add_(): Source/destination tensor must have same slice shapes. Destination slice "
        "shape: %s at dimension %d and source slice shape: %s at dimension 0.",
        slice_sizes(error->arena, &in->shape, dim), dim,
        slice_sizes(error->arena, &source->shape, dim));
    return error_hint(error, "one slice of the source for each entry of the index");
}

static bool index_add_infer(OpCall *call, Error *error)
{
    DType dtype = call->input[0]->dtype, source = call->input[2]->dtype;
    int dim;
    if (!shape_wrap_dim(call_int(call, 0, 0), call->input[0]->shape.ndim, &dim, error))
        return false;
    if (source != dtype) {
        return error_set(error, "RuntimeError",
                         "index_add_(): self (%s) and source (%s) must have the same scalar type",
                         dtype_title(dtype), dtype_title(source));
    }
    const Tensor *index = call->input[1];
    if (!tensor_is_index(index)) {
        return error_set(error, "RuntimeError",
                         "index_add_(): Expected dtype int32/int64 for index but got: %s",
                         dtype_title(index->dtype));
    }
    bool counted = index->shape.ndim > 1 || call->input[2]->shape.ndim <= dim ||
                   tensor_count(index) == call->input[2]->shape.dim[dim];
    if (!counted) return wrong_count(call, dim, error);
    return infer_written(call, error) && source_fits(call, error);
}

static void index_add_sources(const OpCall *call, Index at, Terms *terms)
{
    int dim = index_dim(call);
    const Tensor *index = call->input[1];
    int64_t position = call->shape.ndim ? at.at[dim] : 0,
            size = shape_size_along(&call->shape, dim);
    terms_moved(call, terms, 0, at);
    terms->by_values = true;
    terms->looked_at = tensor_count(index);
    for (int64_t i = 0; i < tensor_count(index); i++) {
        if (index_position_at(index, i, size) != position) continue;
        Index from = at;
        from.at[dim] = call->shape.ndim ? i : 0;
        terms_add(terms, 2, from);
        terms->kind = TERMS_REDUCTION;
    }
}

static void index_add_cost(const OpCall *call, Cost *cost)
{
    cost_add(cost, COST_ADDITIONS, tensor_count(call->input[2]), 1);
}

const Op op_index_add = {
    OP_ROW(index_add, "input: Tensor, dim: int, index: Tensor, source: Tensor",
           "(..., n, ...), (k), (..., k, ...) -> (..., n, ...)",
           "the cell plus the source's cells whose index names it", IN_TORCH | IN_TENSOR),
    .traits = OP_APART,
    .notation = {.between = " + "},
    .forward = index_add_forward,
    .sources = index_add_sources,
    .value = value_summed,
    .cost = index_add_cost,
};
