// Classes as values: type, and what it can do.
#include "lang/class.h"

#include "lang/classes/classes.h"
#include "lang/containers/sequence.h"

#include <string.h>

static void type_repr(Run *run UNUSED, Value self, Buf *out)
{
    const char *module = class_module(self.of);
    if (module && strcmp(module, "builtins") == 0) module = NULL;
    const char *name = self.of->class ? self.of->class->qualname : self.of->name;
    if (module && strcmp(module, "builtins") != 0)
        buf_printf(out, "<class '%s.%s'>", module, name);
    else
        buf_printf(out, "<class '%s'>", name);
}

// Of the metaclasses of the bases and `meta`, the one that derives from all others.
const Type *class_winning_meta(Run *run, const Type *meta, Value bases)
{
    const Sequence *items = value_sequence(bases);
    for (int i = 0; i < items->count; i++) {
        const Type *of = items->item[i].type;
        if (type_is_subtype(of, meta)) meta = of;
        if (type_is_subtype(meta, of)) continue;
        raise_error(run, "TypeError",
                    "metaclass conflict: the metaclass of a derived class must be a (non-strict) "
                    "subclass of the metaclasses of all its bases");
        return NULL;
    }
    return meta;
}

// What a class statement comes to, and type(name, bases, members).
Value class_from_arguments(Run *run, const Type *meta, const Args *args)
{
    bool fits = args->count == 3 && value_has_type(args->item[0], &type_str) &&
                value_has_type(args->item[1], &type_tuple) &&
                value_has_type(args->item[2], &type_dict);
    if (!fits) return raise_error(run, "TypeError", "type() takes 1 or 3 arguments");
    const Type *winner = class_winning_meta(run, meta, args->item[1]);
    if (!winner) return NOTHING;
    if (winner != meta && !type_is_subtype(meta, winner))
        return call_value(run, from_type(winner), args);
    const char *name = name_of(&run->names, value_text(args->item[0]));
    Args keywords = *args;
    keywords.count = 0;
    return class_new(run, meta, name, args->item[1], args->item[2], &keywords);
}

static Value type_construct(Run *run, const Args *args)
{
    if (args->count == 1 && !args->keyword_count) return value_class(args->item[0]);
    return class_from_arguments(run, &type_type, args);
}

static Value type_call(Run *run, Value self, const Args *args)
{
    if (self.of->class) return class_instantiate(run, self.of->class, args);
    if (self.of->make) return native_invoke(run, self.of->make, args, NULL);
    if (self.of->construct) return self.of->construct(run, args);
    return raise_outside_subset(run, "a literal, or the function that makes one",
                                "making a '%s' by calling its type", self.of->name);
}

// list[int] and its like say something to readers only.
static bool is_generic(const Type *type)
{
    Str name = str_from(type->name);
    return type == &type_list || type == &type_dict || type == &type_tuple || type == &type_type ||
           str_is(name, "set") || str_is(name, "frozenset");
}

static Value type_subscript(Run *run, Value self, Value key)
{
    const Value *member = type_find_special(run, self.of, DUNDER_CLASS_GETITEM);
    if (member) {
        Value function = class_bind_member(run, *member, NOTHING, self.of);
        return function.type ? call_with(run, function, &key, 1) : NOTHING;
    }
    if (!self.of->class && is_generic(self.of)) return self;
    return raise_error(run, "TypeError", "type '%s' is not subscriptable", self.of->name);
}

static bool type_hash(Run *run UNUSED, Value self, uint64_t *hash)
{
    *hash = (uint64_t)(uintptr_t)self.of >> 4;
    return true;
}

static Value type_binary(Run *run, Operator op, Value left, Value right)
{
    return op == OPERATOR_BIT_OR ? union_new(run, left, right) : NOT_IMPLEMENTED;
}

// ---- methods -----------------------------------------------------------------------------------

static Value type_mro(Run *run, Value *arg)
{
    Value tuple = class_attribute(run, arg[0], run->dunder[DUNDER_MRO]);
    return tuple.type ? value_collect(run, &type_list, tuple) : NOTHING;
}

static Value type_new(Run *run, Value *arg)
{
    Args args;
    if (!value_is_class(arg[0]) || !type_is_subtype(arg[0].of, &type_type)) {
        return raise_error(run, "TypeError", "type.__new__(X): X is not a subtype of type");
    }
    return args_of_rest(run, arg, &args) ? class_from_arguments(run, arg[0].of, &args) : NOTHING;
}

static Value type_init(Run *run UNUSED, Value *arg UNUSED)
{
    return NONE;
}

static Value type_call_method(Run *run, Value *arg)
{
    Args args;
    return args_of_rest(run, arg, &args) ? type_call(run, arg[0], &args) : NOTHING;
}

static const Native type_methods[] = {
    {"mro", "self, /", type_mro},
    {"__new__", "cls, /, *args, **keywords", type_new},
    {"__init__", "self, /, *args, **keywords", type_init},
    {"__call__", "self, /, *args, **keywords", type_call_method},
    {0},
};

const Type type_type = {
    .name = "type",
    .size = sizeof(Class),
    .methods = type_methods,
    .repr = type_repr,
    .hash = type_hash,
    .get_attribute = class_attribute,
    .attribute = class_attribute,
    .set_attribute = class_set_attribute,
    .delete_attribute = class_delete_attribute,
    .binary = type_binary,
    .subscript = type_subscript,
    .call = type_call,
    .construct = type_construct,
};

// ---- int | None: several types, for isinstance() and for annotations ----------------------------

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
