// What ncurses writes for a frame, in fewer bytes, for terminals that know ECMA-48.
//
// ncurses names both colours of a pair again whenever one of them changes, resets all attributes to
// end one, and colours blanks. Here one sequence of ECMA-48 says what becomes visible and differs.
// And behind a character that terminals may take for wider or narrower than we do, the cursor is
// placed anew.
#pragma once

#include "base/buf.h"

typedef struct Rendition {
    int foreground, background; // as in a Look
    unsigned attributes;        // ATTR_BOLD …
} Rendition;

typedef struct Output {
    Rendition wanted, shown;
    bool is_doubtful; // where the terminal's cursor is
    int column, row;  // where it should be
} Output;

Output output_new(void); // of a terminal that writes plainly
void output_add(Output *output, Str bytes, Buf *out);
