#include "tensor/elementwise.h"

#include "tensor/convert.h"
#include "tensor/rows.h"

enum { CHUNK = 512 }; // cells converted at a time

typedef struct Operands {
    const void *in[MAX_OPERANDS];
    int64_t stride[MAX_OPERANDS];
    int64_t converted[MAX_OPERANDS][CHUNK];
} Operands;

// Input k's cells from `from` on, as dtype `as`.
static void load(Operands *operands, const Rows *rows, int k, DType as, int64_t from, int64_t n)
{
    const Tensor *tensor = rows->tensor[k + 1];
    int64_t stride = rows->stride[k + 1];
    const unsigned char *cells = row_cells(rows, k + 1);
    cells += (size_t)(from * stride) * dtype_bytes(tensor->dtype);
    operands->in[k] = cells;
    operands->stride[k] = stride;
    if (tensor->dtype == as) return;
    convert_row(tensor->dtype, cells, stride, as, operands->converted[k], 1, stride ? n : 1);
    operands->in[k] = operands->converted[k];
    operands->stride[k] = stride ? 1 : 0;
}

void elementwise(OpCall *call, const DType *operand, RowFunction *row)
{
    Rows rows;
    Operands operands;
    const Tensor *tensor[MAX_OPERANDS] = {call->output};
    for (int k = 0; k < call->input_count; k++) tensor[k + 1] = call->input[k];
    rows_begin(&rows, &call->output->shape, tensor, call->input_count + 1);
    size_t cell = dtype_bytes(call->output->dtype);
    while (rows_next(&rows)) {
        unsigned char *output = row_cells(&rows, 0);
        for (int64_t from = 0; from < rows.length; from += CHUNK) {
            int64_t n = rows.length - from < CHUNK ? rows.length - from : CHUNK;
            for (int k = 0; k < call->input_count; k++) {
                load(&operands, &rows, k, operand[k], from, n);
            }
            row(output + (size_t)from * cell, operands.in, operands.stride, n);
        }
    }
}

void elementwise_same(OpCall *call, DType operand, RowFunction *const row[DTYPE_COUNT])
{
    elementwise(call, (const DType[]){operand, operand, operand}, row[operand]);
}
