// Nodes as objects of the language, and what they keep.
#include "torch/autograd/node.h"

#include "lang/class.h"
#include "tensor/autograd.h"
#include "tensor/call.h"

#include <string.h>

static void mark_tensor(Run *run, Tensor *tensor)
{
    if (tensor) value_mark(run, from_tensor(tensor));
}

static void node_visit(Run *run, Object *object)
{
    Node *node = (Node *)object;
    value_mark_all(run, &node->function, 1);
    value_mark_all(run, &node->shown, 1);
    value_mark_all(run, &node->after, 1);
    object_mark(run, node->inner);
    mark_tensor(run, node->leaf);
    mark_tensor(run, node->saved_output.tensor);
    mark_tensor(run, node->saved_more.tensor);
    mark_tensor(run, node->held);
    for (int i = 0; i < node->kept_count; i++) mark_tensor(run, node->kept[i].tensor);
    for (int i = 0; i < node->input_count; i++) {
        object_mark(run, node->input[i].next);
        mark_tensor(run, node->input[i].saved.tensor);
    }
    for (int i = 0; i < node->output_count; i++) {
        value_mark_all(run, &node->output[i].hooks, 1);
        mark_tensor(run, node->output[i].pending);
        mark_tensor(run, node->output[i].retained);
    }
}

static void node_drop(Run *run, Object *object)
{
    Node *node = (Node *)object;
    run_dealloc(run, node->kept);
    for (int i = 0; i < MAX_ARGS; i++) {
        if (node->arg[i].kind == ARG_INTS) run_dealloc(run, node->arg[i].ints);
        if (node->arg[i].kind == ARG_SUBSCRIPTS) run_dealloc(run, node->arg[i].subscripts);
    }
}

const Type type_node = {
    .name = "Node", .hash = object_hash, .visit = node_visit, .drop = node_drop};

// One block: the node, its inputs, its outputs.
Node *node_new(Run *run, int inputs, int outputs)
{
    size_t bytes =
        sizeof(Node) + (size_t)inputs * sizeof(NodeInput) + (size_t)outputs * sizeof(NodeOutput);
    Node *node = object_make(run, &type_node, bytes);
    if (!node) return NULL;
    node->input = (NodeInput *)(node + 1);
    node->input_count = inputs;
    node->output = (NodeOutput *)(node->input + inputs);
    node->output_count = outputs;
    node->sequence = ++run->gradients.nodes;
    node->source = node->asked = recorded_at(run);
    if (node->source.source && node->source.source->is_library) node->asked = run->frame.user_call;
    for (int i = 0; i < outputs; i++) node->output[i].entry = -1;
    return node;
}

int node_input_of(const Node *node, int which)
{
    const OpCall call = {.absent = node->absent, .input_count = node->input_count};
    return call_which(&call, which);
}

void node_set_output(Node *node, int at, Tensor *tensor)
{
    node->output[at].shape = tensor->shape;
    node->output[at].dtype = tensor->dtype;
    node->output[at].entry = tensor->version == storage_version(tensor) ? tensor->origin : -1;
    AutogradMeta *autograd = autograd_for(tensor);
    autograd->node = node;
    autograd->output = at;
    if (autograd->base) autograd->renewals = autograd_of(autograd->base)->renewals;
}

bool node_save(Run *run, Saved *saved, Tensor *tensor)
{
    if (saved->tensor || tensor->is_number) return true;
    if (autograd_of(tensor)->is_inference)
        raise_error(run, "RuntimeError",
                    "Inference tensors cannot be saved for backward. To work around you can make a "
                    "clone to get a normal tensor and use it in autograd.");
    saved->tensor = tensor;
    saved->writes = storage_writes(tensor);
    saved->was_saved = true;
    return !run_has_failed(run);
}

// The output itself is known by its place.
bool node_keep(Run *run, Node *node, const Value *tensor, int count)
{
    node->kept = run_alloc(run, (size_t)count + 1, sizeof *node->kept);
    if (!node->kept) return false;
    memset(node->kept, 0, (size_t)count * sizeof *node->kept);
    node->kept_count = count;
    for (int i = 0; i < count; i++) {
        if (!is_tensor(tensor[i])) continue;
        bool is_output = autograd_of(tensor[i].tensor)->node == node;
        Saved *saved = is_output ? &node->saved_output : &node->kept[i];
        if (!node_save(run, saved, tensor[i].tensor)) return false;
    }
    return true;
}

bool node_hold(Run *run, Node *node, const HeldCells *held)
{
    if (!held) return true;
    if (!node->held)
        node->held = tensor_new(&run->trace.heap, DTYPE_BOOL, held->computed->shape, run->error);
    if (!node->held) return false;
    for (int i = 0; i < held->count; i++)
        hold_put(&(Hold){HOLD_NUMBER, .at = held->hold[i].at, .value = 1}, node->held);
    return true;
}

void node_release(Node *node)
{
    for (int i = 0; i < node->kept_count; i++) node->kept[i].tensor = NULL;
    if (node->inner) node_release(node->inner);
    node->saved_output.tensor = node->saved_more.tensor = NULL;
    for (int i = 0; i < node->input_count; i++) node->input[i].saved.tensor = NULL;
}
