// Figures of what a walk shows (figures/export_screen.c).
#pragma once

#include "command/command.h"
#include "linear/linear.h"
#include "tui/tui.h"

// For the figure dialog: writes a figure of the matrix that `cell` is in to a new file in the
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
struct Reopen;
// The walk line by line, until the input ends or the reader quits (learn.c). `reopen`: or NULL.
void learn_by_lines(Walk *walk, LinearOptions options, struct Reopen *reopen, Session *session);

// The figure that the options order, of the tensor that the second word names. (export.c)
void export_figure_of(const Walk *walk, const Arguments *arguments, Session *session);

// Which options of `qkv show` go together. (show.c)
extern const OptionRule show_rules[];
// Prints the frame that the terminal would show of the walk at this place.
void show_screen(Walk *walk, TuiOptions options, const Arguments *arguments, Session *session);
// What `qkv show` prints of a walk.
void show_walk(Walk *walk, const Arguments *arguments, Session *session);
