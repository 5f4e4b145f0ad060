// Positions along one dimension: index_select and embedding read there, index_fill, index_copy and
// index_add write there.
#include "tensor/call.h"
#include "tensor/convert.h"
#include "tensor/overlap.h"
#include "tensor/pick.h"
#include "tensor/rows.h"

#include <string.h>

// ---- positions ---------------------------------------------------------------------------------

// Argument 0 as a dimension; infer has checked it.
static int dim_of(const OpCall *call)
{
    Error none = {.set = true};
    int dim = 0;
    wrap_dim(call_int(call, 0, 0), call->input[0]->shape.ndim, &dim, &none);
    return dim;
}

static int64_t size_of(const Shape *shape, int dim)
{
    return shape->ndim ? shape->dim[dim] : 1;
}

static bool is_index(const Tensor *tensor)
{
    return tensor->dtype == DTYPE_INT64 || tensor->dtype == DTYPE_INT32;
}

// Is each position from `low` to size - 1? The first one that is not, to `*wrong`.
static bool all_between(const Tensor *index, int64_t low, int64_t size, int64_t *wrong)
{
    Arena scratch = {0};
    int64_t stride[MAX_DIMS];
    const int64_t *position = index_positions(index, stride, &scratch);
    bool good = true;
    Index at = {0};
    Shape outer = index->shape;
    int64_t n = outer.ndim ? outer.dim[--outer.ndim] : 1, inner = stride[outer.ndim];
    if (tensor_count(index) == 0) return true;
    do {
        const int64_t *cell = position;
        for (int d = 0; d < outer.ndim; d++) cell += at.at[d] * stride[d];
        for (int64_t i = 0; i < n && good; i++) {
            *wrong = cell[i * inner];
            good = *wrong >= low && *wrong < size;
        }
    } while (good && index_next(&outer, &at));
    arena_free(&scratch);
    return good;
}

static bool out_of_range(Error *error, int64_t position, int64_t size)
{
    error_set(error, "IndexError", "index out of range in self");
    return error_hint(error, "position %lld; there are %lld, counted from 0", (long long)position,
                      (long long)size);
}

static bool is_vector(const Tensor *index, const char *name, Error *error)
{
    if (!is_index(index)) {
        return error_set(error, "RuntimeError", "%s(): Expected dtype int32 or int64 for index",
                         name);
    }
    if (index->shape.ndim <= 1) return true;
    return error_set(error, "IndexError", "%s(): Index is supposed to be a vector", name);
}

// The position that entry `i` of the index names, counted from 0.
static int64_t position_at(const Tensor *index, int64_t i, int64_t size)
{
    int64_t position = tensor_get_int(index, (Index){{i}});
    return position < 0 ? position + size : position;
}

// One pick for each cell of `index`, along `dim` of `of`.
static void picks_along(Picks *picks, const Tensor *of, int dim, const Tensor *index,
                        Arena *scratch)
{
    bool indexed[MAX_DIMS] = {false};
    bool number = of->shape.ndim == 0;
    indexed[dim] = true;
    picks_begin(picks, of, indexed, dim, &index->shape, scratch);
    int64_t stride[MAX_DIMS];
    const int64_t *position = index_positions(index, stride, scratch);
    picks_add(picks, position, stride, size_of(&of->shape, dim), number ? 0 : of->stride[dim]);
}

// ---- index_select ------------------------------------------------------------------------------

static bool index_select_infer(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0], *index = call->input[1];
    int64_t size, wrong;
    int dim;
    if (!wrap_dim(call_int(call, 0, 0), in->shape.ndim, &dim, error) ||
        !is_vector(index, "index_select", error))
        return false;
    size = size_of(&in->shape, dim);
    if (!all_between(index, 0, size, &wrong)) {
        if (dim == 0) return out_of_range(error, wrong, size);
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
    Arena scratch = {0};
    Tensor out = *call->output, index = *call->input[1];
    if (tensor_count(&out) == 0) return;
    if (index.shape.ndim == 0 && call->shape.ndim) { // counts as one position
        index.shape = (Shape){.ndim = 1, .dim = {1}};
        index.stride[0] = 1;
    }
    if (call->shape.ndim == 0) index.shape = (Shape){0};
    picks_along(&picks, call->input[0], dim_of(call), &index, &scratch);
    picks_read(&picks, &out);
    arena_free(&scratch);
}

static void index_select_sources(const OpCall *call, Index at, Terms *terms)
{
    int dim = dim_of(call);
    const Tensor *in = call->input[0];
    if (in->shape.ndim) at.at[dim] = position_at(call->input[1], at.at[dim], in->shape.dim[dim]);
    terms_moved(call, terms, 0, at);
}

const Op op_index_select = {
    .name = "index_select",
    .signature = "input: Tensor, dim: int, index: Tensor",
    .shape = "(..., n, ...), (k) -> (..., k, ...)",
    .doc = "the cell at the position that the index names",
    .found = IN_TORCH | IN_TENSOR,
    .moves = true,
    .infer = index_select_infer,
    .forward = index_select_forward,
    .sources = index_select_sources,
};

// ---- embedding ---------------------------------------------------------------------------------

static bool embedding_fits(const OpCall *call, Error *error)
{
    const Tensor *index = call->input[0], *weight = call->input[1];
    int64_t wrong, size = weight->shape.dim[0];
    if (weight->shape.ndim != 2) return error_set(error, "RuntimeError", "'weight' must be 2-D");
    if (!is_index(index)) {
        error_set(error, "RuntimeError",
                  "Expected tensor for argument #1 'indices' to have one of the following scalar "
                  "types: Long, Int; but got torch.%sTensor instead (while checking arguments for "
                  "embedding)",
                  dtype_title(index->dtype));
        return error_hint(error, "token numbers as integers, with .long()");
    }
    if (index->shape.ndim == MAX_DIMS) return too_many_dims(error, MAX_DIMS + 1);
    if (all_between(index, 0, size, &wrong)) return true;
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
    Arena scratch = {0};
    if (tensor_count(call->output) == 0) return;
    picks_along(&picks, call->input[1], 0, call->input[0], &scratch);
    picks_read(&picks, call->output);
    arena_free(&scratch);
}

static void embedding_sources(const OpCall *call, Index at, Terms *terms)
{
    int last = call->shape.ndim - 1;
    Index token = at;
    token.at[last] = 0;
    Index from = {{tensor_get_int(call->input[0], token), at.at[last]}};
    terms_moved(call, terms, 1, from);
}

const Op op_embedding = {
    .name = "embedding",
    .signature =
        "input: Tensor, weight: Tensor, padding_idx: int? = None, max_norm: float? = None, "
        "norm_type: float = 2, scale_grad_by_freq: bool = False, sparse: bool = False",
    .shape = "(...), (tokens, d) -> (..., d)",
    .doc = "the cell of the table's row that the token names",
    .found = IN_FUNCTIONAL,
    .moves = true,
    .infer = embedding_infer,
    .forward = embedding_forward,
    .sources = embedding_sources,
};

// ---- writing -----------------------------------------------------------------------------------

// The last entry of the index that names `position`, before entry `end`; -1: none does.
static int64_t last_naming(const Tensor *index, int64_t position, int64_t size, int64_t end)
{
    while (--end >= 0 && position_at(index, end, size) != position) {
    }
    return end;
}

// Negative positions count from the end where `low` is -1.
static bool infer_written(OpCall *call, int64_t low, Error *error)
{
    const Tensor *in = call->input[0], *index = call->input[1];
    int64_t wrong;
    int dim;
    if (!wrap_dim(call_int(call, 0, 0), in->shape.ndim, &dim, error) ||
        !is_vector(index, call->op->name, error))
        return false;
    int64_t size = size_of(&in->shape, dim);
    call->shape = in->shape;
    call->dtype = in->dtype;
    if (all_between(index, low * size, size, &wrong)) return true;
    if (low == 0) return out_of_range(error, wrong, size);
    return error_set(error, "IndexError",
                     "index %lld is out of bounds for dimension %d with size %lld",
                     (long long)wrong, dim, (long long)size);
}

static void write_along(OpCall *call, bool add)
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
    picks_along(&picks, call->output, dim_of(call), &index, &scratch);
    picks_write(&picks, &value, add, &scratch);
    arena_free(&scratch);
}

static bool index_fill_infer(OpCall *call, Error *error)
{
    const Tensor *value = call->input[2];
    if (value->shape.ndim > 0) {
        return error_set(error, "RuntimeError",
                         "index_fill_ only supports a 0-dimensional value tensor, but got tensor "
                         "with %d dimension(s).",
                         value->shape.ndim);
    }
    int dim;
    if (call->input[1]->dtype != DTYPE_INT64) {
        return error_set(error, "IndexError", "index_fill_(): Expected dtype int64 for index.");
    }
    if (!wrap_dim(call_int(call, 0, 0), call->input[0]->shape.ndim, &dim, error)) return false;
    if (call->input[1]->shape.ndim > 1)
        return error_set(error, "RuntimeError", "Index has to be a vector/scalar");
    return infer_written(call, -1, error) && number_fits(value, call->dtype, error);
}

static void index_fill_forward(OpCall *call)
{
    write_along(call, false);
}

static void index_fill_sources(const OpCall *call, Index at, Terms *terms)
{
    int dim = dim_of(call);
    const Tensor *index = call->input[1];
    int64_t position = call->shape.ndim ? at.at[dim] : 0;
    int64_t size = size_of(&call->shape, dim);
    bool filled = last_naming(index, position, size, tensor_count(index)) >= 0;
    terms_moved(call, terms, filled ? 2 : 0, filled ? (Index){0} : at);
}

const Op op_index_fill = {
    .name = "index_fill",
    .signature = "input: Tensor, dim: int, index: Tensor, value: Number",
    .shape = "(..., n, ...), (k), () -> (..., n, ...)",
    .doc = "the value at the positions that the index names, else the cell",
    .found = IN_TORCH | IN_TENSOR,
    .infer = index_fill_infer,
    .forward = index_fill_forward,
    .sources = index_fill_sources,
    .value = value_converted,
};

static bool wrong_count(const OpCall *call, int dim, Error *error)
{
    long long given = tensor_count(call->input[1]), needed = call->input[2]->shape.dim[dim];
    if (str_is(str_from(call->op->name), "index_copy")) {
        return error_set(error, "IndexError",
                         "index_copy_(): Number of indices (%lld) should be equal to "
                         "source.size(dim) (%lld)",
                         given, needed);
    }
    return error_set(error, "RuntimeError",
                     "index_add_(): Number of indices (%lld) should be equal to source.size(dim): "
                     "(%lld), for dim: %d",
                     given, needed, dim);
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
    int dim = dim_of(call);
    bool same = source->shape.ndim == in->shape.ndim;
    for (int d = 0; same && d < in->shape.ndim; d++) {
        same = d == dim || source->shape.dim[d] == in->shape.dim[d];
    }
    if (same && size_of(&source->shape, dim) == tensor_count(call->input[1])) return true;
    if (same) return wrong_count(call, dim, error);
    error_set(error, "RuntimeError",
              "%s_(): Source/destination tensor must have same slice shapes. Destination slice "
              "shape: %s at dimension %d and source slice shape: %s at dimension 0.",
              call->op->name, slice_sizes(error->arena, &in->shape, dim), dim,
              slice_sizes(error->arena, &source->shape, dim));
    return error_hint(error, "one slice of the source for each entry of the index");
}

static bool index_copy_infer(OpCall *call, Error *error)
{
    DType dtype = call->input[0]->dtype, source = call->input[2]->dtype;
    if (source != dtype) {
        return error_set(error, "RuntimeError",
                         "index_copy_(): self and source expected to have the same dtype, but got "
                         "(self) %s and (source) %s",
                         dtype_title(dtype), dtype_title(source));
    }
    return infer_written(call, -1, error) && source_fits(call, error);
}

static void index_copy_forward(OpCall *call)
{
    write_along(call, false);
}

static void index_copy_sources(const OpCall *call, Index at, Terms *terms)
{
    int dim = dim_of(call);
    const Tensor *index = call->input[1];
    int64_t position = call->shape.ndim ? at.at[dim] : 0;
    int64_t entry = last_naming(index, position, size_of(&call->shape, dim), tensor_count(index));
    if (entry >= 0) at.at[dim] = entry;
    terms_moved(call, terms, entry >= 0 ? 2 : 0, at);
}

const Op op_index_copy = {
    .name = "index_copy",
    .signature = "input: Tensor, dim: int, index: Tensor, source: Tensor",
    .shape = "(..., n, ...), (k), (..., k, ...) -> (..., n, ...)",
    .doc = "the source's cell at the positions that the index names, else the cell",
    .found = IN_TORCH | IN_TENSOR,
    .infer = index_copy_infer,
    .forward = index_copy_forward,
    .sources = index_copy_sources,
    .value = value_converted,
};

static bool index_add_infer(OpCall *call, Error *error)
{
    DType dtype = call->input[0]->dtype, source = call->input[2]->dtype;
    if (!infer_written(call, 0, error)) return false;
    if (source == dtype) return source_fits(call, error);
    return error_set(error, "RuntimeError",
                     "index_add_(): self (%s) and source (%s) must have the same scalar type",
                     dtype_title(dtype), dtype_title(source));
}

static void index_add_forward(OpCall *call)
{
    write_along(call, true);
}

static void index_add_sources(const OpCall *call, Index at, Terms *terms)
{
    int dim = dim_of(call);
    const Tensor *index = call->input[1];
    int64_t position = call->shape.ndim ? at.at[dim] : 0, size = size_of(&call->shape, dim);
    terms_moved(call, terms, 0, at);
    for (int64_t i = 0; i < tensor_count(index); i++) {
        if (position_at(index, i, size) != position) continue;
        Index from = at;
        from.at[dim] = call->shape.ndim ? i : 0;
        terms_add(terms, 2, from);
        terms->kind = TERMS_REDUCTION;
    }
}

static double sum_value(const OpCall *call, const double *term, int count)
{
    double sum = 0;
    (void)call;
    for (int i = 0; i < count; i++) sum += term[i];
    return sum;
}

const Op op_index_add = {
    .name = "index_add",
    .signature = "input: Tensor, dim: int, index: Tensor, source: Tensor",
    .shape = "(..., n, ...), (k), (..., k, ...) -> (..., n, ...)",
    .doc = "the cell plus the source's cells whose index names it",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.between = " + "},
    .infer = index_add_infer,
    .forward = index_add_forward,
    .sources = index_add_sources,
    .value = sum_value,
};
