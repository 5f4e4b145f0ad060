// What tensors are called where they are alone, in a title, a list or a message: the shortest
// that distinguishes each from the others there are, in words. In an equation it is another
// question which of two is meant (entry_title).
#pragma once

#include "study/axes/matrix.h"
#include "trace/trace.h"

// "scores"; where several modules or functions have one, "layers[1].self_attn, scores"; in a loop
// "scores, iteration 4". Attention weights that have no name are those of their module,
// "layers[1].self_attn, attention weights"; what else has none is called as entry_title() does.
const char *tensor_title(const Trace *trace, int entry, Arena *arena);
// In a list of what a loop makes again and again: which one of its name it is, "W₃₁".
const char *tensor_counted_title(const Trace *trace, int entry, Arena *arena);
// The same as a title of a part of it: "weights[0,3]".
const char *tensor_part_title(const Trace *trace, Cell part, Arena *arena);
// Of the matrix in its tensor: "weights[0,3]", or "weights[0,:,3]" where its rows are not last but
// one.
const char *matrix_title(const Trace *trace, const Matrix *matrix, Arena *arena);
// Is it the forward() of a module that has a path?
bool call_is_of_module(const Call *call);

// The name that the paths of all modules begin with, "model", or nothing; and a path without it.
Str model_name(const Trace *trace);
const char *path_in_model(Str model, const char *path);

// Of several, by what distinguishes them: without what all of their titles begin or end with, and
// with the step, or which one it is, where these are not enough.
const char **tensor_titles(const Trace *trace, const int *entries, int count, Arena *arena);
// The bytes of names that are parts of all of them: "model." and ".attn".
size_t names_shared_start(const char *const *names, int count);

// Where something was made, for what has no better name: the calls around it, and which of several
// from the same place each is.

// Its functions, the outermost first, those that were called once from their line left out:
// "gpt2() 3, transformer_block() 2, attention() 1"; with its line, "line 12, attention() 1". "": it
// is in no call, or all of them were called once.
const char *made_at(const Trace *trace, int entry, bool with_line, Arena *arena);
