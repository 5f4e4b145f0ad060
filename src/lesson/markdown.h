// CommonMark, with tables, task lists and $math$, into a Builder.
#pragma once

#include "lesson/builder.h"

// Reads builder->source from byte `from` on (before it is front matter).
bool markdown_read(Builder *builder, int from);

// Reads a cell of a notebook: a Source of its own within the lesson.
bool markdown_cell(Builder *builder, const Source *cell);
