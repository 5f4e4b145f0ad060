// Figures of what a walk shows (figures/export_screen.c).
#pragma once

#include "command/command.h"
#include "tui/tui.h"

// For the figure dialog: writes a figure of the matrix that `cell` lies in to a new file in the
// current folder, NAME.png or NAME-2.png …, and says so in `message`.
bool export_from_screen(void *context, const Walk *walk, Cell cell, FigureChoice choice,
                        Buf *message, Error *error);

// What that would write, where, and how large: three lines.
bool export_preview(void *context, const Walk *walk, Cell cell, FigureChoice choice, Buf *lines,
                    Error *error);

// A picture of it for the terminal.
bool export_picture(void *context, const Walk *walk, Cell cell, FigureChoice choice,
                    PictureRoom room, Arena *arena, Image *image, Error *error);

// The options of the terminal, from the command line (learn.c).
TuiOptions learn_options(const Arguments *arguments);
