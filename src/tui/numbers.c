// Decimals: as few as show every number of the matrix as it was stored, at most as many as asked
// for. A number that would look like zero, and a very large one, is written with an exponent.
#include "tui/numbers.h"

#include "tensor/dtype.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_MEASURED = 1024, MEASURED_ROWS = 32, NUMBER_CHARS = 48, UNMEASURED_WIDTH = 9 };

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

typedef struct Scan { // goes over the cells that are measured: of a large matrix every so many
    int64_t row, column, row_step, column_step;
} Scan;

static int64_t parts(int64_t size, int64_t part)
{
    return (size + part - 1) / part;
}

static Scan scan_of(const Matrix *matrix)
{
    Scan scan = {0, 0, 1, 1};
    if (matrix->rows == 0 || matrix->columns <= MOST_MEASURED / matrix->rows) return scan;
    scan.row_step = parts(matrix->rows, MEASURED_ROWS);
    scan.column_step = parts(matrix->columns, MOST_MEASURED / parts(matrix->rows, scan.row_step));
    return scan;
}

static bool scan_next(Scan *scan, const Matrix *matrix, Index *at)
{
    if (matrix->columns == 0 || scan->row >= matrix->rows) return false;
    *at = matrix_index(matrix, scan->row, scan->column);
    scan->column += scan->column_step;
    if (scan->column >= matrix->columns) {
        scan->column = 0;
        scan->row += scan->row_step;
    }
    return true;
}

static void note_range(NumberColumn *found, double value, bool *any)
{
    if (!isfinite(value)) return;
    if (!*any || value < found->low) found->low = value;
    if (!*any || value > found->high) found->high = value;
    *any = true;
}

NumberColumn number_column(const Matrix *matrix, int digits)
{
    NumberColumn found = {.width = 1};
    const Tensor *tensor = matrix->tensor;
    Index at;
    bool any = false;
    for (Scan scan = scan_of(matrix); scan_next(&scan, matrix, &at);) {
        double value = tensor_get(tensor, at);
        note_range(&found, value, &any);
        if (!dtype_is_float(tensor->dtype)) continue;
        int decimals = decimals_of(value, tensor->dtype, digits);
        if (decimals > found.decimals) found.decimals = decimals;
    }
    for (Scan scan = scan_of(matrix); scan_next(&scan, matrix, &at);) {
        int width = number_width(tensor, at, tensor_get(tensor, at), found.decimals);
        if (width > found.width) found.width = width;
    }
    bool measured = matrix->rows * matrix->columns <= MOST_MEASURED;
    if (!measured && found.width < UNMEASURED_WIDTH && tensor->dtype != DTYPE_BOOL)
        found.width = UNMEASURED_WIDTH;
    return found;
}

void number_cell(Buf *out, const Tensor *tensor, Index at, int decimals, int width)
{
    char text[NUMBER_CHARS];
    int length = write_number(text, tensor, at, decimals);
    double value = tensor_get(tensor, at);
    for (int d = 2; length > width && d >= 0; d--)
        length = snprintf(text, sizeof text, "%.*e", d, value);
    buf_add(out, (Str){text, length});
}
