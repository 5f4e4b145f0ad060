// What readers are told before the text, where it does not follow what they asked for.
#pragma once

#include "walk/walk.h"

// The text is the author's: it keeps tokens as rows, and its own words. One sentence for each of
// the two that is shown otherwise; NULL: neither is.
const char *notice_text(const Walk *walk, Arena *arena);
