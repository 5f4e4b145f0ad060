// A calculator for prose, by recursive descent, in interval arithmetic: every decimal number is
// taken as rounded.
#include "check/written_sum.h"

#include "base/ascii.h"
#include "base/number.h"

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

// One of several ways to write an operator. A line end or blanks may stand before it.
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
