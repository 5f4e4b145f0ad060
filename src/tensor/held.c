// Puts the numbers that are held in the place of those that an operation has computed.
#include "tensor/held.h"

#include "base/text/number.h"
#include "tensor/autograd.h"

#include <math.h>

void hold_write(const Hold *hold, Buf *out)
{
    if (hold->kind == HOLD_UNIFORM)
        buf_add(out, STR("uniform"));
    else if (hold->sentence)
        buf_printf(out, "from \"%s\"", hold->sentence);
    else if (hold->kind == HOLD_ORIGINAL)
        buf_add(out, STR("original"));
    else if (hold->value == 0)
        buf_add(out, STR("zero"));
    else if (hold->value == floor(hold->value) && fabs(hold->value) < 0x1p53)
        buf_printf(out, "%.0f", hold->value);
    else
        number_repr_double(out, hold->value);
}

void hold_say(const Hold *hold, Buf *out)
{
    buf_add(out, STR("held at "));
    if (hold->sentence)
        buf_printf(out, "what it is in \"%s\"", hold->sentence);
    else
        hold_write(hold, out);
}

bool hold_is_about(const Hold *hold, Index at)
{
    int d = 0;
    while (d < MAX_DIMS && (hold->at.at[d] == EVERY || hold->at.at[d] == at.at[d])) d++;
    return d == MAX_DIMS;
}

bool hold_fits(const Hold *hold, const Shape *shape)
{
    for (int d = 0; d < MAX_DIMS; d++) {
        if (hold->at.at[d] >= (d < shape->ndim ? shape->dim[d] : 1)) return false;
        if (hold->at.at[d] == EVERY && d >= shape->ndim) return false;
    }
    if (hold->kind == HOLD_ORIGINAL)
        return hold->original && shape_equal(&hold->original->shape, shape);
    return hold->kind != HOLD_UNIFORM || (shape->ndim && hold->at.at[shape->ndim - 1] == EVERY);
}

// A share of exactly 0 is masked: nothing is to be seen there, however the rest is shared out.
static void share_out(Tensor *tensor, Index row)
{
    int last = tensor->shape.ndim - 1;
    int64_t *column = &row.at[last], columns = tensor->shape.dim[last], seen = 0;
    for (*column = 0; *column < columns; ++*column) seen += tensor_get(tensor, row) != 0;
    for (*column = 0; *column < columns; ++*column) {
        if (tensor_get(tensor, row) != 0) tensor_set(tensor, row, 1.0 / (double)seen);
    }
}

void hold_put(const Hold *hold, Tensor *tensor)
{
    Index at = {0};
    if (!hold_fits(hold, &tensor->shape) || tensor_count(tensor) == 0) return;
    int last = tensor->shape.ndim ? tensor->shape.ndim - 1 : 0;
    do {
        if (!hold_is_about(hold, at)) continue;
        if (hold->kind == HOLD_NUMBER)
            tensor_set(tensor, at, hold->value);
        else if (hold->kind == HOLD_ORIGINAL)
            tensor_set(tensor, at, tensor_get(hold->original, at));
        else if (at.at[last] == 0)
            share_out(tensor, at);
    } while (index_next(&tensor->shape, &at));
}

const Hold *held_at(const HeldCells *held, Index at)
{
    for (int i = held ? held->count - 1 : -1; i >= 0; i--) {
        if (hold_is_about(&held->hold[i], at)) return &held->hold[i];
    }
    return NULL;
}

Tensor *held_output(const HeldCells *held, const Tensor *output, TensorHeap *heap, Error *error)
{
    Tensor *now = tensor_alias(heap, output);
    if (!tensor_unshare(now, error)) {
        tensor_release(now);
        return NULL;
    }
    autograd_require_like(now, output);
    for (int i = 0; i < held->count; i++) hold_put(&held->hold[i], now);
    return now;
}
