// The usual mistakes with matrix operations, as rows of a table: a transposition forgotten,
// operands swapped, tensors joined in the other order.
#include "tensor/mistakes/make.h"

#include "tensor/call.h"

#include <string.h>

// ---- transposition -----------------------------------------------------------------------------

// The same numbers in the same order, in the shape that the transposition would have given.
static Tensor *reshaped(const Mistake *mistake UNUSED, const OpCall *call, MistakeWork *work)
{
    const Shape *shape = &call->shape;
    bool same = shape_equal(shape, &call->input[0]->shape); // as leaving it out
    if (same || shape->ndim < 3) return NULL;
    Arg sizes = {.kind = ARG_INTS, .count = shape->ndim};
    sizes.ints = NEW_ARRAY(&work->arena, int64_t, shape->ndim + 1);
    memcpy(sizes.ints, shape->dim, (size_t)shape->ndim * sizeof *sizes.ints);
    OpCall altered = {.op = mistake_operation("reshape"), .input = call->input, .input_count = 1};
    altered.arg[0] = sizes;
    return mistake_apply(altered, work);
}

const Mistake mistakes_transposition[] = {
    {MISTAKE("not transposed", "$x was not transposed", mistake_left_out)},
    {MISTAKE("reshaped, not transposed",
             "$x was reshaped, which keeps the order of its numbers, not transposed", reshaped),
     .is_rare = true},
    {0},
};

// weights[:, None] * values with the shares laid along the rows: the new axis forgotten.
static Tensor *axis_left_out(const Mistake *mistake, const OpCall *call, MistakeWork *work)
{
    const Arg *arg = &call->arg[0];
    bool adds = arg->kind == ARG_INT; // unsqueeze's dimension
    for (int i = 0; arg->kind == ARG_SUBSCRIPTS && i < arg->count; i++)
        adds |= arg->subscripts[i].kind == SUBSCRIPT_NEW_AXIS;
    bool all = tensor_count(call->input[0]) == shape_count(&call->shape);
    bool has_direction = shape_count(&call->shape) > 1; // one number has none
    return adds && all && has_direction ? mistake_left_out(mistake, call, work) : NULL;
}

const Mistake mistakes_new_axis[] = {
    {MISTAKE("new axis forgotten",
             "$x was not turned into a column first: its numbers ran along the rows",
             axis_left_out)},
    {0},
};

// ---- products ----------------------------------------------------------------------------------

static bool is_transposed(const Tensor *matrix)
{
    int n = matrix->shape.ndim;
    return n > 1 && matrix->stride[n - 2] == 1 && matrix->stride[n - 1] != 1;
}

// Of q @ k.T: k @ q.T, which is the result on its side. In x @ x.T nothing can change places.
static Tensor *changed_places(const Mistake *mistake UNUSED, const OpCall *call, MistakeWork *work)
{
    const Tensor *x = call->input[0], *y = call->input[1];
    int n = call->shape.ndim;
    bool same = tensor_shares_storage(x, y) && x->offset == y->offset;
    bool fits = !same && n > 1 && x->shape.ndim > 1 && is_transposed(y) &&
                call->shape.dim[n - 1] == call->shape.dim[n - 2];
    return fits ? mistake_on_its_side(call->output, work) : NULL;
}

// Of a vector and a matrix it is the same as not to transpose the matrix.
static Tensor *product_swapped(const Mistake *mistake, const OpCall *call, MistakeWork *work)
{
    bool matrices = call->input[0]->shape.ndim > 1 && call->input[1]->shape.ndim > 1;
    return matrices ? mistake_swapped(mistake, call, work) : NULL;
}

// A column times a row is just that: no mistake.
static Tensor *cell_by_cell(const Mistake *mistake UNUSED, const OpCall *call, MistakeWork *work)
{
    Tensor *x = call->input[0], *y = call->input[1];
    if (x->shape.ndim > 1 && y->shape.ndim > 1 && x->shape.dim[x->shape.ndim - 1] == 1) return NULL;
    Tensor *product = mistake_apply_two(mistake_operation("mul"), x, y, work);
    return product && shape_equal(&product->shape, &call->shape) ? product : NULL;
}

const Mistake mistakes_product[] = {
    {MISTAKE("operands changed places", "$x and $y changed places", changed_places)},
    {MISTAKE("the other order", "$Y @ $X was computed, not $X @ $Y", product_swapped),
     .is_rare = true},
    {MISTAKE("cell by cell", "$x and $y were multiplied cell by cell, not row by column",
             cell_by_cell)},
    {0},
};

static Tensor *weight_upright(const Mistake *mistake UNUSED, const OpCall *call, MistakeWork *work)
{
    const Tensor *weight = call->input[1];
    if (weight->shape.ndim != 2) return NULL;
    return mistake_with_input(
        call, 1, mistake_apply_one(mistake_operation("t"), call->input[1], work), work);
}

const Mistake mistakes_linear[] = {
    {MISTAKE("bias forgotten", "the bias $z was not added", mistake_without_last), .input = 2},
    {MISTAKE("weight not transposed",
             "$y was not transposed: a linear layer multiplies by the rows of its weight",
             weight_upright)},
    {0},
};

// ---- joining -----------------------------------------------------------------------------------

static Tensor *joined_in_other_order(const Mistake *mistake UNUSED, const OpCall *call,
                                     MistakeWork *work)
{
    if (call->input_count < 2) return NULL;
    OpCall altered = *call;
    altered.input = NEW_ARRAY(&work->arena, Tensor *, call->input_count);
    for (int i = 0; i < call->input_count; i++) {
        altered.input[i] = call->input[call->input_count - 1 - i];
    }
    return mistake_apply(altered, work);
}

const Mistake mistakes_joining[] = {
    {MISTAKE("joined in the other order", "the tensors were joined in the other order",
             joined_in_other_order),
     .is_rare = true},
    {0},
};
