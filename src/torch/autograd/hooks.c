// Functions of the program that are called with gradients as they pass.
#include "torch/autograd/node.h"

#include "torch/autograd/tape.h"

Value hooks_list(Run *run, Value *hooks)
{
    if (!hooks->type) *hooks = sequence_new(run, &type_list, NULL, 0);
    return *hooks;
}

// A hook may add one to the list, or take itself away.
static Value call_hook(Run *run, Value hooks, int *at, const Value *given, int count)
{
    const Sequence *list = hooks.type ? value_sequence(hooks) : NULL;
    return list && *at < list->count ? call_with(run, list->item[(*at)++], given, count) : NOTHING;
}

bool hooks_run(Run *run, const NodeOutput *output, Value *grad)
{
    if (grad->type == &type_none) return true;
    int at = 0;
    hold(run, *grad);
    for (Value other; (other = call_hook(run, output->hooks, &at, grad, 1)).type;) {
        if (is_tensor(other)) *grad = other;
        hold(run, *grad);
    }
    return !run_has_failed(run);
}

bool hooks_run_after(Run *run, const Node *node, const Value *got, Value *gave)
{
    if (!node->after.type) return true;
    for (int i = 0; i < node->input_count; i++)
        if (!gave[i].type) gave[i] = NONE;
    const Value both[] = {sequence_new(run, &type_tuple, gave, node->input_count),
                          sequence_new(run, &type_tuple, got, node->output_count)};
    int at = 0;
    for (Value other; both[1].type && (other = call_hook(run, node->after, &at, both, 2)).type;)
        for (int k = 0; other.type == &type_tuple && k < node->input_count; k++)
            gave[k] = value_sequence(other)->item[k];
    return !run_has_failed(run);
}

bool hooks_run_after_leaf(Run *run, const Node *leaf)
{
    const Value tensor = from_tensor(leaf->leaf);
    for (int at = 0; call_hook(run, leaf->after, &at, &tensor, 1).type;)
        ;
    return !run_has_failed(run);
}

// ---- for the library -------------------------------------------------------------------------

static Value hooks_of(Run *run, Value *arg)
{
    Node *node = tape_node_of(run, arg[0].tensor);
    return node ? hooks_list(run, &node->output[autograd_of(arg[0].tensor)->output].hooks)
                : NOTHING;
}

static Value after_hooks_of(Run *run, Value *arg)
{
    Node *node = tape_node_of(run, arg[0].tensor);
    return node ? hooks_list(run, &node->after) : NOTHING;
}

static Value retain(Run *run, Value *arg)
{
    Tensor *tensor = arg[0].tensor;
    Node *node = tape_node_of(run, tensor);
    if (!node) return NOTHING;
    if (!node->leaf) node->output[autograd_of(tensor)->output].retained = tensor;
    autograd_for(tensor)->keeps_grad = !node->leaf;
    return NONE;
}

const Native hook_functions[] = {
    {"_hooks_of", "tensor", hooks_of},
    {"_after_hooks_of", "tensor", after_hooks_of},
    {"_retain_grad", "tensor", retain},
    {0},
};
