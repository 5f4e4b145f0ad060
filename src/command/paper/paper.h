// A lesson on paper: the whole of it, a handout without answers, or the answers.
//
// What goes onto it is decided here and in selection.h; how it is written, by a format of
// text/document.h.
#pragma once

#include "figure/figure.h"
#include "text/document.h"

typedef enum PaperKind {
    PAPER_WHOLE,   // as the lesson is written, with the tensors that each block of code makes
    PAPER_HANDOUT, // each matrix once, room to write in place of answers, nothing about keys
    PAPER_ANSWERS, // to the questions of the handout, under the same numbers
    PAPER_BOTH,    // a handout, and its answers behind it
} PaperKind;

// "text", "markdown" or "html"; NULL: there is no such format.
const DocumentFormat *paper_format(const char *name);

// `step` -1: all of them. Pictures are drawn in HTML, with text measured by `measure`; elsewhere
// there are their numbers.
void paper_print(const Walk *walk, int step, PaperKind kind, const DocumentFormat *format,
                 const Measure *measure, Buf *out);

// As parts of a page of HTML: <style>, and <main>.
void paper_style(Buf *out);
void paper_html(const Walk *walk, int step, PaperKind kind, const Measure *measure, Buf *out);
