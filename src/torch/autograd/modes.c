// no_grad and the like, and torch._C: what the library needs of gradients in C.
#include "lang/imports/module.h"
#include "torch/autograd/engine.h"
#include "torch/autograd/node.h"
#include "torch/autograd/tape.h"
#include "torch/options.h"

static Value torch_is_grad_enabled(Run *run, Value *arg UNUSED)
{
    return from_bool(!run->trace.heap.without_gradients);
}

// Gives what the mode was before.
static Value set_mode(Run *run, Value given, bool *mode)
{
    bool before = *mode;
    return value_truth(run, given, mode) ? from_bool(before) : NOTHING;
}

static Value set_grad_enabled(Run *run, Value *arg)
{
    bool enabled = !run->trace.heap.without_gradients;
    Value before = set_mode(run, arg[0], &enabled);
    run->trace.heap.without_gradients = !enabled;
    return before;
}

static Value set_inferring(Run *run, Value *arg)
{
    return set_mode(run, arg[0], &run->trace.heap.is_inferring);
}

static Value find_nan(Run *run, Value *arg)
{
    return set_mode(run, arg[0], &run->gradients.finds_nan);
}

// The tensor itself, as PyTorch has it since 0.4.
static Value autograd_variable(Run *run, Value *arg)
{
    bool truth = false;
    if (!tensor_needed(run, "Variable", arg[0])) return NOTHING;
    if (arg[1].type && !value_truth(run, arg[1], &truth)) return NOTHING;
    Value self = gradient_attribute(run, arg[0], "data");
    return self.type && tensor_require_gradient(run, self.tensor, truth) ? self : NOTHING;
}

// self[index] = value, or += value, where a place that comes twice gets both
static Value put_at(Run *run, Value *arg)
{
    return tensor_put(run, arg[0], arg[1], arg[2], arg[3].truth) ? arg[0] : NOTHING;
}

// What an operation has made of self, put where self was, by a node that PyTorch calls `title`.
static Value write_in_place(Run *run, Value *arg)
{
    const Tensor *self = arg[0].tensor, *made = arg[1].tensor;
    const Node *from = made->is_derived ? made->node : NULL;
    if (!tensor_write(run, arg[0], arg[1])) return NOTHING;
    if (arg[2].type) tape_title_write(arg[0].tensor, name_of(&run->names, value_text(arg[2])));
    Node *now = self->is_derived ? self->node : NULL;
    if (arg[2].type && from && now) now->shown = from->shown;
    return arg[0];
}

static Value torch_is_inferring(Run *run, Value *arg UNUSED)
{
    return from_bool(run->trace.heap.is_inferring);
}

static const Native torch_modes[] = {{"is_inference_mode_enabled", "", torch_is_inferring},
                                     {"is_grad_enabled", "", torch_is_grad_enabled},
                                     {0}};
static const Native core_modes[] = {
    {"_set_grad_enabled", "mode, /", set_grad_enabled},
    {"_set_inferring", "mode, /", set_inferring},
    {"_find_nan", "mode, /", find_nan},
    {"_variable", "data, requires_grad=, volatile=", autograd_variable},
    {"_put", "self, index, value, accumulate, /", put_at},
    {"_write", "self, value, title=", write_in_place},
    {0},
};

void gradient_add_all(Run *run, Value torch)
{
    const Native *const natives[] = {core_modes,       builtin_decorators, node_functions,
                                     engine_functions, hook_functions,     setting_functions,
                                     print_functions,  autocast_functions, torch_questions,
                                     torch_makers,     torch_data_makers,  random_functions};
    Value core = module_new(run, "torch._C");
    if (!core.type) return;
    module_add_natives(run, &((Module *)torch.object)->table, torch_modes);
    for (size_t i = 0; i < sizeof natives / sizeof *natives; i++)
        module_add_natives(run, &((Module *)core.object)->table, natives[i]);
    module_set(run, torch, "_C", core);
}
