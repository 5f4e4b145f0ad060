// What mistakes are made of: operations of the table run in another way.
#include "tensor/mistakes/make.h"

#include "tensor/call.h"

#include <string.h>

// -10000, as BERT adds it, is as good as -inf.
static const double HIDES = -9999;

void mistake_work_free(MistakeWork *work)
{
    tensor_heap_free(&work->heap);
    arena_free(&work->arena);
    *work = (MistakeWork){.heap = {.limit = work->heap.limit}};
}

// ---- running operations ------------------------------------------------------------------------

Tensor *mistake_apply(OpCall call, MistakeWork *work)
{
    Error error = {.arena = &work->arena};
    call.arena = &work->arena;
    call.output = NULL;
    return op_apply(&call, &work->heap, &error);
}

Tensor *mistake_apply_two(const Op *op, Tensor *x, Tensor *y, MistakeWork *work)
{
    Tensor *input[] = {x, y};
    return x && y ? mistake_apply((OpCall){.op = op, .input = input, .input_count = 2}, work)
                  : NULL;
}

Tensor *mistake_apply_one(const Op *op, Tensor *x, MistakeWork *work)
{
    return x ? mistake_apply((OpCall){.op = op, .input = &x, .input_count = 1}, work) : NULL;
}

Tensor *mistake_number(double value, MistakeWork *work)
{
    Error error = {.arena = &work->arena};
    return tensor_from_double(&work->heap, value, &error);
}

Tensor *mistake_with_input(const OpCall *call, int input, Tensor *other, MistakeWork *work)
{
    if (!other) return NULL;
    OpCall altered = *call;
    altered.input = NEW_ARRAY(&work->arena, Tensor *, call->input_count);
    memcpy(altered.input, call->input, (size_t)call->input_count * sizeof *call->input);
    altered.input[input] = other;
    return mistake_apply(altered, work);
}

Arg mistake_int_arg(int64_t value)
{
    return (Arg){.kind = ARG_INT, .i = value, .f = (double)value};
}

const Op *mistake_operation(const char *name)
{
    return op_find(str_from(name), IN_TORCH);
}

bool mistake_hides(const Tensor *tensor)
{
    Index at = {0};
    if (tensor_count(tensor) == 0) return false;
    do {
        if (tensor_get(tensor, at) < HIDES) return true;
    } while (index_next(&tensor->shape, &at));
    return false;
}

Tensor *mistake_hidden_cells(Tensor *mask, MistakeWork *work)
{
    return mistake_apply_two(mistake_operation("lt"), mask, mistake_number(HIDES, work), work);
}

Tensor *mistake_without_hidden(Tensor *x, MistakeWork *work)
{
    if (!mistake_hides(x)) return x;
    const Op *filling = mistake_operation("masked_fill");
    return mistake_zeros_at(filling, x, mistake_hidden_cells(x, work), work);
}

Tensor *mistake_on_its_side(Tensor *tensor, MistakeWork *work)
{
    OpCall call = {.op = mistake_operation("transpose"), .input = &tensor, .input_count = 1};
    call.arg[0] = mistake_int_arg(-1);
    call.arg[1] = mistake_int_arg(-2);
    return mistake_apply(call, work);
}

Tensor *mistake_zeros_at(const Op *op, Tensor *x, Tensor *mask, MistakeWork *work)
{
    Tensor *input[] = {x, mask, mistake_number(0, work)};
    return input[1] && input[2]
               ? mistake_apply((OpCall){.op = op, .input = input, .input_count = 3}, work)
               : NULL;
}

// ---- for any operation -------------------------------------------------------------------------

Tensor *mistake_left_out(const Mistake *mistake, const OpCall *call, MistakeWork *work UNUSED)
{
    return mistake->input < call->input_count ? call->input[mistake->input] : NULL;
}

Tensor *mistake_swapped(const Mistake *mistake UNUSED, const OpCall *call, MistakeWork *work)
{
    return mistake_apply_two(call->op, call->input[1], call->input[0], work);
}

Tensor *mistake_other_operation(const Mistake *mistake, const OpCall *call, MistakeWork *work)
{
    if (call->op == mistake->op) return NULL;
    OpCall altered = *call;
    altered.op = mistake->op;
    return mistake_apply(altered, work);
}

Tensor *mistake_without_last(const Mistake *mistake, const OpCall *call, MistakeWork *work)
{
    if (call->input_count <= mistake->input) return NULL;
    OpCall altered = *call;
    altered.input_count = mistake->input;
    altered.absent |= 1U << mistake->input;
    return mistake_apply(altered, work);
}

Tensor *mistake_along_other(const Mistake *mistake, const OpCall *call, MistakeWork *work)
{
    int ndim = call->input[0]->shape.ndim;
    int64_t own = call_int(call, 0, 0), other = mistake->dim;
    bool one =
        call->arg[0].kind == ARG_INT || (call->arg[0].kind == ARG_INTS && call->arg[0].count == 1);
    if (!one) return NULL;
    if (call->arg[0].kind == ARG_INTS) own = call->arg[0].ints[0];
    if (own < 0) own += ndim;
    if (other < 0) other += ndim;
    bool same_as_columns = mistake->dim == 0 && ndim < 3;
    if (ndim < 2 || same_as_columns || other < 0 || other >= ndim || own == other) return NULL;
    OpCall altered = *call;
    altered.arg[0] = mistake_int_arg(other);
    return mistake_apply(altered, work);
}
