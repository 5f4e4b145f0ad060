// What stands at the very top of a lesson between two lines "---", as YAML's lines "key: value".
#pragma once

#include "lesson/lesson.h"

// Reads it from the top of the text. Returns where the Markdown begins, or -1: the error is set.
// Keys that are not known are somebody else's.
int front_matter_read(const Source *source, Arena *arena, FrontMatter *front, Error *error);

// The next line from `*from` on, at first 0, that seems to set one of our keys and does not:
// "fad: 1", "minutes 15". The key that is meant, and where the line is; NULL: there is none left.
const char *front_matter_slip(const Source *source, int *from, Span *at);
