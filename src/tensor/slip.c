// The usual mistakes with operations. Each is made by running operations of the table in another
// way: with inputs exchanged, another dimension, one step left out.
#include "tensor/slip.h"

#include "tensor/call.h"

#include <math.h>
#include <string.h>

// -10000, as BERT adds it, is as good as -inf.
static const double HIDES = -9999;

void slip_work_free(SlipWork *work)
{
    tensor_heap_free(&work->heap);
    arena_free(&work->arena);
    *work = (SlipWork){.heap = {.limit = work->heap.limit}};
}

// ---- running operations ------------------------------------------------------------------------

static Tensor *apply(OpCall call, SlipWork *work)
{
    Error error = {.arena = &work->arena};
    call.arena = &work->arena;
    call.output = NULL;
    return op_apply(&call, &work->heap, &error);
}

static Tensor *apply_two(const Op *op, Tensor *x, Tensor *y, SlipWork *work)
{
    Tensor *input[] = {x, y};
    return x && y ? apply((OpCall){.op = op, .input = input, .input_count = 2}, work) : NULL;
}

static Tensor *apply_one(const Op *op, Tensor *x, SlipWork *work)
{
    return x ? apply((OpCall){.op = op, .input = &x, .input_count = 1}, work) : NULL;
}

static Tensor *number(double value, SlipWork *work)
{
    Error error = {.arena = &work->arena};
    return tensor_from_double(&work->heap, value, &error);
}

// The call with one input in another's place.
static Tensor *with_input(const OpCall *call, int input, Tensor *other, SlipWork *work)
{
    if (!other) return NULL;
    OpCall altered = *call;
    altered.input = NEW_ARRAY(&work->arena, Tensor *, call->input_count);
    memcpy(altered.input, call->input, (size_t)call->input_count * sizeof *call->input);
    altered.input[input] = other;
    return apply(altered, work);
}

static Arg int_arg(int64_t value)
{
    return (Arg){.kind = ARG_INT, .i = value, .f = (double)value};
}

static const Op *named(const char *name)
{
    return op_find(str_from(name), IN_TORCH);
}

static bool any_hides(const Tensor *tensor)
{
    Index at = {0};
    if (tensor_count(tensor) == 0) return false;
    do {
        if (tensor_get(tensor, at) < HIDES) return true;
    } while (index_next(&tensor->shape, &at));
    return false;
}

// ---- for any operation
// ---------------------------------------------------------------------------

static Tensor *left_out(const Slip *slip, const OpCall *call, SlipWork *work)
{
    (void)work;
    return slip->input < call->input_count ? call->input[slip->input] : NULL;
}

static Tensor *swapped(const Slip *slip, const OpCall *call, SlipWork *work)
{
    (void)slip;
    return apply_two(call->op, call->input[1], call->input[0], work);
}

static Tensor *other_operation(const Slip *slip, const OpCall *call, SlipWork *work)
{
    OpCall altered = *call;
    altered.op = slip->op;
    return apply(altered, work);
}

// The last inputs, which the signature lets one leave out, not given.
static Tensor *without_last(const Slip *slip, const OpCall *call, SlipWork *work)
{
    if (call->input_count <= slip->input) return NULL;
    OpCall altered = *call;
    altered.input_count = slip->input;
    altered.absent |= 1U << slip->input;
    return apply(altered, work);
}

// Dimension `slip->dim`, counted from the end where it is negative, in place of the call's own.
static Tensor *along_other(const Slip *slip, const OpCall *call, SlipWork *work)
{
    int ndim = call->input[0]->shape.ndim;
    int64_t own = call_int(call, 0, 0), other = slip->dim;
    bool one =
        call->arg[0].kind == ARG_INT || (call->arg[0].kind == ARG_INTS && call->arg[0].count == 1);
    if (!one) return NULL;
    if (call->arg[0].kind == ARG_INTS) own = call->arg[0].ints[0];
    if (own < 0) own += ndim;
    if (other < 0) other += ndim;
    bool same_as_columns = slip->dim == 0 && ndim < 3;
    if (ndim < 2 || same_as_columns || other < 0 || other >= ndim || own == other) return NULL;
    OpCall altered = *call;
    altered.arg[0] = int_arg(other);
    return apply(altered, work);
}

// ---- transposition
// -------------------------------------------------------------------------------

// The same numbers in the same order, in the shape that the transposition would have given.
static Tensor *reshaped(const Slip *slip, const OpCall *call, SlipWork *work)
{
    (void)slip;
    const Shape *shape = &call->shape;
    bool same = shape_equal(shape, &call->input[0]->shape); // as leaving it out
    if (same || shape->ndim < 3) return NULL;
    Arg sizes = {.kind = ARG_INTS, .count = shape->ndim};
    sizes.ints = NEW_ARRAY(&work->arena, int64_t, shape->ndim + 1);
    memcpy(sizes.ints, shape->dim, (size_t)shape->ndim * sizeof *sizes.ints);
    OpCall altered = {.op = named("reshape"), .input = call->input, .input_count = 1};
    altered.arg[0] = sizes;
    return apply(altered, work);
}

const Slip slips_transposition[] = {
    {.name = "not transposed", .words = "$x was not transposed", .make = left_out},
    {.name = "reshaped, not transposed",
     .words = "$x was reshaped, which keeps the order of its numbers, not transposed",
     .make = reshaped},
    {0},
};

// ---- products
// ------------------------------------------------------------------------------------

static bool is_transposed(const Tensor *matrix)
{
    int n = matrix->shape.ndim;
    return n > 1 && matrix->stride[n - 2] == 1 && matrix->stride[n - 1] != 1;
}

// Of q @ k.T: k @ q.T, which is the result on its side. In x @ x.T nothing can change places.
static Tensor *changed_places(const Slip *slip, const OpCall *call, SlipWork *work)
{
    (void)slip;
    const Tensor *x = call->input[0], *y = call->input[1];
    int n = call->shape.ndim;
    bool same = tensor_shares_storage(x, y) && x->offset == y->offset;
    bool fits = !same && n > 1 && x->shape.ndim > 1 && is_transposed(y) &&
                call->shape.dim[n - 1] == call->shape.dim[n - 2];
    if (!fits) return NULL;
    OpCall altered = {.op = named("transpose"), .input_count = 1};
    Tensor *output = call->output;
    altered.input = &output;
    altered.arg[0] = int_arg(-1);
    altered.arg[1] = int_arg(-2);
    return apply(altered, work);
}

// Of a vector and a matrix it is the same as not to transpose the matrix.
static Tensor *product_swapped(const Slip *slip, const OpCall *call, SlipWork *work)
{
    bool matrices = call->input[0]->shape.ndim > 1 && call->input[1]->shape.ndim > 1;
    return matrices ? swapped(slip, call, work) : NULL;
}

static Tensor *cell_by_cell(const Slip *slip, const OpCall *call, SlipWork *work)
{
    (void)slip;
    Tensor *product = apply_two(named("mul"), call->input[0], call->input[1], work);
    return product && shape_equal(&product->shape, &call->shape) ? product : NULL;
}

const Slip slips_product[] = {
    {.name = "operands changed places",
     .words = "$x and $y changed places",
     .make = changed_places},
    {.name = "the other order",
     .words = "$Y @ $X was computed, not $X @ $Y",
     .make = product_swapped},
    {.name = "cell by cell",
     .words = "$x and $y were multiplied cell by cell, not row by column",
     .make = cell_by_cell},
    {0},
};

static Tensor *weight_upright(const Slip *slip, const OpCall *call, SlipWork *work)
{
    (void)slip;
    const Tensor *weight = call->input[1];
    if (weight->shape.ndim != 2) return NULL;
    return with_input(call, 1, apply_one(named("t"), call->input[1], work), work);
}

const Slip slips_linear[] = {
    {.name = "bias forgotten",
     .words = "the bias $z was not added",
     .make = without_last,
     .input = 2},
    {.name = "weight not transposed",
     .words = "$y was not transposed: a linear layer multiplies by the rows of its weight",
     .make = weight_upright},
    {0},
};

// ---- softmax
// -------------------------------------------------------------------------------------

// Each cell divided by the sum of its line.
static Tensor *in_proportion(const Slip *slip, const OpCall *call, SlipWork *work)
{
    (void)slip;
    OpCall sum = {.op = named("sum"), .input = call->input, .input_count = 1};
    sum.arg[0] = int_arg(call_int(call, 0, 0));
    sum.arg[1] = (Arg){.kind = ARG_BOOL, .i = 1};
    return apply_two(named("div"), call->input[0], apply(sum, work), work);
}

static Tensor *not_divided(const Slip *slip, const OpCall *call, SlipWork *work)
{
    (void)slip;
    return apply_one(named("exp"), call->input[0], work);
}

const Slip slips_softmax[] = {
    {.name = "softmax down the columns",
     .words = "the softmax ran down the columns of $x, not along its rows",
     .make = along_other,
     .dim = -2},
    {.name = "softmax along the rows",
     .words = "the softmax ran along the rows of $x",
     .make = along_other,
     .dim = -1},
    {.name = "softmax along the first dimension",
     .words = "the softmax ran along dimension 0 of $x",
     .make = along_other,
     .dim = 0},
    {.name = "without the exponential",
     .words = "$x was divided by its sum without the exponential",
     .make = in_proportion},
    {.name = "not divided by the sum",
     .words = "that is the exponential alone, not divided by the sum",
     .make = not_divided},
    {.name = "softmax forgotten", .words = "the softmax of $x was not taken", .make = left_out},
    {0},
};

// ---- sums, means, variances
// ----------------------------------------------------------------------

extern const Op op_sum, op_mean, op_var, op_std, op_sin, op_cos;

const Slip slips_sum[] = {
    {.name = "mean for sum",
     .words = "that is the mean of $x, not the sum",
     .make = other_operation,
     .op = &op_mean},
    {.name = "sum along the rows",
     .words = "the sum ran along the rows of $x, not down its columns",
     .make = along_other,
     .dim = -1},
    {.name = "sum down the columns",
     .words = "the sum ran down the columns of $x, not along its rows",
     .make = along_other,
     .dim = -2},
    {0},
};

const Slip slips_mean[] = {
    {.name = "sum for mean",
     .words = "that is the sum of $x, not divided by how many there are",
     .make = other_operation,
     .op = &op_sum},
    {.name = "mean along the rows",
     .words = "the mean was taken along the rows of $x, not down its columns",
     .make = along_other,
     .dim = -1},
    {.name = "mean down the columns",
     .words = "the mean was taken down the columns of $x, not along its rows",
     .make = along_other,
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
    altered.arg[3] = int_arg(by_all);
    return apply(altered, work);
}

const Slip slips_variance[] = {
    {.name = "divided by n - 1",
     .words = "the squares were divided by n - 1, not by n",
     .make = other_divisor,
     .dim = 1},
    {.name = "divided by n",
     .words = "the squares were divided by n, not by n - 1",
     .make = other_divisor},
    {.name = "root taken",
     .words = "that is the standard deviation, the root of the variance",
     .make = other_operation,
     .op = &op_std},
    {0},
};

const Slip slips_deviation[] = {
    {.name = "divided by n - 1",
     .words = "the squares were divided by n - 1, not by n",
     .make = other_divisor,
     .dim = 1},
    {.name = "divided by n",
     .words = "the squares were divided by n, not by n - 1",
     .make = other_divisor},
    {.name = "root forgotten",
     .words = "that is the variance: its root was not taken",
     .make = other_operation,
     .op = &op_var},
    {0},
};

const Slip slips_layer_norm[] = {
    {.name = "shift forgotten",
     .words = "the shift at the end was not added",
     .make = without_last,
     .input = 2},
    {.name = "not normalised", .words = "$x was not normalised", .make = left_out},
    {0},
};

// ---- arithmetic
// ----------------------------------------------------------------------------------

// A mask that is added: its zeros show, its -inf hide.
static Tensor *mask_added_late(const Slip *slip, const OpCall *call, Tensor *shares, SlipWork *work)
{
    (void)slip;
    Tensor *hidden = apply_two(named("lt"), call->input[1], number(HIDES, work), work);
    Tensor *zero = number(0, work);
    if (!hidden || !zero) return NULL;
    Tensor *input[] = {shares, hidden, zero};
    return apply((OpCall){.op = named("masked_fill"), .input = input, .input_count = 3}, work);
}

static Tensor *mask_not_added(const Slip *slip, const OpCall *call, SlipWork *work)
{
    (void)slip, (void)work;
    return any_hides(call->input[1]) ? call->input[0] : NULL;
}

static Tensor *addend_left_out(const Slip *slip, const OpCall *call, SlipWork *work)
{
    (void)work;
    return any_hides(call->input[1]) ? NULL : call->input[slip->input];
}

const Slip slips_addition[] = {
    {.name = "mask with 0 in place of -inf",
     .words = "the mask $y was added with 0 where -inf belongs",
     .make = mask_not_added},
    {.name = "mask after softmax",
     .words = "the mask $y was applied after $n, not before",
     .make = mask_not_added,
     .late = mask_added_late},
    {.name = "second addend forgotten", .words = "$y was not added", .make = addend_left_out},
    {.name = "first addend forgotten",
     .words = "$x was not added",
     .make = addend_left_out,
     .input = 1},
    {0},
};

const Slip slips_subtraction[] = {
    {.name = "subtracted the other way",
     .words = "$y - $x was computed, not $x - $y",
     .make = swapped},
    {.name = "not subtracted", .words = "$y was not subtracted from $x", .make = left_out},
    {0},
};

static bool is_one_number(const Tensor *tensor)
{
    return tensor_count(tensor) == 1;
}

static Tensor *scale_left_out(const Slip *slip, const OpCall *call, SlipWork *work)
{
    (void)work;
    return is_one_number(call->input[1]) == (slip->input == 0) ? call->input[0] : NULL;
}

// Divided where the call multiplies, and the other way round.
static Tensor *scaled_wrong_way(const Slip *slip, const OpCall *call, SlipWork *work)
{
    if (!is_one_number(call->input[1])) return NULL;
    return apply_two(slip->op, call->input[0], call->input[1], work);
}

static Tensor *scaled_twice(const Slip *slip, const OpCall *call, SlipWork *work)
{
    if (!is_one_number(call->input[1])) return NULL;
    OpCall again = *call;
    Tensor *input[] = {scale_left_out(slip, call, work) ? apply(*call, work) : NULL,
                       call->input[1]};
    again.input = input;
    return input[0] ? apply(again, work) : NULL;
}

extern const Op op_mul, op_div;

const Slip slips_multiplication[] = {
    {.name = "scale forgotten", .words = "$x was not multiplied by $y", .make = scale_left_out},
    {.name = "divided by the scale",
     .words = "$x was divided by $y, not multiplied by it",
     .make = scaled_wrong_way,
     .op = &op_div},
    {.name = "not multiplied",
     .words = "$x was not multiplied by $y",
     .make = scale_left_out,
     .input = 1},
    {0},
};

const Slip slips_division[] = {
    {.name = "scale forgotten", .words = "$x was not divided by $y", .make = scale_left_out},
    {.name = "divided by the square of the scale",
     .words = "$x was divided by $y twice: by a number whose root belongs there",
     .make = scaled_twice},
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

const Slip slips_power[] = {
    {.name = "multiplied",
     .words = "$x was multiplied by $y, not raised to it",
     .make = other_operation,
     .op = &op_mul},
    {.name = "not raised", .words = "$x was not raised to $y", .make = left_out},
    {0},
};

const Slip slips_exp[] = {
    {.name = "without the exponential",
     .words = "the exponential of $x was not taken",
     .make = left_out},
    {0},
};

const Slip slips_root[] = {
    {.name = "root forgotten", .words = "the root of $x was not taken", .make = left_out},
    {0},
};

const Slip slips_sine[] = {
    {.name = "cosine for sine",
     .words = "that is the cosine, and the sine belongs there",
     .make = other_operation,
     .op = &op_cos},
    {0},
};

const Slip slips_cosine[] = {
    {.name = "sine for cosine",
     .words = "that is the sine, and the cosine belongs there",
     .make = other_operation,
     .op = &op_sin},
    {0},
};

// ---- masks
// ---------------------------------------------------------------------------------------

static Tensor *filled_with_zero(const Slip *slip, const OpCall *call, SlipWork *work)
{
    if (!any_hides(call->input[slip->input])) return NULL;
    return with_input(call, slip->input, number(0, work), work);
}

static Tensor *mask_inverted(const Slip *slip, const OpCall *call, SlipWork *work)
{
    Tensor *mask = apply_one(named("logical_not"), call->input[slip->input], work);
    return with_input(call, slip->input, mask, work);
}

static Tensor *hiding_left_out(const Slip *slip, const OpCall *call, SlipWork *work)
{
    (void)slip, (void)work;
    return any_hides(call->input[2]) ? call->input[0] : NULL;
}

static Tensor *filled_late(const Slip *slip, const OpCall *call, Tensor *shares, SlipWork *work)
{
    (void)slip;
    Tensor *zero = number(0, work);
    if (!zero) return NULL;
    Tensor *input[] = {shares, call->input[1], zero};
    return apply((OpCall){.op = call->op, .input = input, .input_count = 3}, work);
}

const Slip slips_filling[] = {
    {.name = "mask with 0 in place of -inf",
     .words = "0 was filled in where $z belongs",
     .make = filled_with_zero,
     .input = 2},
    {.name = "mask after softmax",
     .words = "the mask was applied after $n, not before",
     .make = hiding_left_out,
     .late = filled_late},
    {.name = "mask the wrong way round",
     .words = "the mask was applied the wrong way round: what it shows was hidden",
     .make = mask_inverted,
     .input = 1},
    {.name = "mask forgotten", .words = "the mask was not applied to $x", .make = left_out},
    {0},
};

// of where(condition, x, y): the operand that hides
static Tensor *zero_for_y(const Slip *slip, const OpCall *call, SlipWork *work)
{
    return filled_with_zero(slip, call, work);
}

const Slip slips_choosing[] = {
    {.name = "mask with 0 in place of -inf",
     .words = "0 was filled in where $y belongs",
     .make = zero_for_y,
     .input = 1},
    {.name = "mask with 0 in place of -inf",
     .words = "0 was filled in where $z belongs",
     .make = zero_for_y,
     .input = 2},
    {.name = "condition the wrong way round",
     .words = "the condition was read the wrong way round",
     .make = mask_inverted,
     .input = 0},
    {0},
};

const Slip slips_triangle[] = {
    {.name = "mask forgotten", .words = "all of $x was kept, not one triangle", .make = left_out},
    {0},
};

static Tensor *joined_in_other_order(const Slip *slip, const OpCall *call, SlipWork *work)
{
    (void)slip;
    if (call->input_count < 2) return NULL;
    OpCall altered = *call;
    altered.input = NEW_ARRAY(&work->arena, Tensor *, call->input_count);
    for (int i = 0; i < call->input_count; i++) {
        altered.input[i] = call->input[call->input_count - 1 - i];
    }
    return apply(altered, work);
}

const Slip slips_joining[] = {
    {.name = "joined in the other order",
     .words = "the tensors were joined in the other order",
     .make = joined_in_other_order},
    {0},
};
