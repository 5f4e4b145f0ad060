// The .grad of a tensor: the first gradient is copied, what comes later is added.
#include "torch/autograd/pass.h"

#include "tensor/autograd.h"
#include "tensor/convert.h"

Value gradient_sum(Run *run, Tensor *a, Tensor *b)
{
    const Value both[] = {from_tensor(a), from_tensor(b)};
    return op_call_with(run, op_row_named(run, "add"), both, 2, NULL, 0);
}

// A copy that nothing else writes to, made by the same operation; with a node of its own where the
// gradients are to have a graph.
static Tensor *copy_of(Run *run, Tensor *grad, const Tensor *of, bool with_node)
{
    Tensor *copy = tensor_new_like(&run->trace.heap, grad->dtype, of, run->error);
    if (!copy) return NULL;
    if (with_node) {
        Value write = {.type = &type_native, .native = type_find_own_method(&type_tensor, "copy_")};
        const Value both[] = {from_tensor(copy), from_tensor(grad)};
        return call_with(run, write, both, 2).type ? copy : NULL;
    }
    tensor_assign(copy, grad);
    if (grad->version == storage_version(grad)) {
        copy->origin = grad->origin;
        storage_set_version(copy, grad->version);
        copy->version = grad->version;
    }
    return copy;
}

static bool add_in_place(Pass *pass, Tensor *into, Tensor *grad)
{
    Run *run = pass->run;
    Gradient kept = {.kind = GRADIENT_KEPT,
                     .of = entry_now(into),
                     .through = -1,
                     .root = pass->root,
                     .pass = run->gradients.passes};
    Value sum = value_binary_in_place(run, OPERATOR_ADD, from_tensor(autograd_of(into)->grad),
                                      from_tensor(grad));
    return sum.type && trace_gradient(&run->trace, autograd_of(into)->grad, kept, run->error);
}

bool pass_accumulate(Pass *pass, Tensor *into, Tensor *grad)
{
    Run *run = pass->run;
    bool with_node = pass->asked->creates_graph && autograd_of(grad)->requires_grad;
    Tensor *before = autograd_of(into)->grad;
    if (before && !with_node && !autograd_of(before)->requires_grad)
        return add_in_place(pass, into, grad);
    Tensor *now =
        before ? gradient_sum(run, before, grad).tensor : copy_of(run, grad, into, with_node);
    if (now) autograd_for(into)->grad = now;
    return now != NULL;
}
