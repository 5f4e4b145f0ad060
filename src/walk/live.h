// What live text (`{python} expr`) shows: a value as a sentence would say it.
#pragma once

#include "lang/run.h"

// "0.7275" for 0.7274751663208008, "4" for 4.0, "(1, 2)" for a tensor of one axis; a string is
// taken at its word, and all else is shown as str(). In `arena`. NULL: the error is set.
const char *live_text(Run *run, const Source *expression, Arena *arena, Error *error);

// What an expression of the lesson comes to, as Python prints it; also that of a gradient's cell,
// "d scores[0, 1]", which is no Python.
bool live_expression(Run *run, const Source *expression, Buf *out, bool *is_string, Error *error);
