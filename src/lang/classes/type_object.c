// object, the class above all others, and what it can do.
#include "lang/class.h"
#include "lang/classes/classes.h"

// <__main__.Encoder object at 0x7f3a5c0b1d30>
void object_repr(Run *run, Value self, Buf *out)
{
    buf_add_char(out, '<');
    if (self.type->class) buf_printf(out, "%s.", self.type->class->module);
    buf_printf(out, "%s object at 0x%llx>", class_qualname(self.type),
               (unsigned long long)identity(run, self));
}

bool object_hash(Run *run UNUSED, Value self, uint64_t *hash)
{
    *hash = (uint64_t)(uintptr_t)self.object >> 4;
    return true;
}

static Value object_construct(Run *run, const Args *args)
{
    if (args->count || args->keyword_count) {
        return raise_error(run, "TypeError", "object() takes no arguments");
    }
    return value_from_object(object_make(run, &type_object, sizeof(Instance)));
}

static bool has_table(Value self)
{
    return self.type->class && !value_is_class(self);
}

// ---- methods -----------------------------------------------------------------------------------

// A class that redefines neither takes no arguments; class_instantiate() has seen to that.
static Value object_init(Run *run, Value *arg)
{
    bool any = value_sequence(arg[1])->count || ((Dict *)arg[2].object)->count;
    const Type *type = arg[0].type;
    if (!any || !type->class || type_find_special(run, type, DUNDER_NEW)) return NONE;
    return raise_error(run, "TypeError",
                       type_find_special(run, type, DUNDER_INIT)
                           ? "object.__init__() takes exactly one argument (the instance to "
                             "initialize)"
                           : "%s.__init__() takes exactly one argument (the instance to "
                             "initialize)",
                       type->name);
}

static Value object_new(Run *run, Value *arg)
{
    if (!value_is_class(arg[0])) {
        return raise_error(run, "TypeError", "object.__new__(X): X is not a type object (%s)",
                           arg[0].type->name);
    }
    if (!arg[0].of->class) {
        return raise_outside_subset(run, "calling it", "__new__ of the builtin type '%s'",
                                    arg[0].of->name);
    }
    Args args;
    return args_of_rest(run, arg, &args) ? instance_make(run, arg[0].of->class, &args) : NOTHING;
}

// __repr__, __str__
static Value object_text(Run *run, Value *arg)
{
    Buf text = {.arena = &run->scratch};
    (run->native->name[2] == 'r' ? object_repr : value_repr)(run, arg[0], &text);
    return run_has_failed(run) ? NOTHING : value_from_str(run, buf_str(&text));
}

static Value object_hash_method(Run *run UNUSED, Value *arg)
{
    return from_int((int64_t)((uint64_t)(uintptr_t)arg[0].object >> 4));
}

static Value object_equal(Run *run UNUSED, Value *arg)
{
    return value_is_same(arg[0], arg[1]) ? from_bool(true) : NOT_IMPLEMENTED;
}

static Value object_not_equal(Run *run, Value *arg)
{
    bool equal;
    const Value *own = type_find_special(run, arg[0].type, DUNDER_EQ);
    if (!own) return value_is_same(arg[0], arg[1]) ? from_bool(false) : NOT_IMPLEMENTED;
    Value answer = class_call_member(run, *own, arg[0], &arg[1], 1);
    if (!answer.type || answer.type == &type_not_implemented) return answer;
    return value_truth(run, answer, &equal) ? from_bool(!equal) : NOTHING;
}

// Objects have no order.
static Value object_compare(Run *run UNUSED, Value *arg UNUSED)
{
    return NOT_IMPLEMENTED;
}

static Value object_refused(Run *run, Value *arg)
{
    return raise_outside_subset(run, "its attributes, vars(object)",
                                "the memory of a '%s' as bytes", arg[0].type->name);
}

static Value object_getattribute(Run *run, Value *arg)
{
    const char *name = attribute_name(run, arg[1]);
    if (!name) return NOTHING;
    if (!has_table(arg[0])) return value_get_attribute(run, arg[0], name);
    Value value = instance_plain_attribute(run, arg[0], name);
    return value.type || run_has_failed(run) ? value : raise_no_attribute(run, arg[0], name);
}

static Value object_setattr(Run *run, Value *arg)
{
    const char *name = attribute_name(run, arg[1]);
    if (!name) return NOTHING;
    bool ok = has_table(arg[0]) ? instance_set_plain_attribute(run, arg[0], name, arg[2])
                                : value_set_attribute(run, arg[0], name, arg[2]);
    return ok ? NONE : NOTHING;
}

static Value object_delattr(Run *run, Value *arg)
{
    const char *name = attribute_name(run, arg[1]);
    if (!name) return NOTHING;
    bool ok = has_table(arg[0]) ? instance_delete_plain_attribute(run, arg[0], name)
                                : value_delete_attribute(run, arg[0], name);
    return ok ? NONE : NOTHING;
}

static Value object_format(Run *run, Value *arg)
{
    Buf text = {.arena = &run->scratch};
    if (!value_has_type(arg[1], &type_str) || value_text(arg[1]).n) {
        return raise_error(run, "TypeError", "unsupported format string passed to %s.__format__",
                           arg[0].type->name);
    }
    value_str(run, arg[0], &text);
    return run_has_failed(run) ? NOTHING : value_from_str(run, buf_str(&text));
}

static Value object_init_subclass(Run *run UNUSED, Value *arg UNUSED)
{
    return NONE;
}

static Value object_dir(Run *run, Value *arg)
{
    return call_with(run, library_function(run, "_dir", "dir"), arg, 1);
}

static const Native object_methods[] = {
    {"__init__", "self, /, *args, **keywords", object_init},
    {"__new__", "cls, /, *args, **keywords", object_new},
    {"__repr__", "self, /", object_text},
    {"__str__", "self, /", object_text},
    {"__hash__", "self, /", object_hash_method},
    {"__eq__", "self, value, /", object_equal},
    {"__ne__", "self, value, /", object_not_equal},
    {"__lt__", "self, value, /", object_compare},
    {"__le__", "self, value, /", object_compare},
    {"__gt__", "self, value, /", object_compare},
    {"__ge__", "self, value, /", object_compare},
    {"__subclasshook__", "self, class=, /", object_compare},
    {"__getstate__", "self, /", object_refused},
    {"__reduce__", "self, /", object_refused},
    {"__reduce_ex__", "self, protocol, /", object_refused},
    {"__sizeof__", "self, /", object_refused},
    {"__getattribute__", "self, name, /", object_getattribute},
    {"__setattr__", "self, name, value, /", object_setattr},
    {"__delattr__", "self, name, /", object_delattr},
    {"__format__", "self, format_spec, /", object_format},
    {"__init_subclass__", "self, /", object_init_subclass},
    {"__dir__", "self, /", object_dir},
    {0},
};

const Type type_object = {
    .name = "object",
    .size = sizeof(Object),
    .methods = object_methods,
    .repr = object_repr,
    .hash = object_hash,
    .construct = object_construct,
};
