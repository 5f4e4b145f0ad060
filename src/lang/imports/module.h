// Modules, as values of the language: made in C (module_new and what is added to it), or files of
// the library in Python. Which ones are made in C is for the floors above to say (modules/).
#pragma once

#include "lang/interp.h"

// ---- library.c: modules written in Python (src/library) ----------------------------------------

// Runs the library file of the module and fills `module` with its names. A module that has no file
// is left as it is.
bool library_load(Run *run, Value module);
bool library_has_module(const char *module);
// Runs its text, whose names become those of the module.
bool module_run(Run *run, Value module, const Source *source);
bool source_run(Run *run, Table *names, const Source *source); // the same of any names
// Does its text begin a function of that name? Nothing is loaded for the answer.
bool library_defines(Run *run, const char *module, const char *name);

// ---- type_module.c: modules ---------------------------------------------------------------------

void module_add_natives(Run *run, Table *table, const Native *natives);
Value module_new(Run *run, const char *name);
void module_set(Run *run, Value module, const char *name, Value value);

// Value `name` (interned) of a module: an attribute, or an operation.
Value module_attribute(Run *run, Value module, const char *name);

// ---- beside.c: modules that lie beside the program ---------------------------------------------

// NAME.py, or a folder with or without __init__.py, below the folder that the program may read.
// What contains it is imported first. NOTHING without an error: there is none.
Value import_beside(Run *run, const char *name);
// "..x" as it is called from the top of the module's package; another name stays. NULL: an error.
const char *import_absolute_name(Run *run, const char *module);
// The folder of the program, by the name that it knows: "/minGPT/scripts". NULL: it has none.
const char *beside_folder(Run *run);

// ---- import.c ----------------------------------------------------------------------------------

// A module of qkv by its whole name; NOTHING without an error: there is none.
Value import_module(Run *run, const char *name);
// The same as the program asks for it: it may also lie beside it.
Value import_named(Run *run, const char *name);
bool run_import(Run *run, const Stmt *stmt); // the statement
void import_make_importlib(Run *run);        // the module of that name
