// The names that a block binds, each once, in the order in which they first are there; not those
// that its functions and classes bind for themselves.
#pragma once

#include "syntax/ast.h"

int bound_names(const StmtList *block, Arena *arena, const char ***names);
