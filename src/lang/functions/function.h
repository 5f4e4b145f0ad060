// Functions as values: those of the program, and what functions written in C and their methods have
// in common, for types of functions that stand elsewhere: the fields of their Type. Where no other
// file is named, in type_function.c.
#pragma once

#include "lang/value.h"

// __name__ and __qualname__ of a function called `name`; NOTHING: another attribute.
Value function_name(Run *run, const char *attribute, const char *name);

// Of a Method.
void method_repr(Run *run, Value self, Buf *out);
bool method_hash(Run *run, Value self, uint64_t *hash);
Value method_binary(Run *run, Operator op, Value left, Value right);
Value method_attribute(Run *run, Value self, const char *name);
void method_visit(Run *run, Object *object);

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
