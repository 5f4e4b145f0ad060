// A calculator for prose, by recursive descent, in interval arithmetic: every decimal number is
// taken as rounded.
//
// Reads a row of numbers in prose, "(1, 0, 2)", and looks for it in the tensors of the program: as
// a shape, or as neighbouring cells along any one dimension. Each number is an interval, as it may
// be rounded. A sum of products, "1×4 + 0×4 + 2×0", is split into its two rows of factors, so that
// these can be looked for in the same way.
#include "check/written_sum.h"

#include "base/text/ascii.h"
#include "base/text/number.h"

#include <math.h>
#include <string.h>

enum { DEEPEST = 16, LONGEST_NUMBER = 24 };

typedef struct SumReader {
    Str text;
    int at, depth, operations, decimals;
} SumReader;

bool sum_meets(Between a, Between b)
{
    double slack = 1e-9 * (1 + fabs(a.low) + fabs(b.low));
    return a.low <= b.high + slack && b.low <= a.high + slack;
}

bool sum_gives(const Sum *sum, const Sum *result)
{
    double by_hand = sum->value.written, slack = 1e-9 * (1 + fabs(by_hand));
    return by_hand >= result->value.low - slack && by_hand <= result->value.high + slack;
}

// ---- signs -------------------------------------------------------------------------------------

static Str rest_of(const SumReader *reader)
{
    return str_slice(reader->text, reader->at, reader->text.n);
}

static void skip_blanks(SumReader *reader)
{
    while (reader->at < reader->text.n && strchr(" \n", reader->text.p[reader->at])) reader->at++;
}

static bool take(SumReader *reader, const char *sign)
{
    if (!str_starts(rest_of(reader), sign)) return false;
    reader->at += (int)strlen(sign);
    return true;
}

// One of several ways to write an operator. A line end or blanks may precede it.
static bool take_any(SumReader *reader, const char *const *signs)
{
    int before = reader->at;
    skip_blanks(reader);
    for (; *signs; signs++) {
        if (take(reader, *signs)) return true;
    }
    reader->at = before;
    return false;
}

static const char *const plus[] = {"+", NULL}, *const minus[] = {"-", "−", "–", NULL},
                         *const times[] = {"×", "*", "·", NULL}, *const over[] = {"/", "÷", NULL};

// ---- numbers -----------------------------------------------------------------------------------

// Digits, with a comma before each three of them where there are thousands.
static bool read_digits(SumReader *reader, char *digits, int *count)
{
    Str text = reader->text;
    while (reader->at < text.n && *count < LONGEST_NUMBER) {
        char c = text.p[reader->at];
        Str next = str_slice(text, reader->at + 1, text.n);
        bool thousands = c == ',' && *count > 0 && next.n >= 3 && ascii_is_digit(next.p[0]) &&
                         ascii_is_digit(next.p[1]) && ascii_is_digit(next.p[2]) &&
                         !(next.n > 3 && ascii_is_digit(next.p[3]));
        if (!ascii_is_digit(c) && !thousands) break;
        if (!thousands) digits[(*count)++] = c;
        reader->at++;
    }
    return *count > 0;
}

static bool read_number(SumReader *reader, Between *value)
{
    char digits[2 * LONGEST_NUMBER + 2];
    int whole = 0, decimals = 0;
    if (!read_digits(reader, digits, &whole)) return false;
    int count = whole;
    Str rest = rest_of(reader);
    if (rest.n > 1 && rest.p[0] == '.' && ascii_is_digit(rest.p[1])) {
        digits[count++] = '.';
        for (reader->at++; decimals < LONGEST_NUMBER; decimals++, reader->at++) {
            rest = rest_of(reader);
            if (!rest.n || !ascii_is_digit(rest.p[0])) break;
            digits[count++] = rest.p[0];
        }
    }
    double number;
    if (!number_parse_double((Str){digits, count}, &number)) return false;
    double half = decimals ? 0.5 * pow(10, -decimals) : 0;
    *value = (Between){number - half, number + half, number};
    if (decimals > reader->decimals) reader->decimals = decimals;
    return true;
}

// ---- arithmetic --------------------------------------------------------------------------------

static Between span_of(double a, double b, double c, double d, double written)
{
    return (Between){fmin(fmin(a, b), fmin(c, d)), fmax(fmax(a, b), fmax(c, d)), written};
}

static Between multiply(Between a, Between b)
{
    return span_of(a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high,
                   a.written * b.written);
}

static Between divide(Between a, Between b)
{
    return span_of(a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high,
                   a.written / b.written);
}

static bool read_sum(SumReader *reader, Between *value);

static bool read_bracket(SumReader *reader, Between *value)
{
    if (!take(reader, "(") || ++reader->depth > DEEPEST) return false;
    skip_blanks(reader);
    if (!read_sum(reader, value)) return false;
    skip_blanks(reader);
    reader->depth--;
    return take(reader, ")");
}

static bool read_factor(SumReader *reader, Between *value)
{
    skip_blanks(reader);
    static const char *const signs[] = {"-", "−", NULL};
    if (take_any(reader, signs)) {
        if (++reader->depth > DEEPEST || !read_factor(reader, value)) return false;
        reader->depth--;
        *value = (Between){-value->high, -value->low, -value->written};
        return true;
    }
    bool root = take(reader, "√");
    if (!read_number(reader, value) && !read_bracket(reader, value)) return false;
    if (root) *value = (Between){sqrt(value->low), sqrt(value->high), sqrt(value->written)};
    if (take(reader, "²")) *value = multiply(*value, *value), reader->operations++;
    if (take(reader, "%"))
        *value = (Between){value->low / 100, value->high / 100, value->written / 100};
    reader->operations += root;
    return isfinite(value->low) && isfinite(value->high);
}

// a op b op c: what cannot be read as another operand stays unread.
static bool read_chain(SumReader *reader, Between *value, bool (*operand)(SumReader *, Between *),
                       const char *const *one, const char *const *other, bool products)
{
    if (!operand(reader, value)) return false;
    for (;;) {
        int before = reader->at;
        Between next;
        bool first = take_any(reader, one);
        if (!first && !take_any(reader, other)) return true;
        if (!operand(reader, &next)) {
            reader->at = before;
            return true;
        }
        reader->operations++;
        if (products)
            *value = first ? multiply(*value, next) : divide(*value, next);
        else
            *value = first ? (Between){value->low + next.low, value->high + next.high,
                                       value->written + next.written}
                           : (Between){value->low - next.high, value->high - next.low,
                                       value->written - next.written};
    }
}

static bool read_product(SumReader *reader, Between *value)
{
    return read_chain(reader, value, read_factor, times, over, true);
}

static bool read_sum(SumReader *reader, Between *value)
{
    return read_chain(reader, value, read_product, plus, minus, false);
}

bool sum_read(Str text, Sum *sum)
{
    SumReader reader = {.text = text};
    Between value;
    if (!read_sum(&reader, &value)) return false;
    *sum = (Sum){reader.at, reader.operations, reader.decimals, value};
    return true;
}

// ---- rows of numbers ---------------------------------------------------------------------------

// A larger tensor holds any two numbers side by side.
enum { MOST_CELLS = 4096 };

// A number of a tuple: no arithmetic.
static bool read_item(SumReader *reader, Tuple *tuple)
{
    return tuple->count < LONGEST_TUPLE && read_factor(reader, &tuple->item[tuple->count++]) &&
           !reader->operations;
}

bool tuple_read(Str text, Tuple *tuple)
{
    SumReader reader = {.text = text};
    tuple->count = 0;
    for (bool more = take(&reader, "("); more; more = take(&reader, ",")) {
        if (!read_item(&reader, tuple)) return false;
        skip_blanks(&reader);
    }
    bool closed = take(&reader, ")");
    tuple->length = reader.at;
    return closed && tuple->count > 1;
}

// ---- of a sum of products ----------------------------------------------------------------------

// A number in digits alone, which may be 0.
static bool read_digits_alone(SumReader *reader, Tuple *tuple, bool *any_zero)
{
    if (!read_item(reader, tuple) || !ascii_is_digit(reader->text.p[reader->at - 1])) return false;
    const Between *last = &tuple->item[tuple->count - 1];
    *any_zero |= last->low == 0 && last->high == 0;
    return true;
}

bool tuples_of_products(Str sum, Tuple *left, Tuple *right)
{
    static const char *const cross[] = {"×", NULL};
    SumReader reader = {.text = sum};
    bool any_zero = false;
    left->count = right->count = 0;
    for (bool more = true; more; more = take_any(&reader, plus)) {
        if (!read_digits_alone(&reader, left, &any_zero) || !take_any(&reader, cross) ||
            !read_digits_alone(&reader, right, &any_zero))
            return false;
    }
    return reader.at == sum.n && any_zero && left->count > 1;
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
        Between near = {.low = tuple->item[i].low - slack, .high = tuple->item[i].high + slack};
        if (!(value >= near.low && value <= near.high)) return false;
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
