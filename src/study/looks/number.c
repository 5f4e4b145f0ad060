// Decimals: as few as show every number of the matrix as it was stored, at most as many as asked
// for, and each of them as base/text/number.h says.
#include "study/looks/number.h"

#include "base/text/number.h"
#include "tensor/dtype.h"

#include <float.h>
#include <math.h>

enum {
    ALL_MEASURED = 16384, // cells of which each is looked at
    SAMPLE = 4096,        // of more cells so many are,
    RUN = 64,             // in runs of so many,
    SPREAD = 7919,        // which begin so far apart, going round
    UNMEASURED_WIDTH = 6, // what any number can be written in, "-1e-05"
};

static const double LARGE = 1e5; // below it no number is large

// Goes over the cells; of very many over short runs of neighbours, which lie together in memory,
// spread over the matrix.
typedef struct NumberScan {
    const Matrix *matrix;
    const float *floats; // the first cell, where numbers can be read without asking the tensor
    int64_t row_stride, column_stride;
    bool down;             // runs go down the columns
    bool all;              // a run is a whole line
    int64_t lines, length; // of the matrix, in the direction of runs
    int64_t run, runs;     // the one at hand, how many
    int64_t line, start;   // where it is
    int64_t at, size;      // in it
} NumberScan;

static void begin_run(NumberScan *scan, int64_t run)
{
    scan->run = run;
    scan->at = 0;
    if (run >= scan->runs) return;
    scan->line = run * scan->lines / scan->runs;
    scan->start = run * SPREAD % (scan->length - scan->size + 1);
}

static NumberScan scan_of(const Matrix *matrix)
{
    const Tensor *tensor = matrix->tensor;
    NumberScan scan = {.matrix = matrix, .all = matrix->rows * matrix->columns <= ALL_MEASURED};
    if (matrix->row_dim >= 0) scan.row_stride = tensor->stride[matrix->row_dim];
    if (matrix->column_dim >= 0) scan.column_stride = tensor->stride[matrix->column_dim];
    scan.down = !scan.all && (scan.column_stride > scan.row_stride || matrix->columns == 1);
    scan.lines = scan.down ? matrix->columns : matrix->rows;
    scan.length = scan.down ? matrix->rows : matrix->columns;
    scan.size = scan.all || scan.length < RUN ? scan.length : RUN;
    if (scan.lines <= 0 || scan.length <= 0) return scan; // no runs
    scan.runs = scan.all ? scan.lines : SAMPLE / scan.size;
    if (tensor->dtype == DTYPE_FLOAT32)
        scan.floats = tensor_floats(tensor) + tensor_offset(tensor, matrix_index(matrix, 0, 0));
    begin_run(&scan, 0);
    return scan;
}

static bool scan_next(NumberScan *scan, double *value)
{
    if (scan->at == scan->size) begin_run(scan, scan->run + 1);
    if (scan->run >= scan->runs) return false;
    int64_t place = scan->start + scan->at++;
    int64_t row = scan->down ? place : scan->line, column = scan->down ? scan->line : place;
    *value = scan->floats
                 ? (double)scan->floats[row * scan->row_stride + column * scan->column_stride]
                 : tensor_get(scan->matrix->tensor, matrix_index(scan->matrix, row, column));
    return true;
}

// ---- what many numbers need, without writing each of them --------------------------------------

typedef struct NumberRange {
    double low, high; // low > high: nothing is in it
} NumberRange;

static const NumberRange NOTHING = {.low = HUGE_VAL, .high = -HUGE_VAL};

static void range_add(NumberRange *range, double value)
{
    if (value < range->low) range->low = value;
    if (value > range->high) range->high = value;
}

// Of plain decimals none is wider than the farthest from 0 of its sign. What is very large or looks
// like zero has no such order: "1e+09" is narrower than "185184.75", "6e-06" than "1.5e-05".
typedef struct Extent {
    NumberRange finite, plain;
    // Widths of the widest that is not plain, with so many decimals.
    int tiny[MOST_DECIMALS + 1], huge[MOST_DECIMALS + 1];
    int special;  // width of the widest of nan and inf
    int decimals; // that show all as they are stored
    int digits;   // decimals asked for
    bool is_integer;
    Arena *arena;
} Extent;

static void widen(int *width, int other)
{
    if (other > *width) *width = other;
}

static int width_of(const Extent *extent, double value, int decimals, double largest)
{
    Buf text = {.arena = extent->arena};
    if (extent->is_integer)
        number_fixed(&text, value, 0);
    else
        number_aligned(&text, value, decimals, largest);
    return text.n;
}

static void extend(Extent *extent, double value)
{
    enum { WIDEST_SMALL = 7, WIDEST = 9, USUAL = 4 }; // "1.5e-05", "185184.75"
    double size = fabs(value), smallest = 0.5;
    if (!isfinite(value)) {
        widen(&extent->special, width_of(extent, value, 0, 0));
        return;
    }
    range_add(size < LARGE ? &extent->plain : &extent->finite, value);
    for (int d = 0; d <= extent->digits; d++, smallest /= 10) {
        bool is_small = size <= smallest && size != 0, usual = size < 1e99 && size > 1e-99;
        if (!is_small && size < LARGE) return;
        int widest =
            is_small ? WIDEST_SMALL - (d < 3 ? 2 : 0) : WIDEST + (d > USUAL ? d - USUAL : 0);
        int *width = is_small ? &extent->tiny[d] : &extent->huge[d];
        bool teaches_nothing = usual && *width >= widest + (value < 0);
        if (extent->is_integer || !teaches_nothing) widen(width, width_of(extent, value, d, 0));
    }
}

static int width_with(const Extent *extent, DType dtype, int decimals)
{
    int width = extent->special > 1 ? extent->special : 1;
    if (dtype == DTYPE_BOOL) {
        bool all_true = extent->finite.low != 0;
        return all_true ? (int)sizeof "True" - 1 : (int)sizeof "False" - 1;
    }
    widen(&width, extent->huge[decimals]);
    double largest = fmax(fabs(extent->finite.low), fabs(extent->finite.high));
    int beside_larger = width_of(extent, DBL_MIN, decimals, largest); // "~0"
    if (extent->tiny[decimals])
        widen(&width,
              beside_larger < extent->tiny[decimals] ? beside_larger : extent->tiny[decimals]);
    if (extent->plain.low <= extent->plain.high) {
        widen(&width, width_of(extent, extent->plain.low, decimals, largest));
        widen(&width, width_of(extent, extent->plain.high, decimals, largest));
    }
    return width;
}

static Extent measure(NumberScan *scan, DType dtype, int digits, Arena *arena)
{
    Extent extent = {.finite = NOTHING,
                     .plain = NOTHING,
                     .digits = digits,
                     .is_integer = dtype_is_integer(dtype),
                     .arena = arena};
    bool is_float32 = dtype != DTYPE_FLOAT64;
    for (double value; scan_next(scan, &value);) {
        extend(&extent, value);
        if (!dtype_is_float(dtype) || extent.decimals >= digits) continue;
        int decimals = number_decimals(value, is_float32, digits);
        if (decimals > extent.decimals) extent.decimals = decimals;
    }
    if (extent.plain.low <= extent.plain.high) {
        range_add(&extent.finite, extent.plain.low);
        range_add(&extent.finite, extent.plain.high);
    }
    return extent;
}

NumberColumn number_column(const Matrix *matrix, int digits)
{
    DType dtype = matrix->tensor->dtype;
    SCRATCH(scratch);
    NumberScan scan = scan_of(matrix);
    Extent extent = measure(&scan, dtype, digits, &scratch);
    bool unsure = !scan.all && dtype != DTYPE_BOOL;
    bool any = extent.finite.low <= extent.finite.high;
    NumberColumn found = {.decimals = extent.decimals};
    if (any) found.low = extent.finite.low;
    if (any) found.high = extent.finite.high;
    for (int d = 0; d <= digits; d++) {
        found.width[d] = width_with(&extent, dtype, d);
        if (unsure && found.width[d] < UNMEASURED_WIDTH) found.width[d] = UNMEASURED_WIDTH;
    }
    return found;
}

double number_column_largest(const NumberColumn *column)
{
    return fmax(fabs(column->low), fabs(column->high));
}

void number_column_join(NumberColumn *column, const NumberColumn *other)
{
    widen(&column->decimals, other->decimals);
    for (int d = 0; d <= MOST_DECIMALS; d++) widen(&column->width[d], other->width[d]);
    column->low = fmin(column->low, other->low);
    column->high = fmax(column->high, other->high);
}

void number_write(Buf *out, const Tensor *tensor, Index at, int decimals, double largest)
{
    if (dtype_is_integer(tensor->dtype))
        buf_printf(out, "%lld", (long long)tensor_get_int(tensor, at));
    else if (tensor->dtype == DTYPE_BOOL)
        buf_add(out, tensor_get(tensor, at) != 0 ? STR("True") : STR("False"));
    else
        number_aligned(out, tensor_get(tensor, at), decimals, largest);
}

void number_cell(Buf *out, const Tensor *tensor, Index at, int decimals, double largest, int width)
{
    int start = out->n;
    number_write(out, tensor, at, decimals, largest);
    bool is_word = tensor->dtype == DTYPE_BOOL;
    if (is_word && width < (int)sizeof "False" - 1) // "T", "F", and never one of each
        buf_cut(out, start + 1);
    for (int d = 2; out->n - start > width && d >= 0; d--) {
        buf_cut(out, start);
        buf_printf(out, "%.*e", d, tensor_get(tensor, at));
    }
}

const char *number_hundredths(double share, Arena *arena)
{
    int hundredths = (int)(share * 100 + 0.5);
    if (hundredths <= 0) return "0";
    return hundredths >= 100 ? "1" : arena_printf(arena, ".%02d", hundredths);
}
