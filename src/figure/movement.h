// A figure that moves: frames of one size and one layout, drawn one after the other.
#pragma once

#include "figure/figure.h"

#include "base/error.h"

enum { MOST_MOVING = 500 }; // frames

typedef struct Movement {
    int count;
    const double *seconds; // that each frame stands
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
