// The running program: its state, its limits, its errors, its garbage. What nearly all who look
// into it need comes with it: protocol.h, what can be done with any value.
#pragma once

#include "base/machine/fiber.h"
#include "lang/dunder.h"
#include "lang/protocol.h"
#include "lang/run.h"
#include "lang/value.h"
#include "syntax/names.h"
#include "syntax/parser.h"
#include "tensor/dtype.h"
#include "tensor/print.h"
#include "tensor/random/random.h"

enum {
    MAX_CALLS = 1000,           // of functions of the program, one in another, as in Python
    MAX_OBJECT_BYTES = 1 << 30, // of lists, strings and the like in one run
    MAX_TEXT_BYTES = MAX_OBJECT_BYTES / 4, // of one string
    MAX_OUTPUT_BYTES = 64 << 20,
    OP_PLACES = 5,                      // as many as there are IN_…
    DEFAULT_STEPS = 1000 * 1000 * 1000, // statements and expressions in one run: ten seconds
};

// The variables of a call. The top level has none: its variables are the run's globals.
struct Scope {
    Object object;
    Scope *outer; // NULL: the globals
    const char **name;
    Value *value; // NOTHING: not bound yet
    int count;
    const FunctionCode *code; // NULL: of a comprehension
};
extern const Type type_scope; // functions/scope.c

// Values that stay although nothing in the program may refer to them: those that the statements
// being run have to do with. What runs a piece of a statement again and again (a loop, a
// comprehension) notes `count` before and goes back to it with release_held().
typedef struct Held {
    Value *item;
    size_t count, capacity;
} Held;

typedef struct Collector {
    size_t objects, tensor_bytes, tensors; // there is a collection when one of them is reached
    bool is_paused;                        // C has values in hand that nothing else refers to
    int64_t more;                          // statements that collect in any case
    size_t made;                           // bytes of tensors whose steps are counted
    int64_t marked;                        // objects, by the last collections
    Object **found;                        // marked, but what they refer to is not yet
    Tensor *tensors_found;                 // the same of tensors, through their next_marked
    const Object *changed;                 // its class is now another than Values of it say
    size_t count, capacity;
} Collector;

// What belongs to the code that runs, and comes back when what it calls has ended.
typedef struct RunFrame {
    Scope *scope;              // NULL at the top level
    Table *globals;            // of the module that is running: the program's are in `program`
    Span here;                 // the expression being evaluated, for the trace
    Span plumbing;             // the call that led into plumbing of the library, while that runs
    Span builtin;              // the call of the @builtin of the library that is running, or none
    Span user_call;            // the innermost call that the program itself (no library) makes
    const struct Owner *owner; // functions/function.h; NULL: none
} RunFrame;

// Generators that are suspended or running.
typedef struct Routines {
    Routine *running, *first; // the innermost one; the newest
    int count;
    int cleanups; // those of them that have a try or with
    bool drops;   // one of these is dropped
    FiberPool fibers;
} Routines;

// How far the program may go, and who can stop it.
typedef struct RunWork {
    int64_t steps, limit, operations;
} RunWork;

typedef struct Stopping {
    Pulse *pulse, unwatched;             // the one that is read: the caller's, or its own
    bool stop_ends_loop, stop_is_raised; // RunOptions
    int64_t loops_end_since;             // step at which he asked; those begun before end; 0: not
} Stopping;

// The objects, newest first.
typedef struct RunHeap {
    Object *objects;
    size_t bytes, limit; // of all objects and what they own
} RunHeap;

struct Run {
    Arena arena;   // of syntax trees and modules
    Arena scratch; // of the statement being run
    Trace trace;
    Names names;
    Readable readable;       // which files the program may read
    const char *const *argv; // RunOptions
    Buf *out, *messages;     // what it prints, and what it prints to sys.stderr
    RunFrame frame;
    int calls;
    Error *error; // of the piece being run
    Error own_error;
    Arena failing; // of its texts
    struct {
        Value exception, args; // the exception object that the error is; or its arguments
    } raised;
    Handled *handled; // the exceptions being handled, innermost first
    Routines routines;
    struct {
        bool has_ended; // by SystemExit
        int status;
    } ending;
    Table program, builtins, modules;
    Value variables;             // the dict of the program's, once globals() has been asked for
    Table operations[OP_PLACES]; // those asked for so far, by where they are found
    struct {
        Table signatures;                    // as read, by the text or the row
        Table rows;                          // by a literal with the name
        Table gradient_rules, grad_fn_types; // by the row (torch/autograd/tape.h); by the name
    } memos;
    struct {
        bool finds_nan;        // torch.autograd.set_detect_anomaly
        int64_t nodes, passes; // made for gradients so far; backward passes
    } gradients;
    const Op *operators[2][OPERATOR_COUNT]; // those asked for so far, with one or two operands
    RunWork work;
    Stopping stopping;
    RunHeap heap;
    Held held;
    Collector collector;
    PrintOptions print; // of tensors
    int figures;        // that the program has drawn
    struct {
        bool ignored; // RunOptions
        Span *broken; // asserts at the top level that were passed over
        int count;
        size_t capacity;
    } claims;
    const char *dunder[DUNDER_COUNT]; // interned
    Table identities;                 // pointers to what id() gives for them
    struct {
        Value *value; // the containers that are being printed, one inside another
        size_t count, capacity;
    } printing;
    Table tensor_methods; // that are elsewhere than in the type of tensors
    Value former_classes; // a list: of instances that were given another class
    struct {
        Value generator;    // torch.default_generator
        RandomState *state; // in it
    } random;
    const Native *native; // the one that was called last; it reads its row at once
};

// ---- errors and limits (protocol.c) -------------------------------------------------------------

// Sets the error; its place is added by the expression that fails. Returns NOTHING.
Value raise_error(Run *run, const char *kind, const char *format, ...) PRINTF_LIKE(3, 4);
// The same; returns false.
bool raise_false(Run *run, const char *kind, const char *format, ...) PRINTF_LIKE(3, 4);
// "… is outside the part of Python that qkv runs"; `hint` is what to try. Returns NOTHING.
Value raise_outside_subset(Run *run, const char *hint, const char *format, ...) PRINTF_LIKE(3, 4);

// Is the run's error of this builtin class? (evaluation/exceptions.c)
bool error_is(Run *run, const char *kind);
// The same, and then it is forgotten. (evaluation/exceptions.c)
bool error_take(Run *run, const char *kind);
void error_forget(Run *run); // evaluation/exceptions.c

// False, with PyTorch's error, where the value is an int beyond 64 bits: of a parameter that is an
// int, of one that is a number. (numbers/large.c)
bool value_unpacks(Run *run, Value value);
bool value_converts(Run *run, Value value);

// A line on sys.stderr, unless it is there already.
void run_say_once(Run *run, const char *line);

// Counts a step; false when the run has used up its steps or the C stack.
bool run_take_step(Run *run);
// Has who watches asked the program to stop? Then the error is set.
bool run_is_interrupted(Run *run);
bool run_take_work(Run *run, const OpCall *done); // the steps of an operation
// The same of a tensor that was made without a call, which is recorded under `op`.
bool run_take_made(Run *run, const Op *op, const Tensor *tensor);
// Counts the steps of work that C does in one go, so that the limit holds for about the same time
// whatever a program does: so many bytes that are moved or searched, or characters that are looked
// at one by one. What makes an object need not count its bytes: object_make() and run_alloc() do.
bool run_take_bytes(Run *run, int64_t bytes);
bool run_take_characters(Run *run, int64_t characters);

// ---- garbage (collect.c) -----------------------------------------------------------------------

// Gives back what cannot be reached, if enough came since the last time. Only between statements.
void collect_at_safe_point(Run *run);
void collect_garbage(Run *run);
// Makes the instance one of `class` wherever it is referred to; the memory of both is alike.
bool instance_change_class(Run *run, Value self, const Class *class);
// A variable that had the value has it no more: a generator may be dropped that has to be closed.
void value_leave(Run *run, Value value); // generator.c
void scope_leave(Run *run, const Scope *scope);
// Keeps the generators that are dropped until they are closed.
void generator_mark_dropped(Run *run);
void collect_mark_reached(Run *run); // what was kept so far leads to this
// For Values that only C has, when code of the program may have changed the class of one.
void value_renew_classes(const Run *run, Value *value, int count);
void run_mark_held(Run *run, Held *held); // for a visit()
static inline void release_held(Run *run, size_t count)
{
    if (run->held.count > count) run->held.count = count;
}
void object_free_all(Run *run);             // all of them, at the end of the run
void object_free(Run *run, Object *object); // object.c; it has dropped what it owns

// Where an operation that is computed now is: those of a @builtin of the library where that is
// called, as if it were written in C.
static inline Span recorded_at(const Run *run)
{
    return run->frame.builtin.source ? run->frame.builtin : run->frame.here;
}

// ---- the library in Python (imports/library.c) -------------------------------------------------

// Is part of qkv's library, not of the program?
bool library_has_code(const FunctionCode *code);
// What src/library/builtins.py defines, or NULL; it is run when a name is first looked for there.
const Value *library_find_builtin(Run *run, const char *name);
// What the file of the library, which is imported, has under this name.
Value library_function(Run *run, const char *file, const char *name);
