// Python's builtin functions.
#include "lang/interp.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>

// ---- print ---------------------------------------------------------------------------------

static bool separator(Run *run, const char *name, Value given, Str *text)
{
    if (!given.type || given.type == &type_none) return true;
    if (given.type != &type_str) {
        raise_error(run, "TypeError", "%s must be None or a string, not %s", name,
                    given.type->name);
        return false;
    }
    *text = value_text(given);
    return true;
}

static Value builtin_print(Run *run, Value *arg)
{
    Str between = STR(" "), end = STR("\n");
    if (!separator(run, "sep", arg[1], &between) || !separator(run, "end", arg[2], &end)) {
        return NOTHING;
    }
    if (arg[4].type && arg[4].type != &type_none)
        return outside_subset(run, "print(...) alone", "print(file=...)");
    const Sequence *values = value_sequence(arg[0]);
    Buf line = {.arena = &run->scratch};
    for (int i = 0; i < values->count; i++) {
        if (i) buf_add(&line, between);
        if (!text_fits(run, &line)) return NOTHING;
        value_str(run, values->item[i], &line);
    }
    if (has_failed(run)) return NOTHING;
    buf_add(&line, end);
    if (run->out->n > MAX_OUTPUT_BYTES - line.n) {
        return raise_error(run, "RuntimeError", "more than %d MiB of printed text",
                           MAX_OUTPUT_BYTES >> 20);
    }
    buf_add(run->out, buf_str(&line));
    return NONE;
}

// ---- numbers -------------------------------------------------------------------------------

static Value builtin_abs(Run *run, Value *arg)
{
    if (arg[0].type == &type_float) return from_double(fabs(arg[0].number));
    if (is_integer(arg[0])) {
        int64_t n = integer_of(arg[0]);
        return n < 0 ? number_unary(run, OPERATOR_NEGATE, from_int(n)) : from_int(n);
    }
    if (arg[0].type == &type_tensor) {
        Value method = get_attribute(run, arg[0], name_of(&run->names, STR("abs")));
        return method.type ? call_with(run, method, NULL, 0) : NOTHING;
    }
    return raise_error(run, "TypeError", "bad operand type for abs(): '%s'", arg[0].type->name);
}

static Value round_to_int(Run *run, double number)
{
    if (isfinite(number)) number = nearbyint(number); // halves to even
    Value value = from_double(number);
    return call_with(run, from_type(&type_int), &value, 1);
}

// The nearest decimal, halves to even, from the exact value: printf rounds that way.
static Value round_double(double number, int64_t digits)
{
    if (!isfinite(number) || digits > 323) return from_double(number);
    if (digits < -308) return from_double(copysign(0, number));
    char text[800];
    if (digits >= 0) {
        snprintf(text, sizeof text, "%.*f", (int)digits, number);
    } else {
        int exponent = number == 0 ? 0 : (int)floor(log10(fabs(number)));
        int precision = exponent + (int)digits;
        if (precision < -1) return from_double(copysign(0, number));
        if (precision == -1) {
            double unit = pow(10, (double)-digits);
            return from_double(copysign(fabs(number) * 2 > unit ? unit : 0, number));
        }
        snprintf(text, sizeof text, "%.*e", precision, number);
    }
    double rounded = number;
    number_parse_double(str_from(text), &rounded);
    return from_double(rounded);
}

static Value round_integer(Run *run, int64_t number, int64_t digits)
{
    if (digits >= 0) return from_int(number);
    if (digits < -18) return from_int(0);
    int64_t unit = 1;
    for (; digits < 0; digits++) unit *= 10;
    int64_t rest = number % unit, down = number - rest;
    if (rest < 0) {
        rest += unit;
        if (__builtin_sub_overflow(down, unit, &down)) return from_int(number);
    }
    bool up = rest * 2 > unit || (rest * 2 == unit && (down / unit) % 2 != 0);
    return up ? number_binary(run, OPERATOR_ADD, from_int(down), from_int(unit)) : from_int(down);
}

static Value builtin_round(Run *run, Value *arg)
{
    bool digits = arg[1].type && arg[1].type != &type_none;
    if (!is_number(arg[0])) {
        raise_error(run, "TypeError", "type %s doesn't define __round__ method", arg[0].type->name);
        if (arg[0].type == &type_tensor) error_hint(run->error, "torch.round, or .item() first");
        return NOTHING;
    }
    if (digits && !is_integer(arg[1])) {
        return raise_error(run, "TypeError", "'%s' object cannot be interpreted as an integer",
                           arg[1].type->name);
    }
    if (is_integer(arg[0])) {
        return round_integer(run, integer_of(arg[0]), digits ? integer_of(arg[1]) : 0);
    }
    return digits ? round_double(arg[0].number, integer_of(arg[1]))
                  : round_to_int(run, arg[0].number);
}

static Value builtin_divmod(Run *run, Value *arg)
{
    Value quotient = binary(run, OPERATOR_FLOOR_DIVIDE, arg[0], arg[1]);
    Value rest = quotient.type ? binary(run, OPERATOR_MODULO, arg[0], arg[1]) : NOTHING;
    if (!rest.type) return NOTHING;
    return new_sequence(run, &type_tuple, (Value[]){quotient, rest}, 2);
}

static Value builtin_pow(Run *run, Value *arg)
{
    return binary(run, OPERATOR_POWER, arg[0], arg[1]);
}

// ---- over many items -----------------------------------------------------------------------

static Value builtin_sum(Run *run, Value *arg)
{
    if (!can_iterate(run, arg[0])) return NOTHING;
    Value total = arg[1].type ? arg[1] : from_int(0), item;
    if (total.type == &type_str) {
        return raise_error(run, "TypeError", "sum() can't sum strings [use ''.join(seq) instead]");
    }
    for (int64_t at = 0; (item = value_next(run, arg[0], &at)).type;) {
        total = binary(run, OPERATOR_ADD, total, item);
        if (!total.type) return NOTHING;
    }
    return has_failed(run) ? NOTHING : total;
}

Value key_of(Run *run, Value key, Value item)
{
    return key.type && key.type != &type_none ? call_with(run, key, &item, 1) : item;
}

bool precedes(Run *run, Operator op, Value a, Value b, bool *result)
{
    if (!take_step(run)) return false;
    Value order = compare(run, op, a, b);
    return order.type && value_truth(run, order, result);
}

// The first item that none comes before: of several arguments, or of one iterable.
static Value extreme(Run *run, const char *name, Operator op, Value *arg)
{
    const Sequence *values = value_sequence(arg[0]);
    if (!values->count) {
        return raise_error(run, "TypeError", "%s expected at least 1 argument, got 0", name);
    }
    Value source = values->count == 1 ? values->item[0] : arg[0];
    if (!can_iterate(run, source)) return NOTHING;
    Value best = NOTHING, best_key = NOTHING, item;
    for (int64_t at = 0; (item = value_next(run, source, &at)).type;) {
        Value key = key_of(run, arg[1], item);
        bool better = !best.type;
        if (!key.type || (best.type && !precedes(run, op, key, best_key, &better))) return NOTHING;
        if (!better) continue;
        best = item;
        best_key = key;
    }
    if (best.type || has_failed(run)) return has_failed(run) ? NOTHING : best;
    if (arg[2].type) return arg[2];
    return raise_error(run, "ValueError", "%s() arg is an empty sequence", name);
}

static Value builtin_min(Run *run, Value *arg)
{
    return extreme(run, "min", OPERATOR_LESS, arg);
}

static Value builtin_max(Run *run, Value *arg)
{
    return extreme(run, "max", OPERATOR_GREATER, arg);
}

static Value find_truth(Run *run, Value source, bool wanted)
{
    if (!can_iterate(run, source)) return NOTHING;
    Value item;
    for (int64_t at = 0; (item = value_next(run, source, &at)).type;) {
        bool truth;
        if (!value_truth(run, item, &truth)) return NOTHING;
        if (truth == wanted) return from_bool(wanted);
    }
    return has_failed(run) ? NOTHING : from_bool(!wanted);
}

static Value builtin_any(Run *run, Value *arg)
{
    return find_truth(run, arg[0], true);
}

static Value builtin_all(Run *run, Value *arg)
{
    return find_truth(run, arg[0], false);
}

// ---- about values ----------------------------------------------------------------------------

static Value builtin_len(Run *run, Value *arg)
{
    int64_t length = value_length(run, arg[0]);
    return length < 0 ? NOTHING : from_int(length);
}

static Value builtin_repr(Run *run, Value *arg)
{
    Buf text = {.arena = &run->scratch};
    value_repr(run, arg[0], &text);
    return has_failed(run) ? NOTHING : from_str(run, buf_str(&text));
}

static Value builtin_type(Run *run, Value *arg)
{
    (void)run;
    return from_type(arg[0].type);
}

static bool is_instance(Run *run, Value value, Value type, bool *result)
{
    if (!take_step(run)) return false;
    if (type.type == &type_type) {
        *result = is_type(value, type.of);
        return true;
    }
    if (type.type != &type_tuple) {
        raise_error(run, "TypeError",
                    "isinstance() arg 2 must be a type, a tuple of types, or a union");
        return false;
    }
    *result = false;
    const Sequence *types = value_sequence(type);
    for (int i = 0; i < types->count && !*result; i++) {
        if (!is_instance(run, value, types->item[i], result)) return false;
    }
    return true;
}

static Value builtin_isinstance(Run *run, Value *arg)
{
    bool result;
    return is_instance(run, arg[0], arg[1], &result) ? from_bool(result) : NOTHING;
}

static Value builtin_callable(Run *run, Value *arg)
{
    (void)run;
    return from_bool(arg[0].type->call != NULL);
}

// ---- what Python has and qkv does not ----------------------------------------------------------

static Value builtin_open(Run *run, Value *arg)
{
    (void)arg;
    return outside_subset(run, "the numbers in the program itself", "reading or writing files");
}

static Value builtin_input(Run *run, Value *arg)
{
    (void)arg;
    return outside_subset(run, "a variable with the value", "input()");
}

static Value builtin_exec(Run *run, Value *arg)
{
    (void)arg;
    return outside_subset(run, "the code itself", "running text as code");
}

static const Native natives[] = {
    {"print", "*values, sep=, end=, flush=, file=", builtin_print},
    {"len", "obj, /", builtin_len},
    {"abs", "x, /", builtin_abs},
    {"round", "number, ndigits=", builtin_round},
    {"divmod", "x, y, /", builtin_divmod},
    {"pow", "base, exp", builtin_pow},
    {"sum", "iterable, /, start=", builtin_sum},
    {"min", "*values, key=, default=", builtin_min},
    {"max", "*values, key=, default=", builtin_max},
    {"any", "iterable, /", builtin_any},
    {"all", "iterable, /", builtin_all},
    {"repr", "obj, /", builtin_repr},
    {"type", "object, /", builtin_type},
    {"isinstance", "obj, class_or_tuple, /", builtin_isinstance},
    {"callable", "obj, /", builtin_callable},
    {"open", "*arguments", builtin_open},
    {"input", "prompt=, /", builtin_input},
    {"exec", "*arguments", builtin_exec},
    {"eval", "*arguments", builtin_exec},
    {0},
};

void add_builtins(Run *run)
{
    static const Type *const types[] = {&type_bool, &type_int,   &type_float, &type_str,
                                        &type_list, &type_tuple, &type_dict,  &type_range,
                                        &type_set,  &type_frozenset, &type_slice};
    add_natives(run, &run->builtins, natives);
    add_natives(run, &run->builtins, iterating_builtins);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        table_set(&run->builtins, name_of(&run->names, str_from(types[i]->name)),
                  from_type(types[i]));
    }
    table_set(&run->builtins, name_of(&run->names, STR("__name__")), from_text(run, "__main__"));
}
