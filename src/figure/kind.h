// The kinds of figures, one row each: what they draw, of which tensors, and how.
#pragma once

#include "figure/look.h"
#include "trace/explain.h"

// A part of a walk, as the kinds that draw all of it are given it.
typedef struct WalkPart {
    int step;          // from 0
    const char *title; // of the step
    int entry;         // what is shown, or -1
    const Call *call;  // whose result it is, or NULL
    const char *code;  // on one line
} WalkPart;

typedef struct FigureRequest {
    const Trace *trace;
    Cell cell;   // the tensor; its indices as far as they were given
    int indices; // how many were
    FigureLook look;
    Cell marked; // equation: the cell or row to mark; entry -1: none was named
    int marked_indices;
    int64_t head, query; // flow: -1: all
    bool scale_each;     // heads: each matrix on a scale of its own
    int64_t seed;        // worksheet: of the inputs, or -1: the lesson's own
    const char *lesson;  // its title
    const WalkPart *parts;
    int part_count;
} FigureRequest;

typedef struct FigureKind {
    const char *name;
    const char *summary; // "a matrix as colours with its numbers"
    bool whole;          // draws the whole lesson, not one tensor
    bool has_pages;      // may take more than one, which PDF alone has
    bool all_slices;     // of a tensor with heads: draws all that no index chooses from
    bool one_query;      // of a screen that shows one query: draws that one
    bool one_cell;       // may be asked for a single cell or row of a tensor
    // Why it cannot draw this tensor ("has one dimension"), or NULL. NULL: draws any.
    const char *(*misfit)(const Trace *trace, Cell cell);
    bool (*build)(Figure *figure, const FigureRequest *request, const Measure *measure,
                  Error *error);
} FigureKind;

extern const FigureKind figure_kinds[]; // the default first
extern const int figure_kind_count;

const FigureKind *figure_kind_find(const char *name); // NULL means the default; NULL: none

// Draws it. `figure` is zeroed but for its arena. Errors: the kind does not fit the tensor (hint:
// the kinds that do), and those of the kinds.
bool figure_kind_build(const FigureKind *kind, Figure *figure, const FigureRequest *request,
                       const Measure *measure, Error *error);
