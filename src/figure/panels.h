// Several matrices side by side, or one before and after a change with the difference.
#pragma once

#include "figure/kind.h"

// What it shows: "weights, outputs", "weights before and after".
const char *panels_title(const FigureRequest *request, Arena *arena);

// The panels of the request. With request->compare there are two, and the difference is the third.
// Errors: those of heatmap_build(), matrices of different shapes to compare.
bool panels_build(Figure *figure, const FigureRequest *request, const Measure *measure,
                  Error *error);
