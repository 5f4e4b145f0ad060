// Operators with an instance of a class at their left or right: __add__, __radd__, __iadd__ and
// their like ("Emulating numeric types" in The Python Language Reference).
#include "lang/class.h"
#include "lang/classes/classes.h"

// The operator seen from the right: a < b is b > a.
static const Operator swapped[OPERATOR_COUNT] = {
    [OPERATOR_LESS] = OPERATOR_GREATER, [OPERATOR_LESS_EQUAL] = OPERATOR_GREATER_EQUAL,
    [OPERATOR_GREATER] = OPERATOR_LESS, [OPERATOR_GREATER_EQUAL] = OPERATOR_LESS_EQUAL,
    [OPERATOR_EQUAL] = OPERATOR_EQUAL,  [OPERATOR_NOT_EQUAL] = OPERATOR_NOT_EQUAL,
};

static bool is_comparison(Operator op)
{
    return op >= OPERATOR_LESS && op <= OPERATOR_NOT_EQUAL;
}

static Dunder left_name(Operator op)
{
    return is_comparison(op) ? DUNDER_LESS + (op - OPERATOR_LESS) : DUNDER_ADD + op;
}

static Dunder right_name(Operator op)
{
    return is_comparison(op) ? left_name(swapped[op]) : DUNDER_RADD + op;
}

static Value ask(Run *run, Dunder dunder, Value self, Value other)
{
    const Value *member = type_find_special(run, self.type, dunder);
    if (!member || member->type == &type_none) return NOT_IMPLEMENTED;
    return class_call_member(run, *member, self, &other, 1);
}

// a != b is not a == b, unless the class says more.
static Value ask_comparison(Run *run, Operator op, Dunder dunder, Value self, Value other)
{
    Value result = ask(run, dunder, self, other);
    if (op != OPERATOR_NOT_EQUAL || result.type != &type_not_implemented) return result;
    result = ask(run, DUNDER_EQ, self, other);
    bool equal;
    if (!result.type || result.type == &type_not_implemented) return result;
    return value_truth(run, result, &equal) ? from_bool(!equal) : NOTHING;
}

static Value ask_side(Run *run, Operator op, bool left, Value self, Value other)
{
    Dunder dunder = left ? left_name(op) : right_name(op);
    return is_comparison(op) ? ask_comparison(run, op, dunder, self, other)
                             : ask(run, dunder, self, other);
}

static Value ask_builtin(Run *run, Operator op, Value left, Value right)
{
    const Type *a = left.type->class ? left.type->class->layout : NULL;
    const Type *b = right.type->class ? right.type->class->layout : NULL;
    if (a && a->binary) return a->binary(run, op, left, right);
    return b && b->binary ? b->binary(run, op, left, right) : NOT_IMPLEMENTED;
}

static bool right_goes_first(Run *run, Operator op, Value left, Value right)
{
    if (!right.type->class || left.type == right.type) return false;
    if (!left.type->class) return type_find_special(run, right.type, right_name(op)) != NULL;
    if (!type_is_subtype(right.type, left.type)) return false;
    const Value *own = type_find_special(run, right.type, right_name(op));
    const Value *inherited = type_find_special(run, left.type, right_name(op));
    return own && (!inherited || !value_is_same(*own, *inherited));
}

Value instance_binary(Run *run, Operator op, Value left, Value right)
{
    bool right_first = right_goes_first(run, op, left, right);
    Value result = NOT_IMPLEMENTED;
    for (int turn = 0; turn < 2 && result.type == &type_not_implemented; turn++) {
        bool ask_left = (turn == 0) != right_first;
        Value self = ask_left ? left : right;
        bool same = left.type == right.type && !is_comparison(op) && turn;
        if (self.type->class && !same) {
            result = ask_side(run, op, ask_left, self, ask_left ? right : left);
        }
    }
    return result.type == &type_not_implemented ? ask_builtin(run, op, left, right) : result;
}

Value instance_unary(Run *run, Operator op, Value self)
{
    Dunder dunder = DUNDER_NEG + (op - OPERATOR_NEGATE);
    const Value *member = type_find_special(run, self.type, dunder);
    if (member) return class_call_member(run, *member, self, NULL, 0);
    const Type *layout = self.type->class->layout;
    return layout->unary ? layout->unary(run, op, self) : NOT_IMPLEMENTED;
}

Value instance_in_place(Run *run, Operator op, Value left, Value right)
{
    if (op > OPERATOR_SHIFT_RIGHT) return NOT_IMPLEMENTED;
    const Type *layout = left.type->class->layout;
    Value result = ask(run, DUNDER_IADD + op, left, right);
    if (result.type != &type_not_implemented || !layout->in_place) return result;
    bool own = type_find_special(run, left.type, DUNDER_ADD + op) != NULL;
    return own ? result : layout->in_place(run, op, left, right);
}
