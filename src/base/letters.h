// What kind of character a code point is, and its other case: ASCII, Latin, Greek, Cyrillic, and
// the scripts without case that texts in lessons use. Of the others the kind is unknown, and said
// so.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum LetterKind {
    LETTER_UNKNOWN,
    LETTER_OTHER, // no letter, digit or blank
    LETTER_ALONE, // a letter without case
    LETTER_UPPER,
    LETTER_LOWER,
    LETTER_DIGIT,
    LETTER_BLANK,
    LETTER_UNCASED, // without case; what else it is, is unknown
} LetterKind;

LetterKind letter_kind(uint32_t code);
// The code point in the other case, or itself; 0 where it is more than one or depends on the place.
uint32_t letter_upper(uint32_t code);
uint32_t letter_lower(uint32_t code);
bool letter_is_blank(uint32_t code); // known for all
