// The table of dtypes and PyTorch's rules of promotion. dtypes fall into three classes, bool <
// integer < float. The higher class wins, within a class the wider type; only int8 with uint8
// gives int16, and float16 with bfloat16 float32. In an operation a tensor with dimensions decides
// before one without, and that before a Python number, unless the latter is of a higher class:
// int64_tensor + 1.5 is float32, float32_tensor + 1.5 stays float32.
#include "tensor/dtype.h"

#include "base/text/number.h"
#include "tensor/convert.h"

#include <float.h>

// In the order of promotion.
typedef enum Class { CLASS_BOOL, CLASS_INTEGER, CLASS_FLOAT } Class;

static const struct {
    const char *name, *title, *c_name;
    size_t bytes;
    DType compute;
    Class class;
    int64_t least, most; // integers
    double largest;      // floats
} row[DTYPE_COUNT] = {
    [DTYPE_FLOAT32] = {"float32", "Float", "float", 4, DTYPE_FLOAT32, CLASS_FLOAT, 0, 0,
                       (double)FLT_MAX},
    [DTYPE_INT64] = {"int64", "Long", "long int", 8, DTYPE_INT64, CLASS_INTEGER, INT64_MIN,
                     INT64_MAX, DBL_MAX},
    [DTYPE_BOOL] = {"bool", "Bool", "bool", 1, DTYPE_BOOL, CLASS_BOOL, 0, 1, DBL_MAX},
    [DTYPE_FLOAT64] = {"float64", "Double", "double", 8, DTYPE_FLOAT64, CLASS_FLOAT, 0, 0, DBL_MAX},
    [DTYPE_INT32] = {"int32", "Int", "int", 4, DTYPE_INT64, CLASS_INTEGER, INT32_MIN, INT32_MAX,
                     DBL_MAX},
    [DTYPE_INT16] = {"int16", "Short", "short int", 2, DTYPE_INT64, CLASS_INTEGER, INT16_MIN,
                     INT16_MAX, DBL_MAX},
    [DTYPE_INT8] = {"int8", "Char", "signed char", 1, DTYPE_INT64, CLASS_INTEGER, INT8_MIN,
                    INT8_MAX, DBL_MAX},
    [DTYPE_UINT8] = {"uint8", "Byte", "unsigned char", 1, DTYPE_INT64, CLASS_INTEGER, 0, UINT8_MAX,
                     DBL_MAX},
    [DTYPE_FLOAT16] = {"float16", "Half", "c10::Half", 2, DTYPE_FLOAT32, CLASS_FLOAT, 0, 0, 65504},
    [DTYPE_BFLOAT16] = {"bfloat16", "BFloat16", "c10::BFloat16", 2, DTYPE_FLOAT32, CLASS_FLOAT, 0,
                        0, 0x1.fep127},
};

#define FIELD(type, name, field)                                                                   \
    type name(DType dtype)                                                                         \
    {                                                                                              \
        return row[dtype].field;                                                                   \
    }

FIELD(size_t, dtype_bytes, bytes)
FIELD(const char *, dtype_name, name)
FIELD(const char *, dtype_title, title)
FIELD(const char *, dtype_c_name, c_name)
FIELD(DType, dtype_compute, compute)
FIELD(int64_t, dtype_least, least)
FIELD(int64_t, dtype_most, most)
FIELD(double, dtype_largest, largest)

bool dtype_is_float(DType dtype)
{
    return row[dtype].class == CLASS_FLOAT;
}

bool dtype_is_half(DType dtype)
{
    return dtype == DTYPE_FLOAT16 || dtype == DTYPE_BFLOAT16;
}

bool dtype_is_integer(DType dtype)
{
    return row[dtype].class == CLASS_INTEGER;
}

// ---- promotion ---------------------------------------------------------------------------------

DType dtype_promote(DType a, DType b)
{
    if (a == b) return a;
    if (row[a].class != row[b].class) return row[a].class > row[b].class ? a : b;
    bool bytes = row[a].bytes == 1 && row[b].bytes == 1; // int8 and uint8: neither holds the other
    if (bytes) return DTYPE_INT16;
    if (dtype_is_half(a) && dtype_is_half(b)) return DTYPE_FLOAT32;
    return row[a].bytes > row[b].bytes ? a : b;
}

bool dtype_can_cast(DType from, DType to)
{
    return row[from].class <= row[to].class;
}

// What takes part in promotion together, and what has been found of it.
typedef struct FoundType {
    bool any;
    DType dtype;
} FoundType;

static void find(FoundType *found, DType dtype)
{
    found->dtype = found->any ? dtype_promote(found->dtype, dtype) : dtype;
    found->any = true;
}

static FoundType of_both(FoundType higher, FoundType lower)
{
    if (!higher.any || !lower.any) return higher.any ? higher : lower;
    if (row[lower.dtype].class > row[higher.dtype].class) find(&higher, lower.dtype);
    return higher;
}

DType dtype_together(Tensor *const *tensor, int count)
{
    FoundType shaped = {0}, single = {0}, number = {0};
    for (int i = 0; i < count; i++) {
        DType dtype = tensor[i]->dtype;
        if (tensor[i]->is_number)
            find(&number, dtype_is_float(dtype) ? tensor[i]->heap->float_dtype : dtype);
        else
            find(tensor[i]->shape.ndim ? &shaped : &single, dtype);
    }
    FoundType all = of_both(of_both(shaped, single), number);
    return all.any ? all.dtype : DTYPE_FLOAT32;
}

// ---- what cells hold ---------------------------------------------------------------------------

int64_t dtype_wrapped(DType dtype, int64_t value)
{
    switch (dtype) {
    case DTYPE_INT32: return (int32_t)value;
    case DTYPE_INT16: return (int16_t)value;
    case DTYPE_INT8: return (int8_t)value;
    case DTYPE_UINT8: return (uint8_t)value;
    default: return value;
    }
}

double dtype_held(DType dtype, double value)
{
    if (dtype == DTYPE_BOOL) return value != 0;
    if (dtype_is_half(dtype)) {
        uint16_t half;
        convert_row(DTYPE_FLOAT64, &value, 1, dtype, &half, 1, 1);
        convert_row(dtype, &half, 1, DTYPE_FLOAT64, &value, 1, 1);
        return value;
    }
    bool narrow = dtype_is_integer(dtype) && dtype != DTYPE_INT64;
    return narrow ? (double)dtype_wrapped(dtype, convert_to_int(value)) : value;
}

void dtype_write(Buf *out, DType dtype, double value, int digits)
{
    if (dtype == DTYPE_BOOL)
        buf_add(out, value != 0 ? STR("True") : STR("False"));
    else if (dtype_is_integer(dtype))
        number_fixed(out, value, 0);
    else
        number_human(out, value, digits);
}
