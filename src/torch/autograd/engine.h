// backward(): runs through the graph of nodes, from roots to leaves.
#pragma once

#include "torch/autograd/node.h"

typedef struct Backward {
    Value *root, *grad; // tensors, and the gradients that they begin with (or None)
    int roots;
    Value *input; // tensors; NULL: all leaves
    int inputs;
    bool keeps_graph, creates_graph, accumulates;
    bool allows_unused;
} Backward;

// A tuple of the inputs' gradients, or None where it accumulates.
Value engine_run(Run *run, const Backward *backward);
extern const Native engine_functions[]; // of torch._C
