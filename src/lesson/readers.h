// What reads each format, and parts that several have, into a Builder. Those of a file read
// builder->source; false: the error is set.
#pragma once

#include "lesson/builder.h"

enum { NOTEBOOK_BYTES = 64 << 20 }; // larger ones are refused; pictures are stored inside

// CommonMark, with tables, task lists and $math$, from byte `from` on (before it is front matter).
bool markdown_read(Builder *builder, int from);
// A cell of a notebook: a separate Source within the lesson.
bool markdown_cell(Builder *builder, const Source *cell);

// A Python file (.py): comment headings make steps, strings that are statements are prose.
bool listing_read(Builder *builder);

// A Jupyter notebook: each code cell is a step, what it printed when it was saved is the output
// stated for it. Format 4 only.
// https://nbformat.readthedocs.io/en/latest/format_description.html
bool notebook_read(Builder *builder);

// Text without marks, a docstring or comments: blank lines part paragraphs; lines indented more
// than the first are kept as they are.
void plain_read(Builder *builder, Str text);
// All lines as they are, in one paragraph.
void plain_literal(Builder *builder, Str text);

// A quote that begins with **Predict**; its paragraphs are the blocks from `first` on. If they are
// a prediction, one BLOCK_PREDICTION takes their place. `code` is the first piece of inline code in
// the quote or NULL; it is the cell asked for when it follows the word Predict. False: a malformed
// prediction.
bool prediction_gather(Builder *builder, int first, const Source *code, Span at);
