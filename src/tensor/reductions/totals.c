// Sums and products of many cells, also the running ones: sum, mean, prod, cumsum, cumprod. Floats
// keep their dtype; integers and bools are added up as int64, as PyTorch does, so that a sum of
// many small ones does not overflow.
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/float/rows.h"
#include "tensor/reductions/along.h"
#include "tensor/reductions/order_of_sums.h"

// Floats stay what they are; integers and bools are added as int64, or what `dtype` says.
static DType total_operand_dtype(const OpCall *call, int dtype_arg)
{
    DType wanted = (DType)call_int(call, dtype_arg, (int64_t)call->input[0]->dtype);
    return call_has(call, dtype_arg) || dtype_is_float(wanted) ? wanted : DTYPE_INT64;
}

static bool total_dtype(OpCall *call, int dtype_arg, Error *error)
{
    call->dtype = total_operand_dtype(call, dtype_arg);
    if (!call_has(call, dtype_arg) || call->arg[dtype_arg].i != DTYPE_BOOL) return true;
    error_set(error, "TypeError", "%s() with dtype=torch.bool is not supported here",
              call->op->name);
    return error_hint(error, "any() and all() give bools");
}

static bool total_infer(OpCall *call, int keepdim, int dtype_arg, Error *error)
{
    return total_dtype(call, dtype_arg, error) && infer_reduced(call, keepdim, error);
}

static double total_operand(const OpCall *call, double term)
{
    if (!dtype_is_float(call->dtype)) return (double)convert_to_int(term);
    bool rounds = dtype_is_half(call->dtype) && !(call->op->traits & OP_EXACT_NUMBER);
    return rounds ? dtype_held(call->dtype, term) : term;
}

static double total_sum(const OpCall *call, const double *term, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) sum += total_operand(call, term[i]);
    return sum;
}

static double total_product(const OpCall *call, const double *term, int count)
{
    double product = 1;
    for (int i = 0; i < count; i++) product *= total_operand(call, term[i]);
    return product;
}

// ---- sum ---------------------------------------------------------------------------------------

static void sum_int_cells(const OpCall *call UNUSED, const void *cells, int64_t stride, int64_t n,
                          void *out)
{
    const int64_t *cell = cells;
    uint64_t sum = 0; // wraps around
    for (int64_t i = 0; i < n; i++) sum += (uint64_t)cell[i * stride];
    *(int64_t *)out = (int64_t)sum;
}

static void sum_double_cells(const OpCall *call UNUSED, const void *cells, int64_t stride,
                             int64_t n, void *out)
{
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
          WRITTEN(NULL, " + ", NULL), .effort = {2, 6})

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
          .effort = {32, 16}, .traits = OP_EXACT_NUMBER)

// ---- prod --------------------------------------------------------------------------------------

// Floats are multiplied in PyTorch's order, as another order would give other last bits.
enum { LANES = 8, PRODUCTS = 4 * LANES, HALF_LANES = 16 };

// 32 products side by side, as PyTorch's Reduce.h makes them where the cells lie side by side.
static float product_of_blocks(const float *in, int64_t n)
{
    float product[PRODUCTS];
    for (int i = 0; i < PRODUCTS; i++) product[i] = in[i];
    for (int64_t k = PRODUCTS; k < n; k += PRODUCTS) {
        for (int i = 0; i < PRODUCTS; i++) product[i] *= in[k + i];
    }
    float total = 1;
    for (int i = 0; i < LANES; i++) {
        const float *p = product + i;
        total *= (p[0] * p[LANES]) * (p[2 * LANES] * p[3 * LANES]);
    }
    return total;
}

// Halves in PyTorch's kernel: vectors of 16, each product rounded.
static float product_of_half_blocks(const OpCall *call, const float *in, int64_t n)
{
    enum { SIDE_BY_SIDE = 4 * HALF_LANES };
    float product[SIDE_BY_SIDE], total = 1;
    for (int i = 0; i < SIDE_BY_SIDE; i++) product[i] = in[i];
    for (int64_t k = SIDE_BY_SIDE; k < n; k++) {
        float *p = &product[k % SIDE_BY_SIDE];
        *p = call_stepped(call, *p * in[k]);
    }
    for (int i = 0; i < HALF_LANES; i++) {
        const float *p = product + i;
        float left = call_stepped(call, p[0] * p[HALF_LANES]);
        float right = call_stepped(call, p[2 * HALF_LANES] * p[3 * HALF_LANES]);
        total = call_stepped(call, total * call_stepped(call, left * right));
    }
    return total;
}

static void multiply_half_rows(const Nest *nest)
{
    int64_t n = nest->n[0], in_block = 4 * HALF_LANES;
    int64_t blocks = nest->in_stride[0] == 1 ? n / in_block * in_block : 0;
    for (int64_t j = 0; j < nest->n[1]; j++) {
        const float *row = nest->in + j * nest->in_stride[1];
        float *out = nest->out + j * nest->out_stride;
        if (blocks)
            *out = call_stepped(nest->call, *out * product_of_half_blocks(nest->call, row, blocks));
        for (int64_t i = blocks; i < n; i++)
            *out = call_stepped(nest->call, *out * row[i * nest->in_stride[0]]);
    }
}

ROW_LOOP(multiply_cells, a[i] * b[i])

static void multiply_columns(const Nest *nest)
{
    for (int64_t i = 0; i < nest->n[0]; i++)
        multiply_cells(nest->out, nest->out, nest->in + i * nest->in_stride[0], 0, nest->n[1]);
}

static void multiply_rows(const Nest *nest)
{
    if (nest->in_stride[0] != 1 && nest_is_columns(nest)) {
        multiply_columns(nest);
        return;
    }
    bool contiguous = nest->in_stride[0] == 1;
    int64_t blocks = contiguous ? nest->n[0] / PRODUCTS * PRODUCTS : 0;
    for (int64_t j = 0; j < nest->n[1]; j++) {
        const float *row = nest->in + j * nest->in_stride[1];
        float *out = nest->out + j * nest->out_stride;
        if (blocks) *out *= product_of_blocks(row, blocks);
        for (int64_t i = blocks; i < nest->n[0]; i++) *out *= row[i * nest->in_stride[0]];
    }
}

static void prod_int_cells(const OpCall *call UNUSED, const void *cells, int64_t stride, int64_t n,
                           void *out)
{
    const int64_t *cell = cells;
    uint64_t product = 1; // wraps around
    for (int64_t i = 0; i < n; i++) product *= (uint64_t)cell[i * stride];
    *(int64_t *)out = (int64_t)product;
}

static void prod_double_cells(const OpCall *call UNUSED, const void *cells, int64_t stride,
                              int64_t n, void *out)
{
    const double *cell = cells;
    double product = 1;
    for (int64_t i = 0; i < n; i++) product *= cell[i * stride];
    *(double *)out = product;
}

static bool prod_infer(OpCall *call, Error *error)
{
    return total_infer(call, 1, 2, error);
}

static void prod_forward(OpCall *call)
{
    if (call->dtype == DTYPE_FLOAT32)
        reduce_nested(call, 1, dtype_is_half(call->halves) ? multiply_half_rows : multiply_rows);
    else
        reduce(call, reduce_operand(call->dtype),
               &(Folds){.ints = prod_int_cells, .doubles = prod_double_cells});
}

REDUCTION(prod, ALONG_ONE ", dtype: dtype? = None", "the product of the cells along the dimension",
          .infer = prod_infer, .forward = prod_forward, FOLDED_BY(total_product),
          WRITTEN(NULL, " * ", NULL), .effort = {4, 8})

// ---- cumsum, cumprod ---------------------------------------------------------------------------

// y[i] = x[0] + ... + x[i]. Floats are accumulated in double precision, halves in float32.
static bool infer_so_far(OpCall *call, Error *error)
{
    int dim;
    call->shape = call->input[0]->shape;
    if (!total_dtype(call, 1, error)) return false;
    return shape_wrap_dim(call_int(call, 0, 0), call->shape.ndim, &dim, error);
}

static void sources_so_far(const OpCall *call, Index at, Terms *terms)
{
    int dim = call_dim(call);
    Index from = at;
    terms->kind = TERMS_REDUCTION;
    for (from.at[dim] = 0; from.at[dim] <= at.at[dim]; from.at[dim]++) terms_add(terms, 0, from);
}

#define RUNNING_LINE(name, Cell, Total, start, joins)                                              \
    static void name(const LineAlong *line)                                                        \
    {                                                                                              \
        const Cell *in = line->in;                                                                 \
        Cell *out = line->out;                                                                     \
        Total total = start;                                                                       \
        for (int64_t i = 0; i < line->n; i++) {                                                    \
            total joins(Total) in[i * line->in_stride];                                            \
            out[i * line->out_stride] = (Cell)total;                                               \
        }                                                                                          \
    }

// Each cell is made from the one before it.
#define RUNNING(id, start, joins, cost_kind, its_value, sign, its_doc)                             \
    RUNNING_LINE(id##_floats, float, double, start, joins)                                         \
    RUNNING_LINE(id##_halves, float, float, start, joins)                                          \
    RUNNING_LINE(id##_doubles, double, double, start, joins)                                       \
    RUNNING_LINE(id##_ints, int64_t, uint64_t, start, joins)                                       \
    static void id##_forward(OpCall *call)                                                         \
    {                                                                                              \
        DType operand = reduce_operand(call->dtype);                                               \
        along_dim(call, operand,                                                                   \
                  dtype_is_half(call->halves) ? id##_halves                                        \
                  : operand == DTYPE_FLOAT32  ? id##_floats                                        \
                  : operand == DTYPE_FLOAT64  ? id##_doubles                                       \
                                              : id##_ints);                                         \
    }                                                                                              \
    static void id##_cost(const OpCall *call, Cost *cost)                                          \
    {                                                                                              \
        int64_t n = along_length(call);                                                            \
        if (n) cost_sums(cost, cost_kind, shape_count(&call->shape) / n, n);                       \
    }                                                                                              \
    OP(id, "input: Tensor, dim: int, dtype: dtype? = None", "(..., n, ...) -> (..., n, ...)",      \
       its_doc, IN_TORCH | IN_TENSOR, .effort = {11, 2}, .notation = {.between = sign},            \
       .infer = infer_so_far, .forward = id##_forward, .sources = sources_so_far,                  \
       .value = its_value, .cost = id##_cost)

RUNNING(cumsum, 0, +=, COST_ADDITIONS, total_sum, " + ",
        "the sum of the cells along the dimension, up to this one")
RUNNING(cumprod, 1, *=, COST_MULTIPLICATIONS, total_product, " * ",
        "the product of the cells along the dimension, up to this one")
