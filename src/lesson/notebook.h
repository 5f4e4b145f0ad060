// A Jupyter notebook as a lesson: Markdown cells are prose, each code cell is a step, and what a
// cell printed when it was saved is the output stated for it. Format 4 only.
// https://nbformat.readthedocs.io/en/latest/format_description.html
#pragma once

#include "lesson/builder.h"

enum { NOTEBOOK_BYTES = 64 << 20 }; // larger ones are refused; pictures are stored inside

// Reads builder->source. Errors: text that is not JSON, no notebook, another format or language.
bool notebook_read(Builder *builder);
