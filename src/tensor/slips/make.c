// What slips are made of: operations of the table run in another way.
#include "tensor/slips/make.h"

#include "tensor/call.h"

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

Tensor *slip_apply(OpCall call, SlipWork *work)
{
    Error error = {.arena = &work->arena};
    call.arena = &work->arena;
    call.output = NULL;
    return op_apply(&call, &work->heap, &error);
}

Tensor *slip_apply_two(const Op *op, Tensor *x, Tensor *y, SlipWork *work)
{
    Tensor *input[] = {x, y};
    return x && y ? slip_apply((OpCall){.op = op, .input = input, .input_count = 2}, work) : NULL;
}

Tensor *slip_apply_one(const Op *op, Tensor *x, SlipWork *work)
{
    return x ? slip_apply((OpCall){.op = op, .input = &x, .input_count = 1}, work) : NULL;
}

Tensor *slip_number(double value, SlipWork *work)
{
    Error error = {.arena = &work->arena};
    return tensor_from_double(&work->heap, value, &error);
}

Tensor *slip_with_input(const OpCall *call, int input, Tensor *other, SlipWork *work)
{
    if (!other) return NULL;
    OpCall altered = *call;
    altered.input = NEW_ARRAY(&work->arena, Tensor *, call->input_count);
    memcpy(altered.input, call->input, (size_t)call->input_count * sizeof *call->input);
    altered.input[input] = other;
    return slip_apply(altered, work);
}

Arg slip_int_arg(int64_t value)
{
    return (Arg){.kind = ARG_INT, .i = value, .f = (double)value};
}

const Op *slip_operation(const char *name)
{
    return op_find(str_from(name), IN_TORCH);
}

bool slip_hides(const Tensor *tensor)
{
    Index at = {0};
    if (tensor_count(tensor) == 0) return false;
    do {
        if (tensor_get(tensor, at) < HIDES) return true;
    } while (index_next(&tensor->shape, &at));
    return false;
}

Tensor *slip_hidden_cells(Tensor *mask, SlipWork *work)
{
    return slip_apply_two(slip_operation("lt"), mask, slip_number(HIDES, work), work);
}

Tensor *slip_without_hidden(Tensor *x, SlipWork *work)
{
    if (!slip_hides(x)) return x;
    Tensor *input[] = {x, slip_hidden_cells(x, work), slip_number(0, work)};
    if (!input[1] || !input[2]) return NULL;
    return slip_apply(
        (OpCall){.op = slip_operation("masked_fill"), .input = input, .input_count = 3}, work);
}

// ---- for any operation -------------------------------------------------------------------------

Tensor *slip_left_out(const Slip *slip, const OpCall *call, SlipWork *work)
{
    (void)work;
    return slip->input < call->input_count ? call->input[slip->input] : NULL;
}

Tensor *slip_swapped(const Slip *slip, const OpCall *call, SlipWork *work)
{
    (void)slip;
    return slip_apply_two(call->op, call->input[1], call->input[0], work);
}

Tensor *slip_other_operation(const Slip *slip, const OpCall *call, SlipWork *work)
{
    if (call->op == slip->op) return NULL;
    OpCall altered = *call;
    altered.op = slip->op;
    return slip_apply(altered, work);
}

Tensor *slip_without_last(const Slip *slip, const OpCall *call, SlipWork *work)
{
    if (call->input_count <= slip->input) return NULL;
    OpCall altered = *call;
    altered.input_count = slip->input;
    altered.absent |= 1U << slip->input;
    return slip_apply(altered, work);
}

Tensor *slip_along_other(const Slip *slip, const OpCall *call, SlipWork *work)
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
    altered.arg[0] = slip_int_arg(other);
    return slip_apply(altered, work);
}
