// Running the syntax tree: expressions give values, statements say how they ended.
#pragma once

#include "lang/interp.h"

// How a statement ended. What `return` gave is no longer held: who runs more statements before the
// function ends must hold() it.
typedef enum Flow { FLOW_NEXT, FLOW_RETURN, FLOW_BREAK, FLOW_CONTINUE, FLOW_ERROR } Flow;

// ---- expressions (eval_expr.c) -----------------------------------------------------------------

// Of module.NAME(…) the name, or another one in its place.
const char *eval_callee_name(Run *run, const Expr *expr);
Value eval(Run *run, const Expr *expr);
bool eval_conditions(Run *run, const ExprList *conditions, bool *hold); // of a comprehension

// ---- statements (eval_statement.c) -------------------------------------------------------------

// Runs a block; what `return` gave goes to `*result`.
Flow run_block(Run *run, const StmtList *block, Value *result);
Flow run_statement(Run *run, const Stmt *stmt, Value *result);

// To a name, a part of a value, or several targets at once (assign.c).
bool assign(Run *run, const Expr *target, Value value);
bool assign_augmented(Run *run, const Stmt *stmt);
bool assign_delete(Run *run, const Expr *target);

// class and def, and the annotated names of a class (class_statement.c).
bool run_class(Run *run, const Stmt *stmt);
bool run_def(Run *run, const Stmt *stmt);
bool run_annotated(Run *run, const Stmt *stmt);

// ---- calls (call.c) ----------------------------------------------------------------------------

Value eval_call(Run *run, const Expr *expr);
// The arguments of a CALL; they live in run->scratch.
bool eval_arguments(Run *run, const Expr *call, Args *args);
Value call_body(Run *run, const FunctionCode *code); // what the body returns
// What `def` and `lambda` make, with the defaults evaluated.
Value eval_function(Run *run, const FunctionCode *code);

// The call of a function, for the trace; NULL where it is not recorded.
Call *call_enter(Run *run, const FunctionCode *code, const char *qualname, const char *path,
                 const Scope *scope);
// The call expression that plumbing of the library passes on to what it calls; none for any other
// function.
Span call_source(const Run *run, const FunctionCode *code);
