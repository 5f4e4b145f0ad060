// Classes of the program, and their instances.
//
// A class embeds the Type of its instances: the value `{.type = &class->type, .object = …}` is an
// instance, and `{.type = metaclass, .of = &class->type}` is the class itself. What an instance can
// do (the functions of its Type) follows from the special methods that the class has; what it does
// not define comes from the builtin type that it derives from, `object` at least.
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

// Of an instance of a class that derives from no builtin type but object.
typedef struct Instance {
    Object object;
    Table table;
} Instance;

extern const Type type_object, type_bound_method, type_property, type_staticmethod,
    type_classmethod, type_super, type_attributes_dict, type_union;

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

// ---- class.c -----------------------------------------------------------------------------------

bool is_class(Value value);
bool is_subtype(const Type *type, const Type *of);
void instance_visit(Run *run, Object *object);
void instance_drop(Run *run, Object *object);
// A class from its body. `meta` is &type_type or a class derived from it.
Value new_class(Run *run, const Type *meta, const char *name, Value bases, Value members,
                const Args *keywords);
// type(name, bases, members, **keywords)
const Type *winning_meta(Run *run, const Type *meta, Value bases);        // type_type.c
Value class_from_arguments(Run *run, const Type *meta, const Args *args); // type_type.c
// The functions of its Type, again from its members.
void fill_slots(Run *run, Class *class);
Value call_class(Run *run, Class *class, const Args *args);
// An empty instance.
Value new_instance(Run *run, Class *class);
// An instance with what its builtin base is made of, before __init__.
Value make_instance(Run *run, Class *class, const Args *args);
// Gives an instance what its builtin base makes of the arguments.
bool adopt(Run *run, Value self, const Args *args);
Table *instance_table(Value instance);
const char *class_module(const Type *type); // "__main__", "builtins", "torch"
const char *class_qualname(const Type *type);

// ---- class_statement.c -------------------------------------------------------------------------

bool run_class(Run *run, const Stmt *stmt);
bool run_def(Run *run, const Stmt *stmt);
bool run_annotated(Run *run, const Stmt *stmt);

// ---- mro.c: the order in which classes are searched --------------------------------------------

bool linearize(Run *run, Class *class);
// The types of the order one by one, `at` from 0; NULL at the end.
const Type *type_in_order(const Type *type, int at);

// ---- attribute.c -------------------------------------------------------------------------------

// A method in C of this very type, or NULL.
const Native *find_own_method(const Type *type, const char *name);
// A member as it stands in the class where it is found (`*where`, may be NULL); NOTHING: none.
Value find_member(Run *run, const Type *type, const char *name, const Type **where);
// Only those that the program (or the library in Python) defines.
const Value *find_defined(const Type *type, const char *name);
const Value *find_special(Run *run, const Type *type, Dunder dunder);
// A member as an attribute of `self`, whose class has it: a function becomes a method. `self` is
// NOTHING where the class itself is asked.
Value bind_member(Run *run, Value member, Value self, const Type *class);
Value instance_attribute(Run *run, Value self, const char *name);
bool instance_set_attribute(Run *run, Value self, const char *name, Value value);
bool instance_delete_attribute(Run *run, Value self, const char *name);
Value super_attribute(Run *run, Value super, const char *name);
Value bind_found(Run *run, Value member, const Type *where, Value self, const Type *class);
// Raises the error that there is no such attribute.
Value raise_no_attribute(Run *run, Value self, const char *name);
// What every value has. NOTHING without an error: none of these.
Value common_attribute(Run *run, Value self, const char *name);
// What stands behind the classes' own __setattr__ and __getattribute__.
Value plain_attribute(Run *run, Value self, const char *name);
bool plain_set_attribute(Run *run, Value self, const char *name, Value value);
bool plain_delete_attribute(Run *run, Value self, const char *name);
// A method to be called with `*self` before its arguments, or (NOTHING in `*self`) any attribute.
Value find_callee(Run *run, Value object, const char *name, Value *self);

// ---- class_attribute.c, attributes_dict.c ------------------------------------------------------

Value class_attribute(Run *run, Value self, const char *name);
bool class_set_attribute(Run *run, Value self, const char *name, Value value);
bool class_delete_attribute(Run *run, Value self, const char *name);
Value table_dict(Run *run, const Table *table); // a dict of what is in it now
Value attributes_dict(Run *run, Value owner);   // __dict__
bool replace_attributes(Run *run, Value self, Value value);

Value new_union(Run *run, Value left, Value right); // int | None; NOT_IMPLEMENTED: no types

// ---- slots.c -----------------------------------------------------------------------------------

bool has_slot(Run *run, const Type *type, const char *name);
bool has_only_slots(Run *run, const Type *type);

// ---- descriptor.c, type_object.c, slot_methods.c -----------------------------------------------

Value new_descriptor(Run *run, const Type *type, Value get);
bool is_abstract(Run *run, Value function);
void object_repr(Run *run, Value self, Buf *out);
bool object_hash(Run *run, Value self, uint64_t *hash);
const Native *find_slot_method(const Type *type, const char *name);

Value function_annotations(Run *run, const Function *function); // class_statement.c

// ---- class_builtins.c --------------------------------------------------------------------------

extern const Native class_builtins[];
Value attribute_names(Run *run, Value object); // dir(object)

// ---- special.c: calling special methods --------------------------------------------------------

// Calls `member`, found in the class of `self`, as its method.
Value call_member(Run *run, Value member, Value self, const Value *item, int count);
// NOTHING without an error: the class has no such method.
Value call_special(Run *run, Dunder dunder, Value self, const Value *item, int count);
// What an instance's __index__ gives takes its place; any other value stays.
bool index_value(Run *run, Value *value);
// An instance as a number: what its __int__ (__float__) or else its __index__ gives takes its
// place; any other value stays.
bool convert_instance(Run *run, Dunder dunder, Value *value);

// ---- instance.c, instance_operators.c ----------------------------------------------------------

Value instance_binary(Run *run, Operator op, Value left, Value right);
Value instance_unary(Run *run, Operator op, Value self);
Value instance_in_place(Run *run, Operator op, Value left, Value right); // or NOT_IMPLEMENTED
// What runs through `source`: for an instance what its __iter__ gives, else itself.
Value instance_iterator(Run *run, Value source);

// ---- identity.c --------------------------------------------------------------------------------

// What stands for an address: as different as the objects, and the same in every run.
int64_t identity(Run *run, Value value);
