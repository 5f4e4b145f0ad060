// What leaves the straight path of a program: exceptions, generators, and what both keep.
#pragma once

#include "lang/evaluation/eval.h"

#include <stddef.h>

// ---- exceptions.c ------------------------------------------------------------------------------

// An exception that was caught, for as long as its handler runs, or that waits until `finally` has
// run. It keeps where it was raised first.
struct Handled {
    Value exception;
    Value hint; // a str, or NOTHING
    Span at;
    ErrorCall calls[ERROR_CALLS];
    int call_count;
    Handled *outer;
};

// Takes the run's error as an exception object and puts it on top of what is being handled, until
// error_release() or raise_again(); false: no program may catch it, and it stays.
bool error_handle(Run *run, Handled *into);
// What is being handled is done with.
void error_release(Run *run, Handled *handled);
// Done with it, and raised again where it was.
void raise_again(Run *run, Handled *handled);
bool type_is_exception(Run *run, const Type *type); // a class derived from BaseException
// Raises an exception object or class, as `raise value` does.
void raise_value(Run *run, Value value);
// Raises the class named `kind` with these arguments.
void raise_with(Run *run, const char *kind, const Value *item, int count);
// Ends a StopIteration that the run's error is; `*value` is what it carries.
bool error_take_stop(Run *run, Value *value);

// After a piece of program: its error, if there is one, goes to `error` (false). SystemExit is
// none.
bool run_finish_piece(Run *run, Error *error);

Flow run_raise(Run *run, const Stmt *stmt, Value *result);
Flow run_try(Run *run, const Stmt *stmt, Value *result);
Flow run_with(Run *run, const Stmt *stmt, Value *result); // with.c

// ---- generator.c -------------------------------------------------------------------------------

// What belongs to code that runs, and is exchanged when another runs in between.
typedef struct Context {
    Scope *scope;
    Table *globals;
    Span here;
    Arena scratch;
    Held held;
    Handled *handled;
} Context;

typedef enum RoutineState {
    GENERATOR_NEW,
    GENERATOR_SUSPENDED,
    GENERATOR_RUNNING,
    GENERATOR_ENDED
} RoutineState;

// A function with a yield in it, called.
struct Routine {
    Object object;
    Run *run;
    const FunctionCode *code;
    const char *name, *qualname;
    RoutineState state;
    bool is_dropped;          // nothing refers to it, and its `finally` is still to run
    Scope *scope;             // its variables
    Span made;                // the call that made it
    Context context;          // its own; while it runs, that of the code that resumed it
    Fiber *fiber;             // from the first resumption to the end
    Value sent;               // what the yield gives that it is suspended in
    Value given;              // what it yielded, or returned in the end
    Routine *resumer;         // while it runs: the generator that resumed it
    Routine *previous, *next; // those that have a fiber
};

enum {
    MAX_GENERATORS = 1000,      // suspended ones, with a stack each
    COLLECTED_GENERATORS = 100, // with so many more of them there is a collection
};

extern const Type type_generator, type_generator_expression;

Value generator_new(Run *run, const Function *function, Scope *scope);
Value eval_yield(Run *run, const Expr *expr);
Value eval_yield_from(Run *run, const Expr *expr);
// Leaves a generator that the call at `made` alone has made, as Python does when nothing refers to
// it any more.
bool generator_close_abandoned(Run *run, Value source, Span made);
// Closes the suspended generators that were found to be dropped.
bool generator_close_dropped(Run *run);
// The same when a function has returned that may have had the last of them.
bool generator_close_at_return(Run *run);
// The program ends: all that have to clean up count as dropped.
void generator_drop_all(Run *run);
// What a generator that has ended returned; once, then None.
Value generator_take_returned(Value generator);
void generator_free_all(Run *run);

// ---- generator_expression.c --------------------------------------------------------------------

// `source`: of the first clause, its iteration started.
Value generator_expression_new(Run *run, const Comprehension *comprehension, Value source);
// The list, set or dict that it makes.
Value comprehension_collect(Run *run, const Comprehension *comprehension, Value source);
