// torch.autograd.set_detect_anomaly: what comes out of a node must be numbers.
#pragma once

#include "torch/autograd/node.h"

// Is the gradient that the node gave for its input `at` free of NaN, where that is asked for? False
// with an error that names the place where the node was made.
bool anomaly_check(Run *run, Node *node, int at, const Tensor *grad);
