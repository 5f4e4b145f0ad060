// Conversion between all dtypes: macros write one loop for each pair of types, and a table finds
// it by [from][to]. A float becomes an integer towards zero. What does not fit has no meaning in
// C, so it is spelled out here to give what PyTorch gives on x86: INT64_MIN or INT32_MIN, from
// which narrower integers then keep the lowest bits.
#include "tensor/convert.h"

#include "tensor/dtype.h"
#include "tensor/float/halves.h"
#include "tensor/rows.h"

#include <string.h>

int64_t convert_to_int(double value)
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
            out[i * to] = (To)(cell);                                                              \
        }                                                                                          \
    }

// The functions from one type of cells to all others. Narrow integers take what an int64 or, of
// floats, an int32 leaves in their bits.
#define CONVERT_INTEGER(name, From)                                                                \
    CONVERT(name##_to_float, From, float, x)                                                       \
    CONVERT(name##_to_double, From, double, x)                                                     \
    CONVERT(name##_to_int64, From, int64_t, x)                                                     \
    CONVERT(name##_to_int32, From, int32_t, x)                                                     \
    CONVERT(name##_to_int16, From, int16_t, x)                                                     \
    CONVERT(name##_to_int8, From, int8_t, x)                                                       \
    CONVERT(name##_to_uint8, From, uint8_t, x)                                                     \
    CONVERT(name##_to_bool, From, unsigned char, x != 0)                                           \
    ROW_OF(name)

#define CONVERT_FLOAT(name, From)                                                                  \
    CONVERT(name##_to_float, From, float, x)                                                       \
    CONVERT(name##_to_double, From, double, x)                                                     \
    CONVERT(name##_to_int64, From, int64_t, convert_to_int((double)x))                             \
    CONVERT(name##_to_int32, From, int32_t, int32_from_double((double)x))                          \
    CONVERT(name##_to_int16, From, int16_t, int32_from_double((double)x))                          \
    CONVERT(name##_to_int8, From, int8_t, int32_from_double((double)x))                            \
    CONVERT(name##_to_uint8, From, uint8_t, convert_to_int((double)x))                             \
    CONVERT(name##_to_bool, From, unsigned char, x != 0)                                           \
    ROW_OF(name)

#define ROW_OF(name)                                                                               \
    static Convert *const from_##name[DTYPE_COUNT] = {                                             \
        [DTYPE_FLOAT32] = name##_to_float, [DTYPE_FLOAT64] = name##_to_double,                     \
        [DTYPE_INT64] = name##_to_int64,   [DTYPE_INT32] = name##_to_int32,                        \
        [DTYPE_INT16] = name##_to_int16,   [DTYPE_INT8] = name##_to_int8,                          \
        [DTYPE_UINT8] = name##_to_uint8,   [DTYPE_BOOL] = name##_to_bool,                          \
    };

static int32_t int32_from_double(double value)
{
    return value > -0x1.00000002p31 && value < 0x1p31 ? (int32_t)value : INT32_MIN;
}

CONVERT_FLOAT(float, float)
CONVERT_FLOAT(double, double)
CONVERT_INTEGER(int64, int64_t)
CONVERT_INTEGER(int32, int32_t)
CONVERT_INTEGER(int16, int16_t)
CONVERT_INTEGER(int8, int8_t)
CONVERT_INTEGER(uint8, uint8_t)

static Convert *const *const convert[DTYPE_COUNT] = {
    [DTYPE_FLOAT32] = from_float, [DTYPE_FLOAT64] = from_double, [DTYPE_INT64] = from_int64,
    [DTYPE_INT32] = from_int32,   [DTYPE_INT16] = from_int16,    [DTYPE_INT8] = from_int8,
    [DTYPE_UINT8] = from_uint8,   [DTYPE_BOOL] = from_uint8,
};

// ---- halves ------------------------------------------------------------------------------------

// A half is converted as the float32 that it is, and made of one: as PyTorch does, which rounds a
// float64 twice on the way.
enum { CHUNK = 256 };

static void widen_halves(DType from, const uint16_t *in, int64_t stride, float *out, int64_t n)
{
    if (from == DTYPE_FLOAT16)
        for (int64_t i = 0; i < n; i++) out[i] = float_of_half(in[i * stride]);
    else
        for (int64_t i = 0; i < n; i++) out[i] = float_of_bfloat(in[i * stride]);
}

static void round_to_halves(DType to, const float *in, uint16_t *out, int64_t stride, int64_t n)
{
    if (to == DTYPE_FLOAT16)
        for (int64_t i = 0; i < n; i++) out[i * stride] = half_of_float(in[i]);
    else
        for (int64_t i = 0; i < n; i++) out[i * stride] = bfloat_of_float(in[i]);
}

static void convert_chunk(DType from, const void *source, int64_t from_stride, DType to,
                          void *target, int64_t to_stride, int64_t n)
{
    float wide[CHUNK];
    if (dtype_is_half(from))
        widen_halves(from, source, from_stride, wide, n);
    else
        convert[from][DTYPE_FLOAT32](source, from_stride, wide, 1, n);
    if (dtype_is_half(to))
        round_to_halves(to, wide, target, to_stride, n);
    else
        convert[DTYPE_FLOAT32][to](wide, 1, target, to_stride, n);
}

static void convert_halves(DType from, const void *source, int64_t from_stride, DType to,
                           void *target, int64_t to_stride, int64_t n)
{
    const unsigned char *in = source;
    unsigned char *out = target;
    for (int64_t at = 0; at < n; at += CHUNK) {
        convert_chunk(from, in + at * from_stride * (int64_t)dtype_bytes(from), from_stride, to,
                      out + at * to_stride * (int64_t)dtype_bytes(to), to_stride,
                      n - at < CHUNK ? n - at : CHUNK);
    }
}

void convert_row(DType from, const void *source, int64_t from_stride, DType to, void *target,
                 int64_t to_stride, int64_t n)
{
    if (from == to && from_stride == 1 && to_stride == 1)
        memcpy(target, source, (size_t)n * dtype_bytes(from));
    else if (dtype_is_half(from) || dtype_is_half(to))
        convert_halves(from, source, from_stride, to, target, to_stride, n);
    else
        convert[from][to](source, from_stride, target, to_stride, n);
}

void tensor_assign(Tensor *to, const Tensor *from)
{
    Rows rows;
    if (to == from) return;
    rows_begin_as_stored(&rows, &to->shape, (const Tensor *const[]){to, from}, 2);
    while (rows_next(&rows)) {
        convert_row(from->dtype, row_cells(&rows, 1), rows.stride[1], to->dtype,
                    row_cells(&rows, 0), rows.stride[0], rows.length);
    }
}

const void *tensor_contiguous_cells(const Tensor *tensor, DType as, Arena *scratch)
{
    size_t bytes = dtype_bytes(as);
    unsigned char *data = tensor_data(tensor);
    if (tensor->dtype == as && tensor_is_contiguous(tensor))
        return data + (size_t)tensor->offset * bytes;
    unsigned char *cells = arena_array(scratch, (size_t)tensor_count(tensor), bytes);
    Rows rows;
    rows_begin(&rows, &tensor->shape, &tensor, 1);
    for (unsigned char *to = cells; rows_next(&rows); to += (size_t)rows.length * bytes) {
        convert_row(tensor->dtype, row_cells(&rows, 0), rows.stride[0], as, to, 1, rows.length);
    }
    return cells;
}

const float *tensor_contiguous_floats(const Tensor *tensor, Arena *scratch)
{
    return tensor_contiguous_cells(tensor, DTYPE_FLOAT32, scratch);
}

const double *tensor_contiguous_doubles(const Tensor *tensor, Arena *scratch)
{
    return tensor_contiguous_cells(tensor, DTYPE_FLOAT64, scratch);
}
