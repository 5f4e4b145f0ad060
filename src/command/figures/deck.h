// A figure for each step of a lesson, in one folder.
#pragma once

#include "command/command.h"
#include "command/figures/figure_options.h"
#include "figure/kind.h"

// Writes 01-TITLE.png, 02-TITLE.png … into `folder`, which is made if it is not there; all of one
// size and scale. A step without tensors has no file. On a terminal it says how far it is when it
// takes longer than a moment; an interrupt stops between two files, of which none is half.
// Errors: existing files without --force (nothing is written then), those
// of export_figure().
void deck_export(const FigureRequest *request, const FigureOptions *options, const char *folder,
                 const Arguments *arguments, Session *session);
