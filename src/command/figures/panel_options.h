// Several tensors in one figure, or two runs of one tensor.
#pragma once

#include "command/options.h"
#include "figure/kind.h"
#include "walk/walk.h"

// Sets the panels of the request, in `arena`: the tensors that the words from the second on name,
// if there is more than one, and with --compare the two to compare. Without either there are none.
// request->cell is the tensor already chosen. Errors: no such tensor, too many, nothing to compare
// with.
bool panel_options(FigureRequest *request, const Walk *walk, const Arguments *arguments,
                   Arena *arena, Error *error);
