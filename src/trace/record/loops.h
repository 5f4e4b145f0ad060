// The loops of a program, and which of their iterations are recorded.
//
// A loop is the outermost `for` or `while` of the program's own code in a statement, wherever it
// is. A short one is recorded whole. Of one in which gradients are computed, or that would be
// too long, the first two iterations and the last two are, and one that was asked for: the
// window. All others run unrecorded, and leave a film (film.h). Any of them can be recorded when
// the program runs again.
#pragma once

#include "trace/record/film.h"
#include "trace/trace.h"

enum {
    WHOLE_ITERATIONS = 8, // a loop of no more is recorded whole
    MAX_LOOPS = 200,      // of a program; those that begin later are none of these
};

// One iteration that was recorded.
typedef struct Iteration {
    int64_t number; // from 0
    int first_entry, entry_end;
    int first_call, call_end;
} Iteration;

struct Loop {
    Span source;        // the statement, all of it
    const Call *inside; // the call that it is in, or NULL
    int statement;
    int64_t count;    // iterations that were begun
    int64_t length;   // of what it goes over; -1: not known
    int64_t expected; // iterations, as far as that is known before they run; -1: it is not
    int64_t chosen;   // the one that was asked for, or -1
    bool is_windowed; // not all of them are recorded
    bool was_stopped; // by who watches, as if by a break
    // Iterations of loops inside this one, in its present iteration: all, and when it was stopped.
    int64_t inner, stopped_inside;
    Iteration *recorded;
    int recorded_count;
    Film film;
};

// What is known of a loop from a run before, and what is wanted now. Loops are counted from 0, in
// the order in which they begin.
typedef struct LoopWindow {
    int64_t chosen; // the iteration asked for, or -1
    int64_t count;  // its iterations, or -1; right as long as `length` is the same again
    int64_t length; // of what it went over
    bool stops;     // it is to end after `count` iterations
    int64_t inside; // after how many the loops in its last iteration are to end
} LoopWindow;

// Called by what runs the program: a loop begins; NULL: it is none of these.
Loop *loop_begin(Trace *trace, Span source, int64_t length);
// The next iteration begins. Does the program compute gradients in it?
void loop_next(Trace *trace, Loop *loop, bool learns);
// It did not begin: there is no more.
void loop_take_back(Trace *trace, Loop *loop);
void loop_end(Trace *trace, Loop *loop);
// Is the loop to end here, because it did so in the run before?
bool loop_is_to_stop(const Trace *trace, const Loop *loop);
// An iteration of a loop inside the present one begins. Is it the last one, as in the run before?
bool loop_next_inner(Trace *trace);

void loops_free(Trace *trace);

Span loop_header(Span statement); // "for step in range(40):" of all of it
// A tensor that nothing is known of but its numbers, as it was made where nothing was recorded.
bool entry_is_left_over(const Entry *entry);
// Was it left by an iteration before? All that is known is its name; its code is the loop's header.
bool entry_is_carried(const Entry *entry);

// The recorded iteration that an entry is in, and its loop; NULL: none.
const Iteration *loop_iteration_of(const Trace *trace, int entry, const Loop **loop);
// NULL: it is not recorded.
const Iteration *loop_recorded(const Loop *loop, int64_t number);
// Are the last iterations recorded, as they should be?
bool loop_has_end(const Loop *loop);
