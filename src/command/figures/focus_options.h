// What a command line points at in a figure: --cell, --row, --highlight, --annotate and --arrow.
#pragma once

#include "command/options.h"
#include "figure/kind.h"
#include "walk/walk.h"

// Sets request->look.focus, in `arena`, for the tensors of the request; NULL where nothing is
// pointed at. A cell is "0,1", "cat,sat" (words where rows and columns have labels) or, with its
// tensor, "weights[0,1]". Errors: no such row, column or tensor; a text without a cell; an arrow
// between two tensors. For a kind that works a
// cell out, request->marked is set instead.
bool focus_options(FigureRequest *request, const FigureKind *kind, const Walk *walk,
                   const Arguments *arguments, Arena *arena, Error *error);

// As trace_parse_tensor(), where indices may be words: "weights[cat,sat]". The labels are those of
// the request's look, if it has any. Without a name, "0,1", the entry is -1: it is for
// focus_options().
bool focus_cell(const FigureRequest *request, const Walk *walk, Str text, Cell *cell, int *indices,
                Error *error);
