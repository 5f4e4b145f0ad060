// The usual mistakes with operations on whole lines of cells: softmax, sums, means, variances.
#include "tensor/slips/make.h"

#include "tensor/call.h"

// ---- softmax -----------------------------------------------------------------------------------

// Each cell divided by the sum of its line; one that is hidden has no share, and no part in it.
static Tensor *in_proportion(const Slip *slip, const OpCall *call, SlipWork *work)
{
    (void)slip;
    Tensor *visible = slip_without_hidden(call->input[0], work);
    if (!visible) return NULL;
    OpCall sum = {.op = slip_operation("sum"), .input = &visible, .input_count = 1};
    sum.arg[0] = slip_int_arg(call_int(call, 0, 0));
    sum.arg[1] = (Arg){.kind = ARG_BOOL, .i = 1};
    return slip_apply_two(slip_operation("div"), visible, slip_apply(sum, work), work);
}

static Tensor *not_divided(const Slip *slip, const OpCall *call, SlipWork *work)
{
    (void)slip;
    return slip_apply_one(slip_operation("exp"), call->input[0], work);
}

const Slip slips_softmax[] = {
    {.name = "softmax down the columns",
     .words = "the softmax ran down the columns of $x, not $d",
     .make = slip_along_other,
     .dim = -2},
    {.name = "softmax along the rows",
     .words = "the softmax ran along the rows of $x, not $d",
     .make = slip_along_other,
     .dim = -1},
    {.name = "softmax along the first dimension",
     .words = "the softmax ran along dimension 0 of $x, not $d",
     .make = slip_along_other,
     .is_rare = true,
     .dim = 0},
    {.name = "without the exponential",
     .words = "$x was divided by its sum without the exponential",
     .make = in_proportion},
    {.name = "not divided by the sum",
     .words = "that is the exponential alone, not divided by the sum",
     .make = not_divided},
    {.name = "softmax forgotten",
     .words = "the softmax of $x was not taken",
     .make = slip_left_out},
    {0},
};

// ---- sums, means, variances --------------------------------------------------------------------

extern const Op op_sum, op_mean, op_var, op_std;

const Slip slips_sum[] = {
    {.name = "mean for sum",
     .words = "that is the mean of $x, not the sum",
     .make = slip_other_operation,
     .op = &op_mean},
    {.name = "sum along the rows",
     .words = "the sum ran along the rows of $x, not $d",
     .make = slip_along_other,
     .dim = -1},
    {.name = "sum down the columns",
     .words = "the sum ran down the columns of $x, not $d",
     .make = slip_along_other,
     .dim = -2},
    {0},
};

const Slip slips_mean[] = {
    {.name = "sum for mean",
     .words = "that is the sum of $x, not divided by how many there are",
     .make = slip_other_operation,
     .op = &op_sum},
    {.name = "mean along the rows",
     .words = "the mean was taken along the rows of $x, not $d",
     .make = slip_along_other,
     .dim = -1},
    {.name = "mean down the columns",
     .words = "the mean was taken down the columns of $x, not $d",
     .make = slip_along_other,
     .dim = -2},
    {0},
};

// n - 1 where the call divides by n, and the other way round. Argument 1 says unbiased, 3 how much
// is taken away.
static Tensor *other_divisor(const Slip *slip, const OpCall *call, SlipWork *work)
{
    bool by_all = call_has(call, 3) ? call_int(call, 3, 1) == 0 : !call_bool(call, 1, true);
    if (by_all != (slip->dim == 1)) return NULL;
    OpCall altered = *call;
    altered.arg[1] = (Arg){0};
    altered.arg[3] = slip_int_arg(by_all);
    return slip_apply(altered, work);
}

// Of the variance and of its root, each as what the other would be.
const Slip slips_spread[] = {
    {.name = "divided by n - 1",
     .words = "the squares were divided by n - 1, not by n",
     .make = other_divisor,
     .dim = 1},
    {.name = "divided by n",
     .words = "the squares were divided by n, not by n - 1",
     .make = other_divisor},
    {.name = "root taken",
     .words = "that is the standard deviation, the root of the variance",
     .make = slip_other_operation,
     .op = &op_std},
    {.name = "root forgotten",
     .words = "that is the variance: its root was not taken",
     .make = slip_other_operation,
     .op = &op_var},
    {0},
};

const Slip slips_layer_norm[] = {
    {.name = "shift forgotten",
     .words = "the shift at the end was not added",
     .make = slip_without_last,
     .input = 2},
    {.name = "not normalised", .words = "$x was not normalised", .make = slip_left_out},
    {0},
};
