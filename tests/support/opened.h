// A walk through a lesson or listing that stands in the test.
#pragma once

#include "walk/walk.h"

// walk_open() of the text; `ending` says what it is: ".py", ".md".
bool open_text_as(Walk *walk, const char *text, const char *ending, Error *error);
