// One node: from the gradients of its outputs to those of its inputs.
#pragma once

#include "torch/autograd/node.h"

// Is a gradient of the input wanted by the pass that runs, or (all) by anyone?
bool node_input_is_wanted(const NodeInput *input, bool all);
// The gradients of the inputs, in `result`, from those of the outputs (None: there is none).
bool node_apply(Run *run, Node *node, const Value *grad, bool all, Value *result);
// The same for the program, from and to a tuple.
Value node_run(Run *run, Node *node, Value grads);
// A gradient in the dtype and the shape of the input that it is for: what was broadcast is summed.
Value node_fit(Run *run, Node *node, int at, Value grad);
