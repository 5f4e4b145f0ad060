// Writes one number of a tensor as text, for the formats in which `qkv export --format` copies
// numbers.
#include "command/figures/copy_parts.h"

#include "base/number.h"
#include "tensor/dtype.h"

#include <inttypes.h>
#include <math.h>

int copy_decimals(const Copy *copy)
{
    const int readable = 4;
    return copy->source->digits < 0 && copy->format->for_people ? readable : copy->source->digits;
}

static void add_float(Copy *copy, double value)
{
    Buf *out = &copy->sink.buf;
    const CopyWords *words = copy->format->words;
    if (isnan(value))
        buf_add(out, str_from(words->nan));
    else if (isinf(value))
        buf_add(out, str_from(value < 0 ? words->minus_inf : words->inf));
    else if (copy_decimals(copy) >= 0)
        number_trimmed(out, value, copy_decimals(copy));
    else if (copy->part.dtype != DTYPE_FLOAT64)
        number_repr_float(out, (float)value);
    else
        number_repr_double(out, value);
}

void copy_cell(Copy *copy, Index at)
{
    DType dtype = copy->part.dtype;
    if (dtype_is_float(dtype))
        add_float(copy, tensor_get(&copy->part, at));
    else if (dtype == DTYPE_BOOL)
        buf_add(&copy->sink.buf,
                str_from(tensor_get(&copy->part, at) != 0 ? copy->format->words->yes
                                                          : copy->format->words->no));
    else
        buf_printf(&copy->sink.buf, "%" PRId64, tensor_get_int(&copy->part, at));
}

void copy_latex_cell(Copy *copy, Index at)
{
    Buf *out = &copy->sink.buf;
    int start = out->n;
    bool is_float = dtype_is_float(copy->part.dtype);
    double value = is_float ? tensor_get(&copy->part, at) : 0;
    if (is_float && isfinite(value))
        number_human(out, value, copy->decimals);
    else
        copy_cell(copy, at);
    Str text = str_slice(buf_str(out), start, out->n);
    int e = str_find(text, "e"), exponent = 0;
    bool scientific = e > 0 && text.p[e - 1] >= '0' && text.p[e - 1] <= '9';
    if (!scientific) return;
    int64_t power = 0;
    if (number_parse_int(str_slice(text, e + 1, text.n), &power)) exponent = (int)power;
    out->n = start + e;
    buf_printf(out, "\\times10^{%d}", exponent);
}
