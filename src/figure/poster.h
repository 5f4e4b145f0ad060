// The equations of a walk, step by step, on one sheet.
#pragma once

#include "figure/kind.h"

typedef struct PosterPage {
    int columns;  // 0: as many as make a sheet of pleasant proportions
    double scale; // of everything; 0: what fits the size asked for. Else from the upper left corner
} PosterPage;

// The parts of the request; errors as the kinds'.
bool poster_draw(Figure *figure, const FigureRequest *request, PosterPage page,
                 const Measure *measure, Error *error);
