// Mistakes: the usual mistakes with an operation, computable, so that a wrong answer can be
// diagnosed what went wrong and a lesson can show what a mistake does.
//
// An operation's row lists its mistakes (Op.mistakes). A mistake makes, from a recorded call, the
// output that the mistake gives; study/arithmetic/mistake.h carries it on to the operations that
// follow. All mistakes are in mistakes/, where make.c has what they share.
#pragma once

#include "tensor/op_call.h"

// What mistakes compute with; everything made goes with it. Start from {0} and a limit of the heap.
typedef struct MistakeWork {
    TensorHeap heap;
    Arena arena;
} MistakeWork;

void mistake_work_free(MistakeWork *work);

struct Mistake {
    const char *name;  // "not transposed": what a list of switches calls it
    const char *words; // what was done, "$x was not transposed"; $x, $y, $z name the inputs before
                       // they were only moved, $X, $Y, $Z as they are; $n the operation that came
                       // too early; $d "along its rows", as the operation runs over $x
    // The output with the mistake made, or NULL where it cannot be made or makes no sense. It may
    // be an input of the call.
    Tensor *(*make)(const Mistake *mistake, const OpCall *call, MistakeWork *work);
    // Where the operation comes too late: what it makes of the output of the next operation that
    // turns cells into shares (EXP_OVER_SUM), which was computed with what `make` gave.
    Tensor *(*late)(const Mistake *mistake, const OpCall *call, Tensor *shares, MistakeWork *work);
    bool is_rare; // of mistakes that give the same, a simpler one is more likely
    int input;    // which input is left, left out, or replaced
    int dim;      // along which dimension instead
    const Op *op; // which operation instead
    double temperature;
};

#define MISTAKE(its_name, its_words, maker) .name = its_name, .words = its_words, .make = maker

// No mistake, but made in the same way (mistakes/temperature.c): the first input divided by a
// temperature.
Mistake mistake_temperature(double temperature);

// Lists, each ended by a row without a name: in mistakes/matrices.c, reductions.c, elementwise.c,
// einsum.c.
extern const Mistake mistakes_transposition[], mistakes_new_axis[], mistakes_product[],
    mistakes_linear[], mistakes_softmax[], mistakes_sum[], mistakes_mean[], mistakes_spread[],
    mistakes_addition[], mistakes_subtraction[], mistakes_multiplication[], mistakes_division[],
    mistakes_power[], mistakes_filling[], mistakes_choosing[], mistakes_triangle[], mistakes_exp[],
    mistakes_root[], mistakes_sine[], mistakes_cosine[], mistakes_layer_norm[], mistakes_joining[],
    mistakes_einsum[], mistakes_tanh[], mistakes_sigmoid[], mistakes_relu[], mistakes_gelu[],
    mistakes_softmax_backward[], mistakes_log_softmax_backward[];
