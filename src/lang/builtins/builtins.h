// Python's builtin functions and types. They are above all else of the language, whose parts they
// hand to the program.
#pragma once

#include "lang/interp.h"

// All of them into run->builtins.
void builtins_add(Run *run);

// Each ends with a row without name. They are in builtins_number.c, builtins_text.c,
// builtins_class.c, open.c and iterators.c.
extern const Native number_builtins[];     // abs, sum, max …
extern const Native text_builtins[];       // repr, format, chr …
extern const Native class_builtins[];      // isinstance, getattr, dir …
extern const Native file_builtins[];       // open
extern const Native iterator_builtins[];   // iter, next
extern const Type *const iterator_types[]; // enumerate, zip, map …, up to NULL
