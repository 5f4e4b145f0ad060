// Mathematics in titles, captions, labels and the prose of lessons: what is between dollars,
// "$QK^\top$", is set by TeX in a TikZ picture, stays as it is in Markdown, and is written with the
// signs of Unicode everywhere else.
#pragma once

#include "base/error.h"

// A text in Unicode that had formulas in it, and its parts as TeX, in order.
typedef struct FormulaText {
    const char *text;         // "Weights √dₖ"
    const char **sign, **tex; // of each formula: "√dₖ", "\sqrt{d_k}"
    int count;
} FormulaText;

// Which commands of TeX a text may have.
typedef enum FormulaTrust {
    FORMULA_READ,  // those known here: it is written in Unicode
    FORMULA_KNOWN, // the same, as it comes from a file: TeX sets it, and must not do more than that
    FORMULA_ANY,   // all: TeX sets it, and the user has typed it
} FormulaTrust;

// Reads a text with formulas. As in Pandoc, a dollar opens a formula where no blank follows, and
// closes it where none precedes and no digit follows; a backslash before it makes it a dollar.
// Where `text` has no formula, `read->text` is it, and the count 0; it may be NULL. In `arena`.
// `source` is where it comes from, for messages: "--title".
//
// Errors: a command that is not known here, unless any is allowed there; "^^". Braces that do not
// match; too many within each other. A command after a dollar that no other closes.
bool formula_read(const char *text, const char *source, FormulaTrust trust, FormulaText *read,
                  Arena *arena, Error *error);

// One formula, without its dollars, in Unicode: "\sqrt{d_k}" -> "√dₖ". NULL: it has something that
// is not known here.
const char *formula_in_unicode(Str tex, Arena *arena);
