// Text of a stranger, made safe to show. What a terminal would obey, or what turns the direction of
// writing round, is spelled: "^[" for ESC, "\x9b" for a control character above ASCII, "\u202e" for
// an override. A byte that is not UTF-8 becomes U+FFFD. Newlines and tabs stay.
//
// Nothing else decides this: screens, messages, figures and widths all ask here.
#pragma once

#include "base/buf.h"

#include <stdint.h>

enum { VISIBLE_BYTES = 8 }; // of one character as it is shown

// How a code point is spelled, terminated: the length, or 0 when it is shown as it is.
int visible_spelling(uint32_t code, char spelling[VISIBLE_BYTES]);

// The first character of `text` (not empty) as it is shown, which may be in `spelling`. How many
// bytes it has in `text` goes to `*length`.
Str visible_char(Str text, int *length, char spelling[VISIBLE_BYTES]);

void visible_add(Buf *out, Str text);

// All of it, terminated; `text` itself when there is nothing to spell.
const char *visible_text(const char *text, Arena *arena);

// Writes it to a descriptor. Asks for no memory, so that it also works when that is gone. False:
// errno says why.
bool visible_write(int descriptor, Str text);
