// The kinds of figures, one row each: what they draw, of which tensors, and how.
#pragma once

#include "figure/look.h"
#include "figure/movement.h"
#include "figure/page/pen.h"
#include "trace/explain/explain.h"

// A moment of an operation that opens as in the walk: how many cells of its result are open, those
// of the first row first, and how many pieces of the next one's arithmetic are written.
typedef struct Moment {
    int64_t cells;
    int pieces;
} Moment;

// A part of a walk, as the kinds that draw all of it are given it.
typedef struct WalkPart {
    int step;          // from 0
    const char *title; // of the step
    const char *about; // a sentence about the step; NULL or "": there is none
    int entry;         // what is shown, or -1
    const Call *call;  // whose result it is, or NULL
    const char *code;  // on one line
    const Moment *moments;
    int moment_count;
} WalkPart;

// One of several matrices in a figure.
typedef struct FigurePanel {
    const Trace *trace;
    Cell cell;
    const char *title;
} FigurePanel;

// Several matrices in one heatmap, instead of the cell's.
typedef struct FigurePanels {
    const FigurePanel *panel;
    int count;
    bool compare; // there are two, and their difference is a third
    bool edited;  // they are of one tensor, before and after a change
    bool letters; // (a), (b) … before their titles
} FigurePanels;

// Which heads and queries are drawn, and how much of them.
typedef struct FigurePick {
    int64_t head, query;    // -1: all
    const char *query_word; // instead of its number, or NULL
    double least_weight;    // smaller ones are not drawn, or have no number; 0: as can be read
    Triangle mask;          // of a heatmap it is left out, without the diagonal
} FigurePick;

// What a worksheet asks.
typedef struct FigureTasks {
    int64_t seed;             // of the inputs, or -1: the lesson's own
    int first_step, step_end; // [first_step, step_end); step_end 0: all
    int blanks;               // boxes to fill in; 0: all, on four pages at most
    bool answers;             // they are filled in
    const bool *left_out;     // of each step: are its tasks left out? NULL: of none
} FigureTasks;

// The whole lesson, for the kinds that draw it.
typedef struct FigureWalk {
    const char *lesson; // its title
    const WalkPart *parts;
    int part_count;
} FigureWalk;

// How the operation that made the tensor opens.
typedef struct FigureOpening {
    const Moment *moments;
    int count;
} FigureOpening;

// An equation as the screen of a walk shows it: each cell is one to point at.
typedef struct FigureHere {
    const Call *call;   // whose result the tensor is, or NULL: the operation that made it
    const Index *shown; // of each of its matrices, in order, a cell in the slice that is shown
    int pieces;         // of the marked cell's arithmetic that are open; 0: all
    bool no_sources;    // they would tell what is asked for
    double room;        // points across; the result is below the operands where they need more
} FigureHere;

typedef struct FigureRequest {
    const Trace *trace;
    Cell cell;     // the tensor; its indices as far as they were given
    int indices;   // how many were
    bool is_named; // the tensor alone, not all layers like it
    FigureLook look;
    Cell marked; // equation: the cell or row to mark; entry -1: none was named
    int marked_indices;
    bool scale_each; // heads: each matrix on its own scale
    FigurePanels panels;
    FigurePick pick;
    FigureTasks tasks;
    FigureWalk walk;
    FigureOpening opening;
    const FigureHere *here; // equation; NULL: of no screen
} FigureRequest;

// A figure that moves, frame by frame: what a kind fills, and its frames are drawn with.
typedef struct FigureFrames {
    int count;
    double *seconds;
    bool (*draw)(const void *context, int frame, const FigureRequest *request, Pen *pen,
                 Error *error);
    const void *context;
    const FigureRequest *request;
    const Measure *measure;
    const char *kind; // its name
} FigureFrames;

typedef struct FigureKind {
    const char *name;
    const char *summary; // "a matrix as colours with its numbers"
    const char *options; // of the command line that are for some kinds alone: those for this one
    bool whole;          // draws the whole lesson, not one tensor, unless all_layers
    bool has_pages;      // may take more than one, which PDF alone has
    bool all_layers;     // where no tensor was named: draws all attention like it
    bool all_slices;     // of a tensor with heads: draws all that no index chooses from
    bool one_query;      // of a screen that shows one query: draws that one
    bool one_cell;       // may be asked for a single cell or row of a tensor
    bool hides;          // draws what may not be seen as "?" or "·"; others are not drawn then
    bool labels_all;     // rather with letters as small as can be read than without some of them
    bool moves_colors;   // what moves are its colours, with or without numbers
    // What it draws, "attention weights, 12 heads, 24×24"; of one tensor? NULL: a matrix.
    bool (*about)(const FigureRequest *request, Buf *out);
    // Why it cannot draw this tensor ("has one dimension"), or NULL. NULL: draws any.
    const char *(*misfit)(const Trace *trace, Cell cell);
    const char *way_out; // what to try where its text is too small to be read; NULL: a larger size
    // With the pen of sheet_pen(). The figure's title and description are to be set.
    bool (*build)(Pen *pen, const FigureRequest *request, Error *error);
    // The same as a movement: count, seconds, draw and context of the frames are to be set. `pen`
    // measures, and has the arena. NULL: it does not move.
    bool (*move)(FigureFrames *frames, const FigureRequest *request, const Pen *pen, Error *error);
} FigureKind;

// All kinds, the default first. Each is the row NAME_kind of its file.
#define FIGURE_KINDS(ROW)                                                                          \
    ROW(heatmap), ROW(equation), ROW(heads), ROW(flow), ROW(arrows), ROW(film), ROW(survey),       \
        ROW(picture), ROW(steps), ROW(worksheet)
#define FIGURE_KIND_ROW(name)  name##_kind
#define FIGURE_KIND_NAME(name) #name

extern const FigureKind FIGURE_KINDS(FIGURE_KIND_ROW);
extern const FigureKind *const figure_kinds[];
extern const int figure_kind_count;

const FigureKind *figure_kind_find(const char *name); // NULL means the default; NULL: none

// False; the error says that some of what would be drawn may not be seen.
bool figure_not_seen(Error *error);

// False: there is no such "head", "query" …; the error says so.
bool figure_check_index(const char *noun, int64_t index, int64_t count, Error *error);

// The query that is asked for, by number or by one of `count` labels; -1: none is. Errors: there is
// no such query.
bool figure_query(const FigureRequest *request, const char *const *label, int64_t count,
                  int64_t *at, Error *error);

// The title with the letter of its panel, counted from 0: "(b) weights".
const char *panel_title(const char *title, int panel, Arena *arena);

// Draws it. `figure` is zeroed but for its arena. Errors: the kind does not fit the tensor (hint:
// the kinds that do), and those of the kinds.
bool figure_kind_build(const FigureKind *kind, Figure *figure, const FigureRequest *request,
                       const Measure *measure, Error *error);

// The same as a movement. Errors: also a kind that does not move (hint: those that move).
bool figure_kind_move(const FigureKind *kind, Movement *movement, const FigureRequest *request,
                      const Measure *measure, Arena *arena, Error *error);
