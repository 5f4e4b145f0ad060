// Fenced blocks in the text as it was written.
//
// The Markdown library says that there is a block and how many lines it has; the code itself is
// cut from the source, so that places in it are places in the file.
#pragma once

#include "base/error.h"
#include "lesson/lines.h"

typedef struct Fence {
    char mark;  // '`' or '~'
    int length; // how many marks open it
    int line;   // where it opens, from 0
    int start;  // offset of its first mark
} Fence;

// One line of a block, as the Markdown library reports it.
typedef struct CodeLine {
    int offset; // of its first character that is not blank; -1: a blank line
    int indent; // columns of blanks that belong to the code
} CodeLine;

// The first fence of `mark`s at or after `line`; false when there is none.
bool fence_find(const Lines *lines, int line, char mark, Fence *fence);

// Checks that the block of `count` lines ends with a closing fence, and that no other block opens
// inside it, which means that a closing fence was forgotten.
bool fence_check(const Fence *fence, const Lines *lines, const CodeLine *code, int count,
                 const Source *lesson, Error *error);

// The block's text as a Source of its own. At the left margin it is a slice of the lesson's text;
// inside a list or a quote (and with \r\n) it is copied into `arena` without what stands before.
Source fence_cut(const Fence *fence, const Lines *lines, const CodeLine *code, int count,
                 const Source *lesson, Arena *arena);
