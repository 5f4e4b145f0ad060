// What torch/autograd keeps with a tensor, in a struct that only tensors with something to keep
// have. Operations need it too: their results require a gradient where an input does.
#pragma once

#include "tensor/tensor.h"

struct AutogradMeta {
    bool requires_grad;  // asked for by the program, or made from such a tensor
    bool is_derived;     // made by an operation from a tensor that requires a gradient: no leaf
    bool is_parameter;   // a torch.nn.Parameter
    bool is_leaf_view;   // of a tensor that requires a gradient and is no result
    bool keeps_grad;     // retain_grad() was asked for
    bool is_apart;       // of .data: what is written to it is no write to what it is the data of
    bool is_inference;   // made in inference mode
    bool is_one_of_many; // a view, or one of a view, that an operation made with others
    int output;          // of `node`
    int renewals;        // times that a base got another node; of a view: those its node knows
    void *node;          // that made it, or that takes the gradient of a leaf: an object of the
                         // language, or NULL
    Tensor *grad;        // .grad, or NULL
    Tensor *base; // what it is a view of, itself no view; NULL: nothing, or not for gradients
    Tensor *next_marked; // of those whose grad and base the collector has still to mark
};

extern const AutogradMeta no_autograd;

static inline const AutogradMeta *autograd_of(const Tensor *tensor)
{
    return tensor->autograd ? tensor->autograd : &no_autograd;
}

// The node that made it; NULL: it is a leaf.
static inline void *autograd_maker(const Tensor *tensor)
{
    return autograd_of(tensor)->is_derived ? tensor->autograd->node : NULL;
}

// The same to be written to.
AutogradMeta *autograd_for(Tensor *tensor);
void autograd_derive(Tensor *tensor);    // an operation made it from one that requires a gradient
void autograd_make_leaf(Tensor *tensor); // that requires no gradient
// Whether it requires a gradient, and whether it is a leaf, as of `from`; no node.
void autograd_require_like(Tensor *tensor, const Tensor *from);
// The same with the node that made `from`.
void autograd_share_node(Tensor *tensor, const Tensor *from);
