// The equations of one step on a slide; the poster of all of them is a kind (kinds.h).
#pragma once

#include "figure/kind.h"

// The request's scale, on which the colours of all its parts mean the same.
ScaleOptions poster_scale(const FigureRequest *request, Arena *arena);

// Is a part of a walk drawn at all? What only hands a tensor on is not.
bool poster_shows(const FigureRequest *request, const WalkPart *part);

// Draws the parts of the request, which are of one step, on a page of the size that its look has:
// added to those that `figure` has already. Under the step's title they are as large as there is
// room. `number`: of the step; `continued`: it has begun on the page before. `*smallest`: the size
// of its smallest text; 0: it has none. Errors as the kinds'.
bool poster_draw_slide(Figure *figure, const FigureRequest *request, int number, bool continued,
                       const Measure *measure, double *smallest, Error *error);
