// The builtin functions that ask about classes and attributes.
#include "lang/builtins/builtins.h"
#include "lang/class.h"

#include <string.h>

// ---- isinstance, issubclass --------------------------------------------------------------------

typedef bool Holds(Run *run, Value value, const Type *type, bool *result);

static Holds is_instance;

// Asks a class, whose metaclass may want to answer itself.
static bool holds_for_class(Run *run, Value value, Value class, Holds *holds, bool *result)
{
    bool asks_instance = holds == is_instance;
    *result = asks_instance && value_class(value).of == class.of;
    if (*result) return true;
    Dunder own = asks_instance ? DUNDER_INSTANCECHECK : DUNDER_SUBCLASSCHECK;
    Value answer = class_call_special(run, own, class, &value, 1);
    if (run_has_failed(run)) return false;
    return answer.type ? value_truth(run, answer, result) : holds(run, value, class.of, result);
}

static bool holds_for_any(Run *run, const char *function, Value value, Value types, Holds *holds,
                          bool *result)
{
    if (!run_take_step(run)) return false;
    if (value_is_class(types)) return holds_for_class(run, value, types, holds, result);
    if (types.type->has_instance) {
        *result = types.type->has_instance(types, value);
        return true;
    }
    if (!value_has_type(types, &type_tuple) && types.type != &type_union) {
        const char *kind = function[2] == 'i' ? "a type, a tuple of types, or a union"
                                              : "a class, a tuple of classes, or a union";
        return raise_false(run, "TypeError", "%s() arg 2 must be %s", function, kind);
    }
    *result = false;
    const Sequence *list = value_sequence(types);
    for (int i = 0; i < list->count && !*result; i++) {
        if (!holds_for_any(run, function, value, list->item[i], holds, result)) return false;
    }
    return true;
}

// As in Python, an object that is of no such class may say that it represents one: its __class__.
static bool is_instance(Run *run, Value value, const Type *type, bool *result)
{
    const Type *own = value_class(value).of;
    *result = type_is_subtype(own, type);
    const Value *claim = *result ? NULL : type_find_special(run, own, DUNDER_CLASS);
    if (!claim) return true;
    Value class = class_bind_member(run, *claim, value, own);
    *result = class.type && value_is_class(class) && type_is_subtype(class.of, type);
    return class.type != NULL;
}

static bool is_subclass(Run *run UNUSED, Value value, const Type *type, bool *result)
{
    *result = type_is_subtype(value.of, type);
    return true;
}

static Value builtin_is_of(Run *run, Value *arg)
{
    const char *name = run->native->name;
    bool result, asks_instance = strcmp(name, "isinstance") == 0;
    if (!asks_instance && !value_is_class(arg[0]))
        return raise_error(run, "TypeError", "issubclass() arg 1 must be a class");
    Holds *holds = asks_instance ? is_instance : is_subclass;
    bool ok = holds_for_any(run, name, arg[0], arg[1], holds, &result);
    return ok ? from_bool(result) : NOTHING;
}

// ---- attributes by name -------------------------------------------------------------------------

// There is no such attribute: Python says so, or qkv, whose part of a module it is not.
static bool take_absence(Run *run, Value object)
{
    if (error_take(run, "AttributeError")) return true;
    if (object.type == &type_module && error_take(run, "NotImplementedError")) return true;
    bool refused = run->error->final && str_is(str_from(run->error->kind), "NotImplementedError");
    if (refused) error_forget(run);
    return refused;
}

static Value builtin_getattr(Run *run, Value *arg)
{
    const char *name = attribute_name(run, arg[1]);
    Value value = name ? value_get_attribute(run, arg[0], name) : NOTHING;
    if (name && !value.type && arg[2].type && take_absence(run, arg[0])) return arg[2];
    return value;
}

static Value builtin_hasattr(Run *run, Value *arg)
{
    const char *name = attribute_name(run, arg[1]);
    if (!name) return NOTHING;
    if (value_get_attribute(run, arg[0], name).type) return from_bool(true);
    return take_absence(run, arg[0]) ? from_bool(false) : NOTHING;
}

static Value builtin_setattr(Run *run, Value *arg)
{
    const char *name = attribute_name(run, arg[1]);
    return name && value_set_attribute(run, arg[0], name, arg[2]) ? NONE : NOTHING;
}

static Value builtin_delattr(Run *run, Value *arg)
{
    const char *name = attribute_name(run, arg[1]);
    return name && value_delete_attribute(run, arg[0], name) ? NONE : NOTHING;
}

static Value builtin_vars(Run *run, Value *arg)
{
    if (!arg[0].type) {
        return raise_outside_subset(run, "vars(object)", "vars() without an object");
    }
    Value dict = value_get_attribute(run, arg[0], run->dunder[DUNDER_DICT]);
    if (dict.type || !error_take(run, "AttributeError")) return dict;
    return raise_error(run, "TypeError", "vars() argument must have __dict__ attribute");
}

// ---- others --------------------------------------------------------------------------------

static Value builtin_callable(Run *run UNUSED, Value *arg)
{
    return from_bool(arg[0].type->call != NULL);
}

static Value builtin_id(Run *run, Value *arg)
{
    return from_int(identity(run, arg[0]));
}

const Native class_builtins[] = {
    {"isinstance", "obj, class_or_tuple, /", builtin_is_of},
    {"issubclass", "cls, class_or_tuple, /", builtin_is_of},
    {"getattr", "object, name, default=, /", builtin_getattr},
    {"hasattr", "object, name, /", builtin_hasattr},
    {"setattr", "object, name, value, /", builtin_setattr},
    {"delattr", "object, name, /", builtin_delattr},
    {"vars", "object=, /", builtin_vars},
    {"callable", "obj, /", builtin_callable},
    {"id", "obj, /", builtin_id},
    {0},
};
