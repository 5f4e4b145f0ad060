// Modules, as values of the language: made in C (new_module and what is added to it), or files of
// the library in Python. Which ones are made in C is for the floors above to say (modules/).
#pragma once

#include "lang/value.h"

// ---- library.c: modules written in Python (src/library) ----------------------------------------

// Is part of qkv's library, not of the program?
bool is_library(const FunctionCode *code);
// Runs the library file of the module and fills `module` with its names. A module that has no file
// is left as it is.
bool load_library(Run *run, Value module);
bool has_library(const char *module);

// What src/library/builtins.py defines, or NULL; it is run when a name is first looked for there.
const Value *find_library_builtin(Run *run, const char *name);

// ---- modules -----------------------------------------------------------------------------------

// What to try instead of a module that is not there; NULL: nothing in particular.
const char *hint_for_module(const char *module);

void add_natives(Run *run, Table *table, const Native *natives);
Value new_module(Run *run, const char *name);
void set_member(Run *run, Value module, const char *name, Value value);
void add_builtins(Run *run);   // builtins.c
void make_importlib(Run *run); // import.c
// from module import *
bool import_all(Run *run, Value module); // import_star.c
