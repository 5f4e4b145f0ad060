// Reads a row of numbers in prose, "(1, 0, 2)", and looks for it in the tensors of the program: as
// a shape, or as neighbouring cells along any one dimension. Each number is an interval, as it may
// be rounded. A sum of products, "1×4 + 0×4 + 2×0", is split into its two rows of factors, so that
// these can be looked for in the same way.
#include "check/written_sum.h"

#include <math.h>
#include <string.h>

bool sum_meets(TypedNumber a, TypedNumber b)
{
    double slack = 1e-9 * (1 + fabs(a.low) + fabs(b.low));
    return a.low <= b.high + slack && b.low <= a.high + slack;
}

bool sum_gives(const Sum *sum, const Sum *result)
{
    double by_hand = sum->value.value, slack = 1e-9 * (1 + fabs(by_hand));
    return by_hand >= result->value.low - slack && by_hand <= result->value.high + slack;
}

// ---- rows of numbers ---------------------------------------------------------------------------

// A larger tensor holds any two numbers side by side.
enum { MOST_CELLS = 4096 };

static int blanks_at(Str text, int at)
{
    int start = at;
    while (at < text.n && (text.p[at] == ' ' || text.p[at] == '\n')) at++;
    return at - start;
}

// A number of a tuple: no arithmetic.
static bool read_item(Str text, int *at, Tuple *tuple)
{
    Sum sum;
    *at += blanks_at(text, *at);
    if (tuple->count == LONGEST_TUPLE || !sum_read(str_slice(text, *at, text.n), &sum))
        return false;
    if (sum.operations) return false;
    *at += sum.length;
    tuple->item[tuple->count++] = sum.value;
    *at += blanks_at(text, *at);
    return *at < text.n;
}

bool tuple_read(Str text, Tuple *tuple)
{
    if (!str_starts(text, "(")) return false;
    int at = 1;
    tuple->count = 0;
    while (read_item(text, &at, tuple)) {
        if (text.p[at] == ')') {
            tuple->length = at + 1;
            return tuple->count > 1;
        }
        if (text.p[at++] != ',') return false;
    }
    return false;
}

// ---- of a sum of products ----------------------------------------------------------------------

static bool take_sign(Str text, int *at, const char *sign)
{
    *at += blanks_at(text, *at);
    if (!str_starts(str_slice(text, *at, text.n), sign)) return false;
    *at += (int)strlen(sign);
    return true;
}

// A number alone. sum_read() would go on to the operators behind it.
static bool read_plain(Str text, int *at, Tuple *tuple)
{
    *at += blanks_at(text, *at);
    int start = *at, end = start;
    if (take_sign(text, &end, "-") || take_sign(text, &end, "−")) *at = end;
    while (end < text.n && strchr("0123456789.", text.p[end])) end++;
    Sum sum;
    bool whole = end > *at && sum_read(str_slice(text, start, end), &sum) &&
                 sum.length == end - start && tuple->count < LONGEST_TUPLE;
    if (!whole) return false;
    *at = end;
    tuple->item[tuple->count++] = sum.value;
    return true;
}

static bool is_zero(const Tuple *tuple, int i)
{
    return tuple->item[i].low == 0 && tuple->item[i].high == 0;
}

bool tuples_of_products(Str sum, Tuple *left, Tuple *right)
{
    bool any_zero = false;
    left->count = right->count = 0;
    for (int at = 0;;) {
        bool product =
            read_plain(sum, &at, left) && take_sign(sum, &at, "×") && read_plain(sum, &at, right);
        if (!product) return false;
        any_zero |= is_zero(left, left->count - 1) || is_zero(right, right->count - 1);
        if (at == sum.n) return any_zero && left->count > 1;
        if (!take_sign(sum, &at, "+")) return false;
    }
}

// ---- in a tensor -------------------------------------------------------------------------------

static bool is_shape(const Tuple *tuple, const Shape *shape)
{
    if (tuple->count != shape->ndim) return false;
    for (int i = 0; i < tuple->count; i++) {
        double size = (double)shape->dim[i];
        if (size < tuple->item[i].low || size > tuple->item[i].high) return false;
    }
    return true;
}

static bool stands_at(const Tuple *tuple, const Tensor *tensor, Index at, int dim)
{
    for (int i = 0; i < tuple->count; i++, at.at[dim]++) {
        double value = tensor_get(tensor, at), slack = 1e-6 * (1 + fabs(value));
        bool is_near = value >= tuple->item[i].low - slack && value <= tuple->item[i].high + slack;
        if (!is_near) return false;
    }
    return true;
}

static bool stands_in(const Tuple *tuple, const Tensor *tensor)
{
    if (tensor_count(tensor) == 0 || tensor_count(tensor) > MOST_CELLS) return false;
    Index at = {0};
    do {
        for (int dim = 0; dim < tensor->shape.ndim; dim++) {
            bool fits = at.at[dim] + tuple->count <= tensor->shape.dim[dim];
            if (fits && stands_at(tuple, tensor, at, dim)) return true;
        }
    } while (index_next(&tensor->shape, &at));
    return false;
}

bool tuple_is_known(const Trace *trace, const Tuple *tuple)
{
    for (int i = 0; i < trace->entry_count; i++) {
        const Tensor *tensor = trace_output(trace, i);
        if (is_shape(tuple, &tensor->shape) || stands_in(tuple, tensor)) return true;
    }
    return false;
}

// The line that runs along `dim` and has number `index` along the dimension beside it.
static bool is_line_along(const Tuple *tuple, const Tensor *tensor, int dim, int64_t index)
{
    int ndim = tensor->shape.ndim, across = dim == ndim - 1 ? ndim - 2 : ndim - 1;
    if (tuple->count > tensor->shape.dim[dim] || index >= tensor->shape.dim[across]) return false;
    Index at = {0};
    do {
        bool here = at.at[dim] == 0 && at.at[across] == index;
        if (here && stands_at(tuple, tensor, at, dim)) return true;
    } while (index_next(&tensor->shape, &at));
    return false;
}

bool tuple_is_line(const Trace *trace, const Tuple *tuple, int64_t index)
{
    for (int i = 0; i < trace->entry_count; i++) {
        const Tensor *tensor = trace_output(trace, i);
        int ndim = tensor->shape.ndim;
        if (ndim < 2 || tensor_count(tensor) == 0 || tensor_count(tensor) > MOST_CELLS) continue;
        if (is_line_along(tuple, tensor, ndim - 1, index)) return true;
        if (is_line_along(tuple, tensor, ndim - 2, index)) return true;
    }
    return false;
}
