// A figure that is to be written: of what, how and where.
#pragma once

#include "command/options.h"
#include "export/export.h"
#include "figure/kind.h"
#include "walk/walk.h"

typedef struct FigureOrder {
    const Walk *walk;
    const FigureKind *kind;
    FigureRequest request;
    ExportOptions file;
    bool moves;
    const char *ending; // of the file's name when none is given: ".png"
    const char *path;
} FigureOrder;

// What it shows in words, each followed by a comma: "wv, attention weights, head 1, 4×4, ".
void figure_order_about(const FigureOrder *order, Buf *out);

// The name of a file that was not given one: of the lesson, the tensor and the kind.
const char *figure_order_path(const FigureOrder *order, Arena *arena);

// The movement that was asked for, in `arena`; `measure` must live as long.
bool figure_order_move(const FigureOrder *order, Movement *movement, const Measure *measure,
                       Arena *arena, Error *error);

// Adds to `warnings` (NULL: nowhere) that text of `smallest` points, on the page or in the file
// `at` (NULL: there is one only), is too small to be read, if it is, and what to try: `way_out`, or
// NULL.
void figure_warn_small(double smallest, const char *at, const FigureLook *look, const char *way_out,
                       Buf *warnings);

// Says them all.
void figure_say_warnings(const Buf *warnings, Buf *messages);

// Errors: those of figure_kind_build() and export_figure().
bool figure_order_write(const FigureOrder *order, size_t *bytes, Error *error);

// ---- figure_options.c ---------------------------------------------------------------------------

// Is it to move: by --animate, or by a format in which nothing else is written?
bool figure_moves(const OptionValue *value);

// Sets the look, the file and the movement from the options. --for sets a size, a resolution, a
// theme and an ending; the options beside it win. Errors: --scale with --dpi, a family that is not
// installed, labels that cannot be read. Labels may be a list of the walk's program.
bool figure_options(FigureOrder *order, const Arguments *arguments, Arena *arena, Error *error);

// Nothing that was asked for is passed over in silence. Errors: an option, or a tensor, that means
// nothing to a figure of this kind; `kind` NULL: to numbers that are copied.
bool export_check(const Arguments *arguments, const FigureKind *kind, Error *error);
