// Where names live: calls have scopes, the top level has the run's globals.
#pragma once

#include "lang/interp.h"

Scope *scope_new(Run *run, const char **names, int count, const FunctionCode *code, Scope *outer);
// The value of a name as the code that runs sees it; NOTHING with an error: there is none.
Value scope_find(Run *run, const char *name);
// The innermost scope that functions made in `scope` see: not the body of a class.
Scope *scope_visible(Scope *scope);
Value scope_value(const Scope *scope, const char *name); // NOTHING: not bound in it

// In the innermost scope, or where the program declared the name global or nonlocal.
bool scope_bind(Run *run, const char *name, Value value);
bool scope_unbind(Run *run, const char *name);
