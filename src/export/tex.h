// Text for TeX.
#pragma once

#include "base/text/formula.h"

typedef struct TexText {
    const FormulaText *formulas; // texts with formulas, or NULL
    int formula_count;
    Arena *arena;
    bool unicode; // has it signs that only LuaLaTeX and XeLaTeX set?
} TexText;

// Adds a text so that TeX sets it as it is: its own signs escaped, those of mathematics as
// formulas. A part of it that came from a formula becomes that formula again.
void tex_add(TexText *tex, const char *text, bool mono, Buf *out);
