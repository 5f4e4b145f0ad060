// What einsum's equation says, and its computation.
#pragma once

#include "tensor/call.h"

enum {
    DOTS = 52,                // labels: 0 to 51 are the letters, A to Z and a to z,
    LABELS = DOTS + MAX_DIMS, // then come the dimensions of the dots
    ELLIPSIS = LABELS,        // the dots themselves, while they are read
    MAX_LABELS = 2 * MAX_DIMS,
    MAX_EINSUM = 16, // operands
};

// One label for each dimension.
typedef struct Labels {
    int label[MAX_LABELS];
    int count;
} Labels;

typedef struct Einsum {
    Labels operand[MAX_EINSUM], result;
    int count;            // of operands
    int dots[MAX_EINSUM]; // dimensions of each operand's dots
    int widest;
    int64_t size[LABELS]; // of each label, -1: there is none
} Einsum;

// The call's equation and the sizes of its inputs. Errors are PyTorch's.
bool einsum_read(const OpCall *call, Einsum *einsum, Error *error);

// Which labels the result or operands from `next` on need.
void einsum_needs(const Einsum *einsum, int next, bool kept[LABELS]);
// Is a letter of more than one cell summed over?
bool einsum_sums(const Einsum *einsum);
bool einsum_is_empty(const Einsum *einsum); // has a letter no cells?

// ---- contract.c: the computation ----

// Is there room for what is computed on the way?
bool einsum_fits(const OpCall *call, const Einsum *einsum, Error *error);

void einsum_layout(const OpCall *call, int64_t *stride);
void einsum_forward(OpCall *call);
