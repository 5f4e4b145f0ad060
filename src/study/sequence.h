// What the rows and the columns of a matrix stand for: the same tokens, and which of these are
// equal. The numbers do not tell; where they come from does.
#pragma once

#include "trace/trace.h"

typedef struct TokenSequence {
    bool is_same;         // row k and column k stand for the same token
    int64_t items;        // of the batch, each with tokens of its own; 1: all have the same
    int64_t length;       // tokens of an item
    const int64_t *token; // item by item: those with the same number are the same; NULL: not known
    const char *unknown;  // why not: "its tokens have neither labels nor ids"
} TokenSequence;

// Of two dimensions of the entry's output. They stand for the same tokens where their
// labels say so, where both come from the same axes of what the program gives, or where a causal
// mask puts them in one order. Tokens are told
// by the labels of the rows, else by the only integers that the rows come from and that are neither
// counted up nor all alike, as places and token types are.
TokenSequence sequence_of(const Trace *trace, int entry, int row_dim, int column_dim, Arena *arena);
