// Tensors that begin anew without a past: torch.nn.Parameter, and instances of a class of the
// program.
#include "lang/class.h"
#include "tensor/autograd.h"
#include "torch/options.h"

bool value_is_parameter(Value value)
{
    return is_tensor(value) && autograd_of(value.tensor)->is_parameter;
}

// A tensor of its own that shares the numbers.
static Value make_parameter(Run *run, Value *arg)
{
    bool required = true;
    if (arg[1].type && !value_truth(run, arg[1], &required)) return NOTHING;
    if (!arg[0].type || arg[0].type == &type_none) {
        arg[0] = tensor_of_class(run, run->trace.heap.float_dtype, &(Args){0});
    }
    if (!arg[0].type || !tensor_needed(run, "Parameter", arg[0])) return NOTHING;
    Tensor *parameter = tensor_again(run, arg[0].tensor);
    autograd_make_leaf(parameter);
    autograd_for(parameter)->is_parameter = true;
    return tensor_require_gradient(run, parameter, required) ? from_tensor(parameter) : NOTHING;
}

static Value parameter_construct(Run *run, const Args *args)
{
    static const Native parameter = {"Parameter", "data=, requires_grad=", make_parameter};
    return native_invoke(run, &parameter, args, NULL);
}

const Type type_parameter = {
    .name = "torch.nn.parameter.Parameter",
    .base = &type_tensor,
    .construct = parameter_construct,
};

static Value as_class(Run *run, Value class, Tensor *tensor, const char *function)
{
    static const char must[] = "must be type, not";
    if (!value_is_class(class)) {
        return raise_error(run, "TypeError", "%s(): argument 'cls' (position 1) %s %s", function,
                           must, class.type->name);
    }
    if (class.of == &type_tensor) return from_tensor(tensor);
    if (class.of->class && class.of->holds == HOLDS_TENSOR)
        return tensor_instance(run, class.of, tensor, NONE);
    return raise_error(run, "RuntimeError",
                       "cls must be a type that inherits from torch.Tensor, got %s",
                       class.of->name);
}

static Value method_as_subclass(Run *run, Value *arg)
{
    return as_class(run, arg[1], tensor_again(run, arg[0].tensor), "as_subclass");
}

static Value make_subclass(Run *run, Value *arg)
{
    bool required = false;
    if (!tensor_needed(run, "_make_subclass", arg[1])) return NOTHING;
    if (arg[2].type && !value_truth(run, arg[2], &required)) return NOTHING;
    Tensor *tensor = tensor_again(run, arg[1].tensor);
    autograd_make_leaf(tensor);
    if (!tensor_require_gradient(run, tensor, required)) return NOTHING;
    return as_class(run, arg[0], tensor, "_make_subclass");
}

const Native subclass_methods[] = {
    {"as_subclass", "self, cls", method_as_subclass},
    {0},
};

const Native tensor_functions[] = {
    {"_make_subclass", "cls, data, require_grad=", make_subclass},
    {0},
};
