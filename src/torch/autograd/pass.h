// A pass of backward(), for the files that it is made of. It lasts as long as engine_run().
#pragma once

#include "torch/autograd/engine.h"
#include "trace/record/gradients.h"

typedef struct Pass {
    Run *run;
    const Backward *asked;
    Node **node; // all that can be reached, in the order of their making
    int count;
    size_t capacity;
    Value *captured; // the gradients of the inputs that were asked for, or NOTHING
    int root;        // the entry of the one that it begins at; -1: of several, or not recorded
} Pass;

// ---- accumulate.c: .grad ---------------------------------------------------------------------

Value gradient_sum(Run *run, Tensor *a, Tensor *b);
bool pass_accumulate(Pass *pass, Tensor *into, Tensor *grad);

// ---- record.c: notes for the trace ---------------------------------------------------------

int entry_now(const Tensor *tensor); // the one that the tensor's numbers are from, or -1
// Notes which gradient of the node's output the tensor is, one that came through the node `from`
// (or NULL); NULL: failed. Another tensor of the same numbers may come back.
Tensor *pass_note(Pass *pass, Tensor *grad, GradientKind kind, const Node *node, int output,
                  const Node *from);
// All of it has come. NOTHING: failed.
Value pass_note_whole(Pass *pass, Tensor *grad, const Node *node, int output);
// The rule of the node is run from here to there, as a call in the trace. NULL: it has no calls.
Call *pass_enter(const Pass *pass, const Node *node, const char *name, const Value *grad);
void pass_leave(Run *run, Call *call, const Value *result, int count);
