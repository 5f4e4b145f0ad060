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

// ---- of each module, in the file of that name: its functions, and what else is in it
// -------------

extern const Native ast_natives[], collections_natives[], inspect_natives[], math_natives[],
    sys_natives[], unicodedata_natives[];
extern const Native re_natives[];    // of _re, on which re.py stands
extern const Native files_natives[]; // of _files: tensors in files
extern const Native json_natives[];  // of _json, which reads what json.py need not
extern const Native qkv_natives[];   // of _qkv: what files of the library need and Python has not
void files_add(Run *run, Value module);
void math_add(Run *run, Value module);
void random_add(Run *run, Value module);
void re_add(Run *run, Value module);
void sys_add(Run *run, Value module);

void re_library(Buf *out); // "PCRE2 10.42 2022-12-11"

// ---- copy.c, of _qkv ---------------------------------------------------------------------------

Value copied_tensor(Run *run, Value *arg);
Value instance_attributes(Run *run, Value *arg);
