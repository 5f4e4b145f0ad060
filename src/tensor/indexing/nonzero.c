// The operation nonzero: the places of the cells that are not 0.
#include "tensor/call.h"
#include "tensor/convert.h"
#include "tensor/indexing/selection.h"

static int64_t count_nonzero(const Tensor *in)
{
    SCRATCH(scratch);
    const unsigned char *holds = tensor_contiguous_cells(in, DTYPE_BOOL, &scratch);
    int64_t count = 0;
    for (int64_t i = 0; i < tensor_count(in); i++) count += holds[i] != 0;
    return count;
}

static bool nonzero_infer(OpCall *call, Error *error UNUSED)
{
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
    SCRATCH(scratch);
    int64_t stride[MAX_DIMS];
    shape_strides(&in->shape, stride);
    selection_mask_positions(tensor_contiguous_cells(in, DTYPE_BOOL, &scratch), &in->shape, stride,
                             call->shape.dim[0], tensor_ints(call->output));
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

OP_ROW(nonzero, "input: Tensor", "(...) -> (k, dimensions)", "the position of a cell that is not 0",
       IN_LIBRARY, .effort = {4}, .notation = {.before = "position of "}, .layout = nonzero_layout,
       .forward = nonzero_forward, .sources = nonzero_sources, .value_at = nonzero_value)
