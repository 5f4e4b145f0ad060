// Arithmetic as mathematics writes it, not as code does: 2×3 − 1, √, ≈.
#pragma once

#include "base/buf.h"

// "×" for "*" (not for "**"), "−" for "-", "√" for "sqrt", "≈" for "~=" and in "~0". In `arena`; a
// text without any of these is given back as it is.
const char *typeset(Arena *arena, const char *text);
