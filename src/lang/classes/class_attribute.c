// Attributes of classes, those of the program and builtin ones, and what classes tell of
// themselves: __name__, __mro__ …
#include "lang/class.h"

#include "lang/classes/classes.h"

#include <string.h>

const char *class_qualname(const Type *type)
{
    if (type->class) return type->class->qualname;
    const char *dot = strrchr(type->name, '.');
    return dot ? dot + 1 : type->name;
}

const char *class_module(const Type *type)
{
    if (type->class) return type->class->module;
    return type->module;
}

static Value types_tuple(Run *run, const Type *const *types, int count)
{
    Value tuple = sequence_new(run, &type_tuple, NULL, 0);
    for (int i = 0; tuple.type && i < count; i++) {
        if (!sequence_add(run, value_sequence(tuple), from_type(types[i]))) return NOTHING;
    }
    return tuple;
}

// Without its module, which the name of a builtin class, and of one that represents such, begins
// with.
static Value get_name(Run *run, const Type *type)
{
    const char *dot = strrchr(type->name, '.'), *module = class_module(type);
    bool names = dot && (!type->class || strncmp(type->name, module, strlen(module)) == 0);
    return value_from_text(run, names ? dot + 1 : type->name);
}

static Value get_module(Run *run, const Type *type)
{
    const char *module = class_module(type), *dot = strrchr(type->name, '.');
    if (module) return value_from_text(run, module);
    return dot ? value_from_str(run, (Str){type->name, (int)(dot - type->name)})
               : value_from_text(run, "builtins");
}

static Value get_bases(Run *run, const Type *type)
{
    if (type->class) return types_tuple(run, type->class->bases, type->class->base_count);
    const Type *base = type_in_order(type, 1);
    return types_tuple(run, &base, base != NULL);
}

// Of a builtin type: its methods.
static Value get_dict(Run *run, const Type *type)
{
    if (type->class) return table_dict(run, &type->class->members);
    Value dict = dict_new(run);
    for (const Native *native = type->methods; dict.type && native && native->name; native++) {
        Value method = method_new(run, &type_unbound, from_type(type), from_native(native));
        if (!dict_set_text(run, dict, native->name, method)) return NOTHING;
    }
    return dict;
}

static const struct {
    Dunder name;
    Value (*get)(Run *run, const Type *type);
} told[] = {
    {DUNDER_NAME, get_name},  {DUNDER_MODULE, get_module}, {DUNDER_BASES, get_bases},
    {DUNDER_MRO, type_order}, {DUNDER_DICT, get_dict},
};

// An attribute that each class has; NOTHING without an error: nothing of this name. Nothing refers
// weakly to an instance; __hash__ is None where instances cannot be hashed.
static Value tell(Run *run, const Type *type, const char *name)
{
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        if (run->dunder[told[i].name] == name) return told[i].get(run, type);
    }
    const Type *base = type->class ? type->class->bases[0] : type_in_order(type, 1);
    if (name == run->dunder[DUNDER_BASE]) return base ? from_type(base) : NONE;
    if (name == run->dunder[DUNDER_QUALNAME]) return value_from_text(run, class_qualname(type));
    bool none = name == run->dunder[DUNDER_DOC] ||
                (name == run->dunder[DUNDER_WEAKREF] && type->class) ||
                (name == run->dunder[DUNDER_HASH] && !type->class && !type->hash);
    return none ? NONE : NOTHING;
}

// Its own __doc__, not that of a class above it.
static bool is_own(Run *run, const Type *type, const Type *where, const char *name)
{
    return name != run->dunder[DUNDER_DOC] || type == where;
}

// What the type itself looks up, or one that it derives from.
static Value own_member(Run *run, const Type *type, const char *name)
{
    while (type && !type->member) type = type->base;
    return type ? type->member(run, name) : NOTHING;
}

Value class_attribute(Run *run, Value self, const char *name)
{
    const Type *type = self.of, *where;
    bool special = name[0] == '_';
    Value value = special && name != run->dunder[DUNDER_DOC] ? tell(run, type, name) : NOTHING;
    if (value.type || run_has_failed(run)) return value;
    if (name == run->dunder[DUNDER_CLASS]) return from_type(self.type);
    Value member = type_find_member(run, type, name, &where);
    if (member.type && is_own(run, type, where, name)) {
        return class_bind_found(run, member, where, NOTHING, type);
    }
    if (special) value = tell(run, type, name);
    if (!special) value = own_member(run, type, name);
    if (value.type || run_has_failed(run)) return value;
    member = type_find_member(run, self.type, name, &where); // of its metaclass
    if (member.type) return class_bind_found(run, member, where, self, self.type);
    if (!type_find_special(run, self.type, DUNDER_GETATTR))
        return raise_no_attribute(run, self, name);
    return class_call_named(run, DUNDER_GETATTR, self, name);
}

static bool is_fixed(Run *run, const char *name)
{
    return name == run->dunder[DUNDER_BASES] || name == run->dunder[DUNDER_MRO] ||
           name == run->dunder[DUNDER_DICT] || name == run->dunder[DUNDER_CLASS];
}

bool class_set_attribute(Run *run, Value self, const char *name, Value value)
{
    Class *class = self.of->class;
    if (!class || is_fixed(run, name))
        return raise_false(run, "TypeError", "cannot set '%s' attribute of immutable type '%s'",
                           name, self.of->name);
    bool text = value.type == &type_str;
    if (text && name == run->dunder[DUNDER_NAME]) {
        class->name = class->type.name = name_of(&run->names, value_text(value));
        return true;
    }
    if (text && name == run->dunder[DUNDER_QUALNAME]) {
        class->qualname = name_of(&run->names, value_text(value));
        return true;
    }
    if (text && name == run->dunder[DUNDER_MODULE]) {
        class->module = name_of(&run->names, value_text(value));
    }
    if (!table_set(&class->members, name, value)) return false;
    if (str_starts(str_from(name), "__")) class_fill_slots(run, class);
    return true;
}

bool class_delete_attribute(Run *run, Value self, const char *name)
{
    Class *class = self.of->class;
    Value *member = class ? table_find(&class->members, name) : NULL;
    if (!member) return raise_no_attribute(run, self, name).type != NULL;
    *member = NOTHING;
    if (str_starts(str_from(name), "__")) class_fill_slots(run, class);
    return true;
}

// ---- x.__class__ = C: an instance of one class of the program becomes one of another ------------

// What CPython has in C, whether it is written in C here or in the library's Python.
static bool is_builtin(const Type *type)
{
    const char *module = class_module(type);
    return !type->class || (module && strcmp(module, "builtins") == 0);
}

static bool is_like(Run *run, const Class *a, const Class *b)
{
    return a->layout == b->layout && a->has_only_slots == b->has_only_slots &&
           (!a->has_only_slots || (type_has_slots_of(run, &a->type, &b->type) &&
                                   type_has_slots_of(run, &b->type, &a->type)));
}

bool set_class(Run *run, Value self, Value class)
{
    if (holds_tensor(self))
        return raise_outside_subset(run, "an instance made anew", "another class for a tensor")
                   .type != NULL;
    const Class *former = self.object->type->class;
    if (!value_is_class(class)) {
        raise_error(run, "TypeError", "__class__ must be set to a class, not '%s' object",
                    class.type->name);
    } else if (is_builtin(class.of) || is_builtin(&former->type)) {
        raise_error(run, "TypeError",
                    "__class__ assignment only supported for mutable types or ModuleType "
                    "subclasses");
    } else if (!is_like(run, former, class.of->class)) {
        raise_error(run, "TypeError", "__class__ assignment: '%s' object layout differs from '%s'",
                    class.of->name, former->name);
    } else {
        return instance_change_class(run, self, class.of->class);
    }
    return false;
}
