// Attributes of instances and of classes. A member of a class is found along its order of classes;
// what it is decides how it becomes an attribute: a function becomes a method, a property is
// computed (Descriptor HowTo Guide, "Definition and introduction").
#include "lang/class.h"
#include "lang/classes/classes.h"

#include <string.h>

// ---- finding -------------------------------------------------------------------------------

const Value *type_find_defined(const Type *type, const char *name)
{
    const Class *class = type->class;
    for (int i = 0; class && i < class->mro_count; i++) {
        if (!class->mro[i]->class) {
            bool has = class->mro[i] != &type_object && type_find_own_method(class->mro[i], name);
            if (has) return NULL;
            continue;
        }
        const Value *member = table_find(&class->mro[i]->class->members, name);
        if (member) return member;
    }
    return NULL;
}

Value type_find_member(Run *run UNUSED, const Type *type, const char *name, const Type **where)
{
    bool special = name[0] == '_' && name[1] == '_';
    const Type *now;
    for (int at = 0; (now = type_in_order(type, at)); at++) {
        *where = now;
        if (now->class) {
            const Value *member = table_find(&now->class->members, name);
            if (member) return *member;
            continue;
        }
        if (now == &type_object && !special) continue;
        const Native *native = native_named(now->functions, name);
        if (!native) native = type_find_own_method(now, name);
        if (native) return (Value){.type = &type_native, .native = native};
    }
    *where = NULL;
    return NOTHING;
}

// ---- binding -------------------------------------------------------------------------------

static Value get_property(Run *run, const Descriptor *property, Value self)
{
    if (property->get.type == &type_none) {
        return raise_error(run, "AttributeError", "property of '%s' object has no getter",
                           self.type->name);
    }
    return call_with(run, property->get, &self, 1);
}

Value class_bind_member(Run *run, Value member, Value self, const Type *class)
{
    if (member.type == &type_function) {
        return self.type ? method_new(run, &type_bound_method, self, member) : member;
    }
    if (member.type == &type_unbound && self.type) // __str__ = int.__repr__
        return method_new(run, &type_method, self, ((const Method *)member.object)->function);
    const Descriptor *descriptor = (const Descriptor *)member.object;
    if (member.type == &type_staticmethod) return descriptor->get;
    if (member.type == &type_classmethod) {
        Value owner = from_type(class);
        if (descriptor->get.type == &type_function)
            return method_new(run, &type_bound_method, owner, descriptor->get);
        return class_bind_member(run, descriptor->get, owner, class);
    }
    if (member.type == &type_property)
        return self.type ? get_property(run, descriptor, self) : member;
    if (!member.type->class || !type_find_special(run, member.type, DUNDER_GET)) return member;
    Value item[] = {self.type ? self : NONE, from_type(class)};
    return class_call_special(run, DUNDER_GET, member, item, 2);
}

static Value bind_native(Run *run, const Native *native, Value self, const Type *where)
{
    Value function = {.type = &type_native, .native = native};
    bool of_type = native_named(where->functions, native->name) == native;
    if (of_type || strcmp(native->name, "__new__") == 0) return function;
    if (self.type) return method_new(run, &type_method, self, function);
    return method_new(run, &type_unbound, from_type(where), function);
}

Value class_bind_found(Run *run, Value member, const Type *where, Value self, const Type *class)
{
    if (!where->class) return bind_native(run, member.native, self, where);
    return class_bind_member(run, member, self, class);
}

Value super_attribute(Run *run, Value super, const char *name)
{
    const Super *self = (const Super *)super.object;
    bool of_class = value_is_class(self->self) && self->of == self->self.of, behind = false;
    const Type *now;
    for (int at = 0; (now = type_in_order(self->of, at)); at++) {
        bool search = behind;
        behind |= now == self->after;
        if (!search) continue;
        const Value *member = now->class ? table_find(&now->class->members, name) : NULL;
        if (member) {
            Value instance = of_class ? NOTHING : self->self;
            return class_bind_member(run, *member, instance, self->of);
        }
        const Native *native = now->class ? NULL : type_find_own_method(now, name);
        if (native) return bind_native(run, native, self->self, now);
    }
    if (name == run->dunder[DUNDER_CLASS]) return value_class(super);
    return raise_error(run, "AttributeError", "'super' object has no attribute '%s'", name);
}

// ---- attributes of instances -------------------------------------------------------------------

static bool is_data_descriptor(Run *run, Value member)
{
    if (member.type == &type_property) return true;
    return member.type->class && type_find_special(run, member.type, DUNDER_SET);
}

Value instance_plain_attribute(Run *run, Value self, const char *name)
{
    const Type *where;
    Value member = type_find_member(run, self.type, name, &where);
    if (member.type && where->class && is_data_descriptor(run, member)) {
        return class_bind_member(run, member, self, self.type);
    }
    const Value *own = table_find(instance_table(self), name);
    if (own) return *own;
    if (member.type) return class_bind_found(run, member, where, self, self.type);
    bool has_dict = !self.type->class->has_only_slots;
    if (has_dict && name == run->dunder[DUNDER_DICT]) return attributes_dict(run, self);
    const Type *layout = self.type->class->layout;
    if (layout->attribute) {
        Value value = layout->attribute(run, self, name);
        if (value.type || run_has_failed(run)) return value;
    }
    if (name == run->dunder[DUNDER_MODULE]) return value_from_text(run, class_module(self.type));
    return value_common_attribute(run, self, name);
}

Value raise_no_attribute(Run *run, Value self, const char *name)
{
    if (value_is_class(self)) {
        raise_error(run, "AttributeError", "type object '%s' has no attribute '%s'", self.of->name,
                    name);
    } else {
        raise_error(run, "AttributeError", "'%s' object has no attribute '%s'",
                    value_type_name(self), name);
    }
    Guess guess = {.name = str_from(name)};
    const Type *type = value_is_class(self) ? self.of : self.type, *now;
    if (!value_is_class(self)) guess_names(&guess, instance_table(self), "__");
    for (int at = 0; (now = type_in_order(type, at)); at++) {
        if (now->class) guess_names(&guess, &now->class->members, "__");
    }
    if (guess.best.n) error_hint(run->error, ".%.*s", STR_ARG(guess.best));
    return NOTHING;
}

Value instance_attribute(Run *run, Value self, const char *name)
{
    const Class *class = self.type->class;
    Value value = class->has_getattribute ? class_call_named(run, DUNDER_GETATTRIBUTE, self, name)
                                          : instance_plain_attribute(run, self, name);
    if (value.type) return value;
    bool ask = class->has_getattr && (!run_has_failed(run) || error_take(run, "AttributeError"));
    if (ask) return class_call_named(run, DUNDER_GETATTR, self, name);
    return run_has_failed(run) ? NOTHING : raise_no_attribute(run, self, name);
}

static bool set_by_descriptor(Run *run, Value member, Value self, const char *name, Value value)
{
    if (member.type != &type_property) {
        Value item[] = {self, value};
        return class_call_special(run, DUNDER_SET, member, item, 2).type != NULL;
    }
    const Descriptor *property = (const Descriptor *)member.object;
    if (property->set.type == &type_none)
        return raise_false(run, "AttributeError", "property '%s' of '%s' object has no setter",
                           name, self.type->name);
    return call_with(run, property->set, (Value[]){self, value}, 2).type != NULL;
}

bool instance_set_plain_attribute(Run *run, Value self, const char *name, Value value)
{
    const Value *member = type_find_defined(self.type, name);
    if (member && is_data_descriptor(run, *member)) {
        return set_by_descriptor(run, *member, self, name, value);
    }
    if (name == run->dunder[DUNDER_DICT]) return attributes_replace(run, self, value);
    if (name == run->dunder[DUNDER_CLASS]) return set_class(run, self, value);
    if (self.type->class->has_only_slots && !type_has_slot(run, self.type, name))
        return raise_no_dict(run, self, name);
    const Type *layout = self.type->class->layout;
    if (layout->holds && layout->set_attribute)
        return layout->set_attribute(run, self, name, value);
    return table_set(instance_table(self), name, value);
}

bool instance_set_attribute(Run *run, Value self, const char *name, Value value)
{
    if (!self.type->class->has_setattr) return instance_set_plain_attribute(run, self, name, value);
    Value item[] = {value_from_text(run, name), value};
    return item[0].type && class_call_special(run, DUNDER_SETATTR, self, item, 2).type;
}

bool instance_delete_plain_attribute(Run *run, Value self, const char *name)
{
    const Value *member = type_find_defined(self.type, name);
    if (member && member->type == &type_property) {
        const Descriptor *property = (const Descriptor *)member->object;
        if (property->delete.type != &type_none)
            return call_with(run, property->delete, &self, 1).type != NULL;
        return raise_false(run, "AttributeError", "property '%s' of '%s' object has no deleter",
                           name, self.type->name);
    }
    Value *own = table_find(instance_table(self), name);
    if (!own) return raise_no_attribute(run, self, name).type != NULL;
    *own = NOTHING;
    return true;
}

bool instance_delete_attribute(Run *run, Value self, const char *name)
{
    if (!type_find_special(run, self.type, DUNDER_DELATTR)) {
        return instance_delete_plain_attribute(run, self, name);
    }
    return class_call_named(run, DUNDER_DELATTR, self, name).type != NULL;
}

// A function of the class needs no method object to be called at once.
Value value_find_callee(Run *run, Value object, const char *name, Value *self)
{
    *self = NOTHING;
    const Class *class = object.type->class;
    if (!class || class->is_meta || class->has_getattribute) {
        return value_get_attribute(run, object, name);
    }
    const Value *member = type_find_defined(object.type, name);
    if (!member || member->type != &type_function || table_find(instance_table(object), name)) {
        return value_get_attribute(run, object, name);
    }
    *self = object;
    return *member;
}
