// The operations index_select and embedding: y[i] = x[index[i]] along one dimension. An embedding
// looks up the row of its table for each token.
#include "tensor/indexing/index_along.h"

#include "tensor/autograd.h"

// ---- positions ---------------------------------------------------------------------------------

int64_t shape_size_along(const Shape *shape, int dim)
{
    return shape->ndim ? shape->dim[dim] : 1;
}

bool tensor_is_index(const Tensor *tensor)
{
    return tensor->dtype == DTYPE_INT64 || tensor->dtype == DTYPE_INT32;
}

bool index_all_between(const Tensor *index, int64_t low, int64_t size, int64_t *wrong)
{
    SCRATCH(scratch);
    int64_t stride[MAX_DIMS];
    if (tensor_count(index) == 0) return true;
    const int64_t *position = index_positions(index, stride, &scratch);
    bool good = true;
    Index at = {0};
    Shape outer = index->shape;
    int64_t n = outer.ndim ? outer.dim[--outer.ndim] : 1, inner = stride[outer.ndim];
    do {
        const int64_t *cell = position;
        for (int d = 0; d < outer.ndim; d++) cell += at.at[d] * stride[d];
        for (int64_t i = 0; i < n && good; i++) {
            *wrong = cell[i * inner];
            good = *wrong >= low && *wrong < size;
        }
    } while (good && index_next(&outer, &at));
    return good;
}

static bool position_out_of_range(Error *error, int64_t position, int64_t size)
{
    error_set(error, "IndexError", "index out of range in self");
    return error_hint(error, "position %lld; there are %lld, counted from 0", (long long)position,
                      (long long)size);
}

static bool tensor_is_vector(const Tensor *index, Error *error)
{
    if (!tensor_is_index(index)) {
        return error_set(error, "RuntimeError",
                         "index_select(): Expected dtype int32 or int64 for index");
    }
    if (index->shape.ndim <= 1) return true;
    return error_set(error, "IndexError", "index_select(): Index is supposed to be a vector");
}

static int64_t index_position_at(const Tensor *index, int64_t i, int64_t size)
{
    int64_t position = tensor_get_int(index, (Index){{i}});
    return position < 0 ? position + size : position;
}

static void picks_along(Picks *picks, const Tensor *of, int dim, const Tensor *index,
                        Arena *scratch)
{
    bool indexed[MAX_DIMS] = {false};
    bool number = of->shape.ndim == 0;
    indexed[dim] = true;
    picks_begin(picks, of, indexed, dim, &index->shape, scratch);
    int64_t stride[MAX_DIMS];
    const int64_t *position = index_positions(index, stride, scratch);
    picks_add(picks, position, stride, shape_size_along(&of->shape, dim),
              number ? 0 : of->stride[dim]);
}

// ---- index_select ------------------------------------------------------------------------------

static bool index_select_infer(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0], *index = call->input[1];
    int64_t size, wrong;
    int dim;
    if (!shape_wrap_dim(call_int(call, 0, 0), in->shape.ndim, &dim, error) ||
        !tensor_is_vector(index, error))
        return false;
    size = shape_size_along(&in->shape, dim);
    if (size == 0 && in->shape.ndim > 1 && tensor_count(index) > 0) {
        return error_set(error, "RuntimeError",
                         "index_select(): self indexing axis dim should be positive");
    }
    if (!index_all_between(index, 0, size, &wrong)) {
        if (dim == 0) return position_out_of_range(error, wrong, size);
        return error_set(error, "RuntimeError",
                         "INDICES element is out of DATA bounds, id=%lld axis_dim=%lld",
                         (long long)wrong, (long long)size);
    }
    call->shape = in->shape;
    call->dtype = in->dtype;
    if (in->shape.ndim) call->shape.dim[dim] = tensor_count(index);
    return true;
}

static void index_select_forward(OpCall *call)
{
    Picks picks;
    SCRATCH(scratch);
    Tensor out = *call->output, index = *call->input[1];
    if (tensor_count(&out) == 0) return;
    if (index.shape.ndim == 0 && call->shape.ndim) { // counts as one position
        index.shape = (Shape){.ndim = 1, .dim = {1}};
        index.stride[0] = 1;
    }
    if (call->shape.ndim == 0) index.shape = (Shape){0};
    picks_along(&picks, call->input[0], call_dim(call), &index, &scratch);
    picks_read(&picks, &out);
}

static void index_select_sources(const OpCall *call, Index at, Terms *terms)
{
    int dim = call_dim(call);
    const Tensor *in = call->input[0];
    terms_decide(terms, 1, (Index){{in->shape.ndim ? at.at[dim] : 0}});
    terms->by_values = true;
    if (in->shape.ndim)
        at.at[dim] = index_position_at(call->input[1], at.at[dim], in->shape.dim[dim]);
    terms_moved(call, terms, 0, at);
}

OP_ROW(index_select, "input: Tensor, dim: int, index: Tensor",
       "(..., n, ...), (k) -> (..., k, ...)", "the cell at the position given by the index",
       IN_TORCH | IN_TENSOR, .effort = {14, 12}, .moves = true, .traits = OP_KNOWS_HALVES,
       .forward = index_select_forward, .sources = index_select_sources)

// ---- embedding ---------------------------------------------------------------------------------

static bool embedding_fits(const OpCall *call, Error *error)
{
    const Tensor *index = call->input[0], *weight = call->input[1];
    int64_t wrong, size = weight->shape.dim[0];
    if (weight->shape.ndim == 0 && autograd_of(weight)->requires_grad) {
        return error_set(error, "IndexError",
                         "Dimension specified as 0 but tensor has no dimensions");
    }
    if (weight->shape.ndim != 2) return error_set(error, "RuntimeError", "'weight' must be 2-D");
    if (!tensor_is_index(index)) {
        error_set(error, "RuntimeError",
                  "Expected tensor for argument #1 'indices' to have one of the following scalar "
                  "types: Long, Int; but got torch.%sTensor instead (while checking arguments for "
                  "embedding)",
                  dtype_title(index->dtype));
        return error_hint(error, "token numbers as integers, with .long()");
    }
    if (index->shape.ndim == MAX_DIMS) return error_too_many_dims(error, MAX_DIMS + 1);
    if (index_all_between(index, 0, size, &wrong)) return true;
    if (size == 0) {
        error_set(error, "RuntimeError",
                  "index_select(): self indexing axis dim should be positive");
        return error_hint(error, "a table with rows: this one has none");
    }
    error_set(error, "IndexError", "index out of range in self");
    return error_hint(error, "token %lld; the table has %lld rows, counted from 0",
                      (long long)wrong, (long long)size);
}

static bool padding_fits(const OpCall *call, Error *error)
{
    int64_t rows = call->input[1]->shape.dim[0], padding = call_int(call, 0, 0);
    if (padding >= -rows && (padding < rows || padding == 0)) return true;
    return error_set(error, "AssertionError", "Padding_idx must be within num_embeddings");
}

static bool embedding_infer(OpCall *call, Error *error)
{
    const Tensor *index = call->input[0], *weight = call->input[1];
    if (call_has(call, 1)) {
        error_set(
            error, "NotImplementedError",
            "embedding(max_norm=...), which changes the table, is outside the part of PyTorch "
            "that qkv runs");
        return error_hint(error, "without max_norm");
    }
    if (!embedding_fits(call, error) || !padding_fits(call, error)) return false;
    call->shape = index->shape;
    call->shape.dim[call->shape.ndim++] = weight->shape.dim[1];
    call->dtype = weight->dtype;
    return true;
}

static void embedding_forward(OpCall *call)
{
    Picks picks;
    SCRATCH(scratch);
    if (tensor_count(call->output) == 0) return;
    picks_along(&picks, call->input[1], 0, call->input[0], &scratch);
    picks_read(&picks, call->output);
}

static void embedding_sources(const OpCall *call, Index at, Terms *terms)
{
    int last = call->shape.ndim - 1;
    Index token = at;
    token.at[last] = 0;
    Index from = {{tensor_get_int(call->input[0], token), at.at[last]}};
    terms_decide(terms, 0, token);
    terms->by_values = true;
    terms_moved(call, terms, 1, from);
}

OP_ROW(embedding,
       "input: Tensor, weight: Tensor, padding_idx: int? = None, max_norm: float? = None, "
       "norm_type: float = 2, scale_grad_by_freq: bool = False, sparse: bool = False",
       "(...), (tokens, d) -> (..., d)", "the cell in the table's row for this token",
       IN_FUNCTIONAL, .effort = {3}, .traits = OP_KNOWS_HALVES | OP_WRITES_ALL, .moves = true,
       .forward = embedding_forward, .sources = embedding_sources)
