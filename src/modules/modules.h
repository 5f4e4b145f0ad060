// The modules in C that a program can import, all together: those of the standard library, which
// are here, torch (torch/) and numpy (numpy/). What they lack is in Python (src/library).
#pragma once

#include "lang/run.h"
#include "lang/value.h"

// A run with all the modules; lang/run.h has what can be done with it.
//
//   Run *run = run_new(&(RunOptions){.out = &printed});
//   bool ok = run_source(run, source, &error);      // again for each block: names live on
//   … run_trace(run) …
//   run_free(run);
Run *run_new(const RunOptions *options);

// ---- each makes its module, in the file of that name: make_math in math.c -----------------------

void make_math(Run *run);
void make_random(Run *run);
void make_copy(Run *run);
void make_inspect(Run *run);
void make_sys(Run *run);
void make_collections(Run *run);
void make_ast(Run *run);
void make_re(Run *run);  // _re, on which re.py stands
void make_qkv(Run *run); // _qkv: what files of the library need and Python has not

// ---- math.c, math_many.c, math_gamma.c ----------------------------------------------------------

extern const Native math_of_many[], math_gammas[];
bool as_double(Run *run, Value value, double *number); // as float() converts it
