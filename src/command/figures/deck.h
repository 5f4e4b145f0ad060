// A slide for each step of a lesson, in one folder or in one file.
#pragma once

#include "command/command.h"
#include "command/figures/figure_order.h"

// Writes 01-TITLE.png, 02-TITLE.png … into the folder `path`, which is made if it is not there; or,
// where `path` ends in .pdf, a page for each step into that file, and more for a step that could
// not be read on one. All are of one size, that of a slide if none is asked for. A step without
// tensors has none, and no number. On a terminal it says how far it is when it takes longer than a
// moment; an interrupt stops between two files, of which none is half. Errors: existing files
// without
// --force (nothing is written then), those of export_figure().
void deck_export(const FigureOrder *order, const char *path, const Arguments *arguments,
                 Session *session);
