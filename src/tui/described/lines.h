// Rows of a frame as JSON: a row is a list of stretches, each ["words"] or ["words", "look"]. A
// look names ink, ground and attributes, "query bold on-selected"; what is plain has none.
#pragma once

#include "base/text/json_tree.h"
#include "terminal/frame.h"

// The rows [from, end) without blanks at their ends.
json_t *lines_json(const Frame *frame, int from, int end);

// Rows up to the last one that is not blank.
int lines_count(const Frame *frame);

// As looks name it; "" is what all is on.
const char *ground_name(const Style *style, Arena *arena);
