// What programs ask of a tensor about gradients, and set: requires_grad, grad, grad_fn, data. The
// flags are kept as PyTorch keeps them.
#include "lang/class.h"
#include "tensor/call.h"
#include "torch/autograd/node.h"
#include "torch/autograd/tape.h"

#include <string.h>

static bool is_leaf(const Tensor *tensor)
{
    return !autograd_of(tensor)->requires_grad || !autograd_of(tensor)->is_derived;
}

bool tensor_may_write(Run *run, const Tensor *target, bool part)
{
    if (autograd_of(target)->is_inference && !run->trace.heap.is_inferring) {
        raise_error(run, "RuntimeError",
                    "Inplace update to inference tensor outside InferenceMode is not allowed.You "
                    "can make a clone to get a normal tensor before doing inplace update.See "
                    "https://github.com/pytorch/rfcs/pull/17 for more details.");
        return false;
    }
    if (run->trace.heap.without_gradients || !autograd_of(target)->requires_grad) return true;
    if (!tape_may_write(run, target)) return false;
    bool view = autograd_of(target)->is_derived ? autograd_of(target)->is_leaf_view : part;
    if (autograd_of(target)->is_derived && !view) return true;
    raise_error(run, "RuntimeError",
                "a %sleaf Variable that requires grad is being used in an in-place operation.",
                view ? "view of a " : "");
    return error_hint(run->error, "with torch.no_grad(): around it, or .data");
}

static bool set_requires_grad(Run *run, Tensor *tensor, bool required, const char *floats)
{
    if (autograd_of(tensor)->is_derived && !required) {
        raise_error(run, "RuntimeError",
                    "you can only change requires_grad flags of leaf variables. If you want to use "
                    "a computed variable in a subgraph that doesn't require differentiation use "
                    "var_no_grad = var.detach().");
        return error_hint(run->error, ".detach()");
    }
    if (required && !dtype_is_float(tensor->dtype)) {
        raise_error(run, "RuntimeError", "only Tensors of %s can require gradients", floats);
        return error_hint(run->error, "floats: 1.0 instead of 1, or .float()");
    }
    if (required || tensor->autograd) autograd_for(tensor)->requires_grad = required;
    return true;
}

static Value data_of(Run *run, Value self)
{
    Value data = op_call_with(run, op_find(STR("detach"), 0), &self, 1, NULL, 0);
    if (data.type) autograd_for(data.tensor)->is_apart = true;
    return data;
}

static Value node_of(Run *run, Tensor *tensor)
{
    bool is_made = tape_renew(run, tensor) && autograd_of(tensor)->requires_grad &&
                   autograd_of(tensor)->is_derived;
    if (run_has_failed(run)) return NOTHING;
    return is_made && autograd_of(tensor)->node ? grad_fn_of(run, autograd_of(tensor)->node) : NONE;
}

static Value grad_of(Run *run, Tensor *tensor)
{
    if (autograd_of(tensor)->grad) return from_tensor(autograd_of(tensor)->grad);
    if (!is_leaf(tensor) && !autograd_of(tensor)->keeps_grad)
        run_say_once(
            run,
            "UserWarning: The .grad attribute of a Tensor that is not a leaf Tensor is being "
            "accessed. Its .grad attribute won't be populated during autograd.backward(). If you "
            "indeed want the .grad field to be populated for a non-leaf Tensor, use .retain_grad() "
            "on the non-leaf Tensor. If you access the non-leaf Tensor by mistake, make sure you "
            "access the leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more "
            "informations.\n");
    return NONE;
}

Value gradient_attribute(Run *run, Value self, const char *name)
{
    Tensor *tensor = self.tensor;
    if (strcmp(name, "grad") == 0) return grad_of(run, tensor);
    if (strcmp(name, "grad_fn") == 0) return node_of(run, tensor);
    if (strcmp(name, "data") == 0) return data_of(run, self);
    if (strcmp(name, "_version") == 0) return from_int(storage_writes(tensor));
    if (strcmp(name, "retains_grad") == 0) return from_bool(autograd_of(tensor)->keeps_grad);
    if (strcmp(name, "output_nr") == 0)
        return from_int(is_leaf(tensor) ? 0 : autograd_of(tensor)->output);
    if (strcmp(name, "_base") == 0)
        return autograd_of(tensor)->base ? from_tensor(autograd_of(tensor)->base) : NONE;
    if (strcmp(name, "requires_grad") == 0)
        return tape_renew(run, tensor) ? from_bool(autograd_of(tensor)->requires_grad) : NOTHING;
    if (strcmp(name, "is_leaf") == 0)
        return tape_renew(run, tensor) ? from_bool(is_leaf(tensor)) : NOTHING;
    return NOTHING;
}

// The size of a gradient in messages of PyTorch's.
static bool may_be_grad(Run *run, const Tensor *tensor, Value value)
{
    if (!is_tensor(value)) {
        raise_error(run, "TypeError",
                    "assigned grad expected to be a Tensor or None but got grad of type %s",
                    value_type_name(value));
        return false;
    }
    const Tensor *grad = value.tensor;
    if (grad->dtype != tensor->dtype) {
        raise_error(run, "RuntimeError",
                    "attempting to assign a gradient with dtype '%s' to a tensor with dtype '%s'. "
                    "Please ensure that the gradient and the tensor have the same dtype",
                    dtype_c_name(grad->dtype), dtype_c_name(tensor->dtype));
        return false;
    }
    if (shape_equal(&grad->shape, &tensor->shape)) return true;
    raise_error(run, "RuntimeError",
                "attempting to assign a gradient of size '%s' to a tensor of size '%s'. Please "
                "ensure that the gradient and the tensor are the same size",
                shape_list(&run->scratch, &grad->shape), shape_list(&run->scratch, &tensor->shape));
    return false;
}

static bool set_grad(Run *run, Tensor *tensor, Value value)
{
    bool none = value.type == &type_none;
    if (!none && !may_be_grad(run, tensor, value)) return false;
    autograd_for(tensor)->grad = none ? NULL : value.tensor;
    return true;
}

static bool set_data(Run *run, Tensor *tensor, Value data)
{
    if (!is_tensor(data)) {
        raise_error(run, "TypeError", "Variable data has to be a tensor, but got %s",
                    data.type->name);
        return false;
    }
    if (data.tensor->dtype != tensor->dtype && autograd_of(tensor)->requires_grad &&
        !dtype_is_float(data.tensor->dtype)) {
        raise_error(run, "RuntimeError",
                    "data set to a tensor that requires gradients must be floating point or "
                    "complex dtype");
        return false;
    }
    trace_take_data(&run->trace, tensor, data.tensor, recorded_at(run));
    return true;
}

bool gradient_set_attribute(Run *run, Value self, const char *name, Value value)
{
    bool truth;
    if (strcmp(name, "data") == 0) return set_data(run, self.tensor, value);
    if (strcmp(name, "requires_grad") == 0) {
        return value_truth(run, value, &truth) &&
               set_requires_grad(run, self.tensor, truth, "floating point and complex dtype");
    }
    if (strcmp(name, "grad") == 0) return set_grad(run, self.tensor, value);
    return tensor_set_own_attribute(run, self.tensor, name, value);
}

static Value method_requires_grad(Run *run, Value *arg)
{
    bool truth = true;
    if (arg[1].type && !value_truth(run, arg[1], &truth)) return NOTHING;
    return set_requires_grad(run, arg[0].tensor, truth, "floating point dtype") ? arg[0] : NOTHING;
}

static Value method_detach_in_place(Run *run, Value *arg)
{
    if (autograd_of(arg[0].tensor)->base) {
        return raise_error(
            run, "RuntimeError",
            "Can't detach views in-place. Use detach() instead. If you are using "
            "DistributedDataParallel (DDP) for training, and gradient_as_bucket_view is set as "
            "True, gradients are views of DDP buckets, and hence detach_() cannot be called on "
            "these gradients. To fix this error, please refer to the Optimizer.zero_grad() "
            "function in torch/optim/optimizer.py as the solution.");
    }
    autograd_make_leaf(arg[0].tensor);
    return arg[0];
}

static Value method_is_inference(Run *run UNUSED, Value *arg)
{
    return from_bool(autograd_of(arg[0].tensor)->is_inference);
}

const Native gradient_methods[] = {
    {"requires_grad_", "self, requires_grad=", method_requires_grad},
    {"detach_", "self", method_detach_in_place},
    {"is_inference", "self", method_is_inference},
    {0},
};
