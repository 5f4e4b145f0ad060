// Runs an elementwise operation, output[i] = f(a[i], b[i], ...), with broadcasting. The output is
// gone through row by row, and each row in chunks of 512 cells. An input of another dtype is
// converted chunk by chunk into a small array on the stack that stays in the cache, so no
// converted copy of a whole tensor is made. A dimension that is broadcast has stride 0: the same
// cell is read again and again.
#include "tensor/elementwise/elementwise.h"

#include "base/bug.h"
#include "base/machine/share.h"
#include "tensor/convert.h"
#include "tensor/rows.h"

enum { CHUNK = 512, PART = 16 * 1024 }; // cells converted at a time, and worth being shared out

typedef struct ElementOperands {
    const void *in[PARAMETERS + 1];
    int64_t stride[MAX_OPERANDS];
    int64_t converted[MAX_OPERANDS][CHUNK];
    int64_t made[CHUNK]; // output cells that are yet to be converted
} ElementOperands;

// `n` cells of a tensor as the numbers that dtype `as` is computed with. What does not fit into a
// narrow `as` wraps around first.
static void convert_cells(const void *cells, DType from, int64_t stride, DType as, int64_t *to,
                          int64_t n)
{
    DType compute = dtype_compute(as);
    if (compute == as || from == as) {
        convert_row(from, cells, stride, compute, to, 1, n);
        return;
    }
    int64_t narrow[CHUNK];
    convert_row(from, cells, stride, as, narrow, 1, n);
    convert_row(as, narrow, 1, compute, to, 1, n);
}

// Input k's cells from `from` on, as dtype `as`.
static void load(ElementOperands *operands, const Rows *rows, int k, DType as, int64_t from,
                 int64_t n)
{
    const Tensor *tensor = rows->tensor[k + 1];
    int64_t stride = rows->stride[k + 1];
    const unsigned char *cells = row_cells(rows, k + 1);
    cells += (size_t)(from * stride) * dtype_bytes(tensor->dtype);
    operands->in[k] = cells;
    operands->stride[k] = stride;
    if (tensor->dtype == as && as == dtype_compute(as)) return;
    convert_cells(cells, tensor->dtype, stride, as, operands->converted[k], stride ? n : 1);
    operands->in[k] = operands->converted[k];
    operands->stride[k] = stride ? 1 : 0;
}

static void make(ElementOperands *operands, DType dtype, void *output, RowFunction *row, int64_t n)
{
    DType compute = dtype_compute(dtype);
    if (dtype == compute) {
        row(output, operands->in, operands->stride, n);
        return;
    }
    row(operands->made, operands->in, operands->stride, n);
    convert_row(compute, operands->made, 1, dtype, output, 1, n);
}

typedef struct Elements {
    Rows rows;          // at their beginning
    const DType *dtype; // of the operands
    RowFunction *make;
    double parameters[MAX_ARGS];
} Elements;

static int64_t chunks_in_row(const Rows *rows)
{
    return (rows->length + CHUNK - 1) / CHUNK;
}

static void make_chunk(const Elements *elements, ElementOperands *operands, const Rows *rows,
                       int64_t from)
{
    int64_t n = rows->length - from < CHUNK ? rows->length - from : CHUNK;
    DType dtype = rows->tensor[0]->dtype;
    unsigned char *output = row_cells(rows, 0);
    for (int k = 0; k + 1 < rows->operands; k++)
        load(operands, rows, k, elements->dtype[k], from, n);
    make(operands, dtype, output + (size_t)from * dtype_bytes(dtype), elements->make, n);
}

// The chunks are counted through all rows.
static void make_chunks(void *context, int64_t from, int64_t to)
{
    const Elements *elements = context;
    ElementOperands operands;
    operands.in[PARAMETERS] = elements->parameters;
    Rows rows = elements->rows;
    int64_t in_row = chunks_in_row(&rows), chunk = from % in_row;
    rows_seek(&rows, from / in_row);
    for (; from < to && rows_next(&rows); chunk = 0) {
        for (; chunk < in_row && from < to; chunk++, from++)
            make_chunk(elements, &operands, &rows, chunk * CHUNK);
    }
}

void elementwise(OpCall *call, const DType *operand, RowFunction *row)
{
    Elements elements = {.dtype = operand, .make = row};
    for (int k = 0; k < MAX_ARGS; k++) elements.parameters[k] = call_float(call, k, 0);
    const Tensor *tensor[MAX_OPERANDS] = {call->output};
    for (int k = 0; k < call->input_count; k++) tensor[k + 1] = call->input[k];
    Rows *rows = &elements.rows;
    rows_begin_as_stored(rows, &call->output->shape, tensor, call->input_count + 1);
    int64_t each = rows->length < CHUNK ? rows->length : CHUNK;
    share_out(rows_count(rows) * chunks_in_row(rows), PART / (each + 1) + 1, make_chunks,
              &elements);
}

static RowFunction *row_for(const RowSet *rows, DType compute)
{
    switch (compute) {
    case DTYPE_FLOAT32: return rows->floats;
    case DTYPE_FLOAT64: return rows->doubles;
    case DTYPE_BOOL: return rows->bools;
    default: return rows->ints;
    }
}

void elementwise_same(OpCall *call, DType operand, const RowSet *rows)
{
    RowFunction *row = row_for(rows, dtype_compute(operand));
    REQUIRE(row); // infer refuses the dtypes that have none
    DType each[] = {operand, operand, operand};
    for (int k = 0; k < call->input_count; k++) {
        if (call_takes_exactly(call, k)) each[k] = DTYPE_FLOAT32;
    }
    elementwise(call, each, row);
}

void elementwise_forward(OpCall *call)
{
    bool truth = call->dtype == DTYPE_BOOL;
    elementwise_same(call, truth ? call_promoted(call) : call->dtype, call->op->rows);
}

void elementwise_by_value(OpCall *call)
{
    Index at = {0};
    for (int64_t left = tensor_count(call->output); left > 0; left--) {
        double term[PARAMETERS];
        for (int k = 0; k < call->input_count; k++) {
            Index from = index_broadcast(&call->input[k]->shape, &call->shape, at);
            DType as = call_takes_exactly(call, k) ? DTYPE_FLOAT32 : call->dtype;
            term[k] = dtype_held(as, tensor_get(call->input[k], from));
        }
        tensor_set(call->output, at, call->op->value(call, term, call->input_count));
        index_next(&call->shape, &at);
    }
}
