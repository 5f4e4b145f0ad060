// The usual mistakes with elementwise operations, as rows of a table: the scaling forgotten,
// subtracted the other way round, a mask added as 0 in place of -inf.
#include "tensor/mistakes/make.h"

#include "tensor/call.h"

// ---- arithmetic --------------------------------------------------------------------------------

// A mask that is added: its zeros show, its -inf hide.
static Tensor *mask_added_late(const Mistake *mistake UNUSED, const OpCall *call, Tensor *shares,
                               MistakeWork *work)
{
    return mistake_zeros_at(mistake_operation("masked_fill"), shares,
                            mistake_hidden_cells(call->input[1], work), work);
}

static Tensor *mask_not_added(const Mistake *mistake, const OpCall *call, MistakeWork *work)
{
    (void)mistake, (void)work;
    return mistake_hides(call->input[1]) ? call->input[0] : NULL;
}

static Tensor *addend_left_out(const Mistake *mistake, const OpCall *call, MistakeWork *work UNUSED)
{
    return mistake_hides(call->input[1]) ? NULL : call->input[mistake->input];
}

const Mistake mistakes_addition[] = {
    {MISTAKE("mask with 0 in place of -inf", "$y was not added, or was 0 where it should hide",
             mask_not_added)},
    {MISTAKE("mask after softmax", "$y was applied after $n, not before", mask_not_added),
     .late = mask_added_late},
    {MISTAKE("second addend forgotten", "$y was not added", addend_left_out)},
    {MISTAKE("first addend forgotten", "$x was not added", addend_left_out), .input = 1},
    {0},
};

const Mistake mistakes_subtraction[] = {
    {MISTAKE("subtracted in the wrong order", "$y - $x was computed, not $x - $y",
             mistake_swapped)},
    {MISTAKE("not subtracted", "$y was not subtracted from $x", mistake_left_out)},
    {0},
};

static bool is_one_number(const Tensor *tensor)
{
    return tensor_count(tensor) == 1;
}

static bool is_square(const OpCall *call)
{
    return call->input[0] == call->input[1];
}

static Tensor *square_left_out(const Mistake *mistake, const OpCall *call, MistakeWork *work)
{
    (void)mistake, (void)work;
    return is_square(call) ? call->input[0] : NULL;
}

static Tensor *scale_left_out(const Mistake *mistake, const OpCall *call, MistakeWork *work UNUSED)
{
    bool is_scale = is_one_number(call->input[1]);
    return is_scale == (mistake->input == 0) && !is_square(call) ? call->input[0] : NULL;
}

// Divided where the call multiplies, and the other way round.
static Tensor *scaled_wrong_way(const Mistake *mistake, const OpCall *call, MistakeWork *work)
{
    if (!is_one_number(call->input[1])) return NULL;
    return mistake_apply_two(mistake->op, call->input[0], call->input[1], work);
}

static Tensor *scaled_twice(const Mistake *mistake, const OpCall *call, MistakeWork *work)
{
    if (!is_one_number(call->input[1])) return NULL;
    OpCall again = *call;
    Tensor *input[] = {scale_left_out(mistake, call, work) ? mistake_apply(*call, work) : NULL,
                       call->input[1]};
    again.input = input;
    return input[0] ? mistake_apply(again, work) : NULL;
}

extern const Op op_mul, op_div, op_sin, op_cos;

const Mistake mistakes_multiplication[] = {
    {MISTAKE("scale forgotten", "$x was not multiplied by $y", scale_left_out)},
    {MISTAKE("multiplied by the square of the scale",
             "$x was multiplied by the square of $y, not by $y", scaled_twice),
     .is_rare = true},
    {MISTAKE("divided by the scale", "$x was divided by $y, not multiplied by it",
             scaled_wrong_way),
     .op = &op_div},
    {MISTAKE("not multiplied", "$x was not multiplied by $y", scale_left_out), .input = 1},
    {MISTAKE("not squared", "$x was not squared", square_left_out)},
    {0},
};

const Mistake mistakes_division[] = {
    {MISTAKE("scale forgotten", "$x was not divided by $y", scale_left_out)},
    {MISTAKE("divided by the square of the scale", "$x was divided by the square of $y, not by $y",
             scaled_twice),
     .is_rare = true},
    {MISTAKE("multiplied by the scale", "$x was multiplied by $y, not divided by it",
             scaled_wrong_way),
     .op = &op_mul},
    {MISTAKE("not divided", "$x was not divided by $y", scale_left_out), .input = 1},
    {0},
};

// A power of 2 has a name of its own.
static Tensor *not_squared(const Mistake *mistake, const OpCall *call, MistakeWork *work)
{
    const Tensor *power = call->input[1];
    bool squares = is_one_number(power) && tensor_get(power, (Index){0}) == 2;
    return squares == (mistake->dim == 2) ? mistake_left_out(mistake, call, work) : NULL;
}

const Mistake mistakes_power[] = {
    {MISTAKE("multiplied", "$x was multiplied by $y, not raised to it", mistake_other_operation),
     .is_rare = true, .op = &op_mul},
    {MISTAKE("not squared", "$x was not squared", not_squared), .dim = 2},
    {MISTAKE("not raised", "$x was not raised to $y", not_squared)},
    {0},
};

const Mistake mistakes_exp[] = {
    {MISTAKE("without the exponential", "the exponential of $x was not taken", mistake_left_out)},
    {0},
};

const Mistake mistakes_tanh[] = {
    {MISTAKE("tanh forgotten", "the tanh of $x was not taken", mistake_left_out)},
    {0},
};

const Mistake mistakes_sigmoid[] = {
    {MISTAKE("sigmoid forgotten", "the sigmoid of $x was not taken", mistake_left_out)},
    {0},
};

const Mistake mistakes_relu[] = {
    {MISTAKE("relu forgotten", "the negative numbers in $x were not set to 0", mistake_left_out)},
    {0},
};

const Mistake mistakes_gelu[] = {
    {MISTAKE("gelu forgotten", "the gelu of $x was not taken", mistake_left_out)},
    {0},
};

const Mistake mistakes_root[] = {
    {MISTAKE("root forgotten", "the square root of $x was not taken", mistake_left_out)},
    {0},
};

const Mistake mistakes_sine[] = {
    {MISTAKE("cosine for sine", "that is the cosine, but the sine is needed",
             mistake_other_operation),
     .op = &op_cos},
    {0},
};

const Mistake mistakes_cosine[] = {
    {MISTAKE("sine for cosine", "that is the sine, but the cosine is needed",
             mistake_other_operation),
     .op = &op_sin},
    {0},
};

// ---- masks -------------------------------------------------------------------------------------

static Tensor *filled_with_zero(const Mistake *mistake, const OpCall *call, MistakeWork *work)
{
    if (!mistake_hides(call->input[mistake->input])) return NULL;
    return mistake_with_input(call, mistake->input, mistake_number(0, work), work);
}

static Tensor *mask_inverted(const Mistake *mistake, const OpCall *call, MistakeWork *work)
{
    Tensor *mask =
        mistake_apply_one(mistake_operation("logical_not"), call->input[mistake->input], work);
    return mistake_with_input(call, mistake->input, mask, work);
}

static Tensor *hiding_left_out(const Mistake *mistake, const OpCall *call, MistakeWork *work)
{
    (void)mistake, (void)work;
    return mistake_hides(call->input[2]) ? call->input[0] : NULL;
}

static Tensor *filled_late(const Mistake *mistake UNUSED, const OpCall *call, Tensor *shares,
                           MistakeWork *work)
{
    return mistake_zeros_at(call->op, shares, call->input[1], work);
}

const Mistake mistakes_filling[] = {
    {MISTAKE("mask with 0 in place of -inf", "0 was filled in instead of $z", filled_with_zero),
     .input = 2},
    {MISTAKE("mask after softmax", "the mask was applied after $n, not before", hiding_left_out),
     .late = filled_late},
    {MISTAKE("mask forgotten", "the mask was not applied to $x", mistake_left_out)},
    {MISTAKE("mask inverted", "the mask was inverted: what it should show was hidden",
             mask_inverted),
     .input = 1},
    {0},
};

const Mistake mistakes_choosing[] = {
    {MISTAKE("mask with 0 in place of -inf", "0 was filled in instead of $y", filled_with_zero),
     .input = 1},
    {MISTAKE("mask with 0 in place of -inf", "0 was filled in instead of $z", filled_with_zero),
     .input = 2},
    {MISTAKE("condition inverted", "the condition was inverted", mask_inverted), .input = 0},
    {0},
};

const Mistake mistakes_triangle[] = {
    {MISTAKE("mask forgotten", "all of $x was kept, not just one triangle", mistake_left_out)},
    {0},
};
