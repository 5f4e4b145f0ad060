// Tensors of attention weights: found in a run, and what is known of them besides their numbers.
#pragma once

#include "study/sequence.h"
#include "trace/explain.h"

typedef struct Attention {
    const Trace *trace;
    int entry;
    int64_t items, heads; // of its slices: those of a batch, and of each of them
    int scores;           // entry of what the softmax was of: it tells what is hidden; or -1
    int truth;            // entry that tells which keys are right, or -1
    TokenSequence sequence;
} Attention;

// The truth is the tensor that the program calls `alignment`: a row for each query and a column for
// each key, not 0 where the key is right; with several sentences, one behind the other.
Attention attention_of(const Trace *trace, int entry, Arena *arena);

// What the entry is a softmax of, an entry with a cell for each of its own; -1: it is none.
int attention_scores(const Trace *trace, int entry);
// What was moved to become the entry, or changed cell by cell; -1: neither.
int attention_source(const Trace *trace, int entry);

// A layer of the model, the module or function that attends.
typedef struct AttentionLayer {
    const char *name; // "decoder.layers[0].attention"
    Attention attention;
    int calls;      // how often it attended in this run; the last time is what is looked at
    bool is_closed; // nothing is to be told of it yet
} AttentionLayer;

// All layers of the run, in the order in which they first attended, at any depth of calls. Weights
// are computed shares, told by their numbers, that a sum of products uses, whatever it is called;
// where there are none, shares that are called scores or weights, and those that the program gives
// as a tensor of three dimensions or more.
int attention_layers(const Trace *trace, Arena *arena, AttentionLayer **layers);
