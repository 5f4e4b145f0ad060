// A piece of text as it was written, and places in it.
//
// A code block of a lesson is a Source of its own whose lines are counted in the whole file,
// so that every message can say file:line:column.
#pragma once

#include "base/buf.h"

typedef struct Source {
    const char *name; // as the user called it: "lessons/a.md", "-" for standard input
    Str text;
    int first_line;  // number of the text's first line in the file, from 1 (0 counts as 1)
    bool is_library; // part of qkv, written in Python: messages name the call that led there
    int indent;      // columns before each line in the file (a block inside a list)
} Source;

// Bytes [start, end) of `source->text`. A zeroed Span is "no place".
typedef struct Span {
    const Source *source;
    int start, end;
} Span;

typedef struct Place {
    int line;   // from 1, in the file
    int column; // from 1, in characters
    Str text;   // the whole line
    int offset; // bytes of `text` before the place
} Place;

// The same for programs that do not have the source.
typedef struct SourceExtent {
    const char *file;
    int line, column;         // of the first character; 0: it is about the file as a whole
    int end_line, end_column; // behind the last one
} SourceExtent;

Place source_place(const Source *source, int offset);
SourceExtent span_extent(Span span);
Str span_text(Span span);
int span_line(Span span); // that it begins in; 0: it is no place
bool span_equal(Span a, Span b);
