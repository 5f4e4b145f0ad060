// What the files about random numbers share.
#pragma once

#include "lang/interp.h"
#include "torch/torch.h"

// ---- generator.c -------------------------------------------------------------------------

// torch.Generator, torch.default_generator, torch.manual_seed and the like.
bool generator_make_default(Run *run, Value torch);
extern const Type type_generator_of_numbers;
// The argument `generator`; the default one where none is given.
bool generator_option(Run *run, const char *function, Value given, RandomState **generator);

// ---- generator_state.c -------------------------------------------------------------------

Value generator_state(Run *run, const RandomState *generator); // as a tensor of bytes
bool generator_set_state(Run *run, RandomState *generator, Value given);

// ---- distribution.c ----------------------------------------------------------------------

bool random_number_option(Run *run, const char *function, const char *name, Value given,
                          double otherwise, double *number);
bool random_integer_option(Run *run, const char *function, const char *name, int position,
                           Value given, int64_t *number);
// Can the distribution be drawn from, in a tensor of `dtype`?
bool random_check_distribution(Run *run, const Random *random, DType dtype);
bool random_check_normal(Run *run, const Random *random, DType dtype);
bool random_check_bernoulli(Run *run, const Random *random, DType dtype);
// The error that PyTorch draws no such numbers in `dtype`.
bool random_unfit_dtype(Run *run, const char *kernel, DType dtype);
// The integers in [low, high) as a distribution.
bool random_integers(Run *run, int64_t low, int64_t high, DType dtype, Random *random);

// ---- random.c ----------------------------------------------------------------------------

bool random_check_probabilities(Run *run, const Tensor *probability);
Value torch_bernoulli(Run *run, Value *arg);
Value torch_multinomial(Run *run, Value *arg);
