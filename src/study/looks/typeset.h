// Arithmetic as mathematics writes it, not as code does: 2×3 − 1, √, ≈.
#pragma once

#include "tensor/dtype.h"

// "×" for "*" (not for "**"), "−" for "-", "→" for "->", "√" for "sqrt", "≈" for "~=" and in "~0",
// "…" in "... 5 more ...". In `arena`; a text without any of these is given back as it is.
const char *typeset(Arena *arena, const char *text);

// A value of a cell as dtype_write() has it, with the minus of mathematics.
void typeset_value(Buf *out, DType dtype, double value, int digits);
