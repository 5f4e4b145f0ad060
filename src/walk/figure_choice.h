// Which figure a reader wants of a matrix of the walk.
#pragma once

#include "walk/walk.h"

// A figure as the dialog offers it; each by its name.
typedef struct FigureChoice {
    const char *kind, *format, *theme;
    int64_t head, query; // of lines of attention; -1: all
    bool moves;          // its frames, one after the other
    bool here;           // an equation: that of the walk's screen, which has one
    double room;         // then the points that it should take at most across; 0: any number
    bool bare;           // what is around it says what it is: no heading, no arithmetic
} FigureChoice;

// Exports a figure of the matrix that `cell` is in; says in `message` what was written.
typedef bool FigureExport(void *context, const Walk *walk, Cell cell, FigureChoice choice,
                          Buf *message, Error *error);
