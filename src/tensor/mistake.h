// Mistakes: the usual mistakes with an operation, computable, so that a wrong answer can be
// diagnosed what went wrong and a lesson can show what a mistake does.
//
// All of them are rows of one table (mistakes/table.c). A mistake makes, from a recorded call, the
// output that the mistake gives; study/arithmetic/mistake.h carries it on to the operations that
// follow.
#pragma once

#include "tensor/op_call.h"

// What mistakes compute with; everything made goes with it. Start from {0} and a limit of the heap.
typedef struct MistakeWork {
    TensorHeap heap;
    Arena arena;
} MistakeWork;

void mistake_work_free(MistakeWork *work);

typedef struct Mistake {
    const char *of;    // the operations, "sum" or "tril triu"; NULL: those of the row above
    const char *name;  // "not transposed": what a list of switches calls it
    const char *words; // what was done, "$x was not transposed"; $x, $y, $z name the inputs before
                       // they were only moved, $X, $Y, $Z as they are; $n the operation that came
                       // too early; $d "along its rows", as the operation runs over $x
    // What is computed, "self(y, x) if matrices": see mistakes/make.c.
    const char *made;
    // Where the operation comes too late: what it makes of `shares`, the output of the next
    // operation that turns cells into shares (EXP_OVER_SUM), which was computed with what `made`
    // gave. NULL: it does not.
    const char *late;
    bool is_rare; // of mistakes that give the same, a simpler one is more likely
    double temperature;
} Mistake;

// Those with an operation, one after another; NULL: there are none, or no more.
const Mistake *mistakes_of(const Op *op);
const Mistake *mistake_after(const Mistake *mistake);

// The output with the mistake made, or NULL where it cannot be made or makes no sense. It may be an
// input of the call.
Tensor *mistake_made(const Mistake *mistake, const OpCall *call, MistakeWork *work);
Tensor *mistake_made_late(const Mistake *mistake, const OpCall *call, Tensor *shares,
                          MistakeWork *work);

// No mistake, but made in the same way: the first input divided by a temperature before it is
// turned into shares. Below 1 the largest takes more, above 1 all become alike. Hinton et al. 2015,
// "Distilling the knowledge in a neural network".
Mistake mistake_temperature(double temperature);
