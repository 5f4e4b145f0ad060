// What sums and products of many cells have in common, also the running ones.
#pragma once

#include "tensor/call.h"

// The dtype of the result: floats stay what they are; integers and bools become int64, or what the
// argument `dtype_arg` says. Error: that says bool.
bool total_dtype(OpCall *call, int dtype_arg, Error *error);
// The same, and the shape of a reduction; `keepdim` is the argument of that name.
bool total_infer(OpCall *call, int keepdim, int dtype_arg, Error *error);

// A term as it is added: floats that are summed as integers lose their fractions first.
double total_operand(const OpCall *call, double term);

// The cell from its terms, for Op.value.
double total_sum(const OpCall *call, const double *term, int count);
double total_product(const OpCall *call, const double *term, int count);
