// Decimals: as few as show every number of the matrix as it was stored, at most as many as asked
// for. A number that would look like zero, and a very large one, is written with an exponent.
#include "tui/walk/numbers.h"

#include "tensor/dtype.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    MOST_MEASURED = 4096, // cells that are written to see what they need
    MOST_RANGED = 16384,  // cells whose range is looked at
    NUMBER_CHARS = 48,
    UNMEASURED_WIDTH = 6, // what any number can be written in, "-1e-05"
    EXPONENT_WIDTH = 9,   // "-1.23e+05"
};

static const double POWERS[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

static bool needs_exponent(double value, int decimals)
{
    double size = fabs(value);
    bool whole = value == floor(value);
    return size >= 1e9 || (size >= 1e5 && (!whole || decimals > 0)) ||
           (size != 0 && size < 0.5 / POWERS[decimals]);
}

static int write_float(char *text, double value, int decimals)
{
    if (isnan(value)) return snprintf(text, NUMBER_CHARS, "nan");
    if (isinf(value)) return snprintf(text, NUMBER_CHARS, value < 0 ? "-inf" : "inf");
    if (needs_exponent(value, decimals)) {
        int length = snprintf(text, NUMBER_CHARS, "%.0e", value);
        bool says_all = fabs(value) < 1 || strtod(text, NULL) == value;
        return says_all ? length : snprintf(text, NUMBER_CHARS, "%.2e", value);
    }
    return snprintf(text, NUMBER_CHARS, "%.*f", decimals, value == 0 ? 0.0 : value);
}

static int write_number(char *text, const Tensor *tensor, Index at, int decimals)
{
    if (dtype_is_integer(tensor->dtype))
        return snprintf(text, NUMBER_CHARS, "%lld", (long long)tensor_get_int(tensor, at));
    if (tensor->dtype == DTYPE_BOOL)
        return snprintf(text, NUMBER_CHARS, tensor_get(tensor, at) != 0 ? "True" : "False");
    return write_float(text, tensor_get(tensor, at), decimals);
}

// The fewest decimals that read back as the same number.
static int decimals_of(double value, DType dtype, int most)
{
    if (!isfinite(value)) return 0;
    for (int d = 0; d < most; d++) {
        if (needs_exponent(value, d) && value != floor(value)) continue;
        if (fabs(value) >= 1e9) return 0;
        double read = nearbyint(value * POWERS[d]) / POWERS[d]; // as the text would be read
        if (dtype != DTYPE_FLOAT64) read = (double)(float)read;
        if (read == value) return d;
    }
    return most;
}

// What write_number() would need, without writing where that is easy.
static int number_width(const Tensor *tensor, Index at, double value, int decimals)
{
    char text[NUMBER_CHARS];
    bool plain = dtype_is_float(tensor->dtype) && isfinite(value) &&
                 !needs_exponent(value, decimals) && fabs(value) < 1e9;
    if (!plain) return write_number(text, tensor, at, decimals);
    double size = nearbyint(fabs(value) * POWERS[decimals]) / POWERS[decimals];
    int digits = 1;
    while (digits < 10 && size >= POWERS[digits - 1] * 10) digits++;
    return (value < 0) + digits + (decimals > 0) + decimals;
}

// Goes over the cells, or evenly over `most` of them.
typedef struct Scan {
    int64_t next, count, step;
} Scan;

static Scan scan_of(const Matrix *matrix, int64_t most)
{
    int64_t count = matrix->rows * matrix->columns, step = (count + most - 1) / most;
    // A step that divides the columns would see the same few of them again and again.
    while (step > 1 && matrix->columns > 1 && matrix->columns % step == 0) step++;
    return (Scan){0, count, step};
}

static bool scan_next(Scan *scan, const Matrix *matrix, Index *at)
{
    if (scan->next >= scan->count) return false;
    *at = matrix_index(matrix, scan->next / matrix->columns, scan->next % matrix->columns);
    scan->next += scan->step;
    return true;
}

// What can be told of many numbers without writing them.
typedef struct Extent {
    double low, high, least; // of the finite ones; the smallest size that is not 0
    bool any, whole, has_others;
} Extent;

static void extend(Extent *extent, double value)
{
    if (!isfinite(value)) {
        extent->has_others = true;
        return;
    }
    double size = fabs(value);
    if (!extent->any || value < extent->low) extent->low = value;
    if (!extent->any || value > extent->high) extent->high = value;
    if (size > 0 && (extent->least == 0 || size < extent->least)) extent->least = size;
    extent->whole &= value == floor(value);
    extent->any = true;
}

static void widen(NumberColumn *found, const Tensor *tensor, double value)
{
    char text[NUMBER_CHARS];
    int width = dtype_is_float(tensor->dtype) ? write_float(text, value, found->decimals)
                                              : snprintf(text, sizeof text, "%.0f", value);
    if (width > found->width) found->width = width;
}

// Cells that were not measured one by one: the ends of their range are the widest.
static void widen_to_extent(NumberColumn *found, const Tensor *tensor, const Extent *extent)
{
    static const char other[] = "-inf";
    bool is_float = dtype_is_float(tensor->dtype);
    if (extent->has_others && found->width < (int)sizeof other - 1)
        found->width = (int)sizeof other - 1;
    if (!extent->any || tensor->dtype == DTYPE_BOOL) return;
    widen(found, tensor, extent->low);
    widen(found, tensor, extent->high);
    if (is_float) widen(found, tensor, extent->low < 0 ? -extent->least : extent->least);
    double size = fmax(fabs(extent->low), fabs(extent->high));
    if (is_float && needs_exponent(size, found->decimals) && found->width < EXPONENT_WIDTH)
        found->width = EXPONENT_WIDTH;
}

NumberColumn number_column(const Matrix *matrix, int digits)
{
    NumberColumn found = {.width = 1};
    const Tensor *tensor = matrix->tensor;
    Extent extent = {.whole = true};
    Index at;
    Scan all = scan_of(matrix, MOST_RANGED), some = scan_of(matrix, MOST_MEASURED);
    for (Scan scan = all; scan_next(&scan, matrix, &at);) extend(&extent, tensor_get(tensor, at));
    found.low = extent.low;
    found.high = extent.high;
    for (Scan scan = some; dtype_is_float(tensor->dtype) && scan_next(&scan, matrix, &at);) {
        int decimals = decimals_of(tensor_get(tensor, at), tensor->dtype, digits);
        if (decimals > found.decimals) found.decimals = decimals;
    }
    if (some.step > 1 && !extent.whole && found.decimals == 0) found.decimals = digits;
    for (Scan scan = some; scan_next(&scan, matrix, &at);) {
        int width = number_width(tensor, at, tensor_get(tensor, at), found.decimals);
        if (width > found.width) found.width = width;
    }
    if (some.step > 1) widen_to_extent(&found, tensor, &extent);
    if (all.step > 1 && found.width < UNMEASURED_WIDTH && tensor->dtype != DTYPE_BOOL)
        found.width = UNMEASURED_WIDTH;
    return found;
}

void number_cell(Buf *out, const Tensor *tensor, Index at, int decimals, int width)
{
    char text[NUMBER_CHARS];
    int length = write_number(text, tensor, at, decimals);
    double value = tensor_get(tensor, at);
    bool is_word = tensor->dtype == DTYPE_BOOL;
    if (is_word && width < (int)sizeof "False" - 1) length = 1; // "T", "F", and never one of each
    for (int d = 2; length > width && d >= 0; d--)
        length = snprintf(text, sizeof text, "%.*e", d, value);
    buf_add(out, (Str){text, length});
}
