// The arguments that functions which make tensors have in common.
#pragma once

#include "lang/interp.h"
#include "torch/torch.h"

typedef struct Options {
    DType dtype;
    bool requires_grad;
} Options;

// What PyTorch takes for a number (an int, which is no bool): also one of NumPy's, and a tensor of
// one cell. Python's own is put in its place. False: it is none of these.
bool options_number(Value *value);
bool options_int(Run *run, Value value, int64_t *integer);
// "tuple of ints": `given`, entry `at` of the sizes that parameter `name` takes, is none. False.
bool options_not_a_size(Run *run, const char *function, Str name, int position, Value given,
                        int at);

// Records a new tensor as a constant under the row `name`; NULL gives NOTHING.
Value tensor_made(Run *run, const char *name, Tensor *tensor, const Options *options);
// Sets requires_grad of a new tensor, which only floats can have.
bool tensor_require_gradient(Run *run, Tensor *tensor, bool required);
// Sizes, a tuple of ints, as a shape (create.c).
bool create_sizes(Run *run, Value sizes, Shape *shape);
