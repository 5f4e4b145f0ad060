// Figures as source of TikZ, for a LaTeX document: \input{FILE.tikz}.
#pragma once

#include "base/text/formula.h"
#include "figure/figure.h"

// A tikzpicture that needs no package but tikz. Its text is set in the fonts of the document, at
// the sizes of the figure. `formulas` are the texts that had any. Errors: an image of more cells
// than TeX has patience for.
bool tikz_write(const Figure *figure, const FormulaText *formulas, int formula_count, Buf *out,
                Error *error);
