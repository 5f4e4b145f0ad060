// Python's builtin functions that compute: with numbers, and over many items.
#include "lang/class.h"

#include "lang/containers/sequence.h"
#include "lang/numbers/numbers.h"

#include <math.h>
#include <string.h>

// ---- numbers -------------------------------------------------------------------------------

static Value builtin_abs(Run *run, Value *arg)
{
    if (type_find_special(run, arg[0].type, DUNDER_ABS)) {
        return class_call_special(run, DUNDER_ABS, arg[0], NULL, 0);
    }
    if (arg[0].type->absolute) return arg[0].type->absolute(run, arg[0]);
    if (value_is_float(arg[0])) return from_double(fabs(value_number(arg[0])));
    if (value_is_integer(arg[0])) {
        bool negative = value_integer(arg[0]) < 0;
        return number_unary(run, negative ? OPERATOR_NEGATE : OPERATOR_PLUS, arg[0]);
    }
    return raise_error(run, "TypeError", "bad operand type for abs(): '%s'", arg[0].type->name);
}

static Value builtin_pow(Run *run, Value *arg)
{
    if (!arg[2].type || arg[2].type == &type_none) {
        return value_binary(run, OPERATOR_POWER, arg[0], arg[1]);
    }
    if (value_is_integer(arg[0]) && value_is_integer(arg[1]) && value_is_integer(arg[2]))
        return int_power_modulo(run, arg[0], arg[1], arg[2]);
    const Value *own = type_find_defined(arg[0].type, name_of(&run->names, STR("__pow__")));
    if (own) return class_call_member(run, *own, arg[0], &arg[1], 2);
    return raise_error(run, "TypeError",
                       "pow() 3rd argument not allowed unless all arguments are integers");
}

// ---- over many items -----------------------------------------------------------------------

// After Neumaier: what each addition of floats loses is summed beside, and added at the end.
static void add_float(Value *total, double *lost, Value item)
{
    double sum = total->number, more = value_number(item), both = sum + more;
    if (value_is_float(item))
        *lost += fabs(sum) >= fabs(more) ? (sum - both) + more : (more - both) + sum;
    total->number = both;
}

static Value with_lost(Value total, double *lost)
{
    if (*lost != 0 && isfinite(*lost)) total.number += *lost;
    *lost = 0;
    return total;
}

static Value builtin_sum(Run *run, Value *arg)
{
    double lost = 0;
    bool plain = true; // numbers alone so far
    if (!value_start_iteration(run, &arg[0])) return NOTHING;
    Value total = arg[1].type ? arg[1] : from_int(0), item;
    if (value_has_type(total, &type_str)) {
        return raise_error(run, "TypeError", "sum() can't sum strings [use ''.join(seq) instead]");
    }
    for (int64_t at = 0; (item = value_next(run, arg[0], &at)).type;) {
        plain = plain && value_is_own_number(total) && value_is_own_number(item) &&
                !item.type->class && item.type != &type_large;
        if (plain && total.type == &type_float) {
            add_float(&total, &lost, item);
            continue;
        }
        total = value_binary(run, OPERATOR_ADD, with_lost(total, &lost), item);
        if (!total.type) return NOTHING;
    }
    return run_has_failed(run) ? NOTHING : with_lost(total, &lost);
}

// The first item that none comes before: of several arguments, or of one iterable.
static Value builtin_extreme(Run *run, Value *arg)
{
    const char *name = run->native->name;
    Operator op = strcmp(name, "min") == 0 ? OPERATOR_LESS : OPERATOR_GREATER;
    const Sequence *values = value_sequence(arg[0]);
    if (!values->count) {
        return raise_error(run, "TypeError", "%s expected at least 1 argument, got 0", name);
    }
    Value source = values->count == 1 ? values->item[0] : arg[0];
    if (!value_start_iteration(run, &source)) return NOTHING;
    Value best = NOTHING, best_key = NOTHING, item;
    for (int64_t at = 0; (item = value_next(run, source, &at)).type;) {
        Value key = sort_key(run, arg[1], item);
        bool better = !best.type;
        if (!key.type || (best.type && !sort_precedes(run, op, key, best_key, &better)))
            return NOTHING;
        if (!better) continue;
        best = item;
        best_key = key;
    }
    if (best.type || run_has_failed(run)) return run_has_failed(run) ? NOTHING : best;
    if (arg[2].type) return arg[2];
    return raise_error(run, "ValueError", "%s() arg is an empty sequence", name);
}

static Value builtin_sorted(Run *run, Value *arg)
{
    return sort_to_list(run, arg[0], arg[1], arg[2]);
}

static Value builtin_any_all(Run *run, Value *arg)
{
    bool wanted = strcmp(run->native->name, "any") == 0;
    Value source = arg[0];
    if (!value_start_iteration(run, &source)) return NOTHING;
    Value item;
    for (int64_t at = 0; (item = value_next(run, source, &at)).type;) {
        bool truth;
        if (!value_truth(run, item, &truth)) return NOTHING;
        if (truth == wanted) return from_bool(wanted);
    }
    return run_has_failed(run) ? NOTHING : from_bool(!wanted);
}

const Native number_builtins[] = {
    {"abs", "x, /", builtin_abs},
    {"pow", "base, exp, mod=", builtin_pow},
    {"sum", "iterable, /, start=", builtin_sum},
    {"min", "*values, key=, default=", builtin_extreme},
    {"max", "*values, key=, default=", builtin_extreme},
    {"sorted", "iterable, /, *, key=, reverse=", builtin_sorted},
    {"any", "iterable, /", builtin_any_all},
    {"all", "iterable, /", builtin_any_all},
    {0},
};
