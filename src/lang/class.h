// Classes of the program, and their instances: what they are made of, and what others ask of them.
//
// A class embeds the Type of its instances: the value `{.type = &class->type, .object = …}` is an
// instance, and `{.type = metaclass, .of = &class->type}` is the class itself. What an instance can
// do (the functions of its Type) follows from the special methods that the class has; what it does
// not define comes from the builtin type that it derives from, `object` at least.
//
// The functions are in classes/ (class.c where no other file is named), and how classes are made
// is described in classes/classes.h.
#pragma once

#include "lang/dunder.h"
#include "lang/interp.h"

struct Class {
    Object object; // of type_class_object: for the collector alone
    Type type;     // of its instances
    const char *name, *qualname, *module;
    Table members;
    const Type **mro; // itself first, object last
    int mro_count;
    const Type **bases;
    int base_count;
    const Type *layout; // the builtin type whose data its instances begin with
    size_t table_at;    // where the attributes of an instance are, behind that data
    bool is_meta;       // its instances are classes
    bool has_getattr, has_getattribute, has_setattr;
    bool has_only_slots; // its instances have the attributes that __slots__ names, no others
};

// Of an instance of a class that derives from no builtin type but object. Where values of the
// builtin type hold a tensor, so does an instance, and this is what the tensor has as `attributes`.
typedef struct Instance {
    Object object;
    Table table;
} Instance;

// Each in the file of its name, but type_bound_method (functions/type_function.c) and those of
// descriptors (descriptor.c).
extern const Type type_object, type_bound_method, type_property, type_staticmethod,
    type_classmethod, type_super, type_attributes_dict, type_union;

// ---- classes and instances ---------------------------------------------------------------------

bool value_is_class(Value value);
bool type_is_subtype(const Type *type, const Type *of); // mro.c
// The types of the order of classes one by one, `at` from 0; NULL at the end (mro.c).
const Type *type_in_order(const Type *type, int at);
// class_attribute.c:
const char *class_module(const Type *type); // "__main__", "builtins", "torch"
const char *class_qualname(const Type *type);

Value class_instantiate(Run *run, Class *class, const Args *args);
// The tensor as an instance of a class of the program, `type`, made from the value `from`: a class
// that has __array_finalize__ is called then.
Value tensor_instance(Run *run, const Type *type, Tensor *tensor, Value from);
// Another tensor of the same numbers, made by the same operation.
Tensor *tensor_again(Run *run, const Tensor *tensor);
// Gives an instance what its builtin base makes of the arguments.
bool instance_adopt(Run *run, Value self, const Args *args);
Table *instance_table(Value instance);

// type_object.c:
void object_repr(Run *run, Value self, Buf *out);
bool object_hash(Run *run, Value self, uint64_t *hash);

// ---- members and attributes (attribute.c, class_attribute.c, special.c) -------------------------

// What the program (or the library in Python) defines; NULL: nothing, or a builtin type does.
const Value *type_find_defined(const Type *type, const char *name);
const Value *type_find_special(Run *run, const Type *type, Dunder dunder);
// A member as an attribute of `self`, whose class has it: a function becomes a method. `self` is
// NOTHING where the class itself is asked.
Value class_bind_member(Run *run, Value member, Value self, const Type *class);
// A method to be called with `*self` before its arguments, or (NOTHING in `*self`) any attribute.
Value value_find_callee(Run *run, Value object, const char *name, Value *self);
Value class_attribute(Run *run, Value self, const char *name);
// Raises the error that there is no such attribute.
Value raise_no_attribute(Run *run, Value self, const char *name);
Value table_dict(Run *run, const Table *table); // a dict of what is in it now: attributes_dict.c
Value variables_dict(Run *run);                 // globals() of the program: attributes_dict.c
// The program has bound a variable, or unbound it (NOTHING).
void variables_note(Run *run, const char *name, Value value);

// ---- special methods (special.c) ---------------------------------------------------------------

// Calls `member`, found in the class of `self`, as its method.
Value class_call_member(Run *run, Value member, Value self, const Value *item, int count);
// NOTHING without an error: the class has no such method.
Value class_call_special(Run *run, Dunder dunder, Value self, const Value *item, int count);
// The same with a name as the only argument.
Value class_call_named(Run *run, Dunder dunder, Value self, const char *name);
// What an instance's __index__ gives takes its place; any other value stays.
bool value_as_index(Run *run, Value *value);
// An instance as a number: what its __int__ (__float__) or else its __index__ gives takes its
// place; any other value stays.
bool instance_convert(Run *run, Dunder dunder, Value *value);
