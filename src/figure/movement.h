// A figure that moves: frames of one size and one layout, drawn one after the other.
#pragma once

#include "base/error.h"
#include "figure/figure.h"

enum { MOST_MOVING = 500 }; // frames

typedef struct Movement {
    int count;
    const double *seconds; // that each frame is shown
    // Draws one of them. `figure` is zeroed but for its arena, and ends with it. All frames have
    // the same size and background; title and description are those of the first.
    bool (*draw)(const void *context, int frame, Figure *figure, Error *error);
    const void *context;
} Movement;

// Errors: more frames than MOST_MOVING.
bool movement_check(int64_t frames, Error *error);

// How long it takes, once.
double movement_seconds(const Movement *movement);

// All frames as the pages of one figure, which is zeroed but for its arena.
bool movement_pages(const Movement *movement, Figure *figure, Error *error);

// A movement as layers: what its frames have in common is there once, and each piece says from
// which frame to which it is seen.

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
