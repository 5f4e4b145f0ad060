// The operation nonzero: the places of the cells that are not 0.
#include "tensor/call.h"
#include "tensor/convert.h"

// Runs through the rows of the last dimension, each cell turned into 0 or 1 in `holds`.
static void read_truth(const Tensor *in, Index row, unsigned char *holds)
{
    int last = in->shape.ndim - 1;
    const unsigned char *cell = tensor_data(in);
    cell += (size_t)tensor_offset(in, row) * dtype_bytes(in->dtype);
    convert_row(in->dtype, cell, last < 0 ? 1 : in->stride[last], DTYPE_BOOL, holds, 1,
                last < 0 ? 1 : in->shape.dim[last]);
}

static Shape rows_of(const Tensor *in, int64_t *length)
{
    Shape outer = in->shape;
    *length = outer.ndim ? outer.dim[--outer.ndim] : 1;
    return outer;
}

static int64_t count_nonzero(const Tensor *in)
{
    Arena scratch = {0};
    int64_t length, count = 0;
    Shape outer = rows_of(in, &length);
    Index at = {0};
    if (tensor_count(in) == 0) return 0;
    unsigned char *holds = arena_array(&scratch, (size_t)length, 1);
    do {
        read_truth(in, at, holds);
        for (int64_t i = 0; i < length; i++) count += holds[i];
    } while (index_next(&outer, &at));
    arena_free(&scratch);
    return count;
}

static bool nonzero_infer(OpCall *call, Error *error)
{
    (void)error;
    const Tensor *in = call->input[0];
    call->dtype = DTYPE_INT64;
    call->shape = (Shape){.ndim = 2, .dim = {count_nonzero(in), in->shape.ndim}};
    return true;
}

// One dimension after the other, as PyTorch finds them.
static void nonzero_layout(const OpCall *call, int64_t *stride)
{
    stride[0] = 1;
    stride[1] = call->shape.dim[0];
}

static void nonzero_forward(OpCall *call)
{
    const Tensor *in = call->input[0];
    int64_t *to = tensor_ints(call->output), length, next = call->output->stride[1];
    Arena scratch = {0};
    Shape outer = rows_of(in, &length);
    Index at = {0};
    if (tensor_count(call->output) == 0) return;
    unsigned char *holds = arena_array(&scratch, (size_t)length, 1);
    do {
        read_truth(in, at, holds);
        for (int64_t i = 0; i < length; i++) {
            if (!holds[i]) continue;
            for (int d = 0; d < outer.ndim; d++) to[d * next] = at.at[d];
            to++ [outer.ndim * next] = i;
        }
    } while (index_next(&outer, &at));
    arena_free(&scratch);
}

// A position comes from the cell at that place.
static void nonzero_sources(const OpCall *call, Index at, Terms *terms)
{
    Index from = {0};
    for (int d = 0; d < call->input[0]->shape.ndim; d++) {
        from.at[d] = tensor_get_int(call->output, (Index){{at.at[0], d}});
    }
    terms->kind = TERMS_ELEMENTWISE;
    terms->by_values = true;
    terms_add(terms, 0, from);
}

static double nonzero_value(const OpCall *call, const Terms *terms, const double *term)
{
    (void)call, (void)term;
    return (double)terms->term[0].at.at[terms->at.at[1]];
}

const Op op_nonzero = {
    OP_ROW(nonzero, "input: Tensor", "(...) -> (k, dimensions)",
           "the position of a cell that is not 0", IN_LIBRARY),
    .effort = {4},
    .notation = {.before = "position of "},
    .layout = nonzero_layout,
    .forward = nonzero_forward,
    .sources = nonzero_sources,
    .value_at = nonzero_value,
};
