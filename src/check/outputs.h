// Does a code block print what the output block below it says?
#pragma once

#include "walk/walk.h"

// False: the error says which line differs. Addresses of objects are others in each run.
bool output_holds(const CodeBlock *code, const Printed *printed, Error *error);
