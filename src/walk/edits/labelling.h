// Labels that a reader gives to the tokens of a program that names none.
#pragma once

#include "study/axes/axis_kind.h"
#include "walk/walk.h"

// What is typed: the name of a list of strings in the program, a text file that the program may
// read, with a label on each line, or the labels themselves; "none" takes them away. They label the
// rows and columns of all attention matrices that have so many, and what these are made from; where
// nothing attends, those of the selected tensor. Each new run of the program takes them over.
// Errors: no such list or file; nothing has so many rows or columns.
bool walk_label(Walk *walk, Str typed, Error *error);
// The beginning of attention in a file of tensors, as "attn[:12, :12]" of what was padded to 64:
// its rows or columns are called by the file's only list of so many strings, where they have no
// labels.
void labels_of_beginning(const Walk *walk, int entry);
// What it did: "Labels: words. …"
const char *labels_told(const Walk *walk, Str typed, Arena *arena);

// What a reader says of axes, as "head,query,key" of all tensors of a file that have so many, or
// "w=batch,query,key" of a tensor. Each new run takes it over. Errors: no such axis or tensor,
// other numbers of axes.
bool axes_apply(Walk *walk, Error *error);

// The axes of an entry are of these kinds, as many as it has.
void axes_note(const Walk *walk, int entry, const AxisKind *kinds, int count);

// What takes the place of heads are heads: the reader says so.
void axes_note_heads(const Walk *walk, int entry);
// The last two axes of a tensor that was made of attention are of queries and keys.
void axes_note_pair(const Walk *walk, int entry);

// To a run that has just ended. Whether there was anything to label.
bool labelling_apply(Walk *walk);

// As they are shown; in a terminal of ASCII alone, one of which nothing would be left is its axis
// and number. In the arena of the run.
const char *const *labels_shown(const Walk *walk, const char *axis, const char *const *items,
                                int count);
