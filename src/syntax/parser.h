// Python source text into a syntax tree.
//
// Everything of Python outside what qkv runs is refused here by name, with its place, before any
// of the program has run.
#pragma once

#include "base/error.h"
#include "syntax/ast.h"
#include "syntax/names.h"

// The statements of a whole program. The tree is in `arena`; names are interned in `names`.
bool parse_program(const Source *source, Arena *arena, Names *names, StmtList *program,
                   Error *error);

// Reads the body of a function, where that has been left for later: names bound in it and what else
// is known of it only then.
bool parse_body_of(FunctionCode *code, Arena *arena, Names *names, Error *error);

// One expression, a tuple without parentheses included; NULL for anything else.
Expr *parse_single_expression(const Source *source, Arena *arena, Names *names, Error *error);
