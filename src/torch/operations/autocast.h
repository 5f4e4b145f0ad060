// torch.autocast in operations of the table.
#pragma once

#include "torch/signature.h"
#include "torch/torch.h"

// Converts the inputs as long as the program is in a torch.autocast that names the operation.
bool autocast_inputs(Run *run, OpCall *call);
