// x.__class__ = C: an instance of one class of the program becomes one of another.
#include "lang/class.h"
#include "lang/classes/classes.h"

#include <string.h>

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
    if (holds_tensor(self)) {
        raise_outside_subset(run, "an instance made anew", "another class for a tensor");
        return false;
    }
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
