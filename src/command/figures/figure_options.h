// The options of a command line as those of a figure and of its file.
#pragma once

#include "command/options.h"
#include "export/export.h"
#include "figure/kind.h"
#include "figure/look.h"
#include "walk/walk.h"

typedef struct FigureOptions {
    FigureLook look;
    ExportOptions file;
    bool moves;
    const char *ending; // of the file's name when none is given: ".png"
} FigureOptions;

// Is it to move: by --animate, or by a format in which nothing else is written?
bool figure_moves(const OptionValue *value);

// --for sets a size, a resolution, a theme and an ending; the options beside it win.
// Errors: --scale with --dpi, a family that is not installed, labels that cannot be read.
// Labels may be a list of the walk's program.
bool figure_options(FigureOptions *options, const Walk *walk, const Arguments *arguments,
                    Arena *arena, Error *error);

// Nothing that was asked for is passed over in silence. Errors: an option, or a tensor, that means
// nothing to a figure of this kind; `kind` NULL: to numbers that are copied.
bool export_check(const Arguments *arguments, const FigureKind *kind, Error *error);
