// A small recursive descent over characters, with intervals: each number carries what it may have
// been rounded from.
#include "base/text/typed_number.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/text/ascii.h"
#include "base/text/number.h"

#include <math.h>

enum { MOST_NESTED = 40 };

typedef struct NumberReader {
    Str rest;
    int depth;
    bool failed;
} NumberReader;

static TypedNumber sum(NumberReader *r);

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
    while (r->rest.n && (*r->rest.p == ' ' || *r->rest.p == '\t'))
        r->rest = str_slice(r->rest, 1, r->rest.n);
}

static bool take(NumberReader *r, const char *sign)
{
    skip_blanks(r);
    Str wanted = str_from(sign);
    if (!str_starts(r->rest, sign)) return false;
    r->rest = str_slice(r->rest, wanted.n, r->rest.n);
    return true;
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

static TypedNumber literal(NumberReader *r)
{
    Str text = r->rest;
    int whole = digits_end(text, 0), end = whole, decimals = 0;
    if (end < text.n && (text.p[end] == '.' || text.p[end] == ',')) {
        end = digits_end(text, end + 1);
        decimals = end - whole - 1;
    }
    int power = end + 1;
    bool has_power = end < text.n && (text.p[end] | 0x20) == 'e';
    if (has_power && power < text.n && (text.p[power] == '-' || text.p[power] == '+')) power++;
    int last = has_power ? digits_end(text, power) : power;
    if (last > power) end = last;
    SCRATCH(scratch);
    Buf plain = {.arena = &scratch};
    for (int i = 0; i < end; i++) {
        char c = text.p[i] == ',' ? '.' : text.p[i];
        buf_add_char(&plain, c == 'E' ? 'e' : c);
    }
    double value = 0;
    r->failed |= !number_parse_double(buf_str(&plain), &value);
    double half = half_unit(buf_str(&plain), decimals);
    r->rest = str_slice(text, end, text.n);
    return (TypedNumber){value, value - half, value + half, false};
}

// ---- arithmetic --------------------------------------------------------------------------------

static const struct Function {
    const char *name;
    double (*of)(double x);
} FUNCTIONS[] = {
    {"exp", exp}, {"sqrt", sqrt}, {"\xE2\x88\x9A", sqrt}, {"log", log}, {"ln", log},
};

// One level deeper; too deep is no number.
static bool enter(NumberReader *r)
{
    r->failed |= ++r->depth > MOST_NESTED;
    return !r->failed;
}

static TypedNumber atom(NumberReader *r);

static TypedNumber applied(NumberReader *r, double (*of)(double x))
{
    TypedNumber x = enter(r) ? atom(r) : exactly(0);
    r->depth--;
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
        if (take(r, FUNCTIONS[i].name)) return applied(r, FUNCTIONS[i].of);
    }
    if (take(r, "\xE2\x88\x9E")) return exactly((double)INFINITY);
    if (take(r, "pi")) return exactly(acos(-1));
    if (take(r, "e")) return exactly(exp(1));
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

static TypedNumber signed_number(NumberReader *r);

static TypedNumber power(NumberReader *r)
{
    TypedNumber x = percent(r);
    if (!take(r, "^") && !take(r, "**")) return x;
    return raised(operand(x), operand(signed_number(r)));
}

static TypedNumber signed_number(NumberReader *r)
{
    enter(r);
    bool minus = false, computed;
    while (!r->failed && (take(r, "+") || take(r, "-") || take(r, "\xE2\x88\x92")))
        minus ^= r->rest.p[-1] != '+';
    TypedNumber x = r->failed ? exactly(0) : power(r);
    r->depth--;
    computed = x.is_computed;
    if (minus) x = negative(x);
    x.is_computed = computed;
    return x;
}

static bool take_times(NumberReader *r)
{
    return take(r, "*") || take(r, "\xC3\x97") || take(r, "\xC2\xB7") || take(r, "x");
}

static TypedNumber product(NumberReader *r)
{
    TypedNumber x = signed_number(r);
    while (!r->failed) {
        if (take_times(r))
            x = multiplied(operand(x), operand(signed_number(r)));
        else if (take(r, "/"))
            x = divided(operand(x), operand(signed_number(r)));
        else
            break;
    }
    return x;
}

static TypedNumber sum(NumberReader *r)
{
    TypedNumber x = enter(r) ? product(r) : exactly(0);
    while (!r->failed) {
        if (take(r, "+"))
            x = added(operand(x), operand(product(r)));
        else if (take(r, "-") || take(r, "\xE2\x88\x92"))
            x = added(operand(x), negative(operand(product(r))));
        else
            break;
    }
    r->depth--;
    return x;
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
