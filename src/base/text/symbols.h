// Signs of mathematics: what TeX calls them, and what they are in Unicode.
#pragma once

#include "base/str.h"

// The sign that a command without its backslash means ("times": "×"), or NULL.
const char *symbol_of_command(Str name);
// Is it between two things, so that blanks beside it mean something?
bool symbol_is_between(Str name);
// The command for a sign, or NULL.
const char *symbol_command(Str sign);

// A sign raised or lowered, or NULL where Unicode has none.
const char *symbol_raised(Str sign);
const char *symbol_lowered(Str sign);
// The sign that `script` is a raised or lowered form of, or NULL.
const char *symbol_of_script(Str script, bool *raised);
