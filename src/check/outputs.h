// Does a code block print what the output block below it says?
#pragma once

#include "walk/walk.h"

// False: the error says which line differs. Not compared are addresses of objects, which are others
// in each run; the history of a tensor (grad_fn), which qkv does not print; and, in code that asks
// for versions, the numbers of versions: they say what was installed where the output was saved.
bool output_holds(const CodeBlock *code, const Printed *printed, Error *error);
