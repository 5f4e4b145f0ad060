// "Nudge it": the program runs twice beside the walk, with a cell a little lower and a little
// higher, and what backward() began at says how steeply it rises with the cell. That is what the
// gradient claims. Where that is not one number, its cells count as much as the gradients that
// backward() was given for them.
#pragma once

#include "study/arithmetic/chain.h"
#include "walk/walk.h"

#define SLOPE_STEP 0.01

typedef struct MeasuredSlope {
    Cell cell;             // what is nudged
    const Gradient *began; // what backward() began with, of what is looked at: d loss
    double low, high;      // what the cell is put to
    double loss_low, loss_high;
    double slope, gradient; // measured, and as backward() has it
} MeasuredSlope;

// Of a cell, or of a cell of its gradient. Errors: it has no gradient, it is no number that can be
// held, the program takes another way then. False without one: it was stopped.
bool slope_measure(const Walk *walk, Cell cell, double step, MeasuredSlope *measured, Error *error);
// "W_Q[0,2] 0.99 -> loss 0.503251, 1.01 -> 0.500239: slope -0.1506, gradient -0.1506"; without the
// losses where that is wider than `columns`.
void slope_write(const Walk *walk, const MeasuredSlope *measured, int digits, int columns,
                 Buf *out);
