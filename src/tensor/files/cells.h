// The cells of a tensor as they lie in a file: row by row, the lowest byte of each first or the
// highest.
//
// Many of them are mapped (base/files/mapping.h), few are read into memory of the tensor's own,
// within the heap's budget.
#pragma once

#include "base/files/readable.h"
#include "tensor/tensor.h"

// How the cells of a file are written.
typedef struct CellsIn {
    const ReadableFile *file;
    uint64_t at; // of the first one
    DType dtype;
    bool highest_first; // of the bytes of each
} CellsIn;

// Errors: no memory, a file that ends before.
Tensor *cells_read(const CellsIn *cells, Shape shape, TensorHeap *heap, Error *error);
