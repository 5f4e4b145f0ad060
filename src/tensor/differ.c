// Row by row, as doubles, a piece of a row at a time.
#include "tensor/differ.h"

#include "tensor/convert.h"
#include "tensor/dtype.h"
#include "tensor/rows.h"

#include <float.h>
#include <math.h>

static double epsilon_of(const Tensor *tensor)
{
    return tensor->dtype == DTYPE_FLOAT32   ? (double)FLT_EPSILON
           : tensor->dtype == DTYPE_FLOAT64 ? DBL_EPSILON
                                            : 0;
}

double tensor_rounding(const Tensor *a, const Tensor *b)
{
    double one = epsilon_of(a), other = epsilon_of(b);
    return one > 0 && other > 0 ? 4 * fmax(one, other) : 0;
}

bool tensor_numbers_differ(double a, double b, double rounding)
{
    if (a == b || (isnan(a) && isnan(b))) return false;
    double larger = fmax(fabs(a), fabs(b));
    return isinf(larger) || !(fabs(a - b) <= rounding * larger);
}

static int64_t doubles_differing(const double *a, const double *b, int64_t n, double rounding)
{
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++) count += tensor_numbers_differ(a[i], b[i], rounding);
    return count;
}

// Cells of the row at hand as doubles.
static void fetch(const Rows *rows, int operand, int64_t from, double *to, int64_t n)
{
    DType dtype = rows->tensor[operand]->dtype;
    const unsigned char *cells = row_cells(rows, operand);
    cells += from * rows->stride[operand] * (int64_t)dtype_bytes(dtype);
    convert_row(dtype, cells, rows->stride[operand], DTYPE_FLOAT64, to, 1, n);
}

static bool is_same_view(const Tensor *a, const Tensor *b)
{
    bool same = tensor_shares_storage(a, b) && a->offset == b->offset && a->dtype == b->dtype;
    for (int d = 0; same && d < a->shape.ndim; d++) same = a->stride[d] == b->stride[d];
    return same;
}

// Looks on until there are `enough`.
static Differences differences(const Tensor *a, const Tensor *b, double rounding, int64_t enough)
{
    enum { PIECE = 512 };
    double x[PIECE], y[PIECE];
    Differences found = {0};
    if (is_same_view(a, b)) return found;
    Rows rows;
    rows_begin(&rows, &a->shape, (const Tensor *const[]){a, b}, 2);
    int64_t position = 0, n;
    while (found.count < enough && rows_next(&rows)) {
        for (int64_t from = 0; from < rows.length && found.count < enough; from += n) {
            n = rows.length - from < PIECE ? rows.length - from : PIECE;
            fetch(&rows, 0, from, x, n);
            fetch(&rows, 1, from, y, n);
            int64_t kept = found.count;
            found.count += doubles_differing(x, y, n, rounding);
            for (int64_t i = 0; kept < found.count && kept < DIFFERENCES_KEPT; i++) {
                if (tensor_numbers_differ(x[i], y[i], rounding))
                    found.first[kept++] = index_unravel(&a->shape, position + i);
            }
            position += n;
        }
    }
    return found;
}

Differences tensor_differences(const Tensor *a, const Tensor *b, double rounding)
{
    return differences(a, b, rounding, INT64_MAX);
}

bool tensor_differs(const Tensor *a, const Tensor *b)
{
    return differences(a, b, tensor_rounding(a, b), 1).count > 0;
}
