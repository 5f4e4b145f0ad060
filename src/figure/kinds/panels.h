// Several matrices side by side, or one before and after a change with the difference.
#pragma once

#include "figure/kind.h"

// What it shows: "weights, outputs", "weights before and after".
const char *panels_title(const FigureRequest *request, Arena *arena);

// The panels of the request. With request->panels.compare there are two, and the difference is the
// third. Errors: those of a heatmap, matrices of different shapes to compare.
bool panels_build(const Pen *pen, const FigureRequest *request, Error *error);
