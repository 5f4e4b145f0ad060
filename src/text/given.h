// What is shown beside a question: the named tensors that its cell is computed from, and the line
// of code that computes it.
#pragma once

#include "walk/walk.h"

void given_print(Buf *out, const Walk *walk, const Question *question, int columns);
