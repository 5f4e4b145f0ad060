// What mistakes are made of: operations of the table run in another way. All of it goes with
// `work`; where a call does not fit the result is NULL.
#pragma once

#include "tensor/mistake.h"

Tensor *mistake_apply(OpCall call, MistakeWork *work);
Tensor *mistake_apply_one(const Op *op, Tensor *x, MistakeWork *work);
Tensor *mistake_apply_two(const Op *op, Tensor *x, Tensor *y,
                          MistakeWork *work); // x or y may be NULL
Tensor *mistake_number(double value, MistakeWork *work);
Arg mistake_int_arg(int64_t value);
const Op *mistake_operation(const char *name); // torch.NAME

// The call with one input in another's place.
Tensor *mistake_with_input(const OpCall *call, int input, Tensor *other, MistakeWork *work);

// Does a cell of the tensor hide what it is added to: is it -inf, or nearly so?
bool mistake_hides(const Tensor *tensor);
Tensor *mistake_hidden_cells(Tensor *mask, MistakeWork *work); // True where it does
Tensor *mistake_without_hidden(Tensor *x, MistakeWork *work);  // 0 there

// The last two dimensions transposed; what masked_fill, `op`, makes with 0.
Tensor *mistake_on_its_side(Tensor *tensor, MistakeWork *work);
Tensor *mistake_zeros_at(const Op *op, Tensor *x, Tensor *mask, MistakeWork *work);

// Makers that several rows name (Mistake.make).
typedef Tensor *MistakeMaker(const Mistake *mistake, const OpCall *call, MistakeWork *work);

MistakeMaker mistake_left_out; // input mistake->input, as if nothing were done to it
MistakeMaker mistake_swapped;  // of two inputs, the other order
MistakeMaker
    mistake_other_operation; // mistake->op, if it is another, with the same inputs and arguments
MistakeMaker
    mistake_without_last; // the inputs from mistake->input on, which may be left out, not given
MistakeMaker
    mistake_along_other; // along mistake->dim, from the end where negative; not the call's own
