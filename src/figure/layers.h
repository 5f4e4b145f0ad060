// A movement as layers: what its frames have in common is there once, and each piece says from
// which frame to which it is seen.
#pragma once

#include "figure/movement.h"

typedef struct Layer {
    Figure figure;   // of the movement's size, its shapes alone: no background, no title
    int first, last; // the frames in which it is seen
} Layer;

typedef struct Layers {
    Figure frame; // the first, for its size, background and title
    Layer *layer; // in the order in which they are drawn
    int count;
} Layers;

// In `arena`. Errors: those of the frames.
bool layers_read(Layers *layers, const Movement *movement, Arena *arena, Error *error);
