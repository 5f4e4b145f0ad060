// Makes a node when an operation gives a tensor that requires a gradient.
#include "torch/autograd/tape.h"

#include "lang/class.h"
#include "tensor/call.h"

#include <string.h>

// Of a leaf: in the order of making it comes first.
static Node *leaf_node(Run *run, Tensor *tensor)
{
    Node *node = node_new(run, 0, 1);
    if (!node) return NULL;
    node->leaf = tensor;
    node->sequence = 0;
    node->title = "torch::autograd::AccumulateGrad";
    node_set_output(node, 0, tensor);
    return node;
}

Node *tape_node_of(Run *run, Tensor *tensor)
{
    if (!tape_renew(run, tensor) || !autograd_of(tensor)->requires_grad) return NULL;
    return autograd_of(tensor)->node ? autograd_of(tensor)->node : leaf_node(run, tensor);
}

static bool set_input(Run *run, NodeInput *input, Tensor *tensor)
{
    input->shape = tensor->shape;
    input->dtype = tensor->dtype;
    memcpy(input->stride, tensor->stride, sizeof input->stride);
    if (tensor->is_number) input->number = value_from_cell(tensor, (Index){0});
    if (!autograd_of(tensor)->requires_grad) return true;
    input->next = tape_node_of(run, tensor);
    input->output = autograd_of(tensor)->output;
    return input->next != NULL;
}

static bool wants(const Node *node, int which, bool is_list)
{
    int at = node_input_of(node, which);
    for (int i = at; i < node_inputs_end(node, at, is_list); i++)
        if (node->input[i].next) return true;
    return false;
}

// Of a list of factors each is saved for the others: does one of those want a gradient?
static bool others_want(const Node *node, int at, int first)
{
    for (int i = first; i < node->input_count; i++)
        if (i != at && node->input[i].next) return true;
    return false;
}

static bool reads_more(const RuleFormula *formula)
{
    for (int k = 0; k < formula->slot_count; k++)
        if (formula->slot[k].kind == SLOT_MORE) return true;
    return false;
}

// What the formula for the `input`-th input reads. Of that itself, a list, only who is not alone.
static void save_for(Run *run, Node *node, const OpCall *call, const RuleFormula *formula,
                     int input)
{
    if (reads_more(formula) && (call->op->traits & OP_MORE_ALONG) && op_besides(call)) return;
    for (int i = 0; i < formula->slot_count; i++) {
        const RuleSlot *slot = &formula->slot[i];
        if (slot->kind == SLOT_OUTPUT)
            node_save(run, &node->saved_output, call->held ? call->held->computed : call->output);
        int at = slot->kind == SLOT_INPUT ? node_input_of(node, slot->which) : -1;
        for (int k = at; k < node_inputs_end(node, at, slot->is_list); k++)
            if (slot->which != input || others_want(node, k, at))
                node_save(run, &node->input[k].saved, call->input[k]);
    }
}

static bool copy_arg(Run *run, Arg *arg)
{
    size_t count = (size_t)arg->count, size;
    void **place;
    const void *from;
    if (arg->kind == ARG_STR) arg->text = name_of(&run->names, str_from(arg->text));
    if (arg->kind == ARG_INTS) {
        from = arg->ints, place = (void **)&arg->ints, size = sizeof *arg->ints;
    } else if (arg->kind == ARG_SUBSCRIPTS) {
        from = arg->subscripts, place = (void **)&arg->subscripts, size = sizeof *arg->subscripts;
    } else {
        return true;
    }
    *place = run_alloc(run, count + 1, size);
    if (*place && count) memcpy(*place, from, count * size);
    return *place != NULL;
}

Node *tape_node(Run *run, const OpCall *call)
{
    const GradientRule *rule = gradient_rule_of(run, call->op);
    Node *node = rule ? node_new(run, call->input_count, 1) : NULL;
    if (!node) return NULL;
    node->rule = rule;
    node->absent = call->absent;
    node->is_view = call->is_view;
    node->output_shape = call->output->shape;
    node->output[0].shape = call->output->shape;
    node->output[0].dtype = call->output->dtype;
    for (int i = 0; i < call->input_count; i++)
        if (!set_input(run, &node->input[i], call->input[i])) return NULL;
    for (int i = 0; i < MAX_ARGS; i++) {
        Arg arg = call->arg[i];
        if (!copy_arg(run, &arg)) return NULL;
        node->arg[i] = arg;
    }
    for (int i = 0; i < rule->count; i++)
        if (wants(node, rule->of[i].input, rule->of[i].is_list))
            save_for(run, node, call, &rule->of[i].formula,
                     rule->of[i].is_list ? rule->of[i].input : -1);
    return !run_has_failed(run) && node_hold(run, node, call->held) ? node : NULL;
}

bool tape_note_derived(Run *run, const OpCall *call)
{
    Tensor *made = call->output;
    if (call->is_same) return true;
    Node *node = tape_node(run, call);
    if (node) node_set_output(node, 0, made);
    return node != NULL;
}

bool tape_note_more(Run *run, const Tensor *made, Tensor *more)
{
    Node *node = autograd_maker(made);
    bool is_read =
        node && node->rule && node->rule->count && reads_more(&node->rule->of[0].formula);
    return !is_read || node_save(run, &node->saved_more, more);
}

void tape_note_piece(Tensor *piece, const char *title, int part)
{
    Node *node = autograd_maker(piece);
    autograd_for(piece)->is_one_of_many = true;
    if (!node) return;
    node->title = title;
    node->part = part;
}

Node *tape_function(Run *run, Value function, const char *title, const Value *input, int inputs,
                    int outputs)
{
    Node *node = node_new(run, inputs, outputs);
    if (!node) return NULL;
    node->function = function;
    if (function.type == &type_function) function_is_rule((const Function *)function.object);
    node->title = title;
    for (int i = 0; i < inputs; i++)
        if (is_tensor(input[i]) && !set_input(run, &node->input[i], input[i].tensor)) return NULL;
    return node;
}

bool tape_note_drawn(Run *run, Tensor *made, const char *title, const Value *from, int count)
{
    bool follows = false;
    for (int i = 0; i < count; i++)
        follows = follows || (is_tensor(from[i]) && autograd_of(from[i].tensor)->requires_grad);
    if (run->trace.heap.without_gradients || !follows) return true;
    Value zeros = library_function(run, "torch._derivatives", count == 1 ? "d_sign" : "_two_zeros");
    Node *node = zeros.type ? tape_function(run, zeros, title, from, count, 1) : NULL;
    if (!node) return false;
    autograd_derive(made);
    node_set_output(node, 0, made);
    return true;
}
