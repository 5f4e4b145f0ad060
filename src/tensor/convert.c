#include "tensor/convert.h"

#include "tensor/rows.h"

#include <string.h>

int64_t int_from_double(double value)
{
    return value >= -0x1p63 && value < 0x1p63 ? (int64_t)value : INT64_MIN;
}

typedef void Convert(const void *source, int64_t from, void *target, int64_t to, int64_t n);

#define CONVERT(name, From, To, cell)                                                              \
    static void name(const void *source, int64_t from, void *target, int64_t to, int64_t n)        \
    {                                                                                              \
        const From *in = source;                                                                   \
        To *out = target;                                                                          \
        for (int64_t i = 0; i < n; i++) {                                                          \
            From x = in[i * from];                                                                 \
            out[i * to] = (cell);                                                                  \
        }                                                                                          \
    }

CONVERT(float_to_float, float, float, x)
CONVERT(float_to_int, float, int64_t, int_from_double((double)x))
CONVERT(float_to_bool, float, unsigned char, x != 0)
CONVERT(int_to_float, int64_t, float, (float)x)
CONVERT(int_to_int, int64_t, int64_t, x)
CONVERT(int_to_bool, int64_t, unsigned char, x != 0)
CONVERT(bool_to_float, unsigned char, float, (float)x)
CONVERT(bool_to_int, unsigned char, int64_t, x)
CONVERT(bool_to_bool, unsigned char, unsigned char, x)

static Convert *const convert[DTYPE_COUNT][DTYPE_COUNT] = {
    {float_to_float, float_to_int, float_to_bool},
    {int_to_float, int_to_int, int_to_bool},
    {bool_to_float, bool_to_int, bool_to_bool},
};

void convert_row(DType from, const void *source, int64_t from_stride, DType to, void *target,
                 int64_t to_stride, int64_t n)
{
    if (from == to && from_stride == 1 && to_stride == 1)
        memcpy(target, source, (size_t)n * dtype_bytes(from));
    else
        convert[from][to](source, from_stride, target, to_stride, n);
}

void tensor_assign(Tensor *to, const Tensor *from)
{
    Rows rows;
    rows_begin(&rows, &to->shape, (const Tensor *const[]){to, from}, 2);
    while (rows_next(&rows)) {
        convert_row(from->dtype, row_cells(&rows, 1), rows.stride[1], to->dtype,
                    row_cells(&rows, 0), rows.stride[0], rows.length);
    }
}

const float *contiguous_floats(const Tensor *tensor, Arena *scratch)
{
    if (tensor->dtype == DTYPE_FLOAT32 && tensor_is_contiguous(tensor))
        return tensor_floats(tensor) + tensor->offset;
    float *cells = arena_array(scratch, (size_t)tensor_count(tensor), sizeof *cells);
    Rows rows;
    rows_begin(&rows, &tensor->shape, &tensor, 1);
    for (float *to = cells; rows_next(&rows); to += rows.length) {
        convert_row(tensor->dtype, row_cells(&rows, 0), rows.stride[0], DTYPE_FLOAT32, to, 1,
                    rows.length);
    }
    return cells;
}
