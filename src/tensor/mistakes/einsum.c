// The usual mistakes with einsum: letters in the wrong order. Where sizes agree, there is no error.
#include "tensor/mistakes/make.h"

#include "tensor/matrices/einsum.h"

static Tensor *on_its_side(Tensor *tensor, MistakeWork *work)
{
    int n = tensor->shape.ndim;
    if (n < 2 || tensor->shape.dim[n - 1] != tensor->shape.dim[n - 2]) return NULL;
    return mistake_on_its_side(tensor, work);
}

static bool has_label(const Labels *labels, int label)
{
    for (int i = 0; i < labels->count; i++) {
        if (labels->label[i] == label) return true;
    }
    return false;
}

// "qd,kd->qk" with "kq" behind the arrow: who asks and who is asked.
static bool rows_and_columns_differ(const Einsum *e)
{
    int n = e->result.count;
    if (e->count != 2 || n < 2) return false;
    int row = e->result.label[n - 2], column = e->result.label[n - 1];
    const Labels *x = &e->operand[0], *y = &e->operand[1];
    return has_label(x, row) != has_label(y, row) && has_label(x, column) != has_label(y, column) &&
           has_label(x, row) != has_label(x, column);
}

static Tensor *changed_places(const Mistake *mistake UNUSED, const OpCall *call, MistakeWork *work)
{
    Einsum e;
    Error error = {.arena = &work->arena};
    bool fits = einsum_read(call, &e, &error) && rows_and_columns_differ(&e);
    return fits ? on_its_side(call->output, work) : NULL;
}

static Tensor *operand_on_its_side(const Mistake *mistake, const OpCall *call, MistakeWork *work)
{
    if (mistake->input >= call->input_count || call->input_count < 2) return NULL;
    Tensor *turned = on_its_side(call->input[mistake->input], work);
    return mistake_with_input(call, mistake->input, turned, work);
}

const Mistake mistakes_einsum[] = {
    {MISTAKE("operands changed places", "$x and $y changed places", changed_places)},
    {MISTAKE("second operand transposed", "the last two letters of $y changed places",
             operand_on_its_side),
     .input = 1},
    {MISTAKE("first operand transposed", "the last two letters of $x changed places",
             operand_on_its_side)},
    {0},
};
