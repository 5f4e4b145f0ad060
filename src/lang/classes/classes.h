// How classes of the program are made, and what gives their instances Python's behaviour.
#pragma once

#include "lang/class.h"

// property: get, set and delete, each None where there is none; staticmethod, classmethod: get.
typedef struct Descriptor {
    Object object;
    Value get, set, delete, doc;
} Descriptor;

typedef struct Super {
    Object object;
    const Type *after; // the class behind which the search begins
    Value self;        // an instance, or a class
    const Type *of;    // whose order of classes is searched
} Super;

// ---- class.c: making them ----------------------------------------------------------------------

// A class from its body. `meta` is &type_type or a class derived from it.
Value class_new(Run *run, const Type *meta, const char *name, Value bases, Value members,
                const Args *keywords);
// An instance with what its builtin base is made of, before __init__.
Value instance_make(Run *run, Class *class, const Args *args);
void instance_visit(Run *run, Object *object);
void instance_drop(Run *run, Object *object);

// ---- type_type.c -------------------------------------------------------------------------------

const Type *class_winning_meta(Run *run, const Type *meta, Value bases);
// type(name, bases, members, **keywords)
Value class_from_arguments(Run *run, const Type *meta, const Args *args);

// ---- mro.c: the order in which classes are searched --------------------------------------------

Value type_order(Run *run, const Type *type); // __mro__
bool class_linearize(Run *run, Class *class);

// ---- attribute.c: attributes of instances, and of super() --------------------------------------

// A member as it is in the class where it is found (`*where`, may be NULL); NOTHING: none.
Value type_find_member(Run *run, const Type *type, const char *name, const Type **where);
Value class_bind_found(Run *run, Value member, const Type *where, Value self, const Type *class);
Value instance_attribute(Run *run, Value self, const char *name);
bool instance_set_attribute(Run *run, Value self, const char *name, Value value);
bool instance_delete_attribute(Run *run, Value self, const char *name);
Value super_attribute(Run *run, Value super, const char *name);
// What is behind the classes' own __setattr__ and __getattribute__.
Value instance_plain_attribute(Run *run, Value self, const char *name);
bool instance_set_plain_attribute(Run *run, Value self, const char *name, Value value);
bool instance_delete_plain_attribute(Run *run, Value self, const char *name);

// ---- class_attribute.c, attributes_dict.c ------------------------------------------------------

bool class_set_attribute(Run *run, Value self, const char *name, Value value);
bool class_delete_attribute(Run *run, Value self, const char *name);
Value attributes_dict(Run *run, Value owner); // __dict__
bool attributes_replace(Run *run, Value self, Value value);

bool set_class(Run *run, Value self, Value class); // self.__class__ = class

// ---- slots.c: __slots__ ------------------------------------------------------------------------

bool type_has_slot(Run *run, const Type *type, const char *name);
bool type_has_only_slots(Run *run, const Type *type);
bool type_has_slots_of(Run *run, const Type *type, const Type *other); // all of them

// ---- descriptor.c, type_type.c -----------------------------------------------------------------

Value descriptor_new(Run *run, const Type *type, Value get);
Value union_new(Run *run, Value left, Value right); // int | None; NOT_IMPLEMENTED: no types

// ---- instance.c, instance_operators.c: what instances can do -----------------------------------

// The functions of its Type, again from its members.
void class_fill_slots(Run *run, Class *class);
Value instance_binary(Run *run, Operator op, Value left, Value right);
Value instance_unary(Run *run, Operator op, Value self);
Value instance_in_place(Run *run, Operator op, Value left, Value right); // or NOT_IMPLEMENTED
