// The usual mistakes with operations on whole lines of cells: softmax, sums, means, variances.
#include "tensor/mistakes/make.h"

#include "tensor/call.h"

// ---- softmax -----------------------------------------------------------------------------------

// Each cell divided by the sum of its line; one that is hidden has no share, and no part in it.
static Tensor *in_proportion(const Mistake *mistake UNUSED, const OpCall *call, MistakeWork *work)
{
    Tensor *visible = mistake_without_hidden(call->input[0], work);
    if (!visible) return NULL;
    OpCall sum = {.op = mistake_operation("sum"), .input = &visible, .input_count = 1};
    sum.arg[0] = mistake_int_arg(call_int(call, 0, 0));
    sum.arg[1] = (Arg){.kind = ARG_BOOL, .i = 1};
    return mistake_apply_two(mistake_operation("div"), visible, mistake_apply(sum, work), work);
}

static Tensor *not_divided(const Mistake *mistake UNUSED, const OpCall *call, MistakeWork *work)
{
    return mistake_apply_one(mistake_operation("exp"), call->input[0], work);
}

const Mistake mistakes_softmax[] = {
    {MISTAKE("softmax down the columns", "the softmax ran down the columns of $x, not $d",
             mistake_along_other),
     .dim = -2},
    {MISTAKE("softmax along the rows", "the softmax ran along the rows of $x, not $d",
             mistake_along_other),
     .dim = -1},
    {MISTAKE("softmax along the first dimension", "the softmax ran along dimension 0 of $x, not $d",
             mistake_along_other),
     .is_rare = true, .dim = 0},
    {MISTAKE("without the exponential", "$x was divided by its sum without the exponential",
             in_proportion)},
    {MISTAKE("not divided by the sum", "that is the exponential alone, not divided by the sum",
             not_divided)},
    {MISTAKE("softmax forgotten", "the softmax of $x was not taken", mistake_left_out)},
    {0},
};

// Each share as if it stood alone: a softmax does not only raise one, it lowers the others.
static Tensor *alone(const Mistake *mistake UNUSED, const OpCall *call, MistakeWork *work)
{
    return mistake_apply_two(mistake_operation("mul"), call->input[0], call->input[1], work);
}

// w * (1 - w) of the share itself, and nothing of the others.
static Tensor *own_slope(const Mistake *mistake, const OpCall *call, MistakeWork *work)
{
    Tensor *one = mistake_number(1, work);
    Tensor *rest = mistake_apply_two(mistake_operation("sub"), one, call->input[1], work);
    return mistake_apply_two(mistake_operation("mul"), alone(mistake, call, work), rest, work);
}

const Mistake mistakes_softmax_backward[] = {
    {MISTAKE("row sum forgotten", "the sum over the row was not subtracted: that is $y alone",
             alone)},
    {MISTAKE(
        "the other weights forgotten",
        "that is the slope of $y by itself; raising one weight lowers the others, which count too",
        own_slope)},
    {MISTAKE("softmax skipped",
             "$x was passed on unchanged: it must be multiplied by the slopes of the softmax",
             mistake_left_out)},
    {0},
};

const Mistake mistakes_log_softmax_backward[] = {
    {MISTAKE("row sum forgotten", "the probability times the sum of $x was not subtracted",
             mistake_left_out)},
    {0},
};

// ---- sums, means, variances --------------------------------------------------------------------

extern const Op op_sum, op_mean, op_var, op_std;

const Mistake mistakes_sum[] = {
    {MISTAKE("mean for sum", "that is the mean of $x, not the sum", mistake_other_operation),
     .op = &op_mean},
    {MISTAKE("sum along the rows", "the sum ran along the rows of $x, not $d", mistake_along_other),
     .dim = -1},
    {MISTAKE("sum down the columns", "the sum ran down the columns of $x, not $d",
             mistake_along_other),
     .dim = -2},
    {0},
};

const Mistake mistakes_mean[] = {
    {MISTAKE("sum for mean", "that is the sum of $x, not divided by how many there are",
             mistake_other_operation),
     .op = &op_sum},
    {MISTAKE("mean along the rows", "the mean was taken along the rows of $x, not $d",
             mistake_along_other),
     .dim = -1},
    {MISTAKE("mean down the columns", "the mean was taken down the columns of $x, not $d",
             mistake_along_other),
     .dim = -2},
    {0},
};

// n - 1 where the call divides by n, and the other way round. Argument 1 says unbiased, 3 how much
// is taken away.
static Tensor *other_divisor(const Mistake *mistake, const OpCall *call, MistakeWork *work)
{
    bool by_all = call_has(call, 3) ? call_int(call, 3, 1) == 0 : !call_bool(call, 1, true);
    if (by_all != (mistake->dim == 1)) return NULL;
    OpCall altered = *call;
    altered.arg[1] = (Arg){0};
    altered.arg[3] = mistake_int_arg(by_all);
    return mistake_apply(altered, work);
}

// Of the variance and of its root, each as what the other would be.
const Mistake mistakes_spread[] = {
    {MISTAKE("divided by n - 1", "the squares were divided by n - 1, not by n", other_divisor),
     .dim = 1},
    {MISTAKE("divided by n", "the squares were divided by n, not by n - 1", other_divisor)},
    {MISTAKE("root taken", "that is the standard deviation, the square root of the variance",
             mistake_other_operation),
     .op = &op_std},
    {MISTAKE("root forgotten", "that is the variance: its square root was not taken",
             mistake_other_operation),
     .op = &op_var},
    {0},
};

const Mistake mistakes_layer_norm[] = {
    {MISTAKE("shift forgotten", "the shift at the end was not added", mistake_without_last),
     .input = 2},
    {MISTAKE("not normalised", "$x was not normalised", mistake_left_out)},
    {0},
};
