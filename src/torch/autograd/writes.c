// Writes in place, as gradients see them: the tensor that was written to is now the result of the
// operation. Where it is a view its base is, by a node that PyTorch calls CopySlices, and every
// view of that is looked at anew (tape_renew).
#include "torch/autograd/tape.h"

#include "lang/containers/sequence.h"
#include "tensor/call.h"
#include "tensor/convert.h"
#include "torch/autograd/node.h"

// The view as it is found in the base, whatever operations led to it.
static Arg strided_arg(const int64_t *ints, int count)
{
    return (Arg){.kind = ARG_INTS, .count = count, .ints = (int64_t *)(uintptr_t)ints};
}

static bool refuse_one_of_many(Run *run, const Tensor *tensor, const char *how)
{
    Node *node = autograd_of(tensor)->requires_grad ? autograd_of(tensor)->node : NULL;
    const char *what = "A view was created in no_grad mode and is being modified inplace with "
                       "grad mode enabled.";
    if (node) {
        const char *name = node_name(run, node);
        if (!name) return false;
        what = arena_printf(&run->scratch, "Output %d of %s is a view%s", node->part, name, how);
    }
    raise_error(run, "RuntimeError",
                "%s This view is the output of a function that returns multiple views. Such "
                "functions do not allow the output views to be modified inplace. You should "
                "replace the inplace operation by an out-of-place one.",
                what);
    return error_hint(run->error, "q = q * 2 instead of q *= 2, or q = q.clone() before");
}

bool tape_may_write(Run *run, const Tensor *target)
{
    bool may = run->trace.heap.without_gradients || !autograd_of(target)->is_one_of_many;
    return may || refuse_one_of_many(run, target, " and is being modified inplace.");
}

bool tape_renew_view(Run *run, Tensor *tensor)
{
    Tensor *base = autograd_of(tensor)->base;
    if (autograd_of(base)->requires_grad && autograd_of(tensor)->is_one_of_many &&
        autograd_of(tensor)->node)
        return refuse_one_of_many(
            run, tensor, " and its base or another view of its base has been modified inplace.");
    autograd_for(tensor)->renewals = autograd_of(base)->renewals;
    if (!autograd_of(base)->requires_grad) return true;
    OpCall call = {.op = op_row_named(run, "as_strided"), .input = &base, .input_count = 1};
    call.arg[0] = strided_arg(tensor->shape.dim, tensor->shape.ndim);
    call.arg[1] = strided_arg(tensor->stride, tensor->shape.ndim);
    call.arg[2] = (Arg){.kind = ARG_INT, .i = tensor->offset};
    call.output = tensor;
    Node *node = tape_node(run, &call);
    if (!node) return false;
    autograd_derive(tensor);
    node_set_output(node, 0, tensor);
    return true;
}

bool tape_follows_write(const Run *run, const Tensor *target, const Tensor *value)
{
    if (run->trace.heap.without_gradients || !dtype_is_float(target->dtype)) return false;
    return autograd_of(target)->requires_grad || autograd_of(value)->requires_grad ||
           (autograd_of(target)->base && autograd_of(autograd_of(target)->base)->requires_grad);
}

static Tensor *as_it_was(Run *run, const Tensor *tensor)
{
    Tensor *copy = tensor_new_unset(&run->trace.heap, tensor->dtype, tensor->shape, run->error);
    if (!copy) return NULL;
    tensor_assign(copy, tensor);
    if (tensor->autograd) {
        AutogradMeta *meta = autograd_for(copy);
        meta->requires_grad = tensor->autograd->requires_grad;
        meta->is_derived = tensor->autograd->is_derived;
        meta->node = tensor->autograd->node;
        meta->output = tensor->autograd->output;
    }
    return copy;
}

bool tape_before_write(Run *run, Node *node, Tensor *target)
{
    Saved *saved = node->input_count ? &node->input[0].saved : NULL;
    if (!saved || saved->tensor != target) return true;
    saved->tensor = as_it_was(run, target);
    saved->writes = 0;
    return saved->tensor != NULL;
}

// A function of the library that puts the gradient of the part into that of the whole.
static Value slices_function(Run *run, Node *node, const Tensor *base, const Tensor *part)
{
    Value make = library_function(run, "torch._derivatives", "_copy_slices");
    Value argument[] = {grad_fn_of(run, node),
                        torch_from_shape(run, &base->shape),
                        sequence_of_ints(run, &type_tuple, base->stride, base->shape.ndim),
                        torch_from_shape(run, &part->shape),
                        sequence_of_ints(run, &type_tuple, part->stride, part->shape.ndim),
                        from_int(part->offset - base->offset)};
    return run_has_failed(run) ? NOTHING : call_with(run, make, argument, 6);
}

static bool write_part(Run *run, Node *node, Tensor *part)
{
    Tensor *base = autograd_of(part)->base;
    Value function = slices_function(run, node, base, part);
    Value *none = NEW_ARRAY(&run->scratch, Value, node->input_count);
    if (!function.type) return false;
    none[0] = from_tensor(base);
    Node *slices =
        tape_function(run, function, "torch::autograd::CopySlices", none, node->input_count, 1);
    if (!slices) return false;
    for (int i = 1; i < node->input_count; i++) {
        slices->input[i] = node->input[i];
        slices->input[i].saved.tensor = NULL;
    }
    slices->inner = node;
    slices->is_in_place = true;
    autograd_derive(base);
    node_set_output(slices, 0, base);
    autograd_for(base)->renewals++;
    return tape_renew(run, part);
}

bool tape_wrote(Run *run, Node *node, Tensor *target, const Tensor *value)
{
    if (node->saved_output.tensor == value && value && !node->held) {
        node->saved_output.tensor = target;
        node->saved_output.writes = storage_writes(target);
    }
    node->is_in_place = true;
    if (autograd_of(target)->base) return write_part(run, node, target);
    autograd_derive(target);
    node_set_output(node, 0, target);
    autograd_for(target)->renewals++;
    return true;
}

void tape_title_write(Tensor *target, const char *title)
{
    Node *node = autograd_maker(target);
    if (node && node->is_in_place) node->title = title;
}
