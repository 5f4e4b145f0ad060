// None, bool, int, float, and the two constants that are types of their own.
#include "lang/class.h"

#include "base/text/number.h"
#include "lang/numbers/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- None, Ellipsis, NotImplemented -----------------------------------------------------------

static void constant_repr(Run *run UNUSED, Value self, Buf *out)
{
    buf_add(out, self.type == &type_none       ? STR("None")
                 : self.type == &type_ellipsis ? STR("Ellipsis")
                                               : STR("NotImplemented"));
}

static bool none_truth(Run *run UNUSED, Value self UNUSED, bool *truth)
{
    *truth = false;
    return true;
}

static bool constant_hash(Run *run UNUSED, Value self, uint64_t *hash)
{
    *hash = (uint64_t)(uintptr_t)self.type;
    return true;
}

#define CONSTANT(title)                                                                            \
    .name = title, .stored = STORED_NONE, .repr = constant_repr, .hash = constant_hash,            \
    .is_plain = true

const Type type_none = {CONSTANT("NoneType"), .truth = none_truth};
const Type type_ellipsis = {CONSTANT("ellipsis")};
const Type type_not_implemented = {CONSTANT("NotImplementedType")};

// ---- bool and int ------------------------------------------------------------------------------

// Numbers have the hashes that Python gives them: modulo 2^61 - 1, and never -1.
static bool integer_hash(Run *run, Value self, uint64_t *hash)
{
    if (value_is_large(self)) return type_large.hash(run, value_plain_number(self), hash);
    const int64_t modulus = ((int64_t)1 << 61) - 1;
    int64_t rest = value_integer(self) % modulus;
    *hash = rest == -1 ? (uint64_t)-2 : (uint64_t)rest;
    return true;
}

static bool integer_truth(Run *run UNUSED, Value self, bool *truth)
{
    *truth = value_integer(self) != 0;
    return true;
}

static void bool_repr(Run *run UNUSED, Value self, Buf *out)
{
    buf_printf(out, "%s", self.truth ? "True" : "False");
}

static void int_repr(Run *run, Value self, Buf *out)
{
    if (value_is_large(self))
        type_large.repr(run, value_plain_number(self), out);
    else
        buf_printf(out, "%lld", (long long)value_integer(self));
}

Value args_only(Run *run, const char *name, const Args *args)
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
    Value value = args_only(run, "bool", args);
    bool truth = false;
    if (run_has_failed(run) || (value.type && !value_truth(run, value, &truth))) return NOTHING;
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
    return int_from_double(run, trunc(number));
}

static int digit_value(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'z' ? c - 'a' + 10 : 99;
}

// Takes a prefix such as 0x off, when it fits the base; the base of 0 is found by it.
static Str without_prefix(Str text, int *base)
{
    bool prefixed = text.n > 2 && *text.p == '0';
    char letter = prefixed ? (char)(text.p[1] | 0x20) : '\0';
    int named = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
    bool fits = named && (*base == 0 || *base == named);
    if (*base == 0) *base = named ? named : 10;
    if (!fits) return text;
    text = str_slice(text, 2, text.n);
    return *text.p == '_' ? str_slice(text, 1, text.n) : text;
}

// Are these the digits of a number in `base`?
static bool are_digits(Str text, int base)
{
    bool after_digit = false;
    for (int i = 0; i < text.n; i++) {
        if (text.p[i] == '_' && !after_digit) return false;
        after_digit = text.p[i] != '_';
        if (after_digit && digit_value(text.p[i]) >= base) return false;
    }
    return after_digit;
}

static Value int_of_text(Run *run, Value text, int given)
{
    int base = given;
    Str digits = str_trim(value_text(text));
    bool negative = str_starts(digits, "-");
    if (negative || str_starts(digits, "+")) digits = str_slice(digits, 1, digits.n);
    digits = without_prefix(digits, &base);
    bool zero_first = given == 0 && base == 10 && digits.n > 1 && *digits.p == '0';
    if (are_digits(digits, base)) {
        Value number = int_from_digits(run, digits, base, negative);
        if (!zero_first || !number.type || (number.type == &type_int && !number.integer))
            return number;
    }
    Buf repr = {.arena = &run->scratch};
    value_repr(run, text, &repr);
    return raise_error(run, "ValueError", "invalid literal for int() with base %d: %s", given,
                       buf_text(&repr));
}

static Value int_in_base(Run *run, Value text, Value base_value)
{
    int64_t given;
    if (!value_has_type(text, &type_str)) {
        return raise_error(run, "TypeError", "int() can't convert non-string with explicit base");
    }
    if (!value_index(run, base_value, &given)) return NOTHING;
    if (given != 0 && (given < 2 || given > 36)) {
        return raise_error(run, "ValueError", "int() base must be >= 2 and <= 36, or 0");
    }
    return int_of_text(run, text, (int)given);
}

// Most are short.
static Value int_from_text(Run *run, Value value)
{
    int64_t number;
    bool is_short = number_parse_int(str_trim(value_text(value)), &number);
    return is_short ? from_int(number) : int_of_text(run, value, 10);
}

static Value cell_of(Run *run, Value value)
{
    trace_note_taken(run_trace(run), value.tensor);
    if (tensor_count(value.tensor) == 1) return value_from_cell(value.tensor, (Index){0});
    return raise_error(run, "ValueError",
                       "only one element tensors can be converted to Python scalars");
}

// A bool as an int.
static Value number_itself(Run *run UNUSED, Value *arg)
{
    return arg[0].type == &type_bool ? from_int(arg[0].truth) : value_plain_number(arg[0]);
}

static Value int_construct(Run *run, const Args *args)
{
    bool keyword = args->keyword_count == 1 && strcmp(args->keyword[0], "base") == 0;
    if (args->count == 1 && keyword) {
        return int_in_base(run, args->item[0], args->keyword_value[0]);
    }
    if (args->count == 2 && !args->keyword_count) {
        return int_in_base(run, args->item[0], args->item[1]);
    }
    Value value = args_only(run, "int", args);
    if (run_has_failed(run)) return NOTHING;
    if (value.type && !instance_convert(run, DUNDER_INT, &value)) return NOTHING;
    if (holds_tensor(value)) value = cell_of(run, value);
    if (!value.type) return run_has_failed(run) ? NOTHING : from_int(0);
    if (value_is_integer(value)) return number_itself(run, &value);
    if (value_is_float(value)) return int_from_float(run, value_number(value));
    if (value_has_type(value, &type_str)) return int_from_text(run, value);
    return raise_error(run, "TypeError",
                       "int() argument must be a string, a bytes-like object or a real number, "
                       "not '%s'",
                       value.type->name);
}

static Value int_bit_length(Run *run UNUSED, Value *arg)
{
    return from_int(int_bits(arg[0]));
}

static Value int_attribute(Run *run, Value self, const char *name)
{
    if (strcmp(name, "real") == 0 || strcmp(name, "numerator") == 0) {
        return number_itself(run, &self);
    }
    if (strcmp(name, "imag") == 0) return from_int(0);
    return strcmp(name, "denominator") == 0 ? from_int(1) : NOTHING;
}

static Value float_attribute(Run *run UNUSED, Value self, const char *name)
{
    if (strcmp(name, "real") == 0) return value_plain_number(self);
    return strcmp(name, "imag") == 0 ? from_double(0) : NOTHING;
}

static const Native int_methods[] = {
    {"bit_length", "self, /", int_bit_length},
    {"bit_count", "self, /", NULL},
    {"conjugate", "self, /", number_itself},
    {"is_integer", "self, /", NULL},
    {"as_integer_ratio", "self, /", NULL},
    {"to_bytes", "self, length=, byteorder=, *, signed=", NULL},
    {0},
};

static const Native int_functions[] = {{"from_bytes", "bytes, byteorder=, *, signed=", NULL}, {0}};

// Of an instance of a class that derives from int or float.
static void number_visit(Run *run, Object *object)
{
    value_mark(run, ((Number *)object)->value);
}

#define INTEGER(title)                                                                             \
    .name = title, .attribute = int_attribute, .truth = integer_truth, .hash = integer_hash,       \
    .unary = number_unary, .binary = number_binary, .is_plain = true

const Type type_int = {INTEGER("int"),         .stored = STORED_INTEGER,   .size = sizeof(Number),
                       .methods = int_methods, .functions = int_functions, .visit = number_visit,
                       .repr = int_repr,       .construct = int_construct};

const Type type_bool = {INTEGER("bool"), .stored = STORED_TRUTH, .base = &type_int,
                        .repr = bool_repr, .construct = bool_construct};

// ---- float -------------------------------------------------------------------------------------

static void float_repr(Run *run, Value self, Buf *out)
{
    enum { SEARCH = 48 }; // the fewest digits are found in the time of so many characters
    number_repr_double(out, value_number(self));
    run_take_characters(run, SEARCH);
}

static bool float_truth(Run *run UNUSED, Value self, bool *truth)
{
    *truth = value_number(self) != 0;
    return true;
}

// Equal numbers have equal hashes: 1 and 1.0 (CPython's _Py_HashDouble).
static bool float_hash(Run *run UNUSED, Value self, uint64_t *hash)
{
    const uint64_t modulus = ((uint64_t)1 << 61) - 1;
    double number = value_number(self);
    if (!isfinite(number)) {
        int64_t special = isnan(number) ? 0 : number > 0 ? 314159 : -314159;
        *hash = (uint64_t)special;
        return true;
    }
    int exponent;
    double part = frexp(fabs(number), &exponent);
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
    if (number < 0) mixed = 0 - mixed;
    *hash = mixed == UINT64_MAX ? UINT64_MAX - 1 : mixed;
    return true;
}

static Value float_from_number(Run *run, Value value)
{
    double number = value_number(value);
    if (isfinite(number) || value_is_float(value)) return from_double(number);
    return raise_error(run, "OverflowError", "int too large to convert to float");
}

static Value float_construct(Run *run, const Args *args)
{
    Value value = args_only(run, "float", args);
    if (run_has_failed(run)) return NOTHING;
    if (value.type && !instance_convert(run, DUNDER_FLOAT, &value)) return NOTHING;
    if (holds_tensor(value)) value = cell_of(run, value);
    if (!value.type) return run_has_failed(run) ? NOTHING : from_double(0);
    if (value_is_number(value)) return float_from_number(run, value);
    if (!value_has_type(value, &type_str)) {
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

static const Native float_functions[] = {{"fromhex", "string, /", NULL}, {0}};

static const Native float_methods[] = {
    {"hex", "self, /", NULL},
    {"is_integer", "self, /", NULL},
    {"as_integer_ratio", "self, /", NULL},
    {"conjugate", "self, /", number_itself},
    {0},
};

const Type type_float = {
    .name = "float",
    .stored = STORED_NUMBER,
    .size = sizeof(Number),
    .methods = float_methods,
    .functions = float_functions,
    .attribute = float_attribute,
    .repr = float_repr,
    .truth = float_truth,
    .hash = float_hash,
    .unary = number_unary,
    .binary = number_binary,
    .construct = float_construct,
    .is_plain = true,
};
