// The tape, for who makes tensors and writes to them: each such place notes here what it did, and
// the graph of nodes grows by it.
#pragma once

#include "tensor/autograd.h"
#include "torch/autograd/node.h"

// ---- tape.c ----------------------------------------------------------------------------------

// Notes down the call that made a tensor, if that requires a gradient.
bool tape_note_derived(Run *run, const OpCall *call);
static inline bool tape_note(Run *run, const OpCall *call)
{
    return !autograd_of(call->output)->is_derived || tape_note_derived(run, call);
}
// A node for the call, of which nothing refers to yet; NULL: failed.
Node *tape_node(Run *run, const OpCall *call);
// A node of `function`, which is given the gradients of `outputs` outputs.
Node *tape_function(Run *run, Value function, const char *title, const Value *input, int inputs,
                    int outputs);
// Of random numbers drawn from one or two tensors (or numbers): a node, but no gradient goes
// through.
bool tape_note_drawn(Run *run, Tensor *made, const char *title, const Value *from, int count);
// The node whose output the tensor is, of a leaf the one that takes its gradient; NULL: it requires
// none, or it failed.
Node *tape_node_of(Run *run, Tensor *tensor);
// Of several views that PyTorch makes by one node, the `part`-th.
void tape_note_piece(Tensor *piece, const char *title, int part);
// Keeps what the call has given besides its output, where the rule asks for that.
bool tape_note_more(Run *run, const Tensor *made, Tensor *more);

// ---- writes in place (writes.c) -----------------------------------------------------------

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

// To be called before a view is asked about: its base may have got another node since.
bool tape_renew_view(Run *run, Tensor *view);
static inline bool tape_renew(Run *run, Tensor *tensor)
{
    const AutogradMeta *own = autograd_of(tensor);
    bool is_known = !own->base || own->renewals == autograd_of(own->base)->renewals;
    return is_known || tape_renew_view(run, tensor);
}
