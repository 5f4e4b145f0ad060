// An operation, or a call, as an equation of matrices, with one cell or row of the result marked,
// and what goes into it; its arithmetic below.
#pragma once

#include "figure/kind.h"
#include "figure/parts/block.h"
#include "figure/parts/derivation.h"

typedef struct EquationAsk {
    const Trace *trace;
    int entry;        // the result
    const Call *call; // whose result it is, or NULL: the operation that made it
    Index at;         // the cell that is marked; of more than two dimensions also the slice
    bool unmarked;
    bool whole_row;
    const Moment *moment;   // what is open of the result, from the marked cell on; NULL: all
    const FigureHere *here; // or NULL
    bool derived;           // with arithmetic below
    double room;            // for the arithmetic, if the equation is not wider; 0: usual
    bool result_below;      // the operands
    BlockLook look;
} EquationAsk;

typedef struct EquationPart {
    FigureBlock block;
    const char *sign; // before the block
    double sign_width;
    bool hidden;           // one of many operands: "…" represents it
    double x, y;           // of the block's corner, from that of the equation
    double sign_x, sign_y; // of the sign's middle
} EquationPart;

typedef struct FigureEquation {
    EquationPart *part;
    int count;
    FigureDerivation derivation;
    double parts_height;  // without the arithmetic
    double width, height; // units
} FigureEquation;

void equation_read(FigureEquation *equation, const EquationAsk *ask, const Pen *pen);
void equation_draw(const FigureEquation *equation, const Pen *pen, double x, double y);

// An equation that opens moment by moment, laid out once for all of them, so that nothing jumps.

typedef struct Unfolding {
    EquationAsk ask; // in the form that is largest at the size asked for
    const Moment *moments;
    int count;
    double width, height; // units: what every moment has room in
} Unfolding;

// `ask->at` is the cell that opens first. Without moments all is open in a single one.
void unfolding_read(Unfolding *unfolding, const EquationAsk *ask, const Moment *moments, int count,
                    const FigureLook *look, const Pen *pen);

// The equation at one of its moments.
void unfolding_equation(const Unfolding *unfolding, int moment, FigureEquation *equation,
                        const Pen *pen);

// How long a moment is shown, in seconds.
double unfolding_seconds(const Unfolding *unfolding, int moment);
