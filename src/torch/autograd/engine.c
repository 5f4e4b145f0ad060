// backward(): gradients from the roots to the leaves. A node is always made after those that it
// leads to, so that in the order of their making, the last one first, each comes when all that it
// is to be given is there. That is the order in which PyTorch takes them, and adds. Leaves alone
// are served as soon as nothing else can come.
#include "torch/autograd/tape.h"

#include "tensor/call.h"
#include "tensor/convert.h"
#include "tensor/layout.h"
#include "trace/gradients.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Pass {
    Run *run;
    const Backward *asked;
    Node **node; // all that can be reached, in the order of their making
    int count;
    size_t capacity;
    Value *captured; // the gradients of the inputs that were asked for, or NOTHING
    int root;        // the entry of the one that it begins at; -1: of several, or not recorded
} Pass;

// ---- what the trace is told ------------------------------------------------------------------

static int entry_now(const Tensor *tensor)
{
    return tensor->version == storage_version(tensor) ? tensor->origin : -1;
}

// The trace may have dropped what the node was made for, and have something else in its place.
static int entry_of(const Pass *pass, const Node *node, int output)
{
    const Trace *trace = &pass->run->trace;
    int entry = node->leaf ? entry_now(node->leaf) : node->output[output].entry;
    if (entry >= trace->entry_count) return -1;
    bool is_other =
        entry >= 0 && node->rule && !span_equal(trace->entries[entry].source, node->source);
    return is_other ? -1 : entry;
}

static Gradient about(const Pass *pass, const Node *node, int output, GradientKind kind)
{
    int of = entry_of(pass, node, output);
    return (Gradient){
        .kind = kind, .of = of, .through = -1, .root = pass->root, .pass = pass->run->passes};
}

static Tensor *note(Pass *pass, Tensor *grad, Gradient what)
{
    return trace_gradient(&pass->run->trace, grad, what, pass->run->error);
}

static Value note_whole(Pass *pass, Tensor *grad, const Node *node, int output)
{
    Tensor *whole = trace_gradient_whole(
        &pass->run->trace, grad, about(pass, node, output, GRADIENT_WHOLE), pass->run->error);
    return whole ? from_tensor(whole) : NOTHING;
}

// ---- what takes part -------------------------------------------------------------------------

static void reach(Pass *pass, Node *node)
{
    if (!node || node->pass == pass->run->passes) return;
    node->pass = pass->run->passes;
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
        if (node && node->pass == run->passes) node->is_captured = true;
    }
    for (int i = 0; i < pass->count; i++) {
        Node *node = pass->node[i];
        node->is_needed = is_needed(pass, node);
        for (int k = 0; node->is_needed && k < node->input_count; k++)
            if (node->input[k].next) node->input[k].next->waits++;
    }
    return !run_has_failed(run);
}

// ---- gradients -------------------------------------------------------------------------------

static Value sum_of(Run *run, Tensor *a, Tensor *b)
{
    const Value both[] = {from_tensor(a), from_tensor(b)};
    return op_call_with(run, op_row_named(run, "add"), both, 2, NULL, 0);
}

// What came through the node `from`, or (NULL) what the pass begins with.
static bool add_pending(Pass *pass, const Node *from, Node *node, int at, Tensor **grad)
{
    NodeOutput *output = &node->output[at];
    Gradient what = about(pass, node, at, GRADIENT_PART);
    what.through = from ? entry_of(pass, from, 0) : -1;
    *grad = note(pass, *grad, what);
    if (!*grad || !output->pending) {
        output->pending = *grad;
        return *grad != NULL;
    }
    Value sum = sum_of(pass->run, output->pending, *grad);
    what.kind = GRADIENT_SO_FAR;
    what.through = -1;
    if (sum.type) output->pending = note(pass, sum.tensor, what);
    return sum.type && output->pending;
}

static bool is_broadcast(const Shape *from, const Shape *to)
{
    Shape both;
    return shape_broadcast(from, to, &both) && shape_equal(&both, to);
}

// PyTorch counts the inputs that can have a gradient.
static int differentiable_before(const Node *node, int at)
{
    const OpCall call = {.absent = node->absent, .input_count = node->input_count};
    int count = 0;
    for (int k = 0; node->rule && k < node->rule->count; k++)
        count += call_which(&call, node->rule->of[k].input) < at;
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

// In the dtype and the shape of what it is the gradient of: what was broadcast is summed.
static Value fitted(Run *run, Node *node, int at, Value grad)
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

static bool has_nan(const Tensor *tensor)
{
    Index at = {0};
    if (!tensor_count(tensor)) return false;
    do
        if (isnan(tensor_get(tensor, at))) return true;
    while (index_next(&tensor->shape, &at));
    return false;
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

// ---- a node ----------------------------------------------------------------------------------

static bool wants(const NodeInput *input, bool all)
{
    return input->next && (all || input->next->is_needed);
}

// What a rule gives for one input, or for each of a list of them, put into `result`.
static bool run_formula(Run *run, const Node *node, int k, Value grad, bool all, Value *result)
{
    const OpCall call = {.absent = node->absent, .input_count = node->input_count};
    bool is_list = node->rule->of[k].is_list, is_wanted = false;
    int at = call_which(&call, node->rule->of[k].input);
    int end = is_list ? node->input_count : at + 1;
    for (int i = at; i >= 0 && i < end; i++) is_wanted = is_wanted || wants(&node->input[i], all);
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
        if (result[i].type || !wants(&node->input[i], all)) continue;
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

// The gradients of the inputs, in `result`, from those of the outputs (None: there is none).
static bool compute(Run *run, Node *node, const Value *grad, bool all, Value *result)
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
    if (!compute(run, node, given->item, true, result)) return NOTHING;
    for (int i = 0; i < node->input_count; i++)
        if (!result[i].type) result[i] = NONE;
    return sequence_new(run, &type_tuple, result, node->input_count);
}

// ---- leaves ----------------------------------------------------------------------------------

// A copy that nobody else writes to, made by the same operation.
static Tensor *own_copy(Run *run, const Tensor *grad, const Tensor *of)
{
    Tensor *copy = tensor_new_like(&run->trace.heap, grad->dtype, of, run->error);
    if (!copy) return NULL;
    tensor_assign(copy, grad);
    if (grad->version == storage_version(grad)) {
        copy->origin = grad->origin;
        storage_set_version(copy, grad->version);
        copy->version = grad->version;
    }
    return copy;
}

// The same with a node, for a graph of the gradients.
static Tensor *recorded_copy(Run *run, Tensor *grad, const Tensor *of)
{
    Tensor *copy = tensor_new_like(&run->trace.heap, grad->dtype, of, run->error);
    if (!copy) return NULL;
    Value write = {.type = &type_native, .native = type_find_own_method(&type_tensor, "copy_")};
    const Value both[] = {from_tensor(copy), from_tensor(grad)};
    return call_with(run, write, both, 2).type ? copy : NULL;
}

static bool accumulate(Pass *pass, Tensor *into, Tensor *grad)
{
    Run *run = pass->run;
    bool creates_graph = pass->asked->creates_graph && grad->requires_grad;
    if (!into->grad) {
        into->grad = creates_graph ? recorded_copy(run, grad, into) : own_copy(run, grad, into);
        return into->grad != NULL;
    }
    if (creates_graph || into->grad->requires_grad) {
        Value sum = sum_of(run, into->grad, grad);
        if (sum.type) into->grad = sum.tensor;
        return sum.type != NULL;
    }
    Value sum =
        value_binary_in_place(run, OPERATOR_ADD, from_tensor(into->grad), from_tensor(grad));
    return sum.type && note(pass, into->grad,
                            (Gradient){.kind = GRADIENT_KEPT,
                                       .of = entry_now(into),
                                       .through = -1,
                                       .root = pass->root,
                                       .pass = run->passes});
}

// ---- the pass --------------------------------------------------------------------------------

static bool run_hooks(Run *run, const NodeOutput *output, Value *grad)
{
    if (!output->hooks.type || grad->type == &type_none) return true;
    const Sequence *hooks = value_sequence(output->hooks);
    for (int i = 0; i < hooks->count; i++) {
        hold(run, *grad);
        Value other = call_with(run, hooks->item[i], grad, 1);
        if (!other.type) return false;
        if (is_tensor(other)) *grad = other;
    }
    hold(run, *grad);
    return true;
}

static void capture(Pass *pass, const Node *node, int output, Value grad)
{
    for (int i = 0; node->is_captured && i < pass->asked->inputs; i++) {
        const Tensor *wanted = pass->asked->input[i].tensor;
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
        if (!run_hooks(pass->run, output, &grad[i])) return false;
        if (grad[i].type == &type_none) continue;
        grad[i] = note_whole(pass, grad[i].tensor, node, i);
        if (!grad[i].type) return false;
        hold(pass->run, grad[i]);
        capture(pass, node, i, grad[i]);
        if (output->retained && !accumulate(pass, output->retained, grad[i].tensor)) return false;
    }
    return true;
}

static bool serve_leaf(Pass *pass, Node *leaf)
{
    Value grad;
    if (!take_pending(pass, leaf, &grad)) return false;
    if (grad.type == &type_none || pass->asked->input) return true;
    if (!accumulate(pass, leaf->leaf, grad.tensor)) return false;
    Value tensor = from_tensor(leaf->leaf);
    for (int i = 0; leaf->after.type && i < value_sequence(leaf->after)->count; i++)
        if (!call_with(pass->run, value_sequence(leaf->after)->item[i], &tensor, 1).type)
            return false;
    return true;
}

// As PyTorch warns before the error: where the node was made.
static bool warn_of_node(Run *run, Node *node)
{
    Span source = node->asked;
    Buf text = {.arena = &run->scratch};
    if (source.source) {
        Place place = source_place(source.source, source.start);
        buf_printf(&text,
                   "Error detected in %s. Traceback of forward call that caused the error:\n",
                   node_name(run, node));
        buf_printf(&text, "  File \"%s\", line %d\n    %.*s", source.source->name, place.line,
                   STR_ARG(str_trim(place.text)));
    } else {
        buf_printf(&text,
                   "Error detected in %s. No forward pass information available. Enable detect "
                   "anomaly during forward pass for more information.",
                   node_name(run, node));
    }
    Value said = value_from_text(run, buf_text(&text));
    Value warn = said.type ? library_function(run, "warnings", "warn") : NOTHING;
    return warn.type && call_with(run, warn, &said, 1).type;
}

static bool not_a_number(Run *run, Node *node, int at)
{
    if (!warn_of_node(run, node)) return false;
    raise_error(run, "RuntimeError", "Function '%s' returned nan values in its %dth output.",
                node_name(run, node), at);
    Span source = node->asked;
    if (source.source)
        error_hint(run->error, "it belongs to line %d: %.*s",
                   source_place(source.source, source.start).line, STR_ARG(span_text(source)));
    return false;
}

// Hands the gradient of the `at`-th input to the node that made that input.
static bool give(Pass *pass, Node *node, int at, Value *given)
{
    Value grad = *given;
    Run *run = pass->run;
    NodeInput *input = &node->input[at];
    if (!input->next) return true;
    if (is_tensor(grad) && input->next->is_needed) {
        if (run->finds_nan && has_nan(grad.tensor)) return not_a_number(run, node, at);
        grad = fitted(run, node, at, grad);
        if (!grad.type || !add_pending(pass, node, input->next, input->output, &grad.tensor))
            return false;
        *given = grad;
    }
    return --input->next->waits > 0 || !input->next->leaf || serve_leaf(pass, input->next);
}

static bool call_after(Run *run, const Node *node, const Value *got, Value *gave)
{
    if (!node->after.type) return true;
    for (int i = 0; i < node->input_count; i++)
        if (!gave[i].type) gave[i] = NONE;
    Value both[] = {sequence_new(run, &type_tuple, gave, node->input_count),
                    sequence_new(run, &type_tuple, got, node->output_count)};
    for (int i = 0; both[1].type && i < value_sequence(node->after)->count; i++) {
        Value other = call_with(run, value_sequence(node->after)->item[i], both, 2);
        if (!other.type) return false;
        for (int k = 0; other.type == &type_tuple && k < node->input_count; k++)
            gave[k] = value_sequence(other)->item[k];
    }
    return both[1].type != NULL;
}

// Where the rule stands that gives the first of the gradients that are needed.
static Span rule_of(const Node *node)
{
    Value function = node->function;
    const OpCall call = {.absent = node->absent, .input_count = node->input_count};
    for (int k = 0; node->rule && k < node->rule->count && !function.type; k++) {
        int at = call_which(&call, node->rule->of[k].input);
        if (at >= 0 && wants(&node->input[at], false))
            function = node->rule->of[k].formula.function;
    }
    if (function.type != &type_function) return node->source;
    return ((const Function *)function.object)->code->span;
}

static Call *enter_node(const Pass *pass, const Node *node, const char *name, const Value *grad)
{
    Run *run = pass->run;
    if (!trace_follows_calls(&run->trace)) return NULL;
    Call *call = trace_enter(&run->trace, &(Call){.function = name,
                                                  .source = node->source,
                                                  .definition = rule_of(node),
                                                  .is_library = true,
                                                  .is_backward = true,
                                                  .of = entry_of(pass, node, 0)});
    for (int i = 0; i < node->output_count; i++)
        if (is_tensor(grad[i])) trace_argument(&run->trace, call, grad[i].tensor);
    return call;
}

static void leave_node(Run *run, Call *call, const Value *result, int count)
{
    const Tensor *first = NULL;
    for (int i = 0; i < count; i++) {
        if (!is_tensor(result[i])) continue;
        if (!first) first = result[i].tensor;
        if (call) call->result_count++;
    }
    trace_leave(&run->trace, call, first);
}

static bool serve_node(Pass *pass, Node *node)
{
    Run *run = pass->run;
    Value *grad = NEW_ARRAY(&run->scratch, Value, node->output_count);
    Value *result = NEW_ARRAY(&run->scratch, Value, node->input_count + 1);
    const char *name = trace_follows_calls(&run->trace) ? node_name(run, node) : "";
    if (!name || !take_pending(pass, node, grad)) return false;
    Call *call = enter_node(pass, node, name, grad);
    bool ok = compute(run, node, grad, false, result);
    for (int i = 0; i < node->input_count; i++) hold(run, result[i]);
    ok = ok && call_after(run, node, grad, result);
    for (int i = 0; ok && i < node->input_count; i++) ok = give(pass, node, i, &result[i]);
    leave_node(run, call, result, ok ? node->input_count : 0);
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
        if (!node || !add_pending(pass, NULL, node, root->output, &grad)) return false;
    }
    return true;
}

static Value finish(Pass *pass)
{
    const Backward *asked = pass->asked;
    if (!asked->accumulates) return captured_tuple(pass);
    for (int i = 0; i < asked->inputs; i++) {
        Value grad = pass->captured[i];
        if (grad.type && !accumulate(pass, asked->input[i].tensor, grad.tensor)) return NOTHING;
    }
    return NONE;
}

Value engine_run(Run *run, const Backward *backward)
{
    Pass pass = {.run = run,
                 .asked = backward,
                 .root = backward->roots == 1 ? entry_now(backward->root[0].tensor) : -1};
    bool without = run->trace.heap.without_gradients;
    run->passes++;
    pass.captured = NEW_ARRAY(&run->scratch, Value, backward->inputs + 1);
    run->trace.heap.without_gradients = !backward->creates_graph;
    bool ok = find_nodes(&pass) && begin_at_roots(&pass) && run_pass(&pass);
    if (!ok) forget(&pass);
    Value result = ok ? finish(&pass) : NOTHING;
    run->trace.heap.without_gradients = without;
    return result;
}

// ---- for the library -------------------------------------------------------------------------

static bool all_have_nodes(Run *run, const Value *root, int roots)
{
    for (int i = 0; i < roots; i++) {
        if (!tape_renew(run, root[i].tensor)) return false;
        if (root[i].tensor->requires_grad) continue;
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

// The list of the functions that are called with a tensor's gradient.
static Value hooks_of(Run *run, Value *arg)
{
    Node *node = tape_node_of(run, arg[0].tensor);
    if (!node) return NOTHING;
    NodeOutput *output = &node->output[arg[0].tensor->output];
    if (!output->hooks.type) output->hooks = sequence_new(run, &type_list, NULL, 0);
    return output->hooks;
}

// Those that are called once a leaf's .grad is there.
static Value after_hooks_of(Run *run, Value *arg)
{
    Node *node = tape_node_of(run, arg[0].tensor);
    if (node && !node->after.type) node->after = sequence_new(run, &type_list, NULL, 0);
    return node ? node->after : NOTHING;
}

static Value retain(Run *run, Value *arg)
{
    Tensor *tensor = arg[0].tensor;
    Node *node = tape_node_of(run, tensor);
    if (!node) return NOTHING;
    if (!node->leaf) node->output[tensor->output].retained = tensor;
    tensor->keeps_grad = !node->leaf;
    return NONE;
}

static Value find_nan(Run *run, Value *arg)
{
    bool before = run->finds_nan;
    return value_truth(run, arg[0], &run->finds_nan) ? from_bool(before) : NOTHING;
}

const Native engine_functions[] = {
    {"_run_backward",
     "tensors, gradients, inputs, keeps_graph, creates_graph, accumulates, allows_unused",
     run_backward},
    {"_hooks_of", "tensor", hooks_of},
    {"_after_hooks_of", "tensor", after_hooks_of},
    {"_retain_grad", "tensor", retain},
    {"_find_nan", "mode", find_nan},
    {0},
};
