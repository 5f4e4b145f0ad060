// Tensors of attention weights: found in a run, and what is known of them besides their numbers.
#pragma once

#include "study/axes/role.h"
#include "study/axes/slices.h"
#include "trace/explain/explain.h"
#include "trace/explain/sight.h"
#include "trace/trace.h"

// What the rows and the columns of a matrix represent: the same tokens, and which of these are
// equal. The numbers do not tell; where they come from does.
typedef struct TokenSequence {
    bool is_same;         // row k and column k represent the same token
    int64_t items;        // of the batch, each with tokens of its own; 1: all have the same
    int64_t length;       // tokens of an item
    const int64_t *token; // item by item: those with the same number are the same; NULL: not known
    const char *unknown;  // why not: "its tokens have neither labels nor ids"
} TokenSequence;

typedef struct Attention {
    const Trace *trace;
    int entry;
    Slices slices; // queries are rows, keys are columns
    int scores;    // entry of what the softmax was of: it shows what is masked; or -1
    int truth;     // entry that says which keys are right, or -1
    TokenSequence sequence;
} Attention;

// The truth is the tensor that the program calls `alignment`: a row for each query and a column for
// each key, not 0 where the key is right; with several sentences, one behind the other.
Attention attention_of(const Trace *trace, int entry, Arena *arena);

// The matrices of any tensor, by what its axes are: rows of queries and columns of keys where it
// has them, else its last two dimensions.
Slices slices_of(const Trace *trace, int entry);
// The one that the cell is in, as a figure shows it: what the program has as its last two
// dimensions stays as it is, in whatever order.
Matrix matrix_by_axes(const Trace *trace, int entry, Index through);

// The first weights that follow from scores, scaled and masked between; -1: none do.
int attention_of_scores(const Trace *trace, int scores);

// A layer of the model, the module or function that attends.
typedef struct AttentionLayer {
    const char *name;    // "decoder.layers[0].attention"
    const char *made_at; // where names are equal: "gpt2() 3, attention() 1"; or NULL
    const char *module;  // its path, or NULL
    Attention attention; // the last time, or the one that is looked at
    const int *times;    // the entries of its weights, each time that it attended
    int calls;           // how often that was in this run
    bool is_closed;      // nothing is shown of it yet
    int layer;           // its number; several modules that are heads have one
    int64_t head;        // of the layer, its first
} AttentionLayer;

// Turns to the last time that is seen. Where there is none the layer is closed.
void attention_look_at(AttentionLayer *layer, Sight sight, Arena *arena);
// Which time is looked at: "the last of 31 calls", "call 3 of 31"; NULL: there was one.
const char *attention_calls(const AttentionLayer *layer, Arena *arena);

// All layers of the run, in the order in which they first attended, at any depth of calls: what
// averages over positions; where nothing does, shares that are called scores or weights, and those
// that the program gives as a tensor of three dimensions or more.
int attention_layers(const Trace *trace, Arena *arena, AttentionLayer **layers);

// Is every row of the matrix weights, and does nothing say that it is something else? Values and
// projections may have rows that sum to 1 as well.
bool matrix_may_attend(const Trace *trace, const Matrix *matrix);

// Do the rows and the columns of a matrix represent the same tokens, as far as one can tell of
// square weights or scores? Labels of the one are then those of the other.
bool attention_has_same_tokens(const Trace *trace, int entry);
