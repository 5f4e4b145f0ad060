// A lesson on paper: the whole of it, a handout without answers, or the answers.
//
// What goes onto it is decided once (paper.c, selection.h); a format (text.c, markdown.c, html.c)
// only sets it.
#pragma once

#include "walk/walk.h"

typedef enum PaperKind {
    PAPER_WHOLE,   // as the lesson is written, with the tensors that each block of code makes
    PAPER_HANDOUT, // each matrix once, room to write in place of answers, nothing about keys
    PAPER_ANSWERS, // to the questions of the handout, under the same numbers
    PAPER_BOTH,    // a handout, and its answers behind it
} PaperKind;

typedef struct PaperFormat PaperFormat;

// "text", "markdown" or "html"; NULL: there is no such format.
const PaperFormat *paper_format(const char *name);

// `step` -1: all of them.
void paper_print(const Walk *walk, int step, PaperKind kind, const PaperFormat *format, Buf *out);
