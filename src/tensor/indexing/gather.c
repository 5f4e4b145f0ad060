// gather, and scatter, its inverse: each cell of the index names a position along one dimension,
// in the line of that cell itself.
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/indexing/index_along.h"
#include "tensor/rows.h"

// ---- checks ------------------------------------------------------------------------------------

static int dims(const Tensor *tensor)
{
    return tensor->shape.ndim ? tensor->shape.ndim : 1;
}

static bool is_within(const Tensor *index, const Tensor *of, int except)
{
    for (int d = 0; d < index->shape.ndim && of->shape.ndim; d++) {
        if (d != except && index->shape.dim[d] > of->shape.dim[d]) return false;
    }
    return true;
}

static bool positions_exist(const OpCall *call, int dim, Error *error)
{
    int64_t size = shape_size_along(&call->input[0]->shape, dim), wrong;
    if (index_all_between(call->input[1], 0, size, &wrong)) return true;
    return error_set(error, "RuntimeError",
                     "index %lld is out of bounds for dimension %d with size %lld",
                     (long long)wrong, dim, (long long)size);
}

// A tensor's cells that meet those of the index, at position 0 of `dim`.
static Tensor lines(const Tensor *of, const Shape *index, int dim)
{
    Tensor view = *of;
    view.shape = *index;
    if (of->shape.ndim == 0) {
        for (int d = 0; d < index->ndim; d++) view.stride[d] = 0;
    } else if (dim < index->ndim) {
        view.stride[dim] = 0;
    }
    return view;
}

// ---- gather ------------------------------------------------------------------------------------

static bool gather_infer(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0], *index = call->input[1];
    int dim;
    if (!shape_wrap_dim(call_int(call, 0, 0), in->shape.ndim, &dim, error)) return false;
    if (index->dtype != DTYPE_INT64)
        return error_set(error, "RuntimeError", "gather(): Expected dtype int64 for index");
    call->dtype = in->dtype;
    call->shape = index->shape;
    if (tensor_count(index) == 0) return true;
    if (dims(in) != dims(index)) {
        return error_set(error, "RuntimeError",
                         "Index tensor must have the same number of dimensions as input tensor");
    }
    if (is_within(index, in, dim)) return positions_exist(call, dim, error);
    int d = 0;
    while (d == dim || index->shape.dim[d] <= in->shape.dim[d]) d++;
    error_set(error, "RuntimeError",
              "Size does not match at dimension %d expected index %s to be no larger than self %s "
              "apart from dimension %d",
              d, shape_list(error->arena, &index->shape), shape_list(error->arena, &in->shape),
              dim);
    return error_hint(error, "the index names one cell for each cell of the result");
}

#define GATHER(name, Cell)                                                                         \
    static void name(void *target, int64_t to_stride, const void *source, int64_t from_stride,     \
                     const int64_t *index, int64_t index_stride, int64_t step, int64_t n)          \
    {                                                                                              \
        Cell *to = target;                                                                         \
        const Cell *from = source;                                                                 \
        for (int64_t i = 0; i < n; i++)                                                            \
            to[i * to_stride] = from[i * from_stride + index[i * index_stride] * step];            \
    }

GATHER(gather_1, uint8_t)
GATHER(gather_2, uint16_t)
GATHER(gather_4, uint32_t)
GATHER(gather_8, uint64_t)

typedef void GatherFunction(void *to, int64_t to_stride, const void *from, int64_t from_stride,
                            const int64_t *index, int64_t index_stride, int64_t step, int64_t n);

static GatherFunction *const gather[9] = {
    [1] = gather_1, [2] = gather_2, [4] = gather_4, [8] = gather_8};

static void gather_forward(OpCall *call)
{
    int dim = call_dim(call);
    const Tensor *in = call->input[0], *index = call->input[1];
    if (tensor_count(call->output) == 0) return;
    Tensor from = lines(in, &index->shape, dim);
    int64_t step = in->shape.ndim ? in->stride[dim] : 0;
    Rows rows;
    rows_begin(&rows, &index->shape, (const Tensor *const[]){call->output, &from, index}, 3);
    while (rows_next(&rows)) {
        gather[dtype_bytes(call->dtype)](row_cells(&rows, 0), rows.stride[0], row_cells(&rows, 1),
                                         rows.stride[1], row_cells(&rows, 2), rows.stride[2], step,
                                         rows.length);
    }
}

static void gather_sources(const OpCall *call, Index at, Terms *terms)
{
    const Tensor *in = call->input[0];
    int64_t position = tensor_get_int(call->input[1], at);
    terms_decide(terms, 1, at);
    terms->by_values = true;
    if (in->shape.ndim) at.at[call_dim(call)] = position;
    terms_moved(call, terms, 0, in->shape.ndim ? at : (Index){0});
}

OP_ROW(gather, "input: Tensor, dim: int, index: Tensor, sparse_grad: bool = False",
       "(..., n, ...), (..., k, ...) -> (..., k, ...)",
       "the cell of the same line at the position given by the index", IN_TORCH | IN_TENSOR,
       .effort = {5}, .moves = true, .forward = gather_forward, .sources = gather_sources)

// ---- scatter -----------------------------------------------------------------------------------

static bool source_too_small(const OpCall *call, int dim, Error *error)
{
    const Tensor *in = call->input[0], *index = call->input[1], *source = call->input[2];
    return error_set(
        error, "RuntimeError",
        "Expected index %s to be no larger than self %s apart from dimension %d and to "
        "be no larger size than src %s",
        shape_list(error->arena, &index->shape), shape_list(error->arena, &in->shape), dim,
        shape_list(error->arena, &source->shape));
}

static bool scatter_shapes_fit(const OpCall *call, int dim, Error *error)
{
    const Tensor *in = call->input[0], *index = call->input[1], *source = call->input[2];
    if (dims(index) != dims(in)) {
        return error_set(error, "RuntimeError",
                         "Index tensor must have the same number of dimensions as self tensor");
    }
    if (source->is_number && is_within(index, in, dim)) return true;
    if (source->is_number) {
        return error_set(error, "RuntimeError",
                         "Expected index %s to be no larger than self %s apart from dimension %d",
                         shape_list(error->arena, &index->shape),
                         shape_list(error->arena, &in->shape), dim);
    }
    if (dims(source) != dims(index)) {
        return error_set(error, "RuntimeError",
                         "Index tensor must have the same number of dimensions as src tensor");
    }
    bool fits = is_within(index, in, dim) && is_within(index, source, -1);
    return fits || source_too_small(call, dim, error);
}

static bool infer_scatter(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0], *source = call->input[2];
    int dim;
    if (!shape_wrap_dim(call_int(call, 0, 0), in->shape.ndim, &dim, error)) return false;
    if (call->input[1]->dtype != DTYPE_INT64)
        return error_set(error, "RuntimeError", "scatter(): Expected dtype int64 for index");
    if (!source->is_number && source->dtype != in->dtype) {
        return error_set(error, "RuntimeError",
                         "scatter(): Expected self.dtype to be equal to src.dtype");
    }
    call->dtype = in->dtype;
    call->shape = in->shape;
    if (tensor_count(call->input[1]) == 0) return true;
    return scatter_shapes_fit(call, dim, error) && positions_exist(call, dim, error) &&
           dtype_fits_number(source, in->dtype, error);
}

// Writes cell after cell, so that of several for one place the last one counts.
static void scatter(OpCall *call, CellFunction *function)
{
    int dim = call_dim(call);
    const Tensor *index = call->input[1];
    Given source;
    tensor_assign(call->output, call->input[0]);
    if (tensor_count(index) == 0) return;
    given_begin(&source, call->input[2], call->dtype);
    Tensor to = lines(call->output, &index->shape, dim), from = source.view;
    if (source.view.shape.ndim == 0) from = lines(&source.view, &index->shape, 0);
    from.shape = index->shape;
    int64_t step = call->shape.ndim ? call->output->stride[dim] : 0;
    size_t bytes = dtype_bytes(call->dtype);
    Rows rows;
    rows_begin(&rows, &index->shape, (const Tensor *const[]){&to, index, &from}, 3);
    while (rows_next(&rows)) {
        unsigned char *target = row_cells(&rows, 0);
        const int64_t *position = row_cells(&rows, 1);
        const unsigned char *cells = (const unsigned char *)source.data;
        for (int64_t i = 0; i < rows.length; i++) {
            int64_t place = i * rows.stride[0] + position[i * rows.stride[1]] * step;
            int64_t taken = rows.offset[2] + i * rows.stride[2];
            function(target + (size_t)place * bytes, 1, cells + (size_t)taken * bytes, 1, 1);
        }
    }
}

// The terms of all cells that are written to `at`, in the order of writing.
static void add_written(const OpCall *call, Index at, Terms *terms)
{
    const Tensor *index = call->input[1], *source = call->input[2];
    int dim = call_dim(call);
    Index cell = at;
    terms->by_values = true;
    terms->looked_at = shape_size_along(&index->shape, dim);
    for (int d = 0; d < index->shape.ndim; d++) {
        if (d != dim && at.at[d] >= index->shape.dim[d]) return;
    }
    for (int64_t i = 0; i < shape_size_along(&index->shape, dim); i++) {
        cell.at[dim] = i;
        Index place = index->shape.ndim ? cell : (Index){0};
        int64_t wanted = call->shape.ndim ? at.at[dim] : 0;
        if (tensor_get_int(index, place) != wanted) continue;
        terms_add(terms, 2, source->shape.ndim ? cell : (Index){0});
    }
}

static void scatter_forward(OpCall *call)
{
    scatter(call, cells_copy(call->dtype));
}

static void scatter_sources(const OpCall *call, Index at, Terms *terms)
{
    add_written(call, at, terms);
    Term last = {0, at};
    if (terms->count) last = terms->term[terms->count - 1];
    terms->count = 0;
    terms_moved(call, terms, last.input, last.at);
}

#define SCATTER_ROW(title, says, where, ...)                                                       \
    OP(title, "input: Tensor, dim: int, index: Tensor, src: Number",                               \
       "(..., n, ...), (..., k, ...), (..., k, ...) -> (..., n, ...)", says, where,                \
       .infer = infer_scatter, .forward = title##_forward, __VA_ARGS__)

SCATTER_ROW(scatter, "the source's cell whose index names this position in its line, else the cell",
            IN_LIBRARY, .effort = {4}, .sources = scatter_sources, .value = value_converted)

static void sources_combined(const OpCall *call, Index at, Terms *terms)
{
    terms_moved(call, terms, 0, at);
    add_written(call, at, terms);
    if (terms->count > 1) terms->kind = TERMS_REDUCTION;
}

static void scatter_add_forward(OpCall *call)
{
    scatter(call, cells_add(call->dtype));
}

// Each cell that the index names is added once.
static void scatter_add_cost(const OpCall *call, Cost *cost)
{
    cost_add(cost, COST_ADDITIONS, tensor_count(call->input[1]), 1);
}

SCATTER_ROW(scatter_add,
            "the cell plus the source's cells whose index names this position in its line",
            IN_TORCH | IN_TENSOR, .traits = OP_APART, .effort = {4}, .notation = {.between = " + "},
            .sources = sources_combined, .value = value_summed, .cost = scatter_add_cost)

static void scatter_multiply_forward(OpCall *call)
{
    scatter(call, cells_multiply(call->dtype));
}

static double product_value(const OpCall *call, const double *term, int count)
{
    double product = 1;
    (void)call;
    for (int i = 0; i < count; i++) product *= term[i];
    return product;
}

static void scatter_multiply_cost(const OpCall *call, Cost *cost)
{
    cost_add(cost, COST_MULTIPLICATIONS, tensor_count(call->input[1]), 1);
}

SCATTER_ROW(scatter_multiply,
            "the cell times the source's cells whose index names this position in its line",
            IN_LIBRARY, .notation = {.between = " * "}, .sources = sources_combined,
            .value = product_value, .cost = scatter_multiply_cost)
