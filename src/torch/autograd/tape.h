// The tape: what made a tensor that requires a gradient, as a graph of nodes that backward() runs
// through. A node is an object of the language, which its tensor refers to (Tensor.node); the
// collector frees both. What a node keeps of its operation is what the rule of the row
// (src/library/torch._derivatives.py) has among its parameters, and nothing else.
#pragma once

#include "lang/interp.h"
#include "torch/torch.h"

typedef struct Node Node;

// ---- rules (gradient_rules.c)
// ---------------------------------------------------------------------------

typedef enum SlotKind {
    SLOT_GRAD,         // "grad"
    SLOT_OUTPUT,       // "output"
    SLOT_OUTPUT_SHAPE, // "output_shape"
    SLOT_IS_IN_PLACE,  // "is_in_place"
    SLOT_IS_VIEW,      // "is_view": does the output share the first input's numbers?
    SLOT_INPUT,        // "weight": an input of the row, a tensor or a number
    SLOT_SHAPE,        // "weight_shape"
    SLOT_IS_NUMBER,    // "weight_is_number"
    SLOT_NEEDED,       // "weight_needed": does it want a gradient?
    SLOT_STRIDE,       // "weight_stride"
    SLOT_ARGUMENT,     // "dim": an argument of the row
    SLOT_MORE,         // "indices": what the row gives besides
} SlotKind;

// What one parameter of a rule stands for.
typedef struct RuleSlot {
    SlotKind kind;
    int which;    // of the signature's inputs, or arguments
    bool is_list; // an input that takes several tensors
} RuleSlot;

enum { MAX_SLOTS = 8, MAX_FORMULAS = 4 };

typedef struct RuleFormula {
    Value function;
    int slot_count;
    RuleSlot slot[MAX_SLOTS];
} RuleFormula;

// Of one row: for each input that can have a gradient, how it is made.
typedef struct GradientRule {
    const Op *op;
    const char *title;  // what PyTorch calls the node, or NULL:
    RuleFormula naming; // what says it, from what was given
    int count;
    struct {
        int input; // of the signature's inputs
        bool is_list;
        RuleFormula formula;
    } of[MAX_FORMULAS];
} GradientRule;

const GradientRule *gradient_rule_of(Run *run, const Op *op); // NULL: failed
// A function of the library that is called for a node is no call of its own.
void function_is_rule(const Function *function);
// The parameters of `function` as slots of the row.
bool gradient_rule_read(Run *run, const Op *op, Value function, RuleFormula *formula);
// Calls it for the node; `grad` may be NOTHING where it has no such parameter.
Value gradient_rule_call(Run *run, const Node *node, const RuleFormula *formula, Value grad);

// ---- nodes (tape.c) ----------------------------------------------------------------------------

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

// Notes down the call that made a tensor, if that requires a gradient.
bool tape_note_derived(Run *run, const OpCall *call);
static inline bool tape_note(Run *run, const OpCall *call)
{
    return !call->output->is_derived || tape_note_derived(run, call);
}
// A node for the call, of which nothing refers to yet; NULL: failed.
Node *tape_node(Run *run, const OpCall *call);
// A node of `function`, which is given the gradients of so many outputs.
Node *tape_function(Run *run, Value function, const char *title, const Value *input, int inputs,
                    int outputs);
// Of random numbers drawn from one or two tensors (or numbers): a node, but no gradient goes
// through.
bool tape_note_drawn(Run *run, Tensor *made, const char *title, const Value *from, int count);
void node_set_output(Node *node, int at, Tensor *tensor);
// The node whose output the tensor is, of a leaf the one that takes its gradient; NULL: it requires
// none, or it failed.
Node *tape_node_of(Run *run, Tensor *tensor);
// To be called before a view is asked about: its base may have got another node since.
bool tape_renew_view(Run *run, Tensor *view);
static inline bool tape_renew(Run *run, Tensor *tensor)
{
    bool is_known = !tensor->base || tensor->renewals == tensor->base->renewals;
    return is_known || tape_renew_view(run, tensor);
}
// What was kept, if nobody has written to it since. NOTHING: failed.
Value node_saved(Run *run, const Node *node, const Saved *saved);
// Of several views that PyTorch makes by one node, the `part`-th.
void tape_note_piece(Tensor *piece, const char *title, int part);
// Keeps what the call has given besides its output, where the rule asks for that.
bool tape_note_more(Run *run, const Tensor *made, Tensor *more);
void node_release(Node *node);
// Notes which cells of the node's only output are held.
bool node_hold(Run *run, Node *node, const HeldCells *held);
bool node_save(Run *run, Saved *saved, Tensor *tensor);
// Those of the tensors that are some are to be what they are now when the node is run.
bool node_keep(Run *run, Node *node, const Value *tensor, int count);
bool node_keeps_intact(Run *run, const Node *node);

// ---- writes in place (tape_writes.c) -----------------------------------------------------------

// PyTorch refuses to write to one of several views that one operation has made.
bool tape_may_write(Run *run, const Tensor *target);
// Is the write something that gradients go through?
bool tape_follows_write(const Run *run, const Tensor *target, const Tensor *value);
// The node of what is to be written may have kept the target as it was.
bool tape_before_write(Run *run, Node *node, Tensor *target);
// The target has become what `node` says, `value` was written to it.
bool tape_wrote(Run *run, Node *node, Tensor *target, const Tensor *value);

// What PyTorch calls the last write, where it is none of the usual ones.
void tape_title_write(Tensor *target, const char *title);

// ---- what the program sees of a node (grad_fn.c) -----------------------------------------------

Value grad_fn_of(Run *run, Node *node);      // an object of the name's own type
const char *node_name(Run *run, Node *node); // "MulBackward0"; NULL: failed
// The shape in which PyTorch's node reads the input, if that is another view: a matrix of several
// dimensions as rows, a weight transposed.
bool node_sees(Run *run, Node *node, int input, Shape *shape);
extern const Native node_functions[]; // of torch._C

// ---- backward (engine.c) -----------------------------------------------------------------------

typedef struct Backward {
    Value *root, *grad; // tensors, and the gradients that they begin with (or None)
    int roots;
    Value *input; // tensors; NULL: all leaves
    int inputs;
    bool keeps_graph, creates_graph, accumulates;
    bool allows_unused;
} Backward;

// A tuple of the inputs' gradients, or None where it accumulates.
Value engine_run(Run *run, const Backward *backward);
// What one node gives for its inputs: a tuple.
Value node_run(Run *run, Node *node, Value grads);
extern const Native engine_functions[]; // of torch._C
