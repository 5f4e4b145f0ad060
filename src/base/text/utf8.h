// UTF-8: code points, and how many columns of a terminal a text takes.
#pragma once

#include "base/str.h"

#include <stdint.h>

// Decodes the code point at the start of `s`: its length in bytes goes to `*length` (1 for a
// byte that is not UTF-8, which decodes to U+FFFD). `s` must not be empty.
uint32_t utf8_decode(Str s, int *length);

bool utf8_continues(char c); // is it a byte of a character, but not its first?
bool utf8_valid(Str s);
int utf8_flaw(Str s);  // the offset of the first NUL byte or byte that is not UTF-8; -1: none
int utf8_count(Str s); // code points

// Columns of one code point: 0 (combining, joiner, newline, tab), 1 or 2; of one that is not shown
// as it is, those of its spelling (visible.h). Does not ask the locale.
int utf8_char_width(uint32_t code);
int utf8_width(Str s); // columns of a text

// The longest start of `s` that takes at most `columns`, cut between whole characters
// (combining marks stay with their letter).
Str utf8_fit(Str s, int columns);

// Writes `code` as UTF-8 into `out` (at least 4 bytes); returns the number of bytes.
int utf8_encode(uint32_t code, char *out);
