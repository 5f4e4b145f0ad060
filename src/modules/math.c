// The module math.
#include "lang/imports/module.h"
#include "lang/interp.h"
#include "modules/modules.h"

#include <math.h>

// What float() gives, so that math.sqrt(tensor) works for a tensor of one element.
bool as_double(Run *run, Value value, double *number)
{
    if (!is_number(value) && !holds_tensor(value)) {
        raise_error(run, "TypeError", "must be real number, not %s", value.type->name);
        return false;
    }
    Value converted = call_with(run, from_type(&type_float), &value, 1);
    if (!converted.type) return false;
    *number = converted.number;
    return true;
}

static Value checked(Run *run, double result, double x, double y)
{
    if (isnan(result) && !isnan(x) && !isnan(y)) {
        return raise_error(run, "ValueError", "math domain error");
    }
    if (isinf(result) && isfinite(x) && isfinite(y)) {
        return raise_error(run, "OverflowError", "math range error");
    }
    return from_double(result);
}

static Value one(Run *run, Value *arg, double (*function)(double x))
{
    double x;
    return as_double(run, arg[0], &x) ? checked(run, function(x), x, 0) : NOTHING;
}

#define ONE(name)                                                                                  \
    static Value math_##name(Run *run, Value *arg)                                                 \
    {                                                                                              \
        return one(run, arg, name);                                                                \
    }

ONE(sqrt)
ONE(exp)
ONE(expm1)
ONE(sin)
ONE(cos)
ONE(tan)
ONE(asin)
ONE(acos)
ONE(atan)
ONE(sinh)
ONE(cosh)
ONE(tanh)
ONE(erf)
ONE(fabs)
ONE(erfc)
ONE(asinh)
ONE(acosh)
ONE(cbrt)
ONE(exp2)

static double to_degrees(double x)
{
    return x * (180.0 / 3.14159265358979323846);
}

static double to_radians(double x)
{
    return x * (3.14159265358979323846 / 180.0);
}

static Value math_degrees(Run *run, Value *arg)
{
    return one(run, arg, to_degrees);
}

static Value math_radians(Run *run, Value *arg)
{
    return one(run, arg, to_radians);
}

static Value math_atanh(Run *run, Value *arg)
{
    double x;
    if (!as_double(run, arg[0], &x)) return NOTHING;
    if (fabs(x) >= 1) return raise_error(run, "ValueError", "math domain error");
    return from_double(atanh(x));
}

// Logarithms of 0 are a domain error, not an overflow.
static Value logarithm(Run *run, Value value, double (*function)(double x))
{
    double x;
    if (!as_double(run, value, &x)) return NOTHING;
    if (x <= 0) return raise_error(run, "ValueError", "math domain error");
    return from_double(function(x));
}

static Value math_log(Run *run, Value *arg)
{
    Value result = logarithm(run, arg[0], log);
    if (!result.type || !arg[1].type) return result;
    Value base = logarithm(run, arg[1], log);
    return base.type ? binary(run, OPERATOR_DIVIDE, result, base) : NOTHING;
}

static Value math_log2(Run *run, Value *arg)
{
    return logarithm(run, arg[0], log2);
}

static Value math_log10(Run *run, Value *arg)
{
    return logarithm(run, arg[0], log10);
}

static Value math_log1p(Run *run, Value *arg)
{
    double x;
    if (!as_double(run, arg[0], &x)) return NOTHING;
    if (x <= -1) return raise_error(run, "ValueError", "math domain error");
    return from_double(log1p(x));
}

static Value math_pow(Run *run, Value *arg)
{
    double x, y;
    if (!as_double(run, arg[0], &x) || !as_double(run, arg[1], &y)) return NOTHING;
    if (x == 0 && y < 0) return raise_error(run, "ValueError", "math domain error");
    return checked(run, pow(x, y), x, y);
}

static Value two(Run *run, Value *arg, double (*function)(double x, double y))
{
    double x, y;
    if (!as_double(run, arg[0], &x) || !as_double(run, arg[1], &y)) return NOTHING;
    return checked(run, function(x, y), x, y);
}

static Value math_copysign(Run *run, Value *arg)
{
    return two(run, arg, copysign);
}

static Value math_fmod(Run *run, Value *arg)
{
    return two(run, arg, fmod);
}

static Value math_remainder(Run *run, Value *arg)
{
    return two(run, arg, remainder);
}

static Value math_nextafter(Run *run, Value *arg)
{
    double x, y;
    if (!as_double(run, arg[0], &x) || !as_double(run, arg[1], &y)) return NOTHING;
    return from_double(nextafter(x, y));
}

static Value math_atan2(Run *run, Value *arg)
{
    double y, x;
    if (!as_double(run, arg[0], &y) || !as_double(run, arg[1], &x)) return NOTHING;
    return from_double(atan2(y, x));
}

static Value whole(Run *run, Value value, double (*function)(double x))
{
    double x;
    if (is_integer(value)) return from_int(integer_of(value));
    if (!as_double(run, value, &x)) return NOTHING;
    Value result = from_double(function(x));
    return call_with(run, from_type(&type_int), &result, 1);
}

static Value math_floor(Run *run, Value *arg)
{
    return whole(run, arg[0], floor);
}

static Value math_ceil(Run *run, Value *arg)
{
    return whole(run, arg[0], ceil);
}

static Value math_trunc(Run *run, Value *arg)
{
    return whole(run, arg[0], trunc);
}

static Value math_isnan(Run *run, Value *arg)
{
    double x;
    return as_double(run, arg[0], &x) ? from_bool(isnan(x)) : NOTHING;
}

static Value math_isinf(Run *run, Value *arg)
{
    double x;
    return as_double(run, arg[0], &x) ? from_bool(isinf(x)) : NOTHING;
}

static Value math_isfinite(Run *run, Value *arg)
{
    double x;
    return as_double(run, arg[0], &x) ? from_bool(isfinite(x)) : NOTHING;
}

static Value math_modf(Run *run, Value *arg)
{
    double x, whole_part;
    if (!as_double(run, arg[0], &x)) return NOTHING;
    double part = modf(x, &whole_part);
    return new_sequence(run, &type_tuple, (Value[]){from_double(part), from_double(whole_part)}, 2);
}

static Value math_frexp(Run *run, Value *arg)
{
    double x;
    int exponent = 0;
    if (!as_double(run, arg[0], &x)) return NOTHING;
    double part = frexp(x, &exponent);
    return new_sequence(run, &type_tuple, (Value[]){from_double(part), from_int(exponent)}, 2);
}

static Value math_ldexp(Run *run, Value *arg)
{
    double x;
    int64_t exponent;
    if (!as_double(run, arg[0], &x) || !index_of(run, arg[1], &exponent)) return NOTHING;
    int64_t most = 5000;
    int by = (int)(exponent > most ? most : exponent < -most ? -most : exponent);
    return checked(run, ldexp(x, by), x, 0);
}

static Value math_isclose(Run *run, Value *arg)
{
    double a, b, relative = 1e-9, absolute = 0;
    if (!as_double(run, arg[0], &a) || !as_double(run, arg[1], &b)) return NOTHING;
    if (arg[2].type && !as_double(run, arg[2], &relative)) return NOTHING;
    if (arg[3].type && !as_double(run, arg[3], &absolute)) return NOTHING;
    if (a == b) return from_bool(true);
    if (isinf(a) || isinf(b)) return from_bool(false);
    double difference = fabs(a - b);
    return from_bool(difference <= fmax(relative * fmax(fabs(a), fabs(b)), absolute));
}

static const Native natives[] = {
    {"sqrt", "x, /", math_sqrt},
    {"exp", "x, /", math_exp},
    {"expm1", "x, /", math_expm1},
    {"log", "x, base=, /", math_log},
    {"log2", "x, /", math_log2},
    {"log10", "x, /", math_log10},
    {"log1p", "x, /", math_log1p},
    {"sin", "x, /", math_sin},
    {"cos", "x, /", math_cos},
    {"tan", "x, /", math_tan},
    {"asin", "x, /", math_asin},
    {"acos", "x, /", math_acos},
    {"atan", "x, /", math_atan},
    {"atan2", "y, x, /", math_atan2},
    {"sinh", "x, /", math_sinh},
    {"cosh", "x, /", math_cosh},
    {"tanh", "x, /", math_tanh},
    {"erf", "x, /", math_erf},
    {"fabs", "x, /", math_fabs},
    {"pow", "x, y, /", math_pow},
    {"floor", "x, /", math_floor},
    {"ceil", "x, /", math_ceil},
    {"trunc", "x, /", math_trunc},
    {"isnan", "x, /", math_isnan},
    {"isinf", "x, /", math_isinf},
    {"isclose", "a, b, *, rel_tol=, abs_tol=", math_isclose},
    {"erfc", "x, /", math_erfc},
    {"asinh", "x, /", math_asinh},
    {"acosh", "x, /", math_acosh},
    {"atanh", "x, /", math_atanh},
    {"cbrt", "x, /", math_cbrt},
    {"exp2", "x, /", math_exp2},
    {"degrees", "x, /", math_degrees},
    {"radians", "x, /", math_radians},
    {"copysign", "x, y, /", math_copysign},
    {"fmod", "x, y, /", math_fmod},
    {"remainder", "x, y, /", math_remainder},
    {"nextafter", "x, y, /", math_nextafter},
    {"isfinite", "x, /", math_isfinite},
    {"modf", "x, /", math_modf},
    {"frexp", "x, /", math_frexp},
    {"ldexp", "x, i, /", math_ldexp},
    {0},
};

void make_math(Run *run)
{
    static const struct {
        const char *name;
        double value;
    } constants[] = {
        {"pi", 3.141592653589793}, {"e", 2.718281828459045}, {"tau", 6.283185307179586},
        {"inf", (double)INFINITY}, {"nan", (double)NAN},
    };
    Value module = new_module(run, "math");
    if (!module.type) return;
    add_natives(run, &((Module *)module.object)->table, natives);
    add_natives(run, &((Module *)module.object)->table, math_of_many);
    add_natives(run, &((Module *)module.object)->table, math_gammas);
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        set_member(run, module, constants[i].name, from_double(constants[i].value));
    }
}
