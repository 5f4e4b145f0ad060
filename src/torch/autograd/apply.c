// One node: from the gradients of its outputs to those of its inputs, by its rule or its function.
#include "torch/autograd/node.h"

#include "tensor/call.h"
#include "tensor/layout.h"

static bool is_broadcast(const Shape *from, const Shape *to)
{
    Shape both;
    return shape_broadcast(from, to, &both) && shape_equal(&both, to);
}

// PyTorch counts the inputs that can have a gradient.
static int differentiable_before(const Node *node, int at)
{
    int count = 0;
    for (int k = 0; node->rule && k < node->rule->count; k++)
        count += node_input_of(node, node->rule->of[k].input) < at;
    bool is_list = node->rule && node->rule->count == 1 && node->rule->of[0].is_list;
    return node->rule && !is_list ? count : at;
}

static Value wrong_shape(Run *run, Node *node, int at, const Shape *got)
{
    const char *name = node_name(run, node);
    if (!name) return NOTHING;
    return raise_error(run, "RuntimeError",
                       "Function %s returned an invalid gradient at index %d - got %s but "
                       "expected shape compatible with %s",
                       name, differentiable_before(node, at), shape_list(&run->scratch, got),
                       shape_list(&run->scratch, &node->input[at].shape));
}

Value node_fit(Run *run, Node *node, int at, Value grad)
{
    const Shape *shape = &node->input[at].shape;
    DType dtype = node->input[at].dtype;
    if (!shape_equal(&grad.tensor->shape, shape)) {
        if (!is_broadcast(shape, &grad.tensor->shape))
            return wrong_shape(run, node, at, &grad.tensor->shape);
        const Value argument[] = {grad, torch_from_shape(run, shape)};
        grad = call_with(run, library_function(run, "torch._derivatives", "_sum_to"), argument, 2);
    }
    if (!grad.type || grad.tensor->dtype == dtype) return grad;
    const Arg to = {.kind = ARG_DTYPE, .i = dtype};
    return op_call_with(run, op_row_named(run, "to"), &grad, 1, &to, 1);
}

static Value no_gradient_of(Run *run, Node *node)
{
    const char *name = node_name(run, node);
    const char *row = node->rule ? node->rule->op->name : name;
    raise_error(run, "RuntimeError", "derivative for aten::%s is not implemented", row);
    error_hint(run->error, "%s is not differentiated in qkv; .detach() takes a tensor out of it",
               row);
    return NOTHING;
}

bool node_input_is_wanted(const NodeInput *input, bool all)
{
    return input->next && (all || input->next->is_needed);
}

// What a rule gives for one input, or for each of a list of them, put into `result`.
static bool run_formula(Run *run, const Node *node, int k, Value grad, bool all, Value *result)
{
    bool is_list = node->rule->of[k].is_list, is_wanted = false;
    int at = node_input_of(node, node->rule->of[k].input);
    int end = node_inputs_end(node, at, is_list);
    for (int i = at; i < end; i++)
        is_wanted = is_wanted || node_input_is_wanted(&node->input[i], all);
    if (!is_wanted) return true;
    Value made = gradient_rule_call(run, node, &node->rule->of[k].formula, grad);
    if (!made.type) return false;
    if (!is_list) result[at] = made;
    for (int i = at; is_list && i < end; i++) result[i] = value_sequence(made)->item[i - at];
    return true;
}

static bool run_rule(Run *run, Node *node, Value grad, bool all, Value *result)
{
    for (int k = 0; k < node->rule->count; k++)
        if (!run_formula(run, node, k, grad, all, result)) return false;
    for (int i = 0; i < node->input_count; i++) {
        if (result[i].type || !node_input_is_wanted(&node->input[i], all)) continue;
        no_gradient_of(run, node);
        return false;
    }
    return true;
}

static bool run_function(Run *run, const Node *node, const Value *grad, Value *result)
{
    for (int i = 0; node->saves && i < node->input_count; i++)
        if (!node_saved(run, node, &node->input[i].saved).type) return false;
    Value made = call_with(run, node->function, grad, node->output_count);
    if (!made.type) return false;
    bool is_many = made.type == &type_tuple || made.type == &type_list;
    int count = is_many ? value_sequence(made)->count : 1;
    for (int i = 0; i < node->input_count && i < count; i++)
        result[i] = is_many ? value_sequence(made)->item[i] : made;
    return true;
}

static Value through_held(Run *run, const Node *node, Value grad)
{
    const Value masked[] = {grad, from_tensor(node->held), from_int(0)};
    return op_call_with(run, op_row_named(run, "masked_fill"), masked, 3, NULL, 0);
}

bool node_apply(Run *run, Node *node, const Value *grad, bool all, Value *result)
{
    bool none = true;
    for (int i = 0; i < node->output_count; i++) none = none && grad[i].type == &type_none;
    if (none) return true;
    if (!node_keeps_intact(run, node)) return false;
    Value passed = node->held ? through_held(run, node, grad[0]) : NOTHING;
    if (passed.type) grad = &passed;
    if (run_has_failed(run)) return false;
    if (node->rule) return run_rule(run, node, grad[0], all, result);
    return run_function(run, node, grad, result);
}

Value node_run(Run *run, Node *node, Value grads)
{
    const Sequence *given = value_sequence(grads);
    Value *result = NEW_ARRAY(&run->scratch, Value, node->input_count + 1);
    if (given->count != node->output_count)
        return raise_error(run, "TypeError", "%s expects %d gradients", node_name(run, node),
                           node->output_count);
    if (!node_apply(run, node, given->item, true, result)) return NOTHING;
    for (int i = 0; i < node->input_count; i++)
        if (!result[i].type) result[i] = NONE;
    return sequence_new(run, &type_tuple, result, node->input_count);
}
