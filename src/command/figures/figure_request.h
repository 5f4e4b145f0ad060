// A figure of any kind, as the command line asks for it.
#pragma once

#include "command/options.h"
#include "figure/kind.h"
#include "walk/figure_choice.h"
#include "walk/walk.h"

// Fills what `request` does not have yet from the options --cell, --head, --query, --scale-each,
// and the parts of the walk. The tensor and its looks are the caller's. In `arena`.
bool figure_request_read(FigureRequest *request, const Walk *walk, const Arguments *arguments,
                         Arena *arena, Error *error);

// The tensor that the second word names, or --cell, or else the attention of the program
// that suits the kind, as tensor_meant() finds it; `messages` gets what it chose from. Errors: as
// cell_parse(); an index too many; none that suits.
bool figure_request_tensor(FigureRequest *request, const FigureKind *kind, const Walk *walk,
                           const Arguments *arguments, Buf *messages, Error *error);

// How the operation that made the chosen tensor opens, for a movement.
void figure_request_moments(FigureRequest *request, const Walk *walk, Arena *arena);

// The parts of a walk that figures show: an equation for each stage at the top level.
void figure_request_parts(FigureRequest *request, const Walk *walk, Arena *arena);

// What is drawn of a choice that was made on a screen that shows `cell`.
FigureRequest figure_request_chosen(const FigureKind *kind, const Walk *walk, Cell cell,
                                    FigureChoice choice, Arena *arena);

// Sets the panels of the request, in `arena`: the tensors that the words from the second on name,
// if there is more than one, and with --compare the two to compare. Without either there are none.
// request->cell is the tensor already chosen. Errors: no such tensor, too many, nothing to compare
// with.
bool panel_options(FigureRequest *request, const Walk *walk, const Arguments *arguments,
                   Arena *arena, Error *error);
