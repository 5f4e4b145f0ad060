// What a program sees of a node: an object whose type has the node's name. One row of the table can
// be several nodes in PyTorch, so that the name of a row is a whole graph, which the library reads
// (torch.autograd._graph).

#include "lang/class.h"
#include "torch/autograd/node.h"
#include "torch/autograd/tape.h"

#include <string.h>

typedef struct GradFn {
    Object object;
    Node *node;
    const char *at; // in the graph of names, where this one's begins
} GradFn;

static GradFn *grad_fn(Value value)
{
    return (GradFn *)value.object;
}

// ---- names ---------------------------------------------------------------------------------

static int name_length(const char *at)
{
    return (int)strcspn(at, "(,) ");
}

// The graph of names, interned.
static const char *graph_of(Run *run, Node *node)
{
    if (node->title || !node->rule) return node->title;
    if (node->rule->title) return node->title = node->rule->title;
    Value name = gradient_rule_call(run, node, &node->rule->naming, NONE);
    if (!name.type) return NULL;
    return node->title = name_of(&run->names, value_text(name));
}

const char *node_name(Run *run, Node *node)
{
    const char *graph = graph_of(run, node);
    return graph ? name_of(&run->names, (Str){graph, name_length(graph)}) : NULL;
}

// The graph of a node of a row as the library reads it. NOTHING: failed.
static Value ask_graph(Run *run, const char *function, const Value *argument, int count)
{
    return call_with(run, library_function(run, "torch.autograd._graph", function), argument,
                     count);
}

const char *node_sees(Run *run, Node *node, int input)
{
    enum { DIGITS = 10 }; // in a graph of names
    const char *graph = node->rule ? graph_of(run, node) : NULL;
    int which = input;
    while (which < DIGITS && node_input_of(node, which) != input) which++;
    if (!graph || which == DIGITS) return NULL;
    const Value argument[] = {value_from_text(run, graph), from_int(which),
                              torch_from_shape(run, &node->input[input].shape)};
    Value seen = ask_graph(run, "seen", argument, 3);
    return seen.type == &type_str ? name_of(&run->names, value_text(seen)) : NULL;
}

// ---- what comes next -------------------------------------------------------------------------

static Value pair_of(Run *run, Node *next, int output)
{
    Value pair[] = {next ? grad_fn_of(run, next) : NONE, from_int(next ? output : 0)};
    return pair[0].type ? sequence_new(run, &type_tuple, pair, 2) : NOTHING;
}

static Value pair_of_input(Run *run, const NodeInput *input)
{
    return pair_of(run, input->next, input->next ? input->output + input->next->part : 0);
}

static bool add_pair(Run *run, Value all, Value pair)
{
    return all.type && pair.type && sequence_add(run, value_sequence(all), pair);
}

// What the row's input `which` leads to, if it was given and wants a gradient.
static Value method_input(Run *run, Value *arg)
{
    const Node *node = grad_fn(arg[0])->node;
    int which = (int)value_integer(arg[1]);
    if (node->shown.type) return value_sequence(node->shown)->item[which];
    int at = node_input_of(node, which);
    return pair_of_input(run, at < 0 ? &(NodeInput){0} : &node->input[at]);
}

// What leads on from an operation without a graph of its own: the inputs that can have gradients.
static Value method_inputs(Run *run, Value *arg)
{
    const Node *node = grad_fn(arg[0])->node;
    const GradientRule *rule = node->rule;
    if (node->shown.type) return node->shown;
    Value all = sequence_new(run, &type_tuple, NULL, 0);
    for (int k = 0; k < (rule ? rule->count : 1); k++) {
        int at = rule ? node_input_of(node, rule->of[k].input) : 0;
        for (int i = at; i < node_inputs_end(node, at, !rule || rule->of[k].is_list); i++)
            if (!add_pair(run, all, pair_of_input(run, &node->input[i]))) return NOTHING;
    }
    return all;
}

static Value grad_fn_at(Run *run, Node *node, const char *at);

// The node within this one whose name begins there.
static Value method_within(Run *run, Value *arg)
{
    const GradFn *self = grad_fn(arg[0]);
    return grad_fn_at(run, self->node, self->at + value_integer(arg[1]));
}

// ---- the object ----------------------------------------------------------------------------

static Value grad_fn_attribute(Run *run, Value self, const char *name)
{
    if (strcmp(name, "next_functions") == 0) return ask_graph(run, "next_functions", &self, 1);
    if (strcmp(name, "_graph") == 0) return value_from_text(run, grad_fn(self)->at);
    if (strcmp(name, "variable") == 0 && grad_fn(self)->node->leaf)
        return from_tensor(grad_fn(self)->node->leaf);
    return NOTHING;
}

static Value method_name(Run *run, Value *arg)
{
    return value_from_str(run, (Str){grad_fn(arg[0])->at, name_length(grad_fn(arg[0])->at)});
}

static Value method_hooks(Run *run, Value *arg)
{
    return hooks_list(run, &grad_fn(arg[0])->node->after);
}

static Value grad_fn_call(Run *run, Value self, const Args *args)
{
    Value grads = sequence_new(run, &type_tuple, args->item, args->count);
    return grads.type ? node_run(run, grad_fn(self)->node, grads) : NOTHING;
}

static bool grad_fn_hash(Run *run UNUSED, Value self, uint64_t *hash)
{
    *hash = (uint64_t)(uintptr_t)grad_fn(self)->at ^ (uint64_t)(uintptr_t)grad_fn(self)->node >> 4;
    return true;
}

static Value grad_fn_binary(Run *run UNUSED, Operator op, Value left, Value right)
{
    bool is_asked = op == OPERATOR_EQUAL || op == OPERATOR_NOT_EQUAL;
    if (!is_asked || left.type != right.type) return NOT_IMPLEMENTED;
    bool same =
        grad_fn(left)->node == grad_fn(right)->node && grad_fn(left)->at == grad_fn(right)->at;
    return from_bool(same == (op == OPERATOR_EQUAL));
}

static void grad_fn_visit(Run *run, Object *object)
{
    object_mark(run, ((GradFn *)object)->node);
}

static const Native grad_fn_methods[] = {
    {"name", "self", method_name},           {"_hooks", "self", method_hooks},
    {"_input", "self, which", method_input}, {"_inputs", "self", method_inputs},
    {"_within", "self, at", method_within},  {0},
};

static const Type type_grad_fn = {
    .methods = grad_fn_methods,
    .repr = object_repr,
    .hash = grad_fn_hash,
    .binary = grad_fn_binary,
    .attribute = grad_fn_attribute,
    .call = grad_fn_call,
    .visit = grad_fn_visit,
};

// "torch::autograd::AccumulateGrad" is of the type AccumulateGrad.
static const Type *type_named(Run *run, Str name)
{
    int colon = name.n;
    while (colon > 0 && name.p[colon - 1] != ':') colon--;
    const char *known = name_of(&run->names, str_slice(name, colon, name.n));
    Type *type = memo_find(&run->memos.grad_fn_types, known);
    if (type) return type;
    type = NEW(&run->arena, Type);
    *type = type_grad_fn;
    type->name = known;
    memo_set(&run->memos.grad_fn_types, known, type);
    return type;
}

static Value grad_fn_at(Run *run, Node *node, const char *at)
{
    GradFn *made = object_make(run, type_named(run, (Str){at, name_length(at)}), sizeof *made);
    if (!made) return NOTHING;
    made->node = node;
    made->at = at;
    return value_from_object(made);
}

Value grad_fn_of(Run *run, Node *node)
{
    const char *graph = graph_of(run, node);
    return graph ? grad_fn_at(run, node, graph) : NOTHING;
}

// ---- for the library -------------------------------------------------------------------------

// What PyTorch calls UnsafeView is no view, nor is what it squeezes in place: a write to it is a
// write to no other tensor.
static void forget_base(Tensor *result, const char *title)
{
    Str name = str_from(title);
    if (str_starts(name, "UnsafeView") || str_starts(name, "SqueezeBackward4"))
        autograd_for(result)->base = NULL;
}

// One node in PyTorch, though several operations here: what gave `result` is called `title`, and
// shows what leads to `inputs`.
static Value as_one(Run *run, Value *arg)
{
    Node *node = is_tensor(arg[0]) ? autograd_maker(arg[0].tensor) : NULL;
    if (!node) return arg[0];
    const Sequence *inputs = value_sequence(arg[2]);
    Value all = sequence_new(run, &type_tuple, NULL, 0);
    for (int i = 0; all.type && i < inputs->count; i++) {
        if (!is_tensor(inputs->item[i])) continue;
        Tensor *input = inputs->item[i].tensor;
        Node *next = tape_node_of(run, input);
        if (run_has_failed(run)) return NOTHING;
        if (!add_pair(run, all, pair_of(run, next, autograd_of(input)->output))) return NOTHING;
    }
    node->title = name_of(&run->names, value_text(arg[1]));
    node->shown = all;
    forget_base(arg[0].tensor, node->title);
    return arg[0];
}

// What gave `result` needs these tensors as they are: PyTorch's node keeps them.
static Value keep(Run *run, Value *arg)
{
    const Sequence *tensors = value_sequence(arg[1]);
    bool ok = node_keep(run, autograd_of(arg[0].tensor)->node, tensors->item, tensors->count);
    return ok ? NONE : NOTHING;
}

// Of an autograd.Function: results, what they are made of, the name, what gives the gradients; and
// whether that reads what they are made of.
static Value connect(Run *run, Value *arg)
{
    const Sequence *outputs = value_sequence(arg[0]), *inputs = value_sequence(arg[1]);
    const char *title = name_of(&run->names, value_text(arg[2]));
    Node *node = tape_function(run, arg[3], title, inputs->item, inputs->count, outputs->count);
    if (!node) return NOTHING;
    bool saves = arg[4].type && arg[4].truth;
    for (int i = 0; saves && i < inputs->count; i++)
        if (!node_save(run, &node->input[i].saved, inputs->item[i].tensor)) return NOTHING;
    node->saves = saves;
    for (int i = 0; i < outputs->count; i++) {
        if (!is_tensor(outputs->item[i])) continue;
        Tensor *made = outputs->item[i].tensor;
        if (!dtype_is_float(made->dtype)) continue;
        autograd_derive(made);
        node_set_output(node, i, made);
        const Entry *entry = made->origin < 0 ? NULL : &run->trace.entries[made->origin];
        if (entry && outputs->count == 1 && !node_hold(run, node, entry->call.held)) return NOTHING;
    }
    return NONE;
}

// Pieces of a tensor, which PyTorch makes all at once.
static Value as_pieces(Run *run, Value *arg)
{
    const Sequence *pieces = value_sequence(arg[0]);
    const char *title = name_of(&run->names, value_text(arg[1]));
    for (int i = 0; i < pieces->count; i++) tape_note_piece(pieces->item[i].tensor, title, i);
    return NONE;
}

const Native node_functions[] = {
    {"_as_pieces", "pieces, title", as_pieces},
    {"_as_one", "result, title, *inputs", as_one},
    {"_keep", "result, tensors", keep},
    {"_connect", "outputs, inputs, title, function, saves=", connect},
    {0},
};
