// The operations index_fill, index_copy and index_add, which write at positions along one
// dimension: y[index[i]] = value, = source[i] or += source[i].
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/indexing/index_along.h"

// ---- writing -----------------------------------------------------------------------------------

// The last entry of the index that names `position`, before entry `end`; -1: none does.
static int64_t last_naming(const Tensor *index, int64_t position, int64_t size, int64_t end)
{
    while (--end >= 0 && index_position_at(index, end, size) != position) {
    }
    return end;
}

// What an index out of range is: an exception, and the words before it.
typedef struct WriteWords {
    const char *exception, *before;
} WriteWords;

// Negative positions count from the end where `low` is -1.
static bool infer_written(OpCall *call, int64_t low, WriteWords words, Error *error)
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
    if (index_all_between(index, low * size, size, &wrong)) return true;
    return error_set(error, words.exception,
                     "%sindex %lld is out of bounds for dimension %d with size %lld", words.before,
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
    picks_along(&picks, call->output, index_dim(call), &index, &scratch);
    picks_write(&picks, &value, add, &scratch);
    arena_free(&scratch);
}

// PyTorch views the tensor without the dimension, which a dimension of size 0 may not allow.
static bool storage_has_lines(const Tensor *in, int dim, Error *error)
{
    if (in->shape.ndim == 0 || in->shape.dim[dim] > 0) return true;
    Tensor line = *in;
    line.shape.dim[dim] = 1;
    line.stride[dim] = 0;
    int64_t last = line.offset, bytes = (int64_t)dtype_bytes(in->dtype);
    for (int d = 0; d < in->shape.ndim; d++) last += (line.shape.dim[d] - 1) * line.stride[d];
    if ((last + 1) * bytes <= (int64_t)storage_bytes(in)) return true;
    Shape strides = {.ndim = in->shape.ndim};
    for (int d = 0; d < in->shape.ndim; d++) strides.dim[d] = line.stride[d];
    return error_set(error, "RuntimeError",
                     "setStorage: sizes %s, strides %s, storage offset %lld, and itemsize %lld "
                     "requiring a storage size of %lld are out of bounds for storage of size %lld",
                     shape_list(error->arena, &line.shape), shape_list(error->arena, &strides),
                     (long long)line.offset, (long long)bytes, (long long)((last + 1) * bytes),
                     (long long)storage_bytes(in));
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
    if (!shape_wrap_dim(call_int(call, 0, 0), call->input[0]->shape.ndim, &dim, error))
        return false;
    if (call->input[1]->shape.ndim > 1)
        return error_set(error, "RuntimeError", "Index has to be a vector/scalar");
    Shape lines = call->input[0]->shape; // along the dimension
    if (lines.ndim) lines.dim[dim] = 1;
    if (shape_count(&lines) == 0) { // nothing is there to be filled: the positions do not matter
        call->shape = call->input[0]->shape;
        call->dtype = call->input[0]->dtype;
        return dtype_fits_number(value, call->dtype, error);
    }
    return storage_has_lines(call->input[0], dim, error) &&
           infer_written(call, -1, (WriteWords){"IndexError", ""}, error) &&
           dtype_fits_number(value, call->dtype, error);
}

static void index_fill_forward(OpCall *call)
{
    write_along(call, false);
}

static void index_fill_sources(const OpCall *call, Index at, Terms *terms)
{
    int dim = index_dim(call);
    const Tensor *index = call->input[1];
    int64_t position = call->shape.ndim ? at.at[dim] : 0;
    int64_t size = shape_size_along(&call->shape, dim);
    bool filled = last_naming(index, position, size, tensor_count(index)) >= 0;
    terms_moved(call, terms, filled ? 2 : 0, filled ? (Index){0} : at);
}

const Op op_index_fill = {
    .name = "index_fill",
    .signature = "input: Tensor, dim: int, index: Tensor, value: Number",
    .shape = "(..., n, ...), (k), () -> (..., n, ...)",
    .doc = "the value at the positions that the index names, else the cell",
    .found = IN_TORCH | IN_TENSOR,
    .layout = layout_like_first,
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
    int dim = index_dim(call);
    bool same = source->shape.ndim == in->shape.ndim;
    for (int d = 0; same && d < in->shape.ndim; d++) {
        same = d == dim || source->shape.dim[d] == in->shape.dim[d];
    }
    if (same && shape_size_along(&source->shape, dim) == tensor_count(call->input[1])) return true;
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
    if (call->input[1]->dtype != DTYPE_INT64) {
        return error_set(error, "RuntimeError",
                         "index_copy_(): Expected a long tensor for index, but got %s",
                         dtype_title(call->input[1]->dtype));
    }
    return infer_written(call, 0, (WriteWords){"IndexError", "index_copy_(): "}, error) &&
           source_fits(call, error);
}

static void index_copy_forward(OpCall *call)
{
    write_along(call, false);
}

static void index_copy_sources(const OpCall *call, Index at, Terms *terms)
{
    int dim = index_dim(call);
    const Tensor *index = call->input[1];
    int64_t position = call->shape.ndim ? at.at[dim] : 0;
    int64_t entry =
        last_naming(index, position, shape_size_along(&call->shape, dim), tensor_count(index));
    if (entry >= 0) at.at[dim] = entry;
    terms->by_values = true;
    terms->looked_at = tensor_count(index);
    terms_moved(call, terms, entry >= 0 ? 2 : 0, at);
}

const Op op_index_copy = {
    .name = "index_copy",
    .apart = true,
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
    return infer_written(call, 0, (WriteWords){"RuntimeError", ""}, error) &&
           source_fits(call, error);
}

static void index_add_forward(OpCall *call)
{
    write_along(call, true);
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
    .name = "index_add",
    .apart = true,
    .signature = "input: Tensor, dim: int, index: Tensor, source: Tensor",
    .shape = "(..., n, ...), (k), (..., k, ...) -> (..., n, ...)",
    .doc = "the cell plus the source's cells whose index names it",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.between = " + "},
    .infer = index_add_infer,
    .forward = index_add_forward,
    .sources = index_add_sources,
    .value = value_summed,
    .cost = index_add_cost,
};
