// A cell in the words of its rows and columns.
#pragma once

#include "trace/explain/explain.h"

// "the→cat" of scores and attention weights, "head1 the→cat" of several heads, "cat" of a list.
// NULL: its columns are no words, or something in it has no label.
const char *cell_words(const Trace *trace, Cell cell, Arena *arena);
