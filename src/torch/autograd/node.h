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
