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

// Puts a tensor of the trace among the program's variables, so that one more line can be run on it
// even where the program knows it only inside of a call. `name` is an identifier; what the program
// called so is hidden from what is run after this. False: no memory.
bool run_lend_tensor(Run *run, Str name, Tensor *tensor);

// Makes an array of NumPy among the program's variables a tensor of torch with the same numbers, or
// a tensor an array. False: the program has no such variable.
bool run_read_as(Run *run, Str name, bool as_array);

// ---- of each module, in the file of that name: its functions, and what else is in it -----------

extern const Native ast_natives[], math_natives[], unicodedata_natives[];
extern const Native re_natives[];    // of _re, which re.py uses
extern const Native files_natives[]; // of _files: tensors in files
extern const Native json_natives[];  // of _json, which reads what json.py need not
extern const Native qkv_natives[];   // of _qkv: what files of the library need and Python has not
void files_add(Run *run, Value module);
void re_add(Run *run, Value module);

void re_library(Buf *out); // "PCRE2 10.42 2022-12-11"

// ---- copy.c, of _qkv ---------------------------------------------------------------------------

Value copied_tensor(Run *run, Value *arg);
Value instance_attributes(Run *run, Value *arg);
