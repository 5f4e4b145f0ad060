// Cells of an operation's output that hold other numbers than it computes, as a forward hook of
// PyTorch puts another tensor in the place of what a module returns.
#pragma once

#include "tensor/tensor.h"

typedef enum HoldKind {
    HOLD_NUMBER,
    HOLD_UNIFORM,  // of each row the cells that are not exactly 0 (masked) share 1 equally
    HOLD_ORIGINAL, // what another tensor of the shape has there
} HoldKind;

typedef struct Hold {
    HoldKind kind;
    Index at;               // the part that is held; EVERY along a dimension: all of it
    double value;           // NUMBER
    const Tensor *original; // ORIGINAL
    const char *sentence;   // ORIGINAL: of the program with this sentence; NULL: as it is
} Hold;

enum { EVERY = -1 };

typedef struct HeldCells {
    const Hold *hold; // a later one covers an earlier one
    int count;
    Tensor *computed; // what the operation has made
} HeldCells;

void hold_write(const Hold *hold, Buf *out); // "zero", "uniform", "original", "from "a b"", "0.5"
void hold_say(const Hold *hold, Buf *out);   // "held at zero", "held at what it is in "a b""
bool hold_is_about(const Hold *hold, Index at);
// Can it be done in a tensor of this shape?
bool hold_fits(const Hold *hold, const Shape *shape);
void hold_put(const Hold *hold, Tensor *tensor); // where it fits

// The hold that the cell has its number from, or NULL. `held` may be NULL.
const Hold *held_at(const HeldCells *held, Index at);

// A tensor of its own in the heap with what `output` has, but for what is held. NULL: there is no
// memory.
Tensor *held_output(const HeldCells *held, const Tensor *output, TensorHeap *heap, Error *error);
