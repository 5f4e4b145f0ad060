// The operation prod: the product of all cells along a dimension. Floats are multiplied in
// PyTorch's order, as another order would give other last bits.
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/float/rows.h"
#include "tensor/reductions/along.h"
#include "tensor/reductions/nest.h"
#include "tensor/reductions/totals.h"

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
