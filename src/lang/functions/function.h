// Functions as values: those of the program, and what functions written in C and their methods have
// in common, for types of functions that are elsewhere: the fields of their Type. Where no other
// file is named, in type_function.c.
#pragma once

#include "lang/class.h"

// __name__ and __qualname__ of a function called `name`; NOTHING: another attribute.
Value function_name(Run *run, const char *attribute, const char *name);

// Of a Method.
void method_repr(Run *run, Value self, Buf *out);
bool method_hash(Run *run, Value self, uint64_t *hash);
Value method_binary(Run *run, Operator op, Value left, Value right);
Value method_attribute(Run *run, Value self, const char *name);
void method_visit(Run *run, Object *object);
#define METHOD_ROW(title, write, attributes, calls)                                                \
    .name = title, .repr = write, .hash = method_hash, .binary = method_binary,                    \
    .attribute = attributes, .call = calls, .visit = method_visit
#define BUILTIN_METHOD(calls)                                                                      \
    METHOD_ROW("builtin_function_or_method", method_repr, method_attribute, calls)

// Has the body been read, of a function of the library, too? (call.c)
bool function_read(Run *run, const FunctionCode *code);

// ---- functions of the program ------------------------------------------------------------------

// The values of all parameters, in order, from arguments and defaults: `variable` has room for them
// (bind.c).
bool bind_parameters(Run *run, const Function *function, const Args *args, Value *variable);
// Binds the arguments and runs the body; of a generator only the former. (evaluation/call.c)
Value call_function(Run *run, const Function *function, const Args *args);
// The same with the values of all parameters; NOTHING: the default.
Value call_bound(Run *run, const Function *function, const Value *parameter);
Value function_annotations(Run *run, const Function *function); // evaluation/class_statement.c
// The string that its body begins with, or None (type_function.c).
Value function_doc(Run *run, const FunctionCode *code);

// ---- path.c: where the object of a method is in the program, for the tree of calls ----------

// The methods that run, the innermost first; known while the trace records.
typedef struct Owner {
    Value self;
    const char *path; // NULL: it has none
    const struct Owner *outer;
} Owner;

// "model.encoder.layers[0]", in run->scratch; NULL: the program has no name for it.
const char *path_of(Run *run, Value self);
// Is the function found in the class of `self`, or in one that this derives from?
bool function_is_method_of(const Function *function, Value self);

// ---- scope.c: calls have scopes, the top level has the run's globals ----------------------------

Scope *scope_new(Run *run, const char **names, int count, const FunctionCode *code, Scope *outer);
// The value of a name as the code that runs sees it; NOTHING with an error: there is none.
Value scope_find(Run *run, const char *name);
// The innermost scope that functions made in `scope` see: not the body of a class.
Scope *scope_visible(Scope *scope);
Value scope_value(const Scope *scope, const char *name); // NOTHING: not bound in it

// In the innermost scope, or where the program declared the name global or nonlocal.
bool scope_bind(Run *run, const char *name, Value value);
bool scope_unbind(Run *run, const char *name);
