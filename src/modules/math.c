// The module math: what C's own functions compute. Its constants and what is made of whole numbers,
// of many numbers and of these are Python: src/library/math.py.
#include "lang/interp.h"
#include "lang/numbers/numbers.h"
#include "modules/modules.h"

#include <math.h>

static Value outside(Run *run)
{
    return raise_error(run, "ValueError", "math domain error");
}

static Value checked(Run *run, double result, double x, double y)
{
    if (isnan(result) && !isnan(x) && !isnan(y)) return outside(run);
    if (isinf(result) && isfinite(x) && isfinite(y))
        return raise_error(run, "OverflowError", "math range error");
    return from_double(result);
}

static Value two(Run *run, Value *arg, double (*function)(double x, double y))
{
    double x, y;
    if (!value_double(run, arg[0], &x) || !value_double(run, arg[1], &y)) return NOTHING;
    return checked(run, function(x, y), x, y);
}

static double degrees(double x)
{
    return x * (180.0 / 3.14159265358979323846);
}

static double radians(double x)
{
    return x * (3.14159265358979323846 / 180.0);
}

// Functions that C has under the same name, of one number and of two.
#define ALL_OF_ONE(DO)                                                                             \
    DO(sqrt)                                                                                       \
    DO(exp)                                                                                        \
    DO(expm1)                                                                                      \
    DO(exp2)                                                                                       \
    DO(cbrt)                                                                                       \
    DO(fabs)                                                                                       \
    DO(erf)                                                                                        \
    DO(erfc)                                                                                       \
    DO(sin)                                                                                        \
    DO(cos)                                                                                        \
    DO(tan)                                                                                        \
    DO(asin)                                                                                       \
    DO(acos)                                                                                       \
    DO(atan)                                                                                       \
    DO(sinh)                                                                                       \
    DO(cosh)                                                                                       \
    DO(tanh)                                                                                       \
    DO(asinh)                                                                                      \
    DO(acosh)                                                                                      \
    DO(degrees)                                                                                    \
    DO(radians)
#define ALL_OF_TWO(DO) DO(atan2) DO(copysign) DO(fmod) DO(remainder) DO(nextafter)

// What is made of one float, x.
#define FROM_FLOAT(name, result)                                                                   \
    static Value math_##name(Run *run, Value *arg)                                                 \
    {                                                                                              \
        double x;                                                                                  \
        return value_double(run, arg[0], &x) ? (result) : NOTHING;                                 \
    }
#define OF_ONE(name) FROM_FLOAT(name, checked(run, name(x), x, 0))
ALL_OF_ONE(OF_ONE)

#define OF_TWO(name)                                                                               \
    static Value math_##name(Run *run, Value *arg)                                                 \
    {                                                                                              \
        return two(run, arg, name);                                                                \
    }
ALL_OF_TWO(OF_TWO)

// Logarithms of 0 are a domain error, not an overflow. An int may be larger than any float.
static Value logarithm(Run *run, Value value, double (*function)(double x))
{
    double x, exponent;
    if (value_is_large(value) && large_sign(value) > 0 && isinf(value_number(value))) {
        x = large_frexp(value, &exponent);
        return from_double(function(x) + function(2) * exponent);
    }
    if (!value_double(run, value, &x)) return NOTHING;
    if (x <= 0) return outside(run);
    return from_double(function(x));
}

static Value math_log(Run *run, Value *arg)
{
    Value result = logarithm(run, arg[0], log);
    if (!result.type || !arg[1].type) return result;
    Value base = logarithm(run, arg[1], log);
    return base.type ? value_binary(run, OPERATOR_DIVIDE, result, base) : NOTHING;
}

#define LOGARITHM(name, function)                                                                  \
    static Value math_##name(Run *run, Value *arg)                                                 \
    {                                                                                              \
        return logarithm(run, arg[0], function);                                                   \
    }
LOGARITHM(log2, log2)
LOGARITHM(log10, log10)

static Value math_pow(Run *run, Value *arg)
{
    double x, y;
    if (!value_double(run, arg[0], &x) || !value_double(run, arg[1], &y)) return NOTHING;
    if (x == 0 && y < 0) return outside(run);
    return checked(run, pow(x, y), x, y);
}

static Value whole(Run *run, Value value, double (*function)(double x))
{
    double x;
    if (value_is_integer(value)) return number_unary(run, OPERATOR_PLUS, value);
    if (!value_double(run, value, &x)) return NOTHING;
    Value result = from_double(function(x));
    return call_with(run, from_type(&type_int), &result, 1);
}

#define WHOLE(name, function)                                                                      \
    static Value math_##name(Run *run, Value *arg)                                                 \
    {                                                                                              \
        return whole(run, arg[0], function);                                                       \
    }
WHOLE(floor, floor)
WHOLE(ceil, ceil)
WHOLE(trunc, trunc)
FROM_FLOAT(isnan, from_bool(isnan(x)))
FROM_FLOAT(isinf, from_bool(isinf(x)))
FROM_FLOAT(isfinite, from_bool(isfinite(x)))

static Value math_modf(Run *run, Value *arg)
{
    double x, whole_part;
    if (!value_double(run, arg[0], &x)) return NOTHING;
    double part = modf(x, &whole_part);
    return sequence_new(run, &type_tuple, (Value[]){from_double(part), from_double(whole_part)}, 2);
}

static Value math_frexp(Run *run, Value *arg)
{
    double x;
    int exponent = 0;
    if (!value_double(run, arg[0], &x)) return NOTHING;
    double part = frexp(x, &exponent);
    return sequence_new(run, &type_tuple, (Value[]){from_double(part), from_int(exponent)}, 2);
}

static Value math_ldexp(Run *run, Value *arg)
{
    double x;
    int64_t exponent;
    if (!value_double(run, arg[0], &x) || !value_whole(run, &arg[1])) return NOTHING;
    exponent = value_integer(arg[1]);
    int64_t most = 5000;
    int by = (int)(exponent > most ? most : exponent < -most ? -most : exponent);
    return checked(run, ldexp(x, by), x, 0);
}

static Value math_isclose(Run *run, Value *arg)
{
    double a, b, relative = 1e-9, absolute = 0;
    if (!value_double(run, arg[0], &a) || !value_double(run, arg[1], &b)) return NOTHING;
    if (arg[2].type && !value_double(run, arg[2], &relative)) return NOTHING;
    if (arg[3].type && !value_double(run, arg[3], &absolute)) return NOTHING;
    if (a == b) return from_bool(true);
    if (isinf(a) || isinf(b)) return from_bool(false);
    double difference = fabs(a - b);
    return from_bool(difference <= fmax(relative * fmax(fabs(a), fabs(b)), absolute));
}

// Of a whole number that is not positive gamma has no value.
static bool is_pole(double x)
{
    return x == -(double)INFINITY || (x <= 0 && floor(x) == x);
}

FROM_FLOAT(gamma, is_pole(x) ? outside(run) : checked(run, tgamma(x), x, 0))
FROM_FLOAT(lgamma, isinf(x)     ? from_double((double)INFINITY)
                   : is_pole(x) ? outside(run)
                                : checked(run, lgamma(x), x, 0))
FROM_FLOAT(atanh, fabs(x) >= 1 ? outside(run) : from_double(atanh(x)))
FROM_FLOAT(log1p, x <= -1 ? outside(run) : from_double(log1p(x)))

// The squares are added in 64 bits of mantissa, so that the root is rounded once.
static double length_of(const double *number, int count)
{
    double largest = 0;
    long double sum = 0;
    bool has_nan = false;
    for (int i = 0; i < count; i++) {
        if (isinf(number[i])) return (double)INFINITY;
        has_nan |= isnan(number[i]) != 0;
        largest = fmax(largest, fabs(number[i]));
    }
    if (has_nan) return (double)NAN;
    if (largest == 0) return 0;
    int exponent;
    frexp(largest, &exponent);
    for (int i = 0; i < count; i++) {
        long double part = ldexpl((long double)number[i], -exponent);
        sum += part * part;
    }
    return (double)ldexpl(sqrtl(sum), exponent);
}

static Value math_hypot(Run *run, Value *arg)
{
    const Sequence *list = value_sequence(arg[0]);
    double *number = NEW_ARRAY(&run->scratch, double, list->count + 1);
    for (int i = 0; i < list->count; i++) {
        if (!value_double(run, list->item[i], &number[i])) return NOTHING;
    }
    return from_double(length_of(number, list->count));
}

// C's own, of two numbers, which complex numbers are made with.
static Value math_length(Run *run, Value *arg)
{
    double x, y;
    if (!value_double(run, arg[0], &x) || !value_double(run, arg[1], &y)) return NOTHING;
    return from_double(hypot(x, y));
}

// ---- whole numbers ---------------------------------------------------------------------------

static Value math_gcd(Run *run, Value *arg)
{
    const Sequence *list = value_sequence(arg[0]);
    Value divisor = from_int(0);
    for (int i = 0; i < list->count && divisor.type; i++) {
        Value item = list->item[i];
        if (!value_whole(run, &item)) return NOTHING;
        divisor = int_gcd(run, divisor, item);
    }
    return divisor;
}

static Value math_isqrt(Run *run, Value *arg)
{
    if (!value_whole(run, &arg[0])) return NOTHING;
    if (value_integer(arg[0]) >= 0) return int_root(run, arg[0]);
    return raise_error(run, "ValueError", "isqrt() argument must be nonnegative");
}

static Value math_factorial(Run *run, Value *arg)
{
    if (!value_whole(run, &arg[0])) return NOTHING;
    int64_t n = value_integer(arg[0]);
    if (n < 0) return raise_error(run, "ValueError", "factorial() not defined for negative values");
    if (!value_is_large(arg[0])) return int_factorial(run, n);
    return raise_error(run, "OverflowError", "factorial() argument should not exceed %lld",
                       (long long)INT64_MAX);
}

#define ROW_OF_ONE(name) {#name, "x, /", math_##name},
#define ROW_OF_TWO(name) {#name, "x, y, /", math_##name},
const Native math_natives[] = {
    ALL_OF_ONE(ROW_OF_ONE) ALL_OF_TWO(ROW_OF_TWO) //
    {"log", "x, base=, /", math_log},
    {"log2", "x, /", math_log2},
    {"log10", "x, /", math_log10},
    {"log1p", "x, /", math_log1p},
    {"pow", "x, y, /", math_pow},
    {"floor", "x, /", math_floor},
    {"ceil", "x, /", math_ceil},
    {"trunc", "x, /", math_trunc},
    {"isnan", "x, /", math_isnan},
    {"isinf", "x, /", math_isinf},
    {"atanh", "x, /", math_atanh},
    {"isfinite", "x, /", math_isfinite},
    {"modf", "x, /", math_modf},
    {"frexp", "x, /", math_frexp},
    {"gamma", "x, /", math_gamma},
    {"lgamma", "x, /", math_lgamma},
    {"ldexp", "x, i, /", math_ldexp},
    {"isclose", "a, b, *, rel_tol=, abs_tol=", math_isclose},
    {"hypot", "*coordinates", math_hypot},
    {"_hypot", "x, y, /", math_length},
    {"gcd", "*integers", math_gcd},
    {"isqrt", "n, /", math_isqrt},
    {"factorial", "n, /", math_factorial},
    {0},
};
