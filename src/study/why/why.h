// Why is this cell what it is? In words, from the trace, with its own numbers:
//
//     sat->cat is 0.8668: its score 12 leads the next, 10, by 2, and e^2 is 7.4; 12 comes mostly
//     from d0, 2*4 = 8, the other 2 add 4.
//
// What is said depends on how the row of the operation says that a cell is made (Terms, notation,
// traits), and every derived number is that of the numbers as they are written. In ASCII;
// looks/typeset.h makes mathematics of it.
#pragma once

#include "trace/explain/sight.h"

// NULL: the cell was given, or is made in a way that its arithmetic alone says, or a number that it
// needs may not be seen.
const char *why_in_words(const Trace *trace, const Sight *sight, Cell cell, int digits,
                         Arena *arena);

// The same for one line: as many of its clauses as fit into `columns`, or NULL.
const char *why_line(const char *words, int columns, Arena *arena);
