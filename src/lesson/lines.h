// Where each line of a text begins, so that places are found without counting from the start.
#pragma once

#include "base/str.h"

typedef struct Lines {
    Str text;
    int *starts; // byte offset of each line
    int count;
} Lines;

// Lines end as Markdown's do: with \n, \r\n or \r.
Lines lines_of(Str text, Arena *arena);

// The line that holds the byte at `offset`, from 0.
int lines_find(const Lines *lines, int offset);

// A line without its end; empty past the last one.
Str lines_text(const Lines *lines, int line);

// Where a line begins; past the last one, where the text ends.
int lines_start(const Lines *lines, int line);
