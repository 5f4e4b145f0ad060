// The top of a lesson between two lines "---": lines "key: value", as in YAML.
#pragma once

#include "lesson/lesson.h"

// Reads it from the top of the text. Returns where the Markdown begins, or -1: the error is set.
// Unknown keys belong to other tools.
int front_matter_read(const Source *source, Arena *arena, FrontMatter *front, Error *error);

// The next line from `*from` on, at first 0, that seems to set one of our keys and does not:
// "fad: 1", "minutes 15". The key that is meant, and where the line is; NULL: there is none left.
const char *front_matter_slip(const Source *source, int *from, Span *at);
