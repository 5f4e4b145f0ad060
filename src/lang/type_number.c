// None, bool, int, float, and the two constants that are types of their own.
#include "lang/interp.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

// ---- None, Ellipsis, NotImplemented -----------------------------------------------------------

static void none_repr(Run *run, Value self, Buf *out)
{
    (void)run;
    (void)self;
    buf_add(out, STR("None"));
}

static bool none_truth(Run *run, Value self, bool *truth)
{
    (void)run;
    (void)self;
    *truth = false;
    return true;
}

static bool constant_hash(Run *run, Value self, uint64_t *hash)
{
    (void)run;
    *hash = (uint64_t)(uintptr_t)self.type;
    return true;
}

static void ellipsis_repr(Run *run, Value self, Buf *out)
{
    (void)run;
    (void)self;
    buf_add(out, STR("Ellipsis"));
}

const Type type_none = {
    .name = "NoneType",
    .repr = none_repr,
    .truth = none_truth,
    .hash = constant_hash,
    .is_plain = true,
};

const Type type_ellipsis = {
    .name = "ellipsis", .repr = ellipsis_repr, .hash = constant_hash, .is_plain = true};

const Type type_not_implemented = {
    .name = "NotImplementedType", .hash = constant_hash, .is_plain = true};

// ---- bool and int ------------------------------------------------------------------------------

// Numbers have the hashes that Python gives them: modulo 2^61 - 1, and never -1.
static bool integer_hash(Run *run, Value self, uint64_t *hash)
{
    (void)run;
    const int64_t modulus = ((int64_t)1 << 61) - 1;
    int64_t rest = integer_of(self) % modulus;
    *hash = rest == -1 ? (uint64_t)-2 : (uint64_t)rest;
    return true;
}

static bool integer_truth(Run *run, Value self, bool *truth)
{
    (void)run;
    *truth = integer_of(self) != 0;
    return true;
}

static void bool_repr(Run *run, Value self, Buf *out)
{
    (void)run;
    buf_printf(out, "%s", self.truth ? "True" : "False");
}

static void int_repr(Run *run, Value self, Buf *out)
{
    (void)run;
    buf_printf(out, "%lld", (long long)self.integer);
}

static Value one_argument(Run *run, const char *name, const Args *args)
{
    if (args->keyword_count) {
        return raise_error(run, "TypeError", "%s() takes no keyword arguments", name);
    }
    if (args->count <= 1) return args->count ? args->item[0] : NOTHING;
    return raise_error(run, "TypeError", "%s expected at most 1 argument, got %d", name,
                       args->count);
}

static Value bool_construct(Run *run, const Args *args)
{
    Value value = one_argument(run, "bool", args);
    bool truth = false;
    if (has_failed(run) || (value.type && !value_truth(run, value, &truth))) return NOTHING;
    return from_bool(truth);
}

static Value int_from_float(Run *run, double number)
{
    if (isnan(number)) {
        return raise_error(run, "ValueError", "cannot convert float NaN to integer");
    }
    if (isinf(number)) {
        return raise_error(run, "OverflowError", "cannot convert float infinity to integer");
    }
    if (number >= 9223372036854775808.0 || number < -9223372036854775808.0) {
        return int_overflow(run);
    }
    return from_int((int64_t)number);
}

static bool is_whole_number(Str text)
{
    int sign = str_starts(text, "-") || str_starts(text, "+");
    for (int i = sign; i < text.n; i++) {
        if (text.p[i] < '0' || text.p[i] > '9') return false;
    }
    return text.n > sign;
}

static Value int_from_text(Run *run, Value value)
{
    int64_t number;
    if (number_parse_int(str_trim(value_text(value)), &number)) return from_int(number);
    if (is_whole_number(str_trim(value_text(value)))) return int_overflow(run);
    Buf repr = {.arena = &run->scratch};
    value_repr(run, value, &repr);
    return raise_error(run, "ValueError", "invalid literal for int() with base 10: %s",
                       buf_text(&repr));
}

static Value cell_of(Run *run, Value value)
{
    if (tensor_count(value.tensor) == 1) return cell_number(value.tensor, (Index){0});
    return raise_error(run, "ValueError",
                       "only one element tensors can be converted to Python scalars");
}

static Value int_construct(Run *run, const Args *args)
{
    Value value = one_argument(run, "int", args);
    if (has_failed(run)) return NOTHING;
    if (holds_tensor(value)) value = cell_of(run, value);
    if (!value.type) return has_failed(run) ? NOTHING : from_int(0);
    if (is_integer(value)) return from_int(integer_of(value));
    if (value.type == &type_float) return int_from_float(run, value.number);
    if (value.type == &type_str) return int_from_text(run, value);
    return raise_error(run, "TypeError",
                       "int() argument must be a string, a bytes-like object or a real number, "
                       "not '%s'",
                       value.type->name);
}

static Value float_is_integer(Run *run, Value *arg)
{
    (void)run;
    return from_bool(isfinite(arg[0].number) && floor(arg[0].number) == arg[0].number);
}

const Type type_int = {
    .name = "int",
    .repr = int_repr,
    .truth = integer_truth,
    .hash = integer_hash,
    .unary = number_unary,
    .binary = number_binary,
    .construct = int_construct,
    .is_plain = true,
};

const Type type_bool = {
    .name = "bool",
    .base = &type_int,
    .repr = bool_repr,
    .truth = integer_truth,
    .hash = integer_hash,
    .unary = number_unary,
    .binary = number_binary,
    .construct = bool_construct,
    .is_plain = true,
};

// ---- float -------------------------------------------------------------------------------------

static void float_repr(Run *run, Value self, Buf *out)
{
    (void)run;
    number_repr_double(out, self.number);
}

static bool float_truth(Run *run, Value self, bool *truth)
{
    (void)run;
    *truth = self.number != 0;
    return true;
}

// Equal numbers have equal hashes: 1 and 1.0 (CPython's _Py_HashDouble).
static bool float_hash(Run *run, Value self, uint64_t *hash)
{
    (void)run;
    const uint64_t modulus = ((uint64_t)1 << 61) - 1;
    if (!isfinite(self.number)) {
        int64_t special = isnan(self.number) ? 0 : self.number > 0 ? 314159 : -314159;
        *hash = (uint64_t)special;
        return true;
    }
    int exponent;
    double part = frexp(fabs(self.number), &exponent);
    uint64_t mixed = 0;
    while (part != 0) { // 28 bits of the mantissa at a time
        mixed = (mixed << 28 & modulus) | mixed >> 33;
        part *= 268435456.0;
        exponent -= 28;
        uint64_t whole = (uint64_t)part;
        part -= (double)whole;
        mixed += whole;
        if (mixed >= modulus) mixed -= modulus;
    }
    int turn = exponent >= 0 ? exponent % 61 : 60 - (-1 - exponent) % 61;
    mixed = (mixed << turn & modulus) | mixed >> (61 - turn);
    if (self.number < 0) mixed = 0 - mixed;
    *hash = mixed == UINT64_MAX ? UINT64_MAX - 1 : mixed;
    return true;
}

static Value float_construct(Run *run, const Args *args)
{
    Value value = one_argument(run, "float", args);
    if (has_failed(run)) return NOTHING;
    if (holds_tensor(value)) value = cell_of(run, value);
    if (!value.type) return has_failed(run) ? NOTHING : from_double(0);
    if (is_number(value)) return from_double(number_of(value));
    if (value.type != &type_str) {
        return raise_error(run, "TypeError",
                           "float() argument must be a string or a real number, not '%s'",
                           value.type->name);
    }
    double number;
    if (number_parse_double(str_trim(value_text(value)), &number)) return from_double(number);
    Buf repr = {.arena = &run->scratch};
    value_repr(run, value, &repr);
    return raise_error(run, "ValueError", "could not convert string to float: %s", buf_text(&repr));
}

static const Native float_methods[] = {{"is_integer", "self, /", float_is_integer}, {0}};

const Type type_float = {
    .name = "float",
    .methods = float_methods,
    .repr = float_repr,
    .truth = float_truth,
    .hash = float_hash,
    .unary = number_unary,
    .binary = number_binary,
    .construct = float_construct,
    .is_plain = true,
};
