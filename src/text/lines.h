// A document on a terminal: styled lines of a width.
#pragma once

#include "text/document.h"

// Of a node that a lesson's text can have. Prose is no wider than `most`.
void lines_add(Text *text, const Node *node, int most);
