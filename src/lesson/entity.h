// Character references of HTML, as Markdown allows them in text.
#pragma once

#include "base/str.h"

// Writes what "&times;" or "&#215;" stands for into `out` (at least 4 bytes) as UTF-8; returns the
// number of bytes, 0 for a name that is not known.
int entity_decode(Str entity, char *out);
