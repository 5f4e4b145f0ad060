// Figures of what a walk shows.
#pragma once

#include "command/command.h"
#include "tui/tui.h"

// For the key that exports: writes the matrix to a new file in the current folder, NAME.png or
// NAME-2.png …, and says so in `message`.
bool export_from_screen(void *context, const Walk *walk, int entry, Index slice, Buf *message,
                        Error *error);

// The options of the terminal, from the command line.
TuiOptions learn_options(const Arguments *arguments);
