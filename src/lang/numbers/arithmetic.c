// Arithmetic of Python numbers: ints of 64 bits here, and by large.c where that is not enough;
// floor division, modulo and power follow CPython's floatobject.c and longobject.c.
#include "lang/interp.h"
#include "lang/numbers/numbers.h"

#include <math.h>

static Value zero_division(Run *run, const char *what)
{
    return raise_error(run, "ZeroDivisionError", "%s", what);
}

// In Python a root of a negative number is a complex one.
static Value complex_power(Run *run, double a, double b)
{
    const Value *type = library_find_builtin(run, name_of(&run->names, STR("complex")));
    Value base = from_double(a);
    if (type) base = call_with(run, *type, &base, 1);
    return type && base.type ? value_binary(run, OPERATOR_POWER, base, from_double(b)) : NOTHING;
}

static Value float_power(Run *run, double a, double b)
{
    if (a == 0 && b < 0 && !isnan(b)) {
        return zero_division(run, "0.0 cannot be raised to a negative power");
    }
    if (a < 0 && isfinite(a) && isfinite(b) && floor(b) != b) {
        return complex_power(run, a, b);
    }
    double result = pow(a, b);
    if (isinf(result) && isfinite(a) && isfinite(b)) {
        return raise_error(run, "OverflowError", "(34, 'Numerical result out of range')");
    }
    return from_double(result);
}

// ---- ints ----------------------------------------------------------------------------------

// What does not fit 64 bits.
static Value beyond(Run *run, Operator op, int64_t a, int64_t b)
{
    return large_binary(run, op, from_int(a), from_int(b));
}

// Quotients of ints beyond 2^53 are rounded once, as Python does.
static Value int_divide(Run *run, int64_t a, int64_t b)
{
    if (b == 0) return zero_division(run, "division by zero");
    const int64_t exact = (int64_t)1 << 53;
    bool fits = a >= -exact && a <= exact && b >= -exact && b <= exact;
    if (fits) return from_double((double)a / (double)b);
    return beyond(run, OPERATOR_DIVIDE, a, b);
}

static Value int_floor_divide(Run *run, int64_t a, int64_t b)
{
    if (b == 0) return zero_division(run, "integer division or modulo by zero");
    if (a == INT64_MIN && b == -1) return beyond(run, OPERATOR_SUBTRACT, 0, a);
    int64_t quotient = a / b;
    return from_int(quotient - (a % b != 0 && (a < 0) != (b < 0)));
}

static Value int_modulo(Run *run, int64_t a, int64_t b)
{
    if (b == 0) return zero_division(run, "integer modulo by zero");
    if (b == -1) return from_int(0);
    int64_t rest = a % b;
    return from_int(rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest);
}

static Value int_power(Run *run, int64_t base, int64_t exponent)
{
    if (exponent < 0) return float_power(run, (double)base, (double)exponent);
    int64_t result = 1, square = base;
    for (int64_t left = exponent; left;) {
        bool overflows = left & 1 && __builtin_mul_overflow(result, square, &result);
        left >>= 1;
        // 0, 1 and -1 never get here, so that the power overflows as well.
        if (overflows || (left && __builtin_mul_overflow(square, square, &square)))
            return beyond(run, OPERATOR_POWER, base, exponent);
    }
    return from_int(result);
}

static Value int_shift_left(Run *run, int64_t a, int64_t by)
{
    if (by < 0) return raise_error(run, "ValueError", "negative shift count");
    if (a == 0) return from_int(0);
    int64_t result;
    if (by > 62 || __builtin_mul_overflow(a, (int64_t)1 << by, &result))
        return beyond(run, OPERATOR_SHIFT_LEFT, a, by);
    return from_int(result);
}

static Value int_shift_right(Run *run, int64_t a, int64_t by)
{
    if (by < 0) return raise_error(run, "ValueError", "negative shift count");
    if (by > 63) by = 63;
    return from_int(a < 0 ? ~(~a >> by) : a >> by);
}

static Value int_binary(Run *run, Operator op, int64_t a, int64_t b)
{
    int64_t result;
    switch (op) {
    case OPERATOR_ADD:
        return __builtin_add_overflow(a, b, &result) ? beyond(run, op, a, b) : from_int(result);
    case OPERATOR_SUBTRACT:
        return __builtin_sub_overflow(a, b, &result) ? beyond(run, op, a, b) : from_int(result);
    case OPERATOR_MULTIPLY:
        return __builtin_mul_overflow(a, b, &result) ? beyond(run, op, a, b) : from_int(result);
    case OPERATOR_DIVIDE: return int_divide(run, a, b);
    case OPERATOR_FLOOR_DIVIDE: return int_floor_divide(run, a, b);
    case OPERATOR_MODULO: return int_modulo(run, a, b);
    case OPERATOR_POWER: return int_power(run, a, b);
    case OPERATOR_BIT_AND: return from_int(a & b);
    case OPERATOR_BIT_OR: return from_int(a | b);
    case OPERATOR_BIT_XOR: return from_int(a ^ b);
    case OPERATOR_SHIFT_LEFT: return int_shift_left(run, a, b);
    case OPERATOR_SHIFT_RIGHT: return int_shift_right(run, a, b);
    default: return NOT_IMPLEMENTED;
    }
}

// ---- floats --------------------------------------------------------------------------------

static double float_modulo(double a, double b)
{
    double rest = fmod(a, b);
    if (rest == 0) return copysign(0.0, b);
    return (rest < 0) != (b < 0) ? rest + b : rest;
}

static double float_floor_divide(double a, double b)
{
    double rest = fmod(a, b), quotient = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) quotient -= 1;
    if (quotient == 0) return copysign(0.0, a / b);
    double whole = floor(quotient);
    return quotient - whole > 0.5 ? whole + 1 : whole;
}

// As a float; false where it has none.
static bool as_double(Run *run, Value value, double *number)
{
    *number = value_number(value);
    if (isfinite(*number) || !value_is_integer(value)) return true;
    return raise_false(run, "OverflowError", "int too large to convert to float");
}

static Value float_binary(Run *run, Operator op, Value left, Value right)
{
    double a, b;
    if (!as_double(run, left, &a) || !as_double(run, right, &b)) return NOTHING;
    switch (op) {
    case OPERATOR_ADD: return from_double(a + b);
    case OPERATOR_SUBTRACT: return from_double(a - b);
    case OPERATOR_MULTIPLY: return from_double(a * b);
    case OPERATOR_DIVIDE:
        return b == 0 ? zero_division(run, "float division by zero") : from_double(a / b);
    case OPERATOR_FLOOR_DIVIDE:
        return b == 0 ? zero_division(run, "float floor division by zero")
                      : from_double(float_floor_divide(a, b));
    case OPERATOR_MODULO:
        return b == 0 ? zero_division(run, "float modulo") : from_double(float_modulo(a, b));
    case OPERATOR_POWER: return float_power(run, a, b);
    default: return NOT_IMPLEMENTED;
    }
}

// One of them is large.
static Value large_ints(Run *run, Operator op, Value a, Value b)
{
    bool zero = !value_is_large(b) && value_integer(b) == 0;
    if (op == OPERATOR_DIVIDE && zero) return zero_division(run, "division by zero");
    if (op == OPERATOR_FLOOR_DIVIDE && zero)
        return zero_division(run, "integer division or modulo by zero");
    if (op == OPERATOR_MODULO && zero) return zero_division(run, "integer modulo by zero");
    if (op == OPERATOR_POWER && value_integer(b) < 0) return float_binary(run, op, a, b);
    return large_binary(run, op, a, b);
}

// ---- comparison ----------------------------------------------------------------------------

// -1, 0, 1; 2 where one is NaN.
static int order_doubles(double a, double b)
{
    if (isnan(a) || isnan(b)) return 2;
    return a < b ? -1 : a > b;
}

// Exact, also where the int has no double.
static int order_int_double(Value value, double b)
{
    if (value_is_large(value)) return large_order_double(value, b);
    int64_t a = value_integer(value);
    if (isnan(b)) return 2;
    if (b >= 9223372036854775808.0) return -1;
    if (b < -9223372036854775808.0) return 1;
    int64_t whole = (int64_t)b;
    if (a != whole) return a < whole ? -1 : 1;
    return order_doubles(0, b - (double)whole);
}

static int order_numbers(Value a, Value b)
{
    if (value_is_integer(a) && value_is_integer(b)) {
        if (value_is_large(a) || value_is_large(b)) return large_order(a, b);
        int64_t x = value_integer(a), y = value_integer(b);
        return x < y ? -1 : x > y;
    }
    if (value_is_integer(a)) return order_int_double(a, value_number(b));
    if (!value_is_integer(b)) return order_doubles(value_number(a), value_number(b));
    int order = order_int_double(b, value_number(a));
    return order == 2 ? 2 : -order;
}

static Value truth_of_order(Operator op, int order)
{
    switch (op) {
    case OPERATOR_LESS: return from_bool(order == -1);
    case OPERATOR_LESS_EQUAL: return from_bool(order == -1 || order == 0);
    case OPERATOR_GREATER: return from_bool(order == 1);
    case OPERATOR_GREATER_EQUAL: return from_bool(order == 1 || order == 0);
    case OPERATOR_EQUAL: return from_bool(order == 0);
    default: return from_bool(order != 0);
    }
}

// ---- both ----------------------------------------------------------------------------------

Value number_binary(Run *run, Operator op, Value left, Value right)
{
    if (left.type == &type_int && right.type == &type_int) { // nearly always
        int64_t a = left.integer, b = right.integer;
        return op >= OPERATOR_LESS ? truth_of_order(op, a < b ? -1 : a > b)
                                   : int_binary(run, op, a, b);
    }
    if (!value_is_own_number(left) || !value_is_own_number(right)) return NOT_IMPLEMENTED;
    if (op >= OPERATOR_LESS) return truth_of_order(op, order_numbers(left, right));
    if (!value_is_integer(left) || !value_is_integer(right)) {
        return float_binary(run, op, left, right);
    }
    if (value_is_large(left) || value_is_large(right)) return large_ints(run, op, left, right);
    Value result = int_binary(run, op, value_integer(left), value_integer(right));
    bool logic = op == OPERATOR_BIT_AND || op == OPERATOR_BIT_OR || op == OPERATOR_BIT_XOR;
    bool bools = left.type == &type_bool && right.type == &type_bool;
    return logic && bools ? from_bool(result.integer != 0) : result;
}

Value int_from_unsigned(Run *run, uint64_t number)
{
    Value half = from_int((int64_t)(number / 2)), bit = from_int((int64_t)(number % 2));
    Value even = number_binary(run, OPERATOR_SHIFT_LEFT, half, from_int(1));
    return even.type ? number_binary(run, OPERATOR_BIT_OR, even, bit) : NOTHING;
}

Value number_unary(Run *run, Operator op, Value operand)
{
    if (value_is_float(operand)) {
        if (op == OPERATOR_NEGATE) return from_double(-value_number(operand));
        return op == OPERATOR_PLUS ? value_plain_number(operand) : NOT_IMPLEMENTED;
    }
    int64_t n = value_integer(operand);
    if (op == OPERATOR_PLUS)
        return value_is_large(operand) ? value_plain_number(operand) : from_int(n);
    if (n == INT64_MIN || n == INT64_MAX) // or beyond
        return large_binary(run, OPERATOR_SUBTRACT, from_int(-(op == OPERATOR_INVERT)), operand);
    return from_int(op == OPERATOR_INVERT ? ~n : -n);
}
