// What is to be known of dtypes: their classes, how they promote each other, what they can hold.
//
// Operations do not compute in every dtype. Each dtype has one that it is computed in: float32
// (with float16 and bfloat16), float64, int64 (all integers) or bool. Cells are converted to it
// when they are read. Integers wrap around when they are put back into fewer bits, which gives what
// PyTorch's narrow integers give; halves are rounded once for each operation, as PyTorch's kernels
// do.
#pragma once

#include "tensor/tensor.h"

bool dtype_is_float(DType dtype);   // float32, float64 and the halves
bool dtype_is_half(DType dtype);    // float16 or bfloat16
bool dtype_is_integer(DType dtype); // and no bool

// In which dtype it is computed: DTYPE_FLOAT32, DTYPE_FLOAT64, DTYPE_INT64 or DTYPE_BOOL.
DType dtype_compute(DType dtype);

// PyTorch's name of a dtype in messages: "Float", "Long", "Bool".
const char *dtype_title(DType dtype);

// C++'s, which other messages have: "float", "long int", "bool".
const char *dtype_c_name(DType dtype);

// torch.promote_types
DType dtype_promote(DType a, DType b);

// torch.result_type: a tensor with dimensions counts more than one without, and that more than a
// Python number, unless the lesser one is of a higher class (bool < integer < float).
DType dtype_together(Tensor *const *tensor, int count);

// May a tensor of `from` be written in place to one of `to`? Not a float to integers, nor a number
// to bools.
bool dtype_can_cast(DType from, DType to);

// The smallest and largest integer; of bool 0 and 1.
int64_t dtype_least(DType dtype);
int64_t dtype_most(DType dtype);

// Of floats the largest finite number.
double dtype_largest(DType dtype);

// `value` as a cell of `dtype` (integers) leaves it: wrapped around to its bits.
int64_t dtype_wrapped(DType dtype, int64_t value);

// `value` as it comes back from a cell: integers wrap around, in bool anything but 0 is 1, and
// halves round. Of float32 and float64 as it is.
double dtype_held(DType dtype, double value);

// A cell's value for people: True or False of a bool, else at most `digits` decimals.
void dtype_write(Buf *out, DType dtype, double value, int digits);
