// An equation that opens moment by moment, laid out once for all of them, so that nothing jumps.
#pragma once

#include "figure/equation.h"
#include "figure/kind.h"

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

// How long a moment stands, in seconds.
double unfolding_seconds(const Unfolding *unfolding, int moment);
