// Running an operation, whichever it is.
#include "tensor/op.h"

#include "base/bug.h"
#include "tensor/dtype.h"

#include <string.h>

// Whether the output requires a gradient: where one of the inputs does, unless the program has
// turned that off. Only floats have gradients.
static void mark_gradient(const OpCall *call, const TensorHeap *heap)
{
    Tensor *output = call->output;
    const Tensor *first = call->input_count ? call->input[0] : NULL;
    if (call->is_same) {
        output->requires_grad = first->requires_grad;
        output->is_derived = first->is_derived;
        output->is_parameter = first->is_parameter;
        output->is_leaf_view = first->is_leaf_view;
        return;
    }
    if (heap->without_gradients || call->op->detaches || !dtype_is_float(output->dtype)) return;
    for (int i = 0; i < call->input_count; i++) {
        output->requires_grad = output->requires_grad || call->input[i]->requires_grad;
    }
    output->is_derived = output->requires_grad;
    output->is_leaf_view =
        call->is_view && first->requires_grad && (!first->is_derived || first->is_leaf_view);
}

static Tensor *make_view(OpCall *call, TensorHeap *heap, Error *error)
{
    const Tensor *of = call->input[0];
    if (!tensor_fits(heap, of->dtype, &call->shape, error)) return NULL;
    Tensor *view = tensor_alias(heap, of);
    view->is_number = false;
    view->shape = call->shape;
    memcpy(view->stride, call->stride, sizeof view->stride);
    view->offset = call->offset;
    return view;
}

static Tensor *make_output(const OpCall *call, TensorHeap *heap, Error *error)
{
    return (call->op->writes_all ? tensor_new_unset : tensor_new)(heap, call->dtype, call->shape,
                                                                  error);
}

Tensor *op_apply(OpCall *call, TensorHeap *heap, Error *error)
{
    REQUIRE(call->op->infer);
    call->is_view = call->is_same = false;
    if (!call->op->infer(call, error)) return NULL;
    call->output = call->is_view ? make_view(call, heap, error) : make_output(call, heap, error);
    if (!call->output) return NULL;
    if (!call->is_view) call->op->forward(call);
    mark_gradient(call, heap);
    return call->output;
}

// Products of floats go through BLAS.
enum { CELLS_IN_A_STEP = 64, PRODUCTS_IN_A_STEP = 512, FLOAT_PRODUCTS_IN_A_STEP = 4096 };

int64_t op_work(const OpCall *call)
{
    if (call->is_view) return 1;
    double cells = (double)shape_count(&call->shape), products = 0;
    if (call->op->depth) products = cells * (double)call->op->depth(call);
    for (int i = 0; i < call->input_count; i++) cells += (double)tensor_count(call->input[i]);
    bool is_float = call->dtype == DTYPE_FLOAT32;
    int in_a_step = is_float ? FLOAT_PRODUCTS_IN_A_STEP : PRODUCTS_IN_A_STEP;
    double steps = 1 + cells / CELLS_IN_A_STEP + products / in_a_step;
    return steps < 1e15 ? (int64_t)steps : (int64_t)1e15;
}
