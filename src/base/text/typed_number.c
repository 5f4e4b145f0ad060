// A small recursive descent over characters, with intervals, for a number that is typed and for a
// sum in prose: each number carries what it may have been rounded from.
#include "base/text/typed_number.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/text/ascii.h"
#include "base/text/number.h"

#include <math.h>
#include <string.h>

enum { MOST_NESTED = 40 };

typedef struct NumberReader {
    Str rest;
    bool in_prose; // no words, powers and exponents; a comma is one of thousands
    int depth, operations, decimals;
    bool failed;
} NumberReader;

// ---- intervals ---------------------------------------------------------------------------------

static TypedNumber exactly(double value)
{
    return (TypedNumber){value, value, value, true};
}

static TypedNumber between(double value, double a, double b)
{
    bool known = !isnan(a) && !isnan(b);
    return known ? (TypedNumber){value, fmin(a, b), fmax(a, b), true} : exactly(value);
}

static TypedNumber negative(TypedNumber x)
{
    return between(-x.value, -x.high, -x.low);
}

static TypedNumber added(TypedNumber x, TypedNumber y)
{
    return between(x.value + y.value, x.low + y.low, x.high + y.high);
}

static TypedNumber subtracted(TypedNumber x, TypedNumber y)
{
    return added(x, negative(y));
}

static TypedNumber multiplied(TypedNumber x, TypedNumber y)
{
    double a = x.low * y.low, b = x.low * y.high, c = x.high * y.low, d = x.high * y.high;
    return between(x.value * y.value, fmin(fmin(a, b), fmin(c, d)), fmax(fmax(a, b), fmax(c, d)));
}

static TypedNumber divided(TypedNumber x, TypedNumber y)
{
    bool around_zero = y.low <= 0 && y.high >= 0;
    if (around_zero) return exactly(x.value / y.value);
    TypedNumber inverse = between(1 / y.value, 1 / y.low, 1 / y.high);
    inverse = multiplied(x, inverse);
    inverse.value = x.value / y.value;
    return inverse;
}

static TypedNumber raised(TypedNumber x, TypedNumber y)
{
    return between(pow(x.value, y.value), pow(x.low, y.value), pow(x.high, y.value));
}

// ---- characters --------------------------------------------------------------------------------

static void skip_blanks(NumberReader *r)
{
    while (r->rest.n && strchr(" \t\n", *r->rest.p)) r->rest = str_slice(r->rest, 1, r->rest.n);
}

static bool take(NumberReader *r, const char *sign)
{
    NumberReader ahead = *r;
    skip_blanks(&ahead);
    if (!str_starts(ahead.rest, sign)) return false;
    r->rest = str_slice(ahead.rest, str_from(sign).n, ahead.rest.n);
    return true;
}

// What is a sign only where a number is typed.
static bool take_typed(NumberReader *r, const char *sign)
{
    return !r->in_prose && take(r, sign);
}

static int digits_end(Str text, int at)
{
    while (at < text.n && (ascii_is_digit(text.p[at]) || text.p[at] == '_')) at++;
    return at;
}

// ---- numbers -----------------------------------------------------------------------------------

// Half a unit of the last place of "12.5e-3". Where it has no decimals it is exact in arithmetic.
static double half_unit(Str digits, int decimals)
{
    int end = str_find(digits, "e");
    int64_t exponent = 0;
    if (end >= 0 && !number_parse_int(str_slice(digits, end + 1, digits.n), &exponent)) return 0;
    if (exponent < -400 || exponent > 400 || decimals > 400) return 0;
    return 0.5 * pow(10, (double)(exponent - decimals));
}

// A comma with three digits behind it, as in "7,500".
static bool is_thousands(Str text, int at)
{
    return at && at + 4 <= text.n && text.p[at] == ',' && digits_end(text, at + 1) == at + 4;
}

// The digits before the point, in prose with the commas between thousands.
static int whole_end(const NumberReader *r)
{
    int end = digits_end(r->rest, 0);
    while (r->in_prose && is_thousands(r->rest, end)) end += 4;
    return end;
}

static int exponent_end(Str text, int end)
{
    if (end >= text.n || (text.p[end] | 0x20) != 'e') return end;
    int from = end + 1;
    if (from < text.n && (text.p[from] == '-' || text.p[from] == '+')) from++;
    int last = digits_end(text, from);
    return last > from ? last : end;
}

static TypedNumber literal(NumberReader *r)
{
    Str text = r->rest;
    int whole = whole_end(r), end = whole, decimals = 0;
    bool point = end < text.n && (text.p[end] == '.' || (text.p[end] == ',' && !r->in_prose));
    int behind = digits_end(text, end + 1);
    if (point && (behind > end + 1 || !r->in_prose)) {
        decimals = behind - whole - 1;
        end = behind;
    }
    if (!r->in_prose) end = exponent_end(text, end);
    SCRATCH(scratch);
    Buf plain = {.arena = &scratch};
    for (int i = 0; i < end; i++) {
        char c = text.p[i];
        if (c == ',' && r->in_prose) continue;
        buf_add_char(&plain, c == ',' ? '.' : c == 'E' ? 'e' : c);
    }
    double value = 0;
    r->failed |= !number_parse_double(buf_str(&plain), &value);
    double half = r->in_prose && !decimals ? 0 : half_unit(buf_str(&plain), decimals);
    if (decimals > r->decimals) r->decimals = decimals;
    r->rest = str_slice(text, end, text.n);
    return (TypedNumber){value, value - half, value + half, false};
}

// ---- arithmetic --------------------------------------------------------------------------------

static const struct Function {
    const char *name;
    double (*of)(double x);
} FUNCTIONS[] = {
    {"exp", exp},
    {"sqrt", sqrt},
    {"log", log},
    {"ln", log},
};

// One level deeper; too deep is no number.
static bool enter(NumberReader *r)
{
    r->failed |= ++r->depth > MOST_NESTED;
    return !r->failed;
}

static TypedNumber atom(NumberReader *r), sum(NumberReader *r), signed_number(NumberReader *r);

static TypedNumber applied(NumberReader *r, double (*of)(double x))
{
    TypedNumber x = enter(r) ? atom(r) : exactly(0);
    r->depth--;
    r->operations++;
    return between(of(x.value), of(x.low), of(x.high));
}

static TypedNumber atom(NumberReader *r)
{
    skip_blanks(r);
    bool digit =
        r->rest.n && (ascii_is_digit(*r->rest.p) || *r->rest.p == '.' || *r->rest.p == ',');
    if (digit) return literal(r);
    if (take(r, "(")) {
        TypedNumber inside = sum(r);
        r->failed |= !take(r, ")");
        inside.is_computed = true;
        return inside;
    }
    for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++) {
        if (take_typed(r, FUNCTIONS[i].name)) return applied(r, FUNCTIONS[i].of);
    }
    if (take(r, "√")) return applied(r, sqrt);
    if (take_typed(r, "∞")) return exactly((double)INFINITY);
    if (take_typed(r, "pi")) return exactly(acos(-1));
    if (take_typed(r, "e")) return exactly(exp(1));
    r->failed = true;
    return exactly(0);
}

// In arithmetic whole numbers are meant as they are.
static TypedNumber operand(TypedNumber x)
{
    bool whole = !x.is_computed && x.high - x.low >= 1;
    if (whole) return exactly(x.value);
    x.is_computed = true;
    return x;
}

static TypedNumber percent(NumberReader *r)
{
    TypedNumber x = atom(r);
    if (!take(r, "%")) return x;
    return (TypedNumber){x.value / 100, x.low / 100, x.high / 100, x.is_computed};
}

static TypedNumber power(NumberReader *r)
{
    TypedNumber x = percent(r);
    if (take(r, "²")) {
        r->operations++;
        return multiplied(operand(x), operand(x));
    }
    if (!take_typed(r, "^") && !take_typed(r, "**")) return x;
    return raised(operand(x), operand(signed_number(r)));
}

static TypedNumber signed_number(NumberReader *r)
{
    enter(r);
    bool minus = false, computed;
    while (!r->failed && (take(r, "+") || take(r, "-") || take(r, "−")))
        minus ^= r->rest.p[-1] != '+';
    TypedNumber x = r->failed ? exactly(0) : power(r);
    r->depth--;
    computed = x.is_computed;
    if (minus) x = negative(x);
    x.is_computed = computed;
    return x;
}

typedef TypedNumber Combine(TypedNumber x, TypedNumber y);

static const struct Operator {
    const char *sign;
    Combine *of;
    bool is_product, is_typed;
} OPERATORS[] = {
    {"+", added, false, false},      {"-", subtracted, false, false},
    {"−", subtracted, false, false}, {"–", subtracted, false, false},
    {"*", multiplied, true, false},  {"×", multiplied, true, false},
    {"·", multiplied, true, false},  {"x", multiplied, true, true},
    {"/", divided, true, false},     {"÷", divided, true, false},
};

static Combine *take_operator(NumberReader *r, bool is_product)
{
    for (size_t i = 0; i < sizeof OPERATORS / sizeof *OPERATORS; i++) {
        const struct Operator *operator= & OPERATORS[i];
        bool fits = operator->is_product == is_product && !(operator->is_typed && r->in_prose);
        if (fits && take(r, operator->sign)) return operator->of;
    }
    return NULL;
}

// What cannot be read as another operand stays unread, with the operator before it.
static TypedNumber chain(NumberReader *r, bool is_product, TypedNumber (*part)(NumberReader *r))
{
    TypedNumber x = part(r);
    for (;;) {
        NumberReader before = *r;
        Combine *of = r->failed ? NULL : take_operator(r, is_product);
        TypedNumber y = of ? part(r) : x;
        if (!of || r->failed) {
            *r = before;
            return x;
        }
        x = of(operand(x), operand(y));
        r->operations++;
    }
}

static TypedNumber product(NumberReader *r)
{
    return chain(r, true, signed_number);
}

static TypedNumber sum(NumberReader *r)
{
    return chain(r, false, product);
}

bool typed_number_read(Str typed, TypedNumber *number)
{
    NumberReader reader = {.rest = str_trim(typed)};
    double value;
    bool word = str_find(reader.rest, "n") >= 0 || str_find(reader.rest, "N") >= 0;
    if (word && number_parse_double(reader.rest, &value)) { // nan, inf, with a sign
        *number = (TypedNumber){value, value, value, false};
        return true;
    }
    *number = sum(&reader);
    skip_blanks(&reader);
    return !reader.failed && reader.rest.n == 0;
}

bool sum_read(Str text, Sum *read)
{
    NumberReader reader = {.rest = text, .in_prose = true};
    TypedNumber value = sum(&reader);
    *read = (Sum){text.n - reader.rest.n, reader.operations, reader.decimals, value};
    return !reader.failed && isfinite(value.low) && isfinite(value.high);
}
