// What stands at the very top of a lesson between two lines "---", as YAML's lines "key: value".
#pragma once

#include "lesson/lesson.h"

// Reads it from the top of the text. Returns where the Markdown begins, or -1: the error is set.
// Keys that are not known are somebody else's.
int front_matter_read(const Source *source, Arena *arena, FrontMatter *front, Error *error);
