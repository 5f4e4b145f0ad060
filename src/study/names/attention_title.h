// What attention weights are called by what they are, for a reader who does not know the program.
#pragma once

#include "study/axes/matrix.h"

// "head 7 of layer 5", "mean over 12 heads of layer 5", of a matrix of weights that are only moved,
// or of means and the like of these. NULL: its layer is not known, or it is made in another way.
//
// The layer is that of the axis of layers, else the number in the name, where names of other
// tensors of the file differ in it alone.
const char *attention_title(const Trace *trace, const Matrix *matrix, Arena *arena);
// Of all heads of the layer that the cell is in: "layer 5"; NULL as above.
const char *attention_layer_title(const Trace *trace, Cell cell, Arena *arena);
// The number in the name of one of several weights, of a file or called layers; -1: there is none.
int64_t attention_layer_in_name(const Trace *trace, int entry);
