// The names that a block binds, each once, in the order in which they first are there; not those
// that its functions and classes bind for themselves.
#pragma once

#include "syntax/ast.h"

int bound_names(const StmtList *block, Arena *arena, const char ***names);

// Calls `visit` for each statement of the block, and after it for those inside of it; not for those
// of functions and classes.
void stmt_each(const StmtList *block, void (*visit)(const Stmt *stmt, void *data), void *data);
