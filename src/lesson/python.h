// Python as text: where its statements and its comments are, without reading the language. Enough
// to cut a listing into pieces that can be run one after another.
#pragma once

#include "lesson/lines.h"

typedef struct PythonText {
    Lines lines;
    bool *inside; // for each line: does it begin within a string, brackets or a joined line?
} PythonText;

PythonText python_text(Str text, Arena *arena);

// Can a piece end before `line`? What follows it must begin at the left margin, and must not go on
// with an `if` or `try` above.
bool python_may_cut(const PythonText *python, int line);

// Is `line` a comment at the left margin? `*text` is the text behind its marks, trimmed.
bool python_comment(const PythonText *python, int line, Str *text);

// Is there a statement at `line` that is a string between three quotes? `*end` is the line behind
// it.
bool python_docstring(const PythonText *python, int line, Str *text, int *end);
