// "#| key: value" lines of a code block.
#pragma once

#include "lesson/lesson.h"

// Fills code->options from code->source. Several names of one key may share a line, with ";"
// between them: each becomes a separate option.
//
// Every line at the top that begins with "#|" is an option, and misspelt ones are refused; those
// of Quarto (label, fig-cap, echo …) are passed over, but that "error: true" expects one. Below
// the first line of code only those with a known key are, or with "axis: x = tokens" nearly one:
// there "#|" may begin a mere comment.
bool options_read(CodeBlock *code, Arena *lesson_arena, Error *error);

// Is Quarto's option "eval: false" at the top, so that the code is only shown?
bool options_forbid_run(Str code);

// Is this line of a code block an option? `at_top`: there are only options above it.
bool options_line(Str line, bool at_top);

// The place of a part of an option's value.
Span option_place(const CodeOption *option, Str part);
