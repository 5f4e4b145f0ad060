// Which figure a reader wants of a matrix of the walk.
#pragma once

#include "walk/walk.h"

// A figure as the dialog offers it; each by its name.
typedef struct FigureChoice {
    const char *kind, *format, *theme;
    int64_t head, query; // of lines of attention; -1: all
    bool moves;          // its frames, one after the other
    bool is_bare;        // FigureLook.bare
} FigureChoice;

// Exports a figure of the matrix that `cell` is in; says in `message` what was written.
typedef bool FigureExport(void *context, const Walk *walk, Cell cell, FigureChoice choice,
                          Buf *message, Error *error);
