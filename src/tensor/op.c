// Runs an operation of any kind: op_apply() infers the shape of the result, makes the tensor or the
// view for it and calls the row's `forward`. op_work() estimates how much work that is, in the
// steps in which a run is limited.
#include "tensor/op.h"

#include "base/bug.h"
#include "base/files/mapping.h"
#include "tensor/autograd.h"
#include "tensor/call.h"
#include "tensor/convert.h"

#include <string.h>

// Whether the output requires a gradient: where one of the inputs does, unless the program has
// turned that off. Only floats have gradients.
static void mark_gradient(const OpCall *call, const TensorHeap *heap)
{
    Tensor *output = call->output;
    const AutogradMeta *first = call->input_count ? autograd_of(call->input[0]) : NULL;
    if (heap->without_gradients || (call->op->traits & OP_DETACHES) ||
        !dtype_is_float(output->dtype))
        return;
    bool requires = false;
    for (int i = 0; i < call->input_count; i++)
    requires = requires || autograd_of(call->input[i])->requires_grad;
    if (!requires) return;
    AutogradMeta *made = autograd_for(output);
    made->requires_grad = made->is_derived = true;
    made->is_leaf_view =
        call->is_view && first->requires_grad && (!first->is_derived || first->is_leaf_view);
}

// What is written to a view is written to its base.
static void mark_base(const OpCall *call, Tensor *view)
{
    Tensor *of = call->input[0];
    if (call->op->traits & OP_DETACHES) return;
    AutogradMeta *made = autograd_for(view);
    made->base = autograd_of(of)->base ? autograd_of(of)->base : of;
    made->renewals = autograd_of(made->base)->renewals;
    made->is_one_of_many = autograd_of(of)->is_one_of_many;
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
    mark_base(call, view);
    return view;
}

static Tensor *make_output(const OpCall *call, TensorHeap *heap, Error *error)
{
    const Op *by = op_computing(call);
    Tensor *output = ((by->traits & OP_WRITES_ALL) ? tensor_new_unset : tensor_new)(
        heap, call->dtype, call->shape, error);
    if (output && by->layout) by->layout(call, output->stride);
    return output;
}

// ---- halves ------------------------------------------------------------------------------------

static DType widened(DType dtype)
{
    return dtype_is_half(dtype) ? DTYPE_FLOAT32 : dtype;
}

static bool has_halves(const OpCall *call)
{
    bool any = dtype_is_half(call->dtype);
    for (int i = 0; i < call->input_count; i++) any = any || dtype_is_half(call->input[i]->dtype);
    return any;
}

static Tensor *copied(Tensor *tensor, DType as, Error *error)
{
    Tensor *copy = tensor_new_unset(tensor->heap, as, tensor->shape, error);
    if (!copy) return NULL;
    layout_like(tensor, copy->stride);
    tensor_assign(copy, tensor);
    return copy;
}

static Tensor *wide_copy(Tensor *tensor, Error *error)
{
    return dtype_is_half(tensor->dtype) ? copied(tensor, DTYPE_FLOAT32, error) : tensor;
}

// dtype= converts before anything is computed, but for an exact_number.
static Tensor *wide_input(const OpCall *call, int k, Error *error)
{
    Tensor *in = call->input[k];
    bool given = false;
    for (int i = 0; i < MAX_ARGS; i++) given = given || call->arg[i].kind == ARG_DTYPE;
    bool converts = given && dtype_is_half(call->dtype) && in->dtype != call->dtype;
    if (!converts || call->input_count > 1 || (call->op->traits & OP_EXACT_NUMBER))
        return wide_copy(in, error);
    Tensor *narrow = copied(in, call->dtype, error);
    Tensor *wide = narrow ? wide_copy(narrow, error) : NULL;
    tensor_release(narrow);
    return wide;
}

static void release_wide(Tensor *const *wide, Tensor *const *tensor, int count)
{
    for (int i = 0; i < count; i++) {
        if (wide[i] != tensor[i]) tensor_release(wide[i]);
    }
}

// The same call with float32 in the place of halves, whose result is rounded once.
static bool compute_wide(const OpCall *call, Error *error)
{
    SCRATCH(scratch);
    OpCall wide = *call;
    wide.halves = dtype_is_half(call->dtype) ? call->dtype : DTYPE_FLOAT32;
    wide.dtype = widened(call->dtype);
    wide.input = NEW_ARRAY(&scratch, Tensor *, call->input_count + 1);
    wide.output = wide_copy(call->output, error);
    bool ok = wide.output != NULL;
    for (int i = 0; i < call->input_count; i++) {
        wide.input[i] = ok ? wide_input(call, i, error) : NULL;
        ok = wide.input[i] != NULL;
    }
    if (ok) op_computing(call)->forward(&wide);
    if (ok && wide.output != call->output) tensor_assign(call->output, wide.output);
    release_wide(wide.input, call->input, call->input_count);
    release_wide(&wide.output, &call->output, 1);
    return ok && !error->set;
}

// What is made cell by cell converts its cells on the way.
static bool compute(OpCall *call, Error *error)
{
    const Op *by = op_computing(call);
    bool knows = (by->traits & OP_KNOWS_HALVES) || by->sources == sources_elementwise;
    if (!knows && has_halves(call)) return compute_wide(call, error);
    by->forward(call);
    return !error->set; // it was given up
}

Tensor *op_apply(OpCall *call, TensorHeap *heap, Error *error)
{
    const Op *by = op_computing(call);
    REQUIRE(by->infer);
    call->is_view = call->is_same = false;
    if (!by->infer(call, error)) return NULL;
    if (call->is_same) return call->output = call->input[0];
    if (call->most_work && op_work(call) > call->most_work) return NULL;
    call->output = call->is_view ? make_view(call, heap, error) : make_output(call, heap, error);
    if (!call->output) return NULL;
    if (!call->is_view && (!compute(call, error) || !mapping_has_pages(error))) return NULL;
    mark_gradient(call, heap);
    return call->output;
}

bool op_apply_in_place(OpCall *call, Error *error)
{
    const Op *by = op_computing(call);
    call->is_view = call->is_same = false;
    if (!by->infer(call, error)) return false;
    call->output = call->input[0];
    return compute(call, error) && mapping_has_pages(error);
}

// Products of floats go through BLAS, also those of halves.
enum {
    CALL_STEPS = 30,
    CELLS_IN_A_STEP = 32, // twice as many of float32
    PRODUCTS_IN_A_STEP = 16,
    DOUBLE_PRODUCTS_IN_A_STEP = 512,
    FLOAT_PRODUCTS_IN_A_STEP = 1024,
};

static int effort_of(const Op *op, DType dtype)
{
    int effort = op->effort[dtype != DTYPE_FLOAT32 && op->effort[1]];
    return effort ? effort : 1;
}

static double cell_steps(const Op *op, DType dtype, double cells)
{
    int in_a_step = dtype == DTYPE_FLOAT32 ? 2 * CELLS_IN_A_STEP : CELLS_IN_A_STEP;
    return effort_of(op, dtype) * cells / in_a_step;
}

static int64_t whole_steps(double steps)
{
    return steps < 1e15 ? (int64_t)steps : (int64_t)1e15;
}

int64_t op_work(const OpCall *call)
{
    if (call->is_view) return CALL_STEPS;
    const Op *op = op_computing(call);
    double cells = (double)shape_count(&call->shape), products = 0;
    if (op->depth) products = cells * (double)op->depth(call);
    for (int i = 0; i < call->input_count; i++) cells += (double)tensor_count(call->input[i]);
    // The largest positions are integers, but floats are compared.
    DType dtype = call->input_count ? call->input[0]->dtype : call->dtype;
    DType computed = dtype_compute(call->dtype);
    int in_a_step = computed == DTYPE_FLOAT32   ? FLOAT_PRODUCTS_IN_A_STEP
                    : computed == DTYPE_FLOAT64 ? DOUBLE_PRODUCTS_IN_A_STEP
                                                : PRODUCTS_IN_A_STEP;
    double steps = cell_steps(op, dtype, cells) + effort_of(op, dtype) * products / in_a_step;
    return CALL_STEPS + whole_steps(steps);
}

int64_t op_work_of_made(const Op *op, const Tensor *tensor)
{
    return CALL_STEPS + whole_steps(cell_steps(op, tensor->dtype, (double)tensor_count(tensor)));
}
