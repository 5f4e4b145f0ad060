// What Unicode says of a code point: its category, and its other case.
#pragma once

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

// Two letters, as Unicode names it: "Lu" an upper-case letter, "Nd" a digit, "Zs" a blank, …; "Cn"
// where nothing is assigned.
const char *letter_category(uint32_t code);

bool letter_is(uint32_t code, char major); // is this the first letter of its category?
bool letter_is_upper(uint32_t code);
bool letter_is_lower(uint32_t code);
bool letter_is_blank(uint32_t code);
bool letter_is_printable(uint32_t code);
bool letter_in_name(uint32_t code); // may it be in a name of a program, after the first letter?

// The code point in the other case, or itself.
uint32_t letter_upper(uint32_t code);
uint32_t letter_lower(uint32_t code);
uint32_t letter_title(uint32_t code);

enum { MOST_FOLDED = 4 };

// What remains when case is not to count, which may be several code points: "ss" of the sharp s.
int letter_folded(uint32_t code, uint32_t folded[MOST_FOLDED]);

void letters_library(Buf *out); // "utf8proc 2.8.0 (Unicode 15.0.0)"
