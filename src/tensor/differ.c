// Row by row, as doubles, a piece of a row at a time.
#include "tensor/differ.h"

#include "tensor/convert.h"
#include "tensor/dtype.h"
#include "tensor/rows.h"

#include <math.h>

bool tensor_numbers_differ(double a, double b)
{
    return a != b && !(isnan(a) && isnan(b));
}

static int64_t doubles_differing(const double *a, const double *b, int64_t n)
{
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++) count += tensor_numbers_differ(a[i], b[i]);
    return count;
}

static const unsigned char *cell_of(const Rows *rows, int operand, int64_t i)
{
    size_t bytes = dtype_bytes(rows->tensor[operand]->dtype);
    return (const unsigned char *)row_cells(rows, operand) +
           i * rows->stride[operand] * (int64_t)bytes;
}

// The row at hand, in pieces.
static int64_t row_differing(const Rows *rows, int64_t from, int64_t length)
{
    enum { PIECE = 512 };
    double a[PIECE], b[PIECE];
    int64_t count = 0;
    for (int64_t i = from; i < from + length; i += PIECE) {
        int64_t n = from + length - i < PIECE ? from + length - i : PIECE;
        convert_row(rows->tensor[0]->dtype, cell_of(rows, 0, i), rows->stride[0], DTYPE_FLOAT64, a,
                    1, n);
        convert_row(rows->tensor[1]->dtype, cell_of(rows, 1, i), rows->stride[1], DTYPE_FLOAT64, b,
                    1, n);
        count += doubles_differing(a, b, n);
    }
    return count;
}

static bool is_same_view(const Tensor *a, const Tensor *b)
{
    bool same = tensor_shares_storage(a, b) && a->offset == b->offset && a->dtype == b->dtype;
    for (int d = 0; same && d < a->shape.ndim; d++) same = a->stride[d] == b->stride[d];
    return same;
}

// The part of a row that begins at the cell number `position` of the tensor has some.
static void keep_first(Differences *found, const Shape *shape, const Rows *rows, int64_t position,
                       int64_t from, int64_t n)
{
    int64_t kept = found->count;
    for (int64_t i = 0; i < n && kept < DIFFERENCES_KEPT; i++) {
        if (row_differing(rows, from + i, 1))
            found->first[kept++] = index_unravel(shape, position + i);
    }
}

// Looks on until there are `enough`.
static Differences differences(const Tensor *a, const Tensor *b, int64_t enough)
{
    enum { PART = 1 << 12 };
    Differences found = {0};
    if (is_same_view(a, b)) return found;
    Rows rows;
    rows_begin(&rows, &a->shape, (const Tensor *const[]){a, b}, 2);
    int64_t position = 0;
    while (found.count < enough && rows_next(&rows)) {
        for (int64_t from = 0; from < rows.length && found.count < enough; from += PART) {
            int64_t n = rows.length - from < PART ? rows.length - from : PART;
            int64_t count = row_differing(&rows, from, n);
            if (count && found.count < DIFFERENCES_KEPT)
                keep_first(&found, &a->shape, &rows, position, from, n);
            found.count += count;
            position += n;
        }
    }
    return found;
}

Differences tensor_differences(const Tensor *a, const Tensor *b)
{
    return differences(a, b, INT64_MAX);
}

bool tensor_differs(const Tensor *a, const Tensor *b)
{
    return differences(a, b, 1).count > 0;
}
