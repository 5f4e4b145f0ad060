// Operators: the left type is asked, then the right one; who cannot says NOT_IMPLEMENTED.
#include "lang/class.h"

#include <string.h>

static const char *symbol_for_message(Operator op)
{
    return op == OPERATOR_POWER ? "** or pow()" : operator_symbol[op];
}

// What max(dim) gives is a tuple with a name of its own.
const char *value_type_name(Value value)
{
    const char *title = value.type == &type_tuple ? value_sequence(value)->title : NULL;
    return title ? title : value.type->name;
}

static Value unsupported(Run *run, Operator op, Value left, Value right, const char *suffix)
{
    return raise_error(run, "TypeError", "unsupported operand type(s) for %s%s: '%s' and '%s'",
                       *suffix ? operator_symbol[op] : symbol_for_message(op), suffix,
                       value_type_name(left), value_type_name(right));
}

static Value ask_both(Run *run, Operator op, Value left, Value right)
{
    Value result = NOT_IMPLEMENTED;
    // Instances look at both sides; a builtin type at their left may not know them.
    if (right.type->class && !left.type->class) {
        result = right.type->binary(run, op, left, right);
        if (result.type != &type_not_implemented) return result;
    }
    if (left.type->binary) result = left.type->binary(run, op, left, right);
    if (result.type != &type_not_implemented || !right.type->binary) return result;
    if (left.type->binary == right.type->binary || right.type->class) return result;
    return right.type->binary(run, op, left, right);
}

Value value_binary(Run *run, Operator op, Value left, Value right)
{
    Value result = ask_both(run, op, left, right);
    return result.type == &type_not_implemented ? unsupported(run, op, left, right, "") : result;
}

// Python asks for the operator in place first.
Value value_binary_in_place(Run *run, Operator op, Value left, Value right)
{
    Value changed = NOT_IMPLEMENTED;
    if (left.type->in_place) changed = left.type->in_place(run, op, left, right);
    return changed.type == &type_not_implemented ? value_binary(run, op, left, right) : changed;
}

Value value_unary(Run *run, Operator op, Value operand)
{
    Value result = NOT_IMPLEMENTED;
    if (operand.type->unary) result = operand.type->unary(run, op, operand);
    if (result.type != &type_not_implemented) return result;
    return raise_error(run, "TypeError", "bad operand type for unary %s: '%s'", operator_symbol[op],
                       operand.type->name);
}

bool value_is_same(Value a, Value b)
{
    if (a.type != b.type) return false;
    switch (a.type ? a.type->stored : STORED_NONE) {
    case STORED_POINTER: return a.object == b.object;
    case STORED_NONE: return true;
    case STORED_TRUTH: return a.truth == b.truth;
    case STORED_INTEGER: return a.integer == b.integer;
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): bits are meant, nan is the same as nan
    case STORED_NUMBER: return memcmp(&a.number, &b.number, sizeof a.number) == 0;
    case STORED_DTYPE: return a.dtype == b.dtype;
    }
    return false;
}

static Value compare_values(Run *run, Operator op, Value left, Value right)
{
    Value result = ask_both(run, op, left, right);
    if (result.type != &type_not_implemented) return result;
    if (op == OPERATOR_EQUAL) return from_bool(value_is_same(left, right));
    if (op == OPERATOR_NOT_EQUAL) return from_bool(!value_is_same(left, right));
    return raise_error(run, "TypeError", "'%s' not supported between instances of '%s' and '%s'",
                       operator_symbol[op], left.type->name, right.type->name);
}

bool values_equal(Run *run, Value a, Value b, bool *equal)
{
    if (!run_take_step(run)) return false;
    *equal = a.type != &type_float && value_is_same(a, b);
    if (*equal) return true;
    Value result = compare_values(run, OPERATOR_EQUAL, a, b);
    return result.type && value_truth(run, result, equal);
}

static bool value_contains(Run *run, Value container, Value item, bool *found)
{
    if (container.type->contains) return container.type->contains(run, container, item, found);
    bool iterable = container.type->next || container.type->iterate;
    if (!iterable)
        return raise_false(run, "TypeError", "argument of type '%s' is not iterable",
                           container.type->name);
    if (!value_start_iteration(run, &container)) return false;
    Value candidate;
    *found = false;
    for (int64_t at = 0; (candidate = value_next(run, container, &at)).type && !*found;) {
        if (!values_equal(run, candidate, item, found)) return false;
    }
    return !run_has_failed(run);
}

Value value_compare(Run *run, Operator op, Value left, Value right)
{
    bool found;
    switch (op) {
    case OPERATOR_IS: return from_bool(value_is_same(left, right));
    case OPERATOR_IS_NOT: return from_bool(!value_is_same(left, right));
    case OPERATOR_IN:
    case OPERATOR_NOT_IN:
        if (!value_contains(run, right, left, &found)) return NOTHING;
        return from_bool(found == (op == OPERATOR_IN));
    default: return compare_values(run, op, left, right);
    }
}
