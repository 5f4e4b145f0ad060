// The usual mistakes with elementwise operations, as rows of a table: the scaling forgotten,
// subtracted the other way round, a mask added as 0 in place of -inf.
#include "tensor/mistakes/make.h"

#include "tensor/call.h"

// ---- arithmetic --------------------------------------------------------------------------------

// A mask that is added: its zeros show, its -inf hide.
static Tensor *mask_added_late(const Mistake *mistake, const OpCall *call, Tensor *shares,
                               MistakeWork *work)
{
    (void)mistake;
    Tensor *hidden = mistake_hidden_cells(call->input[1], work);
    Tensor *zero = mistake_number(0, work);
    if (!hidden || !zero) return NULL;
    Tensor *input[] = {shares, hidden, zero};
    return mistake_apply(
        (OpCall){.op = mistake_operation("masked_fill"), .input = input, .input_count = 3}, work);
}

static Tensor *mask_not_added(const Mistake *mistake, const OpCall *call, MistakeWork *work)
{
    (void)mistake, (void)work;
    return mistake_hides(call->input[1]) ? call->input[0] : NULL;
}

static Tensor *addend_left_out(const Mistake *mistake, const OpCall *call, MistakeWork *work)
{
    (void)work;
    return mistake_hides(call->input[1]) ? NULL : call->input[mistake->input];
}

const Mistake mistakes_addition[] = {
    {.name = "mask with 0 in place of -inf",
     .words = "$y was not added, or was 0 where it should hide",
     .make = mask_not_added},
    {.name = "mask after softmax",
     .words = "$y was applied after $n, not before",
     .make = mask_not_added,
     .late = mask_added_late},
    {.name = "second addend forgotten", .words = "$y was not added", .make = addend_left_out},
    {.name = "first addend forgotten",
     .words = "$x was not added",
     .make = addend_left_out,
     .input = 1},
    {0},
};

const Mistake mistakes_subtraction[] = {
    {.name = "subtracted in the wrong order",
     .words = "$y - $x was computed, not $x - $y",
     .make = mistake_swapped},
    {.name = "not subtracted", .words = "$y was not subtracted from $x", .make = mistake_left_out},
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

static Tensor *scale_left_out(const Mistake *mistake, const OpCall *call, MistakeWork *work)
{
    (void)work;
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
    {.name = "scale forgotten", .words = "$x was not multiplied by $y", .make = scale_left_out},
    {.name = "multiplied by the square of the scale",
     .words = "$x was multiplied by the square of $y, not by $y",
     .make = scaled_twice,
     .is_rare = true},
    {.name = "divided by the scale",
     .words = "$x was divided by $y, not multiplied by it",
     .make = scaled_wrong_way,
     .op = &op_div},
    {.name = "not multiplied",
     .words = "$x was not multiplied by $y",
     .make = scale_left_out,
     .input = 1},
    {.name = "not squared", .words = "$x was not squared", .make = square_left_out},
    {0},
};

const Mistake mistakes_division[] = {
    {.name = "scale forgotten", .words = "$x was not divided by $y", .make = scale_left_out},
    {.name = "divided by the square of the scale",
     .words = "$x was divided by the square of $y, not by $y",
     .make = scaled_twice,
     .is_rare = true},
    {.name = "multiplied by the scale",
     .words = "$x was multiplied by $y, not divided by it",
     .make = scaled_wrong_way,
     .op = &op_mul},
    {.name = "not divided",
     .words = "$x was not divided by $y",
     .make = scale_left_out,
     .input = 1},
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
    {.name = "multiplied",
     .words = "$x was multiplied by $y, not raised to it",
     .make = mistake_other_operation,
     .is_rare = true,
     .op = &op_mul},
    {.name = "not squared", .words = "$x was not squared", .make = not_squared, .dim = 2},
    {.name = "not raised", .words = "$x was not raised to $y", .make = not_squared},
    {0},
};

const Mistake mistakes_exp[] = {
    {.name = "without the exponential",
     .words = "the exponential of $x was not taken",
     .make = mistake_left_out},
    {0},
};

const Mistake mistakes_tanh[] = {
    {.name = "tanh forgotten", .words = "the tanh of $x was not taken", .make = mistake_left_out},
    {0},
};

const Mistake mistakes_sigmoid[] = {
    {.name = "sigmoid forgotten",
     .words = "the sigmoid of $x was not taken",
     .make = mistake_left_out},
    {0},
};

const Mistake mistakes_relu[] = {
    {.name = "relu forgotten",
     .words = "the negative numbers in $x were not set to 0",
     .make = mistake_left_out},
    {0},
};

const Mistake mistakes_gelu[] = {
    {.name = "gelu forgotten", .words = "the gelu of $x was not taken", .make = mistake_left_out},
    {0},
};

const Mistake mistakes_root[] = {
    {.name = "root forgotten",
     .words = "the square root of $x was not taken",
     .make = mistake_left_out},
    {0},
};

const Mistake mistakes_sine[] = {
    {.name = "cosine for sine",
     .words = "that is the cosine, but the sine is needed",
     .make = mistake_other_operation,
     .op = &op_cos},
    {0},
};

const Mistake mistakes_cosine[] = {
    {.name = "sine for cosine",
     .words = "that is the sine, but the cosine is needed",
     .make = mistake_other_operation,
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

static Tensor *filled_late(const Mistake *mistake, const OpCall *call, Tensor *shares,
                           MistakeWork *work)
{
    (void)mistake;
    Tensor *zero = mistake_number(0, work);
    if (!zero) return NULL;
    Tensor *input[] = {shares, call->input[1], zero};
    return mistake_apply((OpCall){.op = call->op, .input = input, .input_count = 3}, work);
}

const Mistake mistakes_filling[] = {
    {.name = "mask with 0 in place of -inf",
     .words = "0 was filled in instead of $z",
     .make = filled_with_zero,
     .input = 2},
    {.name = "mask after softmax",
     .words = "the mask was applied after $n, not before",
     .make = hiding_left_out,
     .late = filled_late},
    {.name = "mask forgotten", .words = "the mask was not applied to $x", .make = mistake_left_out},
    {.name = "mask inverted",
     .words = "the mask was inverted: what it should show was hidden",
     .make = mask_inverted,
     .input = 1},
    {0},
};

const Mistake mistakes_choosing[] = {
    {.name = "mask with 0 in place of -inf",
     .words = "0 was filled in instead of $y",
     .make = filled_with_zero,
     .input = 1},
    {.name = "mask with 0 in place of -inf",
     .words = "0 was filled in instead of $z",
     .make = filled_with_zero,
     .input = 2},
    {.name = "condition inverted",
     .words = "the condition was inverted",
     .make = mask_inverted,
     .input = 0},
    {0},
};

const Mistake mistakes_triangle[] = {
    {.name = "mask forgotten",
     .words = "all of $x was kept, not just one triangle",
     .make = mistake_left_out},
    {0},
};
