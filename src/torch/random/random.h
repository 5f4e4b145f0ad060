// What the files about random numbers share.
#pragma once

#include "lang/interp.h"
#include "torch/torch.h"

// ---- generator.c -------------------------------------------------------------------------

extern const Type type_generator_of_numbers;
// The argument `generator`; the default one where none is given.
bool generator_option(Run *run, const char *function, Value given, RandomState **generator);

// ---- generator_state.c -------------------------------------------------------------------

Value generator_state(Run *run, const RandomState *generator); // as a tensor of bytes
bool generator_set_state(Run *run, RandomState *generator, Value given);
