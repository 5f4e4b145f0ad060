// The order in which the classes above a class are searched for a member.
#include "lang/class.h"
#include "lang/classes/classes.h"

// The types of a builtin one: itself, what it derives from, object.
static const Type *builtin_in_order(const Type *type, int at)
{
    const Type *also = type->also;
    for (; type && at; at--) {
        if (type == &type_object) return NULL;
        type = type->base ? type->base : also ? also : &type_object;
        if (type == also) also = NULL;
    }
    return type;
}

const Type *type_in_order(const Type *type, int at)
{
    if (!type->class) return builtin_in_order(type, at);
    return at < type->class->mro_count ? type->class->mro[at] : NULL;
}

bool type_is_subtype(const Type *type, const Type *of)
{
    const Type *now;
    for (int at = 0; (now = type_in_order(type, at)); at++) {
        if (now == of) return true;
    }
    return false;
}

Value type_order(Run *run, const Type *type)
{
    Value tuple = sequence_new(run, &type_tuple, NULL, 0);
    const Type *now;
    for (int at = 0; tuple.type && (now = type_in_order(type, at)); at++) {
        if (!sequence_add(run, value_sequence(tuple), from_type(now))) return NOTHING;
    }
    return tuple;
}

// Of one base what that has behind the class itself; of several what src/library/_mro.py makes of
// their lists.
bool class_linearize(Run *run, Class *class)
{
    Value order = type_order(run, class->bases[0]);
    if (class->base_count > 1) {
        Value lists = sequence_new(run, &type_list, NULL, 0);
        for (int i = 0; lists.type && i < class->base_count; i++) {
            Value list = type_order(run, class->bases[i]);
            if (!list.type || !sequence_add(run, value_sequence(lists), list)) return false;
        }
        order = call_with(run, library_function(run, "_mro", "merged"), &lists, 1);
    }
    if (!order.type) return false;
    const Sequence *types = value_sequence(order);
    class->mro = run_alloc(run, (size_t)types->count + 1, sizeof *class->mro);
    if (!class->mro) return false;
    class->mro[class->mro_count++] = &class->type;
    for (int i = 0; i < types->count; i++) class->mro[class->mro_count++] = types->item[i].of;
    return true;
}
