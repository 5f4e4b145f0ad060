// The pickle of torch.save, read by a machine for a closed list of opcodes. It runs no code.
#pragma once

#include "lang/class.h"

// What the library says to names, calls and faults, as functions of Python.
typedef struct PickleTalk {
    Value wrong; // (what): raises
    Value find;  // (module, name): what stands for a name
    Value call;  // (function, arguments): what a call of it makes
} PickleTalk;

Value pickle_read(Run *run, Str bytes, const PickleTalk *talk);
