// Arrays as text, exactly as NumPy prints them.
#pragma once

#include "base/buf.h"
#include "tensor/tensor.h"

// numpy.set_printoptions
typedef struct ArrayOptions {
    int precision;    // 8
    double threshold; // 1000: larger arrays are summarised
    int edge_items;   // 3
    int line_width;   // 75
    bool suppress;    // no exponents because of small numbers
} ArrayOptions;

extern const ArrayOptions ARRAY_DEFAULTS;

// str(array): "[[0. 1.]\n [2. 3.]]". Source: numpy/core/arrayprint.py of NumPy 1.24.
void array_print(Buf *out, const Tensor *array, const ArrayOptions *options);
// repr(array): "array([[0., 1.],\n       [2., 3.]])", with dtype= and shape= where NumPy shows
// them, and `name` in the place of "array".
void array_print_repr(Buf *out, const char *name, const Tensor *array, const ArrayOptions *options);
