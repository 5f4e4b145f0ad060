// The heads of an attention layer side by side: of each the name of its pattern, its entropy, and
// what a small picture of it needs. A layer is a tensor with a dimension of heads before its last
// two; the others that were made like it are the other layers. Without such a dimension the layers
// themselves are shown like heads.
#pragma once

#include "study/attention/survey.h"
#include "study/axes/heat.h"
#include "study/looks/blocks.h"
#include "walk/walk.h"

typedef struct Head {
    Cell cell;            // the first of its matrix
    const Tensor *tensor; // that it is read from: the cell's entry's, or the average
    int number;           // of the head; -1: the average of all
    Seen seen;            // all of it, at this point of the walk
    bool is_gradient;     // of a head
    const Hold *held;     // all of it, or at least its first cell; NULL: it is not
    Pattern pattern;
    Blocks blocks;
} Head;

typedef struct Heads {
    const Walk *walk;
    int *layers; // entries
    int layer_count;
    int64_t outer;       // slices of each that are a layer of their own: the items of a batch
    int64_t of_layer;    // heads
    bool are_layers;     // one head for each layer
    bool of_one_model;   // are these layers of a model? Else tensors that were made alike
    int64_t group;       // the layer shown, of layer_count * outer
    Attention attention; // of that layer; of the last one, where they are shown like heads
    Head *head;          // in the order shown
    int count;
    bool are_shares;    // all that are open: then their scale is one of shares
    bool are_gradients; // of attention weights or scores: 0 is in the middle of their scale
    HeatScale scale;    // of all that are shown
    TensorHeap heap;    // of the average
    Tensor *average;
    Arena arena, group_arena;
} Heads;

typedef struct HeadsOrder {
    bool sorted;   // by entropy
    bool averaged; // the average of all in front, once all are computed
} HeadsOrder;

// The layers that the cell's matrix is one of, or weights beside it in the equation at hand;
// `*number` becomes that of the cell's head. To be freed when true. False: there are no heads; or
// too many of them, then the error is set.
bool heads_find(Heads *heads, const Walk *walk, Cell at, int *number, Error *error);
// Does the entry have heads, or others that were made like it? Else heads_find() finds none.
bool heads_are_several(const Walk *walk, int entry);
// Is the cell of weights, scores or gradients, or in one equation with weights? Anything else that
// has three dimensions has no heads.
bool heads_are_meant(const Walk *walk, Cell cell);
void heads_free(Heads *heads);

// Makes the heads of `group`. False: there is no memory for their average, and they are without it.
bool heads_show(Heads *heads, HeadsOrder order, Error *error);

// What every head of the run does, as far as that is computed at this point of the walk and nothing
// of its layer is to be predicted. Errors: those of survey_make().
bool heads_survey(HeadSurvey *survey, const Walk *walk, Arena *arena, Error *error);

int64_t heads_groups(const Heads *heads);
Cell heads_cell(const Heads *heads, int64_t number);       // where a head of the group begins
Matrix heads_matrix(const Heads *heads, const Head *head); // queries are its rows
// "weights[0,3]", "average of 12 heads"
const char *head_name(const Heads *heads, const Head *head, Arena *arena);
// "previous 0.93 (chance 0.21)", and what is between that and "entropy 0.20 bits"; or why not.
void head_facts(const Head *head, const char *between, Buf *out);
// "8 heads of weights"; "12 layers of attention weights", or where they are of no model "matrices".
const char *heads_title(const Heads *heads, Arena *arena);
// "head 3", "mean"; the layers of one head are "layer 0", "layer 1", … or "matrix 0"; in short
// "H3", "L0", "M0".
const char *head_short_name(const Heads *heads, const Head *head, bool shortest, Arena *arena);
