// What the trace notes on a tensor before it records it.
#pragma once

#include "tensor/tensor.h"

struct TensorNote {
    const char *title; // what the program calls it, or NULL
    bool is_loaded;    // from a file: recorded where it is first named or used
    bool is_taken;     // the program has read its numbers: x.item()
};

extern const TensorNote no_note;

static inline const TensorNote *tensor_note(const Tensor *tensor)
{
    return tensor->note ? tensor->note : &no_note;
}

TensorNote *tensor_note_for(Tensor *tensor); // the same to be written to
