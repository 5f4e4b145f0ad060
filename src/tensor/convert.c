// Conversion between all dtypes: macros write one loop for each pair of types, and a table finds
// it by [from][to]. A float becomes an integer towards zero. What does not fit has no meaning in
// C, so it is spelled out here to give what PyTorch gives on x86: INT64_MIN or INT32_MIN, from
// which narrower integers then keep the lowest bits.
#include "tensor/convert.h"

#include "tensor/dtype.h"
#include "tensor/float/bits.h"
#include "tensor/float/rows.h"
#include "tensor/rows.h"

#include <math.h>
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

// float16 and bfloat16: float32 in half the bits, widened exactly and rounded to the nearest,
// halves to even.
//
// float16 has 5 bits of exponent and 10 of fraction: from 65520 on it is infinity, below 2^-14 its
// steps stay 2^-24. bfloat16 is the upper half of a float32. Without branches, so that compilers
// can make vector instructions of loops over them.

// The exponent moves by multiplication; where there is none, the fraction is put behind 0.5.
static inline float float_of_half(uint16_t half)
{
    uint32_t top = (uint32_t)half << 16, sign = top & 0x80000000u, rest = top + top;
    float normal = bits_float((rest >> 4) + (0xe0u << 23)) * 0x1p-112f;
    float small = bits_float((rest >> 17) | (126u << 23)) - 0.5f;
    return bits_float(sign | float_bits(rest < 1u << 27 ? small : normal));
}

// Adding a power of two that depends on the exponent rounds the fraction where float16 ends; what
// is too large becomes infinity by the two multiplications.
static inline uint16_t half_of_float(float value)
{
    uint32_t bits = float_bits(value), rest = bits + bits;
    uint32_t exponent = rest & 0xff000000u;
    if (exponent < 0x71000000u) exponent = 0x71000000u;
    float sum = bits_float((exponent >> 1) + 0x07800000u) + fabsf(value) * 0x1p+112f * 0x1p-110f;
    uint32_t rounded = float_bits(sum);
    uint32_t half = ((rounded >> 13) & 0x7c00u) + (rounded & 0x0fffu);
    return (uint16_t)((bits >> 16 & 0x8000u) | (rest > 0xff000000u ? 0x7e00u : half));
}

static inline float float_of_bfloat(uint16_t half)
{
    return bits_float((uint32_t)half << 16);
}

static inline uint16_t bfloat_of_float(float value)
{
    uint32_t bits = float_bits(value);
    uint32_t rounded = (bits + 0x7fffu + (bits >> 16 & 1)) >> 16;
    return (uint16_t)(isnan(value) ? 0x7fc0u : rounded);
}

// A half is converted as the float32 that it is, and made of one: as PyTorch does, which rounds a
// float64 twice on the way.
enum { CHUNK = 256 };

// The same of rows whose cells lie side by side.
LANE void widen_bfloats_body(const uint16_t *in, float *out, int64_t n)
{
    INDEPENDENT for (int64_t i = 0; i < n; i++) out[i] = float_of_bfloat(in[i]);
}

LANE void round_bfloats_body(const float *in, uint16_t *out, int64_t n)
{
    INDEPENDENT for (int64_t i = 0; i < n; i++) out[i] = bfloat_of_float(in[i]);
}

COMPILED_TWICE(static, widen_bfloats, (const uint16_t *in, float *out, int64_t n), (in, out, n))
COMPILED_TWICE(static, round_bfloats, (const float *in, uint16_t *out, int64_t n), (in, out, n))

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
    if (from_stride == 1 && to_stride == 1 && from + to == DTYPE_BFLOAT16 + DTYPE_FLOAT32) {
        if (from == DTYPE_BFLOAT16)
            widen_bfloats(source, target, n);
        else
            round_bfloats(source, target, n);
        return;
    }
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
