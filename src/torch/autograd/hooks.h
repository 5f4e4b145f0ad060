// Functions that the program hangs on gradients, lists which tensors' nodes keep: those of an
// output (NodeOutput.hooks) are called with its gradient and may give another one in its place;
// those after a node (Node.after) once it has run, with what it gave and got, and of a leaf with
// the tensor.
#pragma once

#include "torch/autograd/node.h"

// `*hooks`, which is made when it is first asked for.
Value hooks_list(Run *run, Value *hooks);
bool hooks_run(Run *run, const NodeOutput *output, Value *grad);
bool hooks_run_after(Run *run, const Node *node, const Value *got, Value *gave);
bool hooks_run_after_leaf(Run *run, const Node *leaf);
extern const Native hook_functions[]; // of torch._C
