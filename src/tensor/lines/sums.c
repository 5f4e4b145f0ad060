// sum, nansum, mean, prod, and the running sum and product.
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/float/rows.h"
#include "tensor/lines/along.h"
#include "tensor/lines/nest.h"
#include "tensor/slip.h"

#include <math.h>

// Floats stay what they are; integers and bools are added as int64, or what `dtype` says.
static DType operand_of(const OpCall *call, int dtype_arg)
{
    DType wanted = (DType)call_int(call, dtype_arg, (int64_t)call->input[0]->dtype);
    return call_has(call, dtype_arg) || dtype_is_float(wanted) ? wanted : DTYPE_INT64;
}

static bool infer_number(OpCall *call, int dtype_arg, Error *error)
{
    call->dtype = operand_of(call, dtype_arg);
    if (!call_has(call, dtype_arg) || call->arg[dtype_arg].i != DTYPE_BOOL) return true;
    error_set(error, "TypeError", "%s() with dtype=torch.bool is not supported here",
              call->op->name);
    return error_hint(error, "any() and all() give bools");
}

static bool infer_total(OpCall *call, int keepdim, int dtype_arg, Error *error)
{
    return infer_number(call, dtype_arg, error) && infer_reduced(call, keepdim, error);
}

// A term as it is added: floats that are summed as integers lose their fractions first.
static double as_operand(const OpCall *call, double term)
{
    return dtype_is_float(call->dtype) ? term : (double)int_from_double(term);
}

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

// Halves of long rows one by one, short ones with eight sums side by side: NumPy's pairwise sum
// (loops_utils.h.src), which is about as exact as PyTorch's cascade.
double pairwise_sum(const double *cell, int64_t stride, int64_t n)
{
    enum { SIDE_BY_SIDE = 8, SHORT = 128 };
    double total = 0, sum[SIDE_BY_SIDE];
    if (n > SHORT) {
        int64_t half = n / 2 - n / 2 % SIDE_BY_SIDE;
        return pairwise_sum(cell, stride, half) +
               pairwise_sum(cell + half * stride, stride, n - half);
    }
    int64_t i = 0;
    if (n >= SIDE_BY_SIDE) {
        for (int k = 0; k < SIDE_BY_SIDE; k++) sum[k] = cell[k * stride];
        for (i = SIDE_BY_SIDE; i + SIDE_BY_SIDE <= n; i += SIDE_BY_SIDE) {
            for (int k = 0; k < SIDE_BY_SIDE; k++) sum[k] += cell[(i + k) * stride];
        }
        total = ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
    }
    for (; i < n; i++) total += cell[i * stride];
    return total;
}

static void sum_double_cells(const OpCall *call, const void *cells, int64_t stride, int64_t n,
                             void *out)
{
    (void)call;
    *(double *)out = pairwise_sum(cells, stride, n);
}

static double sum_value(const OpCall *call, const double *term, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) sum += as_operand(call, term[i]);
    return sum;
}

static bool sum_infer(OpCall *call, Error *error)
{
    return infer_total(call, 1, 2, error);
}

static void sum_forward(OpCall *call)
{
    if (call->dtype == DTYPE_FLOAT32)
        reduce_nested(call, 0, cascade_sum);
    else
        reduce(call, fold_operand(call->dtype),
               &(Folds){.ints = sum_int_cells, .doubles = sum_double_cells});
}

const Op op_sum = {
    .name = "sum",
    .signature = "input: Tensor, dim: ints? = None, keepdim: bool = False, dtype: dtype? = None",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "the cells along the dimension added up",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.between = " + "},
    .infer = sum_infer,
    .forward = sum_forward,
    .sources = sources_reduced,
    .value = sum_value,
    .cost = cost_reduced,
    .slips = slips_sum,
};

// ---- nansum, trace -----------------------------------------------------------------------------

static void nansum_cells(const OpCall *call, const void *cells, int64_t stride, int64_t n,
                         void *out)
{
    (void)call;
    const float *cell = cells;
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += isnan(cell[i * stride]) ? 0 : (double)cell[i * stride];
    *(float *)out = (float)sum;
}

static void nansum_double_cells(const OpCall *call, const void *cells, int64_t stride, int64_t n,
                                void *out)
{
    (void)call;
    const double *cell = cells;
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += isnan(cell[i * stride]) ? 0 : cell[i * stride];
    *(double *)out = sum;
}

static double nansum_value(const OpCall *call, const double *term, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) sum += isnan(term[i]) ? 0 : as_operand(call, term[i]);
    return sum;
}

static void nansum_forward(OpCall *call)
{
    reduce(call, fold_operand(call->dtype),
           &(Folds){.floats = nansum_cells, .ints = sum_int_cells, .doubles = nansum_double_cells});
}

const Op op_nansum = {
    .name = "nansum",
    .signature = "input: Tensor, dim: ints? = None, keepdim: bool = False, dtype: dtype? = None",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "the cells along the dimension that are numbers added up",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.between = " + "},
    .infer = sum_infer,
    .forward = nansum_forward,
    .sources = sources_reduced,
    .value = nansum_value,
    .cost = cost_reduced,
};

static bool trace_infer(OpCall *call, Error *error)
{
    int ndim = call->input[0]->shape.ndim;
    if (ndim != 2) {
        return error_set(error, "RuntimeError",
                         "trace: expected a matrix, but got tensor with dim %d", ndim);
    }
    call->shape = (Shape){0};
    return infer_number(call, 0, error);
}

static int64_t diagonal_length(const OpCall *call)
{
    const Shape *shape = &call->input[0]->shape;
    return shape->dim[0] < shape->dim[1] ? shape->dim[0] : shape->dim[1];
}

static void trace_forward(OpCall *call)
{
    double sum = 0;
    uint64_t whole = 0; // wraps around
    for (int64_t i = 0; i < diagonal_length(call); i++) {
        Index at = {{i, i}};
        if (dtype_is_float(call->dtype))
            sum += tensor_get(call->input[0], at);
        else
            whole += (uint64_t)tensor_get_int(call->input[0], at);
    }
    if (dtype_is_float(call->dtype))
        tensor_set(call->output, (Index){0}, sum);
    else
        tensor_set_int(call->output, (Index){0}, (int64_t)whole);
}

static void trace_sources(const OpCall *call, Index at, Terms *terms)
{
    (void)at;
    terms->kind = TERMS_REDUCTION;
    for (int64_t i = 0; i < diagonal_length(call); i++) terms_add(terms, 0, (Index){{i, i}});
}

const Op op_trace = {
    .name = "trace",
    .signature = "input: Tensor",
    .shape = "(m, n) -> ()",
    .doc = "the cells of the diagonal added up",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.between = " + "},
    .infer = trace_infer,
    .forward = trace_forward,
    .sources = trace_sources,
    .value = sum_value,
};

// ---- mean --------------------------------------------------------------------------------------

static double mean_value(const OpCall *call, const double *term, int count)
{
    return sum_value(call, term, count) / count;
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
    return infer_total(call, 1, 2, error);
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

const Op op_mean = {
    .name = "mean",
    .signature = "input: Tensor, dim: ints? = None, keepdim: bool = False, dtype: dtype? = None",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "the cells along the dimension added up and divided by their number",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {"(", " + ", ") / $n", NULL},
    .infer = mean_infer,
    .forward = mean_forward,
    .sources = sources_reduced,
    .value = mean_value,
    .cost = cost_reduced,
    .slips = slips_mean,
};

// ---- prod --------------------------------------------------------------------------------------

enum { LANES = 8, PRODUCTS = 4 * LANES };

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

static void prod_int_cells(const OpCall *call, const void *cells, int64_t stride, int64_t n,
                           void *out)
{
    (void)call;
    const int64_t *cell = cells;
    uint64_t product = 1; // wraps around
    for (int64_t i = 0; i < n; i++) product *= (uint64_t)cell[i * stride];
    *(int64_t *)out = (int64_t)product;
}

static void prod_double_cells(const OpCall *call, const void *cells, int64_t stride, int64_t n,
                              void *out)
{
    (void)call;
    const double *cell = cells;
    double product = 1;
    for (int64_t i = 0; i < n; i++) product *= cell[i * stride];
    *(double *)out = product;
}

static double prod_value(const OpCall *call, const double *term, int count)
{
    double product = 1;
    for (int i = 0; i < count; i++) product *= as_operand(call, term[i]);
    return product;
}

static void prod_forward(OpCall *call)
{
    if (call->dtype == DTYPE_FLOAT32)
        reduce_nested(call, 1, multiply_rows);
    else
        reduce(call, fold_operand(call->dtype),
               &(Folds){.ints = prod_int_cells, .doubles = prod_double_cells});
}

const Op op_prod = {
    .name = "prod",
    .signature = "input: Tensor, dim: int? = None, keepdim: bool = False, dtype: dtype? = None",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "the cells along the dimension multiplied",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.between = " * "},
    .infer = sum_infer,
    .forward = prod_forward,
    .sources = sources_reduced,
    .value = prod_value,
    .cost = cost_reduced,
};

// ---- the running sum ---------------------------------------------------------------------------

static void cumsum_floats(const Line *line)
{
    const float *in = line->in;
    float *out = line->out;
    double sum = 0; // PyTorch accumulates in double precision
    for (int64_t i = 0; i < line->n; i++) {
        sum += (double)in[i * line->in_stride];
        out[i * line->out_stride] = (float)sum;
    }
}

static void cumsum_doubles(const Line *line)
{
    const double *in = line->in;
    double *out = line->out, sum = 0;
    for (int64_t i = 0; i < line->n; i++) {
        sum += in[i * line->in_stride];
        out[i * line->out_stride] = sum;
    }
}

static void cumsum_ints(const Line *line)
{
    const int64_t *in = line->in;
    int64_t *out = line->out;
    uint64_t sum = 0;
    for (int64_t i = 0; i < line->n; i++) {
        sum += (uint64_t)in[i * line->in_stride];
        out[i * line->out_stride] = (int64_t)sum;
    }
}

static bool cumsum_infer(OpCall *call, Error *error)
{
    int dim;
    call->shape = call->input[0]->shape;
    if (!infer_number(call, 1, error)) return false;
    return wrap_dim(call_int(call, 0, 0), call->shape.ndim, &dim, error);
}

static void cumsum_forward(OpCall *call)
{
    DType operand = fold_operand(call->dtype);
    along_dim(call, operand,
              operand == DTYPE_FLOAT32   ? cumsum_floats
              : operand == DTYPE_FLOAT64 ? cumsum_doubles
                                         : cumsum_ints);
}

static void cumsum_sources(const OpCall *call, Index at, Terms *terms)
{
    int dim = called_dim(call);
    Index from = at;
    terms->kind = TERMS_REDUCTION;
    for (from.at[dim] = 0; from.at[dim] <= at.at[dim]; from.at[dim]++) terms_add(terms, 0, from);
}

// Each cell from the one before it.
static void add_running(const OpCall *call, CostKind kind, Cost *cost)
{
    int64_t n = call->shape.ndim ? call->shape.dim[called_dim(call)] : 1;
    if (n) cost_sums(cost, kind, shape_count(&call->shape) / n, n);
}

static void cumsum_cost(const OpCall *call, Cost *cost)
{
    add_running(call, COST_ADDITIONS, cost);
}

const Op op_cumsum = {
    .name = "cumsum",
    .signature = "input: Tensor, dim: int, dtype: dtype? = None",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "the cells along the dimension up to this one added up",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.between = " + "},
    .infer = cumsum_infer,
    .forward = cumsum_forward,
    .sources = cumsum_sources,
    .value = sum_value,
    .cost = cumsum_cost,
};

// ---- the running product -----------------------------------------------------------------------

static void cumprod_floats(const Line *line)
{
    const float *in = line->in;
    float *out = line->out;
    double product = 1; // PyTorch accumulates in double precision
    for (int64_t i = 0; i < line->n; i++) {
        product *= (double)in[i * line->in_stride];
        out[i * line->out_stride] = (float)product;
    }
}

static void cumprod_doubles(const Line *line)
{
    const double *in = line->in;
    double *out = line->out, product = 1;
    for (int64_t i = 0; i < line->n; i++) {
        product *= in[i * line->in_stride];
        out[i * line->out_stride] = product;
    }
}

static void cumprod_ints(const Line *line)
{
    const int64_t *in = line->in;
    int64_t *out = line->out;
    uint64_t product = 1;
    for (int64_t i = 0; i < line->n; i++) {
        product *= (uint64_t)in[i * line->in_stride];
        out[i * line->out_stride] = (int64_t)product;
    }
}

static void cumprod_forward(OpCall *call)
{
    DType operand = fold_operand(call->dtype);
    along_dim(call, operand,
              operand == DTYPE_FLOAT32   ? cumprod_floats
              : operand == DTYPE_FLOAT64 ? cumprod_doubles
                                         : cumprod_ints);
}

static void cumprod_cost(const OpCall *call, Cost *cost)
{
    add_running(call, COST_MULTIPLICATIONS, cost);
}

const Op op_cumprod = {
    .name = "cumprod",
    .signature = "input: Tensor, dim: int, dtype: dtype? = None",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "the cells along the dimension up to this one multiplied",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.between = " * "},
    .infer = cumsum_infer,
    .forward = cumprod_forward,
    .sources = cumsum_sources,
    .value = prod_value,
    .cost = cumprod_cost,
};
