// What the program sees of a node: x.grad_fn.
#pragma once

#include "torch/autograd/node.h"

Value grad_fn_of(Run *run, Node *node);      // an object of the name's own type
const char *node_name(Run *run, Node *node); // "MulBackward0"; NULL: failed
// The shape in which PyTorch's node reads the input, as messages have it, if that is another view:
// a matrix of several dimensions as rows, a weight transposed. NULL: it reads the input itself.
const char *node_sees(Run *run, Node *node, int input);
extern const Native node_functions[]; // of torch._C
