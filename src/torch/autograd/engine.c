// backward(): gradients from the roots to the leaves. A node is always made after those that it
// leads to, so that in the order of their making, the last one first, each comes when all that it
// is to be given is there. That is the order in which PyTorch takes them, and adds. Leaves alone
// are served as soon as nothing else can come.
#include "torch/autograd/engine.h"

#include "torch/autograd/node.h"
#include "torch/autograd/pass.h"
#include "torch/autograd/tape.h"

#include <stdlib.h>

static void reach(Pass *pass, Node *node)
{
    if (!node || node->pass == pass->run->gradients.passes) return;
    node->pass = pass->run->gradients.passes;
    node->is_needed = node->is_captured = false;
    node->waits = 0;
    pass->node = arena_grow(&pass->run->scratch, pass->node, (size_t)pass->count, &pass->capacity,
                            sizeof *pass->node);
    pass->node[pass->count++] = node;
}

static int by_sequence(const void *a, const void *b)
{
    const Node *left = *(Node *const *)a, *right = *(Node *const *)b;
    return (left->sequence > right->sequence) - (left->sequence < right->sequence);
}

// A node is needed that leads to where a gradient is wanted.
static bool is_needed(const Pass *pass, const Node *node)
{
    if (node->is_captured) return true;
    if (node->leaf) return !pass->asked->input;
    for (int i = 0; i < node->input_count; i++)
        if (node->input[i].next && node->input[i].next->is_needed) return true;
    return false;
}

static bool find_nodes(Pass *pass)
{
    Run *run = pass->run;
    const Backward *asked = pass->asked;
    for (int i = 0; i < asked->roots; i++) reach(pass, tape_node_of(run, asked->root[i].tensor));
    for (int i = 0; i < pass->count; i++)
        for (int k = 0; k < pass->node[i]->input_count; k++)
            reach(pass, pass->node[i]->input[k].next);
    qsort(pass->node, (size_t)pass->count, sizeof *pass->node, by_sequence);
    for (int i = 0; i < asked->inputs; i++) {
        Node *node = tape_node_of(run, asked->input[i].tensor);
        if (node && node->pass == run->gradients.passes) node->is_captured = true;
    }
    for (int i = 0; i < pass->count; i++) {
        Node *node = pass->node[i];
        node->is_needed = is_needed(pass, node);
        for (int k = 0; node->is_needed && k < node->input_count; k++)
            if (node->input[k].next) node->input[k].next->waits++;
    }
    return !run_has_failed(run);
}

// What came through the node `from`, or (NULL) what the pass begins with.
static bool add_pending(Pass *pass, const Node *from, Node *node, int at, Tensor **grad)
{
    NodeOutput *output = &node->output[at];
    *grad = pass_note(pass, *grad, GRADIENT_PART, node, at, from);
    if (!*grad || !output->pending) {
        output->pending = *grad;
        return *grad != NULL;
    }
    Tensor *sum = gradient_sum(pass->run, output->pending, *grad).tensor;
    if (sum) output->pending = pass_note(pass, sum, GRADIENT_SO_FAR, node, at, NULL);
    return sum && output->pending;
}

static void capture(Pass *pass, const Node *node, int output, Value grad)
{
    for (int i = 0; node->is_captured && i < pass->asked->inputs; i++) {
        const AutogradMeta *wanted = autograd_of(pass->asked->input[i].tensor);
        if (wanted->node == node && wanted->output == output) pass->captured[i] = grad;
    }
}

// Takes what has come for the outputs, through the hooks, to who wants it.
static bool take_pending(Pass *pass, Node *node, Value *grad)
{
    for (int i = 0; i < node->output_count; i++) {
        NodeOutput *output = &node->output[i];
        grad[i] = output->pending ? from_tensor(output->pending) : NONE;
        hold(pass->run, grad[i]);
        output->pending = NULL;
        if (!hooks_run(pass->run, output, &grad[i])) return false;
        if (grad[i].type == &type_none) continue;
        grad[i] = pass_note_whole(pass, grad[i].tensor, node, i);
        if (!grad[i].type) return false;
        hold(pass->run, grad[i]);
        capture(pass, node, i, grad[i]);
        if (output->retained && !pass_accumulate(pass, output->retained, grad[i].tensor))
            return false;
    }
    return true;
}

static bool serve_leaf(Pass *pass, Node *leaf)
{
    Value grad;
    if (!take_pending(pass, leaf, &grad)) return false;
    if (grad.type == &type_none || pass->asked->input) return true;
    return pass_accumulate(pass, leaf->leaf, grad.tensor) && hooks_run_after_leaf(pass->run, leaf);
}

// Hands the gradient of the `at`-th input to the node that made that input.
static bool give(Pass *pass, Node *node, int at, Value *given)
{
    Value grad = *given;
    Run *run = pass->run;
    NodeInput *input = &node->input[at];
    if (!input->next) return true;
    if (is_tensor(grad) && input->next->is_needed) {
        if (!anomaly_check(run, node, at, grad.tensor)) return false;
        grad = node_fit(run, node, at, grad);
        if (!grad.type || !add_pending(pass, node, input->next, input->output, &grad.tensor))
            return false;
        *given = grad;
    }
    return --input->next->waits > 0 || !input->next->leaf || serve_leaf(pass, input->next);
}

static bool serve_node(Pass *pass, Node *node)
{
    Run *run = pass->run;
    Value *grad = NEW_ARRAY(&run->scratch, Value, node->output_count);
    Value *result = NEW_ARRAY(&run->scratch, Value, node->input_count + 1);
    const char *name = trace_follows_calls(&run->trace) ? node_name(run, node) : "";
    if (!name || !take_pending(pass, node, grad)) return false;
    Call *call = pass_enter(pass, node, name, grad);
    bool ok = node_apply(run, node, grad, false, result);
    for (int i = 0; i < node->input_count; i++) hold(run, result[i]);
    ok = ok && hooks_run_after(run, node, grad, result);
    for (int i = 0; ok && i < node->input_count; i++) ok = give(pass, node, i, &result[i]);
    pass_leave(run, call, result, ok ? node->input_count : 0);
    if (ok && !pass->asked->keeps_graph) node_release(node);
    return ok;
}

static bool run_pass(Pass *pass)
{
    Run *run = pass->run;
    for (int i = pass->count - 1; i >= 0; i--) {
        Node *node = pass->node[i];
        if (!node->is_needed || (node->leaf && !node->output[0].pending)) continue;
        size_t held = run->held.count;
        ArenaMark mark = arena_mark(&run->scratch);
        if (!run_take_step(run)) return false;
        if (!(node->leaf ? serve_leaf(pass, node) : serve_node(pass, node))) return false;
        arena_release(&run->scratch, mark);
        release_held(run, held);
        for (int k = 0; k < pass->asked->inputs; k++) hold(run, pass->captured[k]);
    }
    return true;
}

// Nothing of a pass that failed may be found by the next one.
static void forget(Pass *pass)
{
    for (int i = 0; i < pass->count; i++)
        for (int k = 0; k < pass->node[i]->output_count; k++)
            pass->node[i]->output[k].pending = NULL;
}

static Value captured_tuple(Pass *pass)
{
    Run *run = pass->run;
    for (int i = 0; i < pass->asked->inputs; i++) {
        if (pass->captured[i].type) continue;
        if (!pass->asked->allows_unused)
            return raise_error(
                run, "RuntimeError",
                "One of the differentiated Tensors appears to not have been used in the graph. Set "
                "allow_unused=True if this is the desired behavior.");
        pass->captured[i] = NONE;
    }
    return sequence_new(run, &type_tuple, pass->captured, pass->asked->inputs);
}

static bool begin_at_roots(Pass *pass)
{
    Run *run = pass->run;
    const Backward *asked = pass->asked;
    for (int i = 0; i < asked->roots; i++) {
        Tensor *root = asked->root[i].tensor;
        Node *node = tape_node_of(run, root);
        Tensor *grad = asked->grad[i].tensor;
        if (!node || !add_pending(pass, NULL, node, autograd_of(root)->output, &grad)) return false;
    }
    return true;
}

static Value finish(Pass *pass)
{
    const Backward *asked = pass->asked;
    if (!asked->accumulates) return captured_tuple(pass);
    for (int i = 0; i < asked->inputs; i++) {
        Value grad = pass->captured[i];
        if (grad.type && !pass_accumulate(pass, asked->input[i].tensor, grad.tensor))
            return NOTHING;
    }
    return NONE;
}

Value engine_run(Run *run, const Backward *backward)
{
    Pass pass = {.run = run,
                 .asked = backward,
                 .root = backward->roots == 1 ? entry_now(backward->root[0].tensor) : -1};
    bool without = run->trace.heap.without_gradients;
    run->gradients.passes++;
    pass.captured = NEW_ARRAY(&run->scratch, Value, backward->inputs + 1);
    run->trace.heap.without_gradients = !backward->creates_graph;
    bool ok = find_nodes(&pass) && begin_at_roots(&pass) && run_pass(&pass);
    if (!ok) forget(&pass);
    Value result = ok ? finish(&pass) : NOTHING;
    run->trace.heap.without_gradients = without;
    return result;
}

static bool all_have_nodes(Run *run, const Value *root, int roots)
{
    for (int i = 0; i < roots; i++) {
        if (!tape_renew(run, root[i].tensor)) return false;
        if (autograd_of(root[i].tensor)->requires_grad) continue;
        raise_error(run, "RuntimeError",
                    "element %d of tensors does not require grad and does not have a grad_fn", i);
        return error_hint(run->error, "requires_grad=True, or .requires_grad_(), of what is to "
                                      "have a gradient, before it is used");
    }
    return true;
}

// tensors, their gradients, inputs (None: all leaves), and what else was asked for
static Value run_backward(Run *run, Value *arg)
{
    const Sequence *roots = value_sequence(arg[0]), *grads = value_sequence(arg[1]);
    Sequence *inputs = arg[2].type == &type_none ? NULL : value_sequence(arg[2]);
    Backward backward = {.root = roots->item,
                         .roots = roots->count,
                         .grad = grads->item,
                         .input = inputs ? inputs->item : NULL,
                         .inputs = inputs ? inputs->count : 0,
                         .keeps_graph = arg[3].truth,
                         .creates_graph = arg[4].truth,
                         .accumulates = arg[5].truth,
                         .allows_unused = arg[6].truth};
    for (int i = 0; i < 3; i++) hold(run, arg[i]);
    if (!all_have_nodes(run, backward.root, backward.roots)) return NOTHING;
    return engine_run(run, &backward);
}

const Native engine_functions[] = {
    {"_run_backward",
     "tensors, gradients, inputs, keeps_graph, creates_graph, accumulates, allows_unused",
     run_backward},
    {0},
};
