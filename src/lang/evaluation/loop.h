// What the trace records of a loop that runs: when an iteration begins, and what the names that the
// body binds hold when it ends.
#pragma once

#include "lang/evaluation/eval.h"
#include "trace/record/loops.h"

typedef struct Followed {
    Loop *loop; // NULL: it is none that the trace wants to know of
    const Stmt *stmt;
    const char **name; // those that the body binds
    int count;
    Tensor **parameter; // those that there were when it began
    int parameter_count;
    int64_t passes;     // for gradients, when it began
    int64_t since;      // the step at which it began
    int64_t operations; // of tensors, when the iteration began
    bool is_running;    // an iteration is
} Followed;

// The loop begins, over something of `length` items (-1: not known).
Followed loop_follow(Run *run, const Stmt *stmt, int64_t length);
// What the program calls a tensor (Trace.called), `context` being the run.
const char *loop_name_now(void *context, const Tensor *tensor, bool *is_local);

// The next iteration begins. False: there is to be none, as if the one before had ended in a break.
bool loop_goes_on(Run *run, Followed *followed);
// There was no next one after all.
void loop_runs_out(Run *run, Followed *followed);
// The loop has ended in `flow`. A break that an iteration begins with is none of its own.
void loop_leave(Run *run, Followed *followed, Flow flow);
