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

// ---- each makes its module, in the file of that name: math_make in math.c -----------------------

void math_make(Run *run);
void random_make(Run *run);
void inspect_make(Run *run);
void sys_make(Run *run);
void unicodedata_make(Run *run);
void collections_make(Run *run);
void ast_make(Run *run);
void re_make(Run *run);    // _re, on which re.py stands
void re_library(Buf *out); // "PCRE2 10.42 2022-12-11"
void files_make(Run *run); // _files: tensors in files
void json_make(Run *run);  // _json, which reads what json.py need not
void qkv_make(Run *run);   // _qkv: what files of the library need and Python has not

// ---- copy.c ------------------------------------------------------------------------------------

extern const Native copying[]; // in _qkv
