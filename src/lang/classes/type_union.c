// int | None: several types, for isinstance() and for annotations.
#include "lang/class.h"
#include "lang/classes/classes.h"
#include "lang/containers/sequence.h"

static bool add_types(Run *run, Value into, Value value)
{
    if (value.type == &type_none) value = from_type(&type_none);
    Sequence *types = value_sequence(into);
    if (value_is_class(value)) {
        for (int i = 0; i < types->count; i++) {
            if (value_is_same(types->item[i], value)) return true;
        }
        return sequence_add(run, types, value);
    }
    const Sequence *from = value_sequence(value);
    for (int i = 0; i < from->count; i++) {
        if (!add_types(run, into, from->item[i])) return false;
    }
    return true;
}

static bool is_part(Value value)
{
    return value_is_class(value) || value.type == &type_none || value.type == &type_union;
}

Value union_new(Run *run, Value left, Value right)
{
    if (!is_part(left) || !is_part(right)) return NOT_IMPLEMENTED;
    Value value = sequence_new(run, &type_union, NULL, 0);
    bool ok = value.type && add_types(run, value, left) && add_types(run, value, right);
    return ok ? value : NOTHING;
}

static Value union_binary(Run *run, Operator op, Value left, Value right)
{
    return op == OPERATOR_BIT_OR ? union_new(run, left, right) : NOT_IMPLEMENTED;
}

static void union_repr(Run *run, Value self, Buf *out)
{
    const Sequence *types = value_sequence(self);
    for (int i = 0; i < types->count; i++) {
        if (i) buf_add(out, STR(" | "));
        const Type *type = types->item[i].of;
        if (type == &type_none)
            buf_add(out, STR("None"));
        else if (type->class)
            buf_printf(out, "%s.%s", class_module(type), class_qualname(type));
        else
            buf_add(out, str_from(class_qualname(type)));
    }
    (void)run;
}

const Type type_union = {
    .name = "types.UnionType",
    .repr = union_repr,
    .hash = object_hash,
    .binary = union_binary,
    .visit = sequence_visit,
    .drop = sequence_drop,
};
