// "#| key: value" lines of a code block.
#pragma once

#include "lesson/lesson.h"

// Fills code->options from code->source. Several names of one key may share a line, with ";"
// between them: each becomes an option of its own.
//
// Every line at the top that begins with "#|" is an option, and misspelt ones are refused; those
// of Quarto (label, fig-cap, echo …) are passed over, but that "error: true" expects one. Below
// the first line of code only those with a known key are: there "#|" may begin a mere comment.
bool options_read(CodeBlock *code, Arena *lesson_arena, Error *error);

// Does Quarto's option "eval: false" stand at the top: is the code only to be shown?
bool options_forbid_run(Str code);

// Is this line of a code block an option? `at_top`: only options stand above it.
bool options_line(Str line, bool at_top);

// Where a part of an option's value stands.
Span option_place(const CodeOption *option, Str part);
