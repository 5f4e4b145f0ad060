// Texts of strangers in formats that other programs obey. (base/text/visible.h is about terminals,
// export/tex.h about TeX.)
#pragma once

#include "base/buf.h"

// In Markdown, so that it is shown as it is, on one line and in one cell of a table.
void escape_markdown(Buf *out, Str text);

// The same as code, in a fence of as many backticks as it takes.
void escape_code(Buf *out, Str code);

// A field of CSV, in quotation marks. A spreadsheet takes what begins with one of = + - @, a tab or
// a line end for a formula, unless a quotation mark precedes it; a number is none.
void escape_csv(Buf *out, Str text);
