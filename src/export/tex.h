// Text for TeX.
#pragma once

#include "base/text/formula.h"

typedef struct TexText {
    const FormulaText *formulas; // texts with formulas, or NULL
    int formula_count;
    Arena *arena;
    bool guarded; // what some LaTeX may not set is written with a command of TEX_COMMANDS
    bool has_guarded;
    Buf *unset; // NULL, or gets the signs that pdfLaTeX does not set, each once
} TexText;

// With these a document compiles by every LaTeX: pdfLaTeX draws a box for what it cannot set, and
// says so in its log.
extern const char TEX_COMMANDS[];

// Adds a text so that TeX sets it as it is: its own signs escaped, those of mathematics as
// formulas. A part of it that came from a formula becomes that formula again.
void tex_add(TexText *tex, const char *text, bool mono, Buf *out);
