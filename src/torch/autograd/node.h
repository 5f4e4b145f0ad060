// A node: what made a tensor that requires a gradient. Nodes are a graph, from each to those of its
// inputs. A node is an object of the language, which its tensor refers to (Tensor.node) and later
// nodes (NodeInput.next); the collector frees it with the last of them. What it has kept of its
// operation is what the rule of the row has among its parameters, and nothing else; backward()
// drops that as soon as it has passed, unless the graph is to be kept (node_release).
#pragma once

#include "torch/autograd/rule.h"
#include "torch/torch.h"

typedef struct Saved {
    Tensor *tensor; // NULL: nothing was, or it is freed
    int64_t writes; // of its storage, when it was saved
    bool was_saved;
} Saved;

typedef struct NodeInput {
    Node *next; // NULL: it wants no gradient
    int output; // which output of that it is
    Saved saved;
    Value number; // a Python number
    Shape shape;
    int64_t stride[MAX_DIMS];
    DType dtype;
} NodeInput;

typedef struct NodeOutput {
    Shape shape;
    DType dtype;
    int entry;        // of the trace: what made it, or -1
    Value hooks;      // a list of functions, or NOTHING
    Tensor *pending;  // the gradient as far as it has come, while a pass runs
    Tensor *retained; // wants it as its .grad
} NodeOutput;

struct Node {
    Object object;
    const GradientRule *rule; // of an operation, else NULL
    Value function;    // gives the gradients of the inputs from those of the outputs, or NOTHING
    Tensor *leaf;      // the tensor whose gradient it takes, or NULL
    const char *title; // what it is called, where neither rule nor leaf say so
    Node *inner;       // of CopySlices: the node of what was written, or NULL
    Value shown;       // what next_functions shows instead of the inputs, or NOTHING
    Value after;       // hooks that are called with what it gave and got
    Arg arg[MAX_ARGS];
    unsigned absent; // as in OpCall
    NodeInput *input;
    int input_count;
    NodeOutput *output;
    int output_count;
    Saved saved_output, saved_more;
    Saved *kept; // of several operations that are one node in PyTorch: what that keeps
    int kept_count;
    Shape output_shape;
    Tensor *held; // 1 where a cell of the output is held, which no gradient goes through; or NULL
    int64_t sequence; // later nodes have a higher one
    Span source;      // the expression that made it
    Span asked;       // the program's own expression, where that is the library's
    int part;         // of several views that PyTorch makes by one node which one this is
    bool is_in_place, is_view;
    bool saves; // `function` reads the inputs
    // Of the pass that runs:
    int64_t pass;
    int waits;        // of a leaf: nodes that may still have something for it
    bool is_needed;   // a gradient is wanted of it, or of what it leads to
    bool is_captured; // one of its outputs was asked for
};

extern const Type type_node;

static inline Value node_value(Node *node)
{
    return (Value){.type = &type_node, .object = &node->object};
}

// ---- node.c ----------------------------------------------------------------------------------

// One that nothing refers to yet, made later than all others; NULL: failed.
Node *node_new(Run *run, int inputs, int outputs);
// The tensor is the node's output from now on.
void node_set_output(Node *node, int at, Tensor *tensor);
// The place among the node's inputs of the signature's input `which`; -1: that was not given.
int node_input_of(const Node *node, int which);
// Where those end that a rule's input at the place `at` stands for: of a list, all that follow.
static inline int node_inputs_end(const Node *node, int at, bool is_list)
{
    return at < 0 ? at : is_list ? node->input_count : at + 1;
}
bool node_save(Run *run, Saved *saved, Tensor *tensor);
// Those of the tensors that are some are to be what they are now when the node is run.
bool node_keep(Run *run, Node *node, const Value *tensor, int count);
// Notes which cells of the node's only output are held.
bool node_hold(Run *run, Node *node, const HeldCells *held);
void node_release(Node *node);

// ---- saved.c ---------------------------------------------------------------------------------

// What was kept, if nobody has written to it since. NOTHING: failed.
Value node_saved(Run *run, const Node *node, const Saved *saved);
bool node_keeps_intact(Run *run, const Node *node);

// ---- apply.c ----------------------------------------------------------------------------------

// One node: from the gradients of its outputs to those of its inputs.

// Is a gradient of the input wanted by the pass that runs, or (all) by anyone?
bool node_input_is_wanted(const NodeInput *input, bool all);
// The gradients of the inputs, in `result`, from those of the outputs (None: there is none).
bool node_apply(Run *run, Node *node, const Value *grad, bool all, Value *result);
// The same for the program, from and to a tuple.
Value node_run(Run *run, Node *node, Value grads);
// A gradient in the dtype and the shape of the input that it is for: what was broadcast is summed.
Value node_fit(Run *run, Node *node, int at, Value grad);

// ---- hooks.c ----------------------------------------------------------------------------------

// Functions that the program hangs on gradients, lists which tensors' nodes keep: those of an
// output (NodeOutput.hooks) are called with its gradient and may give another one in its place;
// those after a node (Node.after) once it has run, with what it gave and got, and of a leaf with
// the tensor.

// `*hooks`, which is made when it is first asked for.
Value hooks_list(Run *run, Value *hooks);
bool hooks_run(Run *run, const NodeOutput *output, Value *grad);
bool hooks_run_after(Run *run, const Node *node, const Value *got, Value *gave);
bool hooks_run_after_leaf(Run *run, const Node *leaf);
extern const Native hook_functions[]; // of torch._C

// ---- anomaly.c --------------------------------------------------------------------------------

// torch.autograd.set_detect_anomaly: what comes out of a node must be numbers.

// Is the gradient that the node gave for its input `at` free of NaN, where that is asked for? False
// with an error that names the place where the node was made.
bool anomaly_check(Run *run, Node *node, int at, const Tensor *grad);

// ---- grad_fn.c --------------------------------------------------------------------------------

// What the program sees of a node: x.grad_fn.
Value grad_fn_of(Run *run, Node *node);      // an object of the name's own type
const char *node_name(Run *run, Node *node); // "MulBackward0"; NULL: failed
// The shape in which PyTorch's node reads the input, as messages have it, if that is another view:
// a matrix of several dimensions as rows, a weight transposed. NULL: it reads the input itself.
const char *node_sees(Run *run, Node *node, int input);
extern const Native node_functions[]; // of torch._C
