// Fuzzy matching, as in the finders of editors: each typed word is a word of the text, begins one,
// is inside one, or (the least) its letters are there in this order, in one word or beginning
// several.
#pragma once

#include "base/str.h"

enum { NO_FUZZY_MATCH = -1 };

// How well the text fits, 0 and more; an empty query fits everything alike. Capitals do not matter.
int fuzzy_score(Str query, Str text);

// The first place at or behind `from` where `part` is in the text, or -1. Capitals matter only
// where `part` has some.
int fuzzy_find_text(Str text, Str part, int from);
