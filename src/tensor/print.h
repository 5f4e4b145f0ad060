// Tensors as text, exactly as PyTorch prints them.
#pragma once

#include "base/buf.h"
#include "tensor/tensor.h"

// torch.set_printoptions
typedef struct PrintOptions {
    int precision;    // 4
    double threshold; // 1000: larger tensors are summarised
    int edge_items;   // 3
    int line_width;   // 80
    int scientific;   // -1 as PyTorch decides, 0 never, 1 always
} PrintOptions;

extern const PrintOptions PRINT_DEFAULTS;

// One cell with the fewest digits that read back as the same number of its dtype: "0.1", "3",
// "True".
void tensor_print_cell(Buf *out, const Tensor *tensor, Index at);

// repr(tensor): "tensor([[0., 1., 1.],\n        [4., 4., 0.]])", with dtype= and size= where
// PyTorch shows them, and `name` in the place of "tensor". `suffix` is appended before the closing
// parenthesis (for grad_fn), or NULL.
// Source: torch/_tensor_str.py of PyTorch 2.6.
void tensor_print(Buf *out, const char *name, const Tensor *tensor, const PrintOptions *options,
                  const char *suffix);
