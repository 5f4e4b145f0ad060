// Operations on whole lines of cells along one dimension: softmax, running sums.
#pragma once

#include "tensor/call.h"

// `n` cells of the input, in_stride elements apart, become `n` cells of the output.
typedef struct LineAlong {
    const void *in;
    void *out;
    int64_t in_stride, out_stride;
    int64_t n;
} LineAlong;

typedef void LineFunction(const LineAlong *line);

// Runs `function` on every line along the dimension that argument 0 names. Input[0] is read as
// `operand`, and so is the line that the function makes.
void along_dim(OpCall *call, DType operand, LineFunction *function);

// How many cells of the output lie along it.
int64_t along_length(const OpCall *call);
