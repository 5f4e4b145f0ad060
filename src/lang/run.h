// Running a program: source text in, printed text and a trace out.
//
// A Run is one Python-like process: modules, global names, a trace. Two runs can live side by side.
// What the program prints goes to `out`. It reads files only where `readable` says so, and has no
// access to network, time or environment.
//
// modules/modules.h makes one with all the modules: run_new().
#pragma once

#include "base/files/readable.h"
#include "base/machine/pulse.h"
#include "trace/trace.h"

typedef struct Run Run;

typedef struct RunOptions {
    Buf *out;            // what the program prints is added here
    Buf *messages;       // what it prints to sys.stderr and its warnings; NULL: dropped
    size_t memory_limit; // bytes of tensor data; 0: 2 GiB, or two thirds of run_memory_left()
    size_t object_limit; // bytes of lists, strings and the like; 0: 1 GiB, or one third of it
    size_t beside;       // bytes that runs beside this one hold
    int64_t step_limit;  // statements and expressions evaluated; 0: 1,000 million
    bool is_unrecorded;  // the trace stays empty: the program is only to be run
    bool ignores_claims; // an assert that does not hold is passed over
    Readable readable;   // the files that the program may read; its texts live as long as the run
    const char *const *argv; // sys.argv, ended by NULL; NULL: one empty string
    OtherNumbers others;     // than those of the program
    Pulse *pulse;            // of who watches it; NULL: none
    bool stop_ends_loop;     // in a loop that the trace follows it is the loop that he stops
    bool stop_is_raised;     // as a KeyboardInterrupt, which the program may catch
    int64_t collections;     // how many first statements each collect garbage before, for tests
} RunOptions;

// The language alone, which modules in C can be added to until run_settle().
Run *run_begin(const RunOptions *options);
void run_settle(Run *run); // gives back what making them has left, or what has run

int64_t run_operations(const Run *run); // of tensors, so far

// What a run holds: tensors, lists, strings and the like.
size_t run_bytes(const Run *run); // 0 of NULL
// What all runs together may take (half of what this process may take at all) less what they hold.
size_t run_memory_left(size_t held);

void run_free(Run *run);

// Parses and runs a piece of program at the top level, statement by statement. On an error what
// ran before stays done. `source` must live as long as the run.
bool run_source(Run *run, const Source *source, Error *error);

// The same for a cell of a notebook: when its last statement is an expression, its value is printed
// as repr(), unless it is None or a semicolon follows it.
bool run_cell(Run *run, const Source *source, Error *error);

// The value of one expression as f"{…}" shows it: a 0-dim tensor as a number, anything else as
// str(). Leaves no entries in the trace. False for anything but one expression. `*is_string`,
// unless NULL: is the value a str?
bool run_show_expression(Run *run, const Source *expression, Buf *out, bool *is_string,
                         Error *error);

// The entry of the trace whose output is the value of one expression, which is recorded; a list of
// numbers, or of tensors, becomes a tensor. -1: the error is set.
int run_tensor(Run *run, const Source *expression, Error *error);

// The asserts that were passed over, in order.
int run_broken_claims(const Run *run, const Span **claims);

// Has the program ended itself (sys.exit)? Then what is run after that does nothing.
// (evaluation/exceptions.c)
bool run_has_ended(const Run *run, int *status);

// The program ends: generators that are suspended run their `finally`.
bool run_end(Run *run, Error *error);
Trace *run_trace(Run *run);

// The strings of a global list of strings (for axis labels); NULL when `name` is no such list.
const char *const *run_string_list(Run *run, Str name, int *count);
// The name of the only one with so many; NULL: there is none, or several.
const char *run_only_string_list(Run *run, int64_t count);
