// property, staticmethod and classmethod: members of a class that are more than a value.
#include "lang/class.h"
#include "lang/classes/classes.h"

static Descriptor *descriptor_of(Value value)
{
    return (Descriptor *)value.object;
}

Value descriptor_new(Run *run, const Type *type, Value get)
{
    Descriptor *descriptor = object_make(run, type, sizeof *descriptor);
    if (!descriptor) return NOTHING;
    descriptor->get = get;
    descriptor->set = descriptor->delete = descriptor->doc = NONE;
    return value_from_object(descriptor);
}

static bool is_abstract(Run *run, Value function)
{
    const char *name = run->dunder[DUNDER_ABSTRACT];
    Value mark = value_get_attribute(run, function, name);
    bool truth = false;
    if (!mark.type) return error_take(run, "AttributeError") && false;
    return value_truth(run, mark, &truth) && truth;
}

// ---- property --------------------------------------------------------------------------------

static Value make_property(Run *run, Value *arg)
{
    Value property = descriptor_new(run, &type_property, arg[0].type ? arg[0] : NONE);
    if (!property.type) return NOTHING;
    Descriptor *self = descriptor_of(property);
    if (arg[1].type) self->set = arg[1];
    if (arg[2].type) self->delete = arg[2];
    if (arg[3].type) self->doc = arg[3];
    return property;
}

static const Native property_maker = {"property", "fget=, fset=, fdel=, doc=", make_property};

// getter, setter, deleter: a copy of the property with another function.
static Value property_with(Run *run, Value *arg)
{
    char which = run->native->name[0];
    Value property = descriptor_new(run, &type_property, NONE);
    if (!property.type) return NOTHING;
    Descriptor *copy = descriptor_of(property);
    const Object own = copy->object;
    *copy = *descriptor_of(arg[0]);
    copy->object = own;
    *(which == 'g' ? &copy->get : which == 's' ? &copy->set : &copy->delete) = arg[1];
    return property;
}

static Value property_attribute(Run *run, Value self, const char *name)
{
    const Descriptor *property = descriptor_of(self);
    Str text = str_from(name);
    if (str_is(text, "fget")) return property->get;
    if (str_is(text, "fset")) return property->set;
    if (str_is(text, "fdel")) return property->delete;
    if (str_is(text, "__isabstractmethod__")) return from_bool(is_abstract(run, property->get));
    if (!str_is(text, "__doc__")) return NOTHING;
    bool own = property->doc.type != &type_none || property->get.type == &type_none;
    return own ? property->doc : value_get_attribute(run, property->get, name);
}

static const Native property_methods[] = {
    {"getter", "self, fget, /", property_with},
    {"setter", "self, fset, /", property_with},
    {"deleter", "self, fdel, /", property_with},
    {0},
};

// ---- staticmethod and classmethod ------------------------------------------------------------

static Value wrap(Run *run, const Type *type, const Args *args)
{
    if (args->count == 1 && !args->keyword_count) {
        return descriptor_new(run, type, args->item[0]);
    }
    return raise_error(run, "TypeError", "%s expected 1 argument, got %d", type->name, args->count);
}

static Value staticmethod_construct(Run *run, const Args *args)
{
    return wrap(run, &type_staticmethod, args);
}

static Value classmethod_construct(Run *run, const Args *args)
{
    return wrap(run, &type_classmethod, args);
}

static Value staticmethod_call(Run *run, Value self, const Args *args)
{
    return call_value(run, descriptor_of(self)->get, args);
}

static Value wrapper_attribute(Run *run, Value self, const char *name)
{
    Value function = descriptor_of(self)->get;
    Str text = str_from(name);
    if (str_is(text, "__func__") || str_is(text, "__wrapped__")) return function;
    if (str_is(text, "__isabstractmethod__")) return from_bool(is_abstract(run, function));
    bool told = str_is(text, "__name__") || str_is(text, "__doc__") ||
                str_is(text, "__qualname__") || str_is(text, "__module__");
    return told ? value_get_attribute(run, function, name) : NOTHING;
}

static void wrapper_repr(Run *run, Value self, Buf *out)
{
    buf_printf(out, "<%s(", self.type->name);
    value_repr(run, descriptor_of(self)->get, out);
    buf_add(out, STR(")>"));
}

static void visit(Run *run, Object *object)
{
    Descriptor *descriptor = (Descriptor *)object;
    value_mark_all(run, &descriptor->get, 1);
    value_mark_all(run, &descriptor->set, 1);
    value_mark_all(run, &descriptor->delete, 1);
    value_mark_all(run, &descriptor->doc, 1);
}

const Type type_property = {
    .name = "property",
    .methods = property_methods,
    .repr = object_repr,
    .hash = object_hash,
    .attribute = property_attribute,
    .make = &property_maker,
    .visit = visit,
};

#define WRAPPER(title, make)                                                                       \
    .name = title, .repr = wrapper_repr, .hash = object_hash, .attribute = wrapper_attribute,      \
    .construct = make, .visit = visit

const Type type_staticmethod = {WRAPPER("staticmethod", staticmethod_construct),
                                .call = staticmethod_call};
const Type type_classmethod = {WRAPPER("classmethod", classmethod_construct)};
