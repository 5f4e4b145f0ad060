// The modules that a program can import: those made in C, and the library in Python.
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
Value new_module(Run *run, const char *name, unsigned found);
void set_member(Run *run, Value module, const char *name, Value value);
void add_builtins(Run *run); // builtins.c
Value make_math(Run *run);   // module_math.c
extern const Native math_of_many[], math_gammas[];
bool as_double(Run *run, Value value, double *number); // as float() converts it
Value make_random(Run *run);                           // module_random.c
Value make_copy(Run *run);                             // module_copy.c
Value make_inspect(Run *run);                          // module_inspect.c
Value make_sys(Run *run);                              // module_sys.c
void make_qkv(Run *run);                               // module_qkv.c
void make_re(Run *run);                                // module_re.c
void make_numpy(Run *run);                             // module_numpy.c
void make_torch(Run *run);                             // module_torch.c: all modules of torch
void make_importlib(Run *run);                         // import.c
