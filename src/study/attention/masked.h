// Which cells attention may not look at: before the softmax they are -inf, or so far below all
// others that nothing is left of them, as where a mask of -10000 was added. The trace shows it for
// the weights after the softmax as well, where they are 0, or where a mask makes them 0; also among
// others, as in a stack. Of shares from a file, or of rows that were filled one by one, the
// numbers show it: masked is what follows each query, where all of it is exactly 0.
#pragma once

#include "study/axes/matrix.h"

typedef struct MaskedWay MaskedWay;

typedef struct Masked {
    const Trace *trace;
    int entry; // -1: no cell is masked
    bool after_softmax;
    bool is_causal, is_turned; // by its numbers; its columns are the queries
    int64_t ahead;             // keys before the first query
    MaskedWay *way;            // back to the softmax
} Masked;

// Of what is in a matrix of the trace. In `arena`.
Masked masked_of(const Trace *trace, const Matrix *matrix, Arena *arena);

// Scores of -inf are not meant: they show what they are.
bool masked_at(const Masked *masked, const Matrix *matrix, int64_t row, int64_t column);
