// Slips: the usual mistakes with an operation, computable, so that a wrong answer can be told what
// went wrong and a lesson can show what a mistake does.
//
// An operation's row lists its slips (Op.slips). A slip makes, from a recorded call, the output
// that the mistake gives; trace/slip.h carries it on to the operations that follow. All slips
// are in slips/, where make.c has what they share.
#pragma once

#include "tensor/op.h"

// What slips compute with; everything made goes with it. Start from {0} and a limit of the heap.
typedef struct SlipWork {
    TensorHeap heap;
    Arena arena;
} SlipWork;

void slip_work_free(SlipWork *work);

struct Slip {
    const char *name;  // "not transposed": what a list of switches calls it
    const char *words; // what was done, "$x was not transposed"; $x, $y, $z name the inputs before
                       // they were only moved, $X, $Y, $Z as they are; $n the operation that came
                       // too early; $d "along its rows", as the operation runs over $x
    // The output with the mistake made, or NULL where it cannot be made or makes no sense. It may
    // be an input of the call.
    Tensor *(*make)(const Slip *slip, const OpCall *call, SlipWork *work);
    // Where the operation comes too late: what it makes of the output of the next operation that
    // turns cells into shares (EXP_OVER_SUM), which was computed with what `make` gave.
    Tensor *(*late)(const Slip *slip, const OpCall *call, Tensor *shares, SlipWork *work);
    bool is_rare; // of mistakes that give the same, a simpler one is more likely
    int input;    // which input is left, left out, or replaced
    int dim;      // along which dimension instead
    const Op *op; // which operation instead
    double temperature;
};

// No mistake, but made in the same way (slips/temperature.c): the first input divided by a
// temperature.
Slip slip_temperature(double temperature);

// Lists, each ended by a row without a name: in slips/matrices.c, lines.c, cells.c, einsum.c.
extern const Slip slips_transposition[], slips_new_axis[], slips_product[], slips_linear[],
    slips_softmax[], slips_sum[], slips_mean[], slips_spread[], slips_addition[],
    slips_subtraction[], slips_multiplication[], slips_division[], slips_power[], slips_filling[],
    slips_choosing[], slips_triangle[], slips_exp[], slips_root[], slips_sine[], slips_cosine[],
    slips_layer_norm[], slips_joining[], slips_einsum[], slips_tanh[], slips_sigmoid[],
    slips_relu[], slips_gelu[];
