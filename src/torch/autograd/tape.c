// Nodes: made when an operation gives a tensor that requires a gradient, with what its rule reads.
#include "torch/autograd/tape.h"

#include "lang/class.h"
#include "tensor/call.h"

#include <string.h>

// ---- the type ------------------------------------------------------------------------------

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

// ---- making --------------------------------------------------------------------------------

// One block: the node, its inputs, its outputs.
static Node *new_node(Run *run, int inputs, int outputs)
{
    size_t bytes =
        sizeof(Node) + (size_t)inputs * sizeof(NodeInput) + (size_t)outputs * sizeof(NodeOutput);
    Node *node = object_make(run, &type_node, bytes);
    if (!node) return NULL;
    node->input = (NodeInput *)(node + 1);
    node->input_count = inputs;
    node->output = (NodeOutput *)(node->input + inputs);
    node->output_count = outputs;
    node->sequence = ++run->nodes;
    node->source = node->asked = recorded_at(run);
    if (node->source.source && node->source.source->is_library) node->asked = run->user_call;
    for (int i = 0; i < outputs; i++) node->output[i].entry = -1;
    return node;
}

void node_set_output(Node *node, int at, Tensor *tensor)
{
    node->output[at].shape = tensor->shape;
    node->output[at].dtype = tensor->dtype;
    node->output[at].entry = tensor->version == storage_version(tensor) ? tensor->origin : -1;
    tensor->node = node;
    tensor->output = at;
    if (tensor->base) tensor->renewals = tensor->base->renewals;
}

// Of a leaf: where nodes stand in the order of their making it comes first.
static Node *leaf_node(Run *run, Tensor *tensor)
{
    Node *node = new_node(run, 0, 1);
    if (!node) return NULL;
    node->leaf = tensor;
    node->sequence = 0;
    node->title = "torch::autograd::AccumulateGrad";
    node_set_output(node, 0, tensor);
    return node;
}

Node *tape_node_of(Run *run, Tensor *tensor)
{
    if (!tape_renew(run, tensor) || !tensor->requires_grad) return NULL;
    return tensor->node ? tensor->node : leaf_node(run, tensor);
}

static bool set_input(Run *run, NodeInput *input, Tensor *tensor)
{
    input->shape = tensor->shape;
    input->dtype = tensor->dtype;
    memcpy(input->stride, tensor->stride, sizeof input->stride);
    if (tensor->is_number) input->number = value_from_cell(tensor, (Index){0});
    if (!tensor->requires_grad) return true;
    input->next = tape_node_of(run, tensor);
    input->output = tensor->output;
    return input->next != NULL;
}

bool node_save(Run *run, Saved *saved, Tensor *tensor)
{
    if (saved->tensor || tensor->is_number) return true;
    if (tensor->is_inference)
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
        bool is_output = tensor[i].tensor->node == node;
        Saved *saved = is_output ? &node->saved_output : &node->kept[i];
        if (!node_save(run, saved, tensor[i].tensor)) return false;
    }
    return true;
}

static bool wants(const Node *node, int which, bool is_list)
{
    const OpCall call = {.absent = node->absent, .input_count = node->input_count};
    int at = call_which(&call, which);
    if (at < 0) return false;
    int end = is_list ? node->input_count : at + 1;
    for (int i = at; i < end; i++)
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
    if (reads_more(formula) && call->op->gives && call->op->gives(call, 0)) return;
    for (int i = 0; i < formula->slot_count; i++) {
        const RuleSlot *slot = &formula->slot[i];
        if (slot->kind == SLOT_OUTPUT)
            node_save(run, &node->saved_output, call->held ? call->held->computed : call->output);
        int at = slot->kind == SLOT_INPUT ? call_which(call, slot->which) : -1;
        for (int k = at; k >= 0 && k < (slot->is_list ? call->input_count : at + 1); k++)
            if (slot->which != input || others_want(node, k, at))
                node_save(run, &node->input[k].saved, call->input[k]);
    }
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
    Node *node = rule ? new_node(run, call->input_count, 1) : NULL;
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
    Node *node = made->is_derived ? made->node : NULL;
    bool is_read =
        node && node->rule && node->rule->count && reads_more(&node->rule->of[0].formula);
    return !is_read || node_save(run, &node->saved_more, more);
}

void tape_note_piece(Tensor *piece, const char *title, int part)
{
    Node *node = piece->is_derived ? piece->node : NULL;
    piece->is_one_of_many = true;
    if (!node) return;
    node->title = title;
    node->part = part;
}

Node *tape_function(Run *run, Value function, const char *title, const Value *input, int inputs,
                    int outputs)
{
    Node *node = new_node(run, inputs, outputs);
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
        follows = follows || (is_tensor(from[i]) && from[i].tensor->requires_grad);
    if (run->trace.heap.without_gradients || !follows) return true;
    Value zeros = library_function(run, "torch._derivatives", count == 1 ? "d_sign" : "_two_zeros");
    Node *node = zeros.type ? tape_function(run, zeros, title, from, count, 1) : NULL;
    if (!node) return false;
    made->requires_grad = made->is_derived = true;
    node_set_output(node, 0, made);
    return true;
}

// ---- views ---------------------------------------------------------------------------------

// The view as it is found in the base, whatever operations led to it.
static Arg strided_arg(const int64_t *ints, int count)
{
    return (Arg){.kind = ARG_INTS, .count = count, .ints = (int64_t *)(uintptr_t)ints};
}

static bool refuse_one_of_many(Run *run, const Tensor *tensor, const char *how)
{
    Node *node = tensor->requires_grad ? tensor->node : NULL;
    const char *what = "A view was created in no_grad mode and is being modified inplace with "
                       "grad mode enabled.";
    if (node) {
        const char *name = node_name(run, node);
        if (!name) return false;
        what = arena_printf(&run->scratch, "Output %d of %s is a view%s", node->part, name, how);
    }
    raise_error(run, "RuntimeError",
                "%s This view is the output of a function that returns multiple views. Such "
                "functions do not allow the output views to be modified inplace. You should "
                "replace the inplace operation by an out-of-place one.",
                what);
    return error_hint(run->error, "q = q * 2 instead of q *= 2, or q = q.clone() before");
}

bool tape_may_write(Run *run, const Tensor *target)
{
    bool may = run->trace.heap.without_gradients || !target->is_one_of_many;
    return may || refuse_one_of_many(run, target, " and is being modified inplace.");
}

bool tape_renew_view(Run *run, Tensor *tensor)
{
    Tensor *base = tensor->base;
    if (base->requires_grad && tensor->is_one_of_many && tensor->node)
        return refuse_one_of_many(
            run, tensor, " and its base or another view of its base has been modified inplace.");
    tensor->renewals = base->renewals;
    if (!base->requires_grad) return true;
    OpCall call = {.op = op_row_named(run, "as_strided"), .input = &base, .input_count = 1};
    call.arg[0] = strided_arg(tensor->shape.dim, tensor->shape.ndim);
    call.arg[1] = strided_arg(tensor->stride, tensor->shape.ndim);
    call.arg[2] = (Arg){.kind = ARG_INT, .i = tensor->offset};
    call.output = tensor;
    Node *node = tape_node(run, &call);
    if (!node) return false;
    tensor->requires_grad = tensor->is_derived = true;
    node_set_output(node, 0, tensor);
    return true;
}

// ---- what was kept -------------------------------------------------------------------------

static Value was_freed(Run *run)
{
    return raise_error(
        run, "RuntimeError",
        "Trying to backward through the graph a second time (or directly access saved tensors "
        "after they have already been freed). Saved intermediate values of the graph are freed "
        "when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to "
        "backward through the graph a second time or if you need to access saved tensors after "
        "calling backward.");
}

static void say_lines(Run *run, const Node *reader, const Tensor *tensor)
{
    Span written = storage_written_at(tensor), read = reader->asked;
    if (!written.source || !read.source) return;
    error_hint(run->error,
               "line %d wrote to what line %d still needs: an operation that makes a new tensor "
               "(y = y + 1) instead of one in place",
               source_place(written.source, written.start).line,
               source_place(read.source, read.start).line);
}

static bool reads_a_view(Run *run, Node *reader, const Saved *saved, Shape *shape)
{
    for (int i = 0; i < reader->input_count; i++)
        if (&reader->input[i].saved == saved && node_sees(run, reader, i, shape)) return true;
    return false;
}

// ", which is output 0 of MulBackward0,": what the reader was given, and in which shape. A view has
// another node since it was written to.
static void describe(Run *run, Node *reader, const Saved *saved, Buf *text, Shape *shape)
{
    const Tensor *tensor = saved->tensor;
    bool is_output = saved == &reader->saved_output;
    bool is_view = reads_a_view(run, reader, saved, shape) || (tensor->base && !is_output);
    Node *maker = is_output ? reader : tensor->is_derived ? tensor->node : NULL;
    const char *name = is_view ? "AsStridedBackward0" : maker ? node_name(run, maker) : NULL;
    int output = is_view ? 0 : tensor->output;
    if (name) buf_printf(text, ", which is output %d of %s,", output, name);
}

static Value was_written(Run *run, const Node *reader, const Saved *saved)
{
    const Tensor *tensor = saved->tensor;
    Buf of = {.arena = &run->scratch};
    Shape shape = tensor->shape;
    describe(run, (Node *)(uintptr_t)reader, saved, &of, &shape);
    if (run_has_failed(run)) return NOTHING;
    raise_error(run, "RuntimeError",
                "one of the variables needed for gradient computation has been modified by an "
                "inplace operation: [torch.%sTensor %s]%s is at version %lld; expected version "
                "%lld instead. Hint: enable anomaly detection to find the operation that failed "
                "to compute its gradient, with torch.autograd.set_detect_anomaly(True).",
                dtype_title(tensor->dtype), shape_list(&run->scratch, &shape), buf_text(&of),
                (long long)storage_writes(tensor), (long long)saved->writes);
    say_lines(run, reader, tensor);
    return NOTHING;
}

Value node_saved(Run *run, const Node *node, const Saved *saved)
{
    if (!saved->tensor) return was_freed(run);
    if (storage_writes(saved->tensor) != saved->writes) return was_written(run, node, saved);
    return from_tensor(saved->tensor);
}

bool node_keeps_intact(Run *run, const Node *node)
{
    for (int i = 0; i < node->kept_count; i++)
        if (node->kept[i].was_saved && !node_saved(run, node, &node->kept[i]).type) return false;
    bool keeps_output = node->kept_count && node->saved_output.was_saved;
    return !keeps_output || node_saved(run, node, &node->saved_output).type;
}

void node_release(Node *node)
{
    for (int i = 0; i < node->kept_count; i++) node->kept[i].tensor = NULL;
    if (node->inner) node_release(node->inner);
    node->saved_output.tensor = node->saved_more.tensor = NULL;
    for (int i = 0; i < node->input_count; i++) node->input[i].saved.tensor = NULL;
}
