// A figure that is to be written: of what, how and where.
#pragma once

#include "command/figures/figure_options.h"
#include "figure/kind.h"
#include "walk/walk.h"

typedef struct FigureOrder {
    const Walk *walk;
    const FigureKind *kind;
    FigureOptions figure;
    FigureRequest request;
    const char *path;
} FigureOrder;

// What it shows: "wv" or, of one matrix of several, "wv, head 1"; "" of several tensors.
const char *figure_order_title(const FigureOrder *order, Arena *arena);
// The same in all words, each followed by a comma: "wv, attention weights, head 1, 4×4, ".
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
