// The chain rule at one cell, with its numbers: what the cell feeds, how steeply each of that rises
// with it, and what the loss does with that in turn. The slopes follow from how the operations say
// that a cell is made (Op.sources), not from the rules by which backward() went; so the sum is a
// second way to the gradient.
#pragma once

#include "trace/record/gradients.h"

typedef struct ChainTerm {
    Cell of;             // a cell of the gradient of what it feeds: d scores[0,1]
    double slope;        // of what it feeds, as the cell rises
    const char *symbols; // how the slope is written: "K[1,0]", or "" of 1
} ChainTerm;

typedef struct ChainRule {
    Cell cell, gradient; // scores[0,1], and d scores[0,1]
    ChainTerm *terms;
    int count;    // 0: backward() began at it, or it went into what is one operation of PyTorch's
    double value; // of the gradient
    bool adds_up; // do the terms come to it?
    bool marks;   // names are marked
} ChainRule;

// May the gradients be seen?
bool chain_is_seen(const ChainRule *rule, Sight sight);
// False: nothing is known of the gradient of the cell.
// `marks`: names are written as those of their roles (roles.h).
bool chain_rule(const Trace *trace, Cell cell, int64_t pass, bool marks, Arena *arena,
                ChainRule *rule);
// "d y[0,0]*weights[0,1] + ..." or "0.5*1 + ... = 0.0962", as any arithmetic. Where they are too
// many to be written the terms that are 0 are one piece, which counts them.
Arithmetic chain_arithmetic(const Trace *trace, const ChainRule *rule, int digits, Arena *arena);
// The same on one line, shorter and shorter: with names and numbers, with numbers, the result;
// `fed`: of a gradient, as what its cell feeds. Returns how many there are, at most 2 * most + 1.
int chain_lines(const Trace *trace, const ChainRule *rule, bool fed, int digits, int most,
                Arena *arena, const char **lines);
// The rule of the cell that a gradient's cell is about. False: it is no gradient's, or has no
// terms.
bool chain_of_gradient(const Trace *trace, Cell gradient, Arena *arena, ChainRule *rule);
// Of a gradient's cell two lines that say so; of a step's one; of another nothing.
// Nor where one of its numbers may not be seen.
void chain_print(const Trace *trace, Sight sight, Cell cell, int digits, Buf *out);

// Of a cell that a step downhill gave "a step from 0.26 to 0.39, against the slope -1.26"; NULL: it
// is none, or one of them may not be seen.
const char *chain_step(const Trace *trace, Sight sight, Cell cell, int digits, Arena *arena);

// The cell that a gradient's cell is about: scores[0,1] of d scores[0,1]. False: it is no
// gradient's.
bool chain_cell_of(const Trace *trace, Cell gradient, Cell *cell, int64_t *pass);
