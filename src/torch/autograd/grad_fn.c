// What a program sees of a node: an object whose type has the node's name. One row of the table can
// be several nodes in PyTorch, which calls matmul of three dimensions ViewBackward0 of BmmBackward0
// of … So the name of a row is a whole graph: "AddmmBackward0(2,0,TBackward0(1))" has a node
// within, and says by their numbers where the inputs of the row go; "-" is one without a gradient.
#include "torch/autograd/tape.h"

#include "base/ascii.h"
#include "lang/class.h"
#include "tensor/call.h"

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

// ---- what is seen through a view ----------------------------------------------------------------

static bool is_at(const char *at, const char *name)
{
    return strncmp(at, name, strlen(name)) == 0;
}

// The name before the parenthesis that opens at `open`.
static const char *name_before(const char *graph, const char *open)
{
    while (open > graph && !strchr("(,", open[-1])) open--;
    return open;
}

static bool is_view(const char *name)
{
    static const char *const views[] = {"TBackward", "View", "Unsqueeze", "Permute", "Transpose"};
    for (size_t i = 0; i < sizeof views / sizeof *views; i++)
        if (is_at(name, views[i])) return true;
    return false;
}

static Shape as_rows(const Shape *shape, int kept)
{
    Shape rows = {.ndim = kept + 1};
    int lead = shape->ndim - kept;
    rows.dim[0] = 1;
    for (int d = 0; d < lead; d++) rows.dim[0] *= shape->dim[d];
    for (int d = 0; d < kept; d++) rows.dim[d + 1] = shape->dim[lead + d];
    return rows;
}

static Shape seen_by(const char *view, const char *reader, const Shape *shape)
{
    Shape seen = *shape;
    if (is_at(view, "TBackward0"))
        for (int d = 0; d < seen.ndim; d++) seen.dim[d] = shape->dim[seen.ndim - 1 - d];
    else if (is_at(view, "UnsqueezeBackward0"))
        seen = as_rows(shape, shape->ndim);
    else if (is_at(view, "ViewBackward0"))
        seen = as_rows(shape, is_at(reader, "Bmm") ? 2 : 1);
    return seen;
}

// The digit of the input in a graph of names, in the only parentheses of a view.
bool node_sees(Run *run, Node *node, int input, Shape *shape)
{
    const OpCall call = {.absent = node->absent, .input_count = node->input_count};
    const char *graph = node->rule ? graph_of(run, node) : NULL;
    const char *at = graph ? strchr(graph, '(') : NULL;
    while (at &&
           !(ascii_is_digit(*at) && strchr("(,", at[-1]) && call_which(&call, *at - '0') == input))
        at = *at ? at + 1 : NULL;
    if (!at || at[-1] != '(' || at[1] != ')') return false;
    const char *view = name_before(graph, at - 1), *end = at + 2;
    while (view > graph && view[-1] == '(' && *end == ')')
        view = name_before(graph, view - 1), end++;
    if (view == graph || !is_view(view)) return false;
    const char *open = view - 1;
    for (int depth = 0; open > graph && (*open != '(' || depth); open--)
        depth += (*open == ')') - (*open == '(' && depth);
    *shape = seen_by(view, name_before(graph, open), shape);
    return true;
}

// ---- what comes next -------------------------------------------------------------------------

static bool add_pair(Run *run, Sequence *all, Value next, int output)
{
    const Value pair[] = {next, from_int(output)};
    return next.type && sequence_add(run, all, sequence_new(run, &type_tuple, pair, 2));
}

static bool add_input(Run *run, Sequence *all, const NodeInput *input)
{
    Value next = input->next ? grad_fn_of(run, input->next) : NONE;
    return add_pair(run, all, next, input->next ? input->output + input->next->part : 0);
}

// Of an operation without a graph of its own: the inputs that can have gradients.
static bool add_inputs(Run *run, Sequence *all, const Node *node)
{
    const GradientRule *rule = node->rule;
    const OpCall call = {.absent = node->absent, .input_count = node->input_count};
    for (int i = 0; !rule && i < node->input_count; i++)
        if (!add_input(run, all, &node->input[i])) return false;
    for (int k = 0; rule && k < rule->count; k++) {
        int at = call_which(&call, rule->of[k].input);
        int end = rule->of[k].is_list ? node->input_count : at + 1;
        for (int i = at; i >= 0 && i < end; i++)
            if (!add_input(run, all, &node->input[i])) return false;
    }
    return true;
}

static Value grad_fn_at(Run *run, Node *node, const char *at);

static bool wants_gradient(const Node *node, int which)
{
    if (node->shown.type) {
        const Sequence *pair = value_sequence(value_sequence(node->shown)->item[which]);
        return pair->item[0].type != &type_none;
    }
    const OpCall call = {.absent = node->absent, .input_count = node->input_count};
    int input = call_which(&call, which);
    return input >= 0 && node->input[input].next;
}

// Does "Name(…,…)" have an input that wants a gradient? Without one there is no such node.
static bool leads_on(const Node *node, const char *at)
{
    at += name_length(at);
    if (*at != '(') return true;
    for (int depth = 0; *at && (depth > 0 || *at == '('); at++) {
        bool begins = at[-1] == '(' || at[-1] == ',';
        if (begins && ascii_is_digit(*at) && wants_gradient(node, *at - '0')) return true;
        depth += (*at == '(') - (*at == ')');
        if (depth == 0) break;
    }
    return false;
}

// Of "Name(…,…)", the children between the parentheses.
static bool add_children(Run *run, Sequence *all, Node *node, const char *at)
{
    const OpCall call = {.absent = node->absent, .input_count = node->input_count};
    for (int depth = 0; depth >= 0 && *at; at++) {
        bool begins = depth == 0 && (at[-1] == '(' || at[-1] == ',');
        int input = begins && ascii_is_digit(*at) ? call_which(&call, *at - '0') : -1;
        bool added = true, is_shown = node->shown.type && ascii_is_digit(*at);
        if (begins && is_shown)
            added = sequence_add(run, all, value_sequence(node->shown)->item[*at - '0']);
        else if (begins && ascii_is_digit(*at) && input >= 0)
            added = add_input(run, all, &node->input[input]);
        else if (begins && (*at == '-' || ascii_is_digit(*at)))
            added = add_pair(run, all, NONE, 0);
        else if (begins && *at != ')')
            added = add_pair(run, all, leads_on(node, at) ? grad_fn_at(run, node, at) : NONE, 0);
        if (!added) return false;
        depth += (*at == '(') - (*at == ')');
    }
    return true;
}

static Value next_functions(Run *run, Value self)
{
    Node *node = grad_fn(self)->node;
    const char *at = grad_fn(self)->at;
    bool has_children = at[name_length(at)] == '(';
    if (node->shown.type && !has_children) return node->shown;
    Value all = sequence_new(run, &type_tuple, NULL, 0);
    if (!all.type) return NOTHING;
    bool ok = has_children ? add_children(run, value_sequence(all), node, at + name_length(at) + 1)
                           : add_inputs(run, value_sequence(all), node);
    return ok ? all : NOTHING;
}

// ---- the object ----------------------------------------------------------------------------

static Value grad_fn_attribute(Run *run, Value self, const char *name)
{
    if (strcmp(name, "next_functions") == 0) return next_functions(run, self);
    if (strcmp(name, "variable") == 0 && grad_fn(self)->node->leaf)
        return from_tensor(grad_fn(self)->node->leaf);
    return NOTHING;
}

static Value method_name(Run *run, Value *arg)
{
    return value_from_str(run, (Str){grad_fn(arg[0])->at, name_length(grad_fn(arg[0])->at)});
}

// Hooks that are called with the gradients that the node gave and got.
static Value method_hooks(Run *run, Value *arg)
{
    Node *node = grad_fn(arg[0])->node;
    if (!node->after.type) node->after = sequence_new(run, &type_list, NULL, 0);
    return node->after;
}

static Value grad_fn_call(Run *run, Value self, const Args *args)
{
    Value grads = sequence_new(run, &type_tuple, args->item, args->count);
    return grads.type ? node_run(run, grad_fn(self)->node, grads) : NOTHING;
}

static bool grad_fn_hash(Run *run, Value self, uint64_t *hash)
{
    (void)run;
    *hash = (uint64_t)(uintptr_t)grad_fn(self)->at ^ (uint64_t)(uintptr_t)grad_fn(self)->node >> 4;
    return true;
}

static Value grad_fn_binary(Run *run, Operator op, Value left, Value right)
{
    (void)run;
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
    {"name", "self", method_name},
    {"_hooks", "self", method_hooks},
    {0},
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
    Type *type = memo_find(&run->grad_fn_types, known);
    if (type) return type;
    type = NEW(&run->arena, Type);
    *type = type_grad_fn;
    type->name = known;
    memo_set(&run->grad_fn_types, known, type);
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
    if (is_at(title, "UnsafeView") || is_at(title, "SqueezeBackward4")) result->base = NULL;
}

// One node in PyTorch, though several operations here: what gave `result` is called `title`, and
// shows what leads to `inputs`.
static Value as_one(Run *run, Value *arg)
{
    if (!is_tensor(arg[0]) || !arg[0].tensor->is_derived || !arg[0].tensor->node) return arg[0];
    Node *node = arg[0].tensor->node;
    const Sequence *inputs = value_sequence(arg[2]);
    Value all = sequence_new(run, &type_tuple, NULL, 0);
    for (int i = 0; all.type && i < inputs->count; i++) {
        if (!is_tensor(inputs->item[i])) continue;
        Tensor *input = inputs->item[i].tensor;
        Node *next = tape_node_of(run, input);
        if (run_has_failed(run)) return NOTHING;
        Value shown = next ? grad_fn_of(run, next) : NONE;
        if (!add_pair(run, value_sequence(all), shown, next ? input->output : 0)) return NOTHING;
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
    bool ok = node_keep(run, arg[0].tensor->node, tensors->item, tensors->count);
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
        made->requires_grad = made->is_derived = true;
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
