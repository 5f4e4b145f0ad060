// A change of a text, line by line: what is replaced is known, so it can be shown as a difference
// before it is made.
#pragma once

#include "base/buf.h"

// Whole lines of the old text: bytes [start, end), each with its line end. `text` likewise.
typedef struct Replacement {
    int start, end;
    Str text;
} Replacement;

typedef struct Patch {
    Arena *arena;
    Str old;
    Replacement *items; // in the order of the text; none touches the next
    int count;
} Patch;

// In the order of the text.
void patch_replace(Patch *patch, int start, int end, Str text);

// The text with all of them made.
Str patch_result(const Patch *patch);

// As `diff -u` prints it, three lines of context around each change.
void patch_print(const Patch *patch, const char *name, Buf *out);
