// What slips are made of: operations of the table run in another way. All of it goes with `work`;
// where a call does not fit the result is NULL.
#pragma once

#include "tensor/slip.h"

Tensor *slip_apply(OpCall call, SlipWork *work);
Tensor *slip_apply_one(const Op *op, Tensor *x, SlipWork *work);
Tensor *slip_apply_two(const Op *op, Tensor *x, Tensor *y, SlipWork *work); // x or y may be NULL
Tensor *slip_number(double value, SlipWork *work);
Arg slip_int_arg(int64_t value);
const Op *slip_operation(const char *name); // torch.NAME

// The call with one input in another's place.
Tensor *slip_with_input(const OpCall *call, int input, Tensor *other, SlipWork *work);

// Does a cell of the tensor hide what it is added to: is it -inf, or nearly so?
bool slip_hides(const Tensor *tensor);
Tensor *slip_hidden_cells(Tensor *mask, SlipWork *work); // True where it does
Tensor *slip_without_hidden(Tensor *x, SlipWork *work);  // 0 there

// Makers that several rows name (Slip.make).
typedef Tensor *SlipMaker(const Slip *slip, const OpCall *call, SlipWork *work);

SlipMaker slip_left_out;        // input slip->input, as if nothing were done to it
SlipMaker slip_swapped;         // of two inputs, the other order
SlipMaker slip_other_operation; // slip->op, if it is another, with the same inputs and arguments
SlipMaker slip_without_last;    // the inputs from slip->input on, which may be left out, not given
SlipMaker slip_along_other;     // along slip->dim, from the end where negative; not the call's own
