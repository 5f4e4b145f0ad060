// Random numbers, bit for bit those that PyTorch draws on the CPU for the same seed.
#pragma once

#include "tensor/random/twister.h"
#include "tensor/tensor.h"

typedef struct RandomState {
    Twister twister;
    uint64_t seed;
    bool has_spare; // of two normal numbers that were made together, one is left
    double spare;
} RandomState;

// The seed of a generator that was not seeded: PyTorch's own for torch.Generator().
#define GENERATOR_DEFAULT_SEED UINT64_C(67280421310721)

void random_begin(RandomState *generator, uint64_t seed);
uint64_t random_long(RandomState *generator);    // 64 bits
double random_unit(RandomState *generator);      // [0, 1), 53 bits
float random_unit_float(RandomState *generator); // [0, 1), 24 bits
// As many of them, each from + width * u.
void random_floats(RandomState *generator, float *cell, int64_t n, float from, float width);

typedef enum RandomKind {
    RANDOM_UNIFORM,     // from a up to b
    RANDOM_NORMAL,      // mean a, standard deviation b
    RANDOM_EXPONENTIAL, // rate a
    RANDOM_BERNOULLI,   // 1 with probability a
    RANDOM_INTEGER,     // low, low + 1, … (`range` numbers; all of 64 bits when it is 0)
    RANDOM_ANY,         // the whole numbers that the dtype can hold, as Tensor.random_() draws them
} RandomKind;

typedef struct Random {
    RandomKind kind;
    double a, b;
    int64_t low;
    uint64_t range;
} Random;

// Fills all cells in the order in which they lie in memory.
void random_fill(Tensor *target, RandomState *generator, const Random *random);
// 1 with the probability that the same cell of `probability` (of the same shape) says.
void random_bernoulli(Tensor *target, RandomState *generator, const Tensor *probability);
// The numbers 0 … n-1 in a random order.
void random_permutation(Tensor *target, RandomState *generator);

// A tensor of the shape of `of`, its cells in memory in the same order of dimensions: as PyTorch's
// empty_like has it.
Tensor *tensor_new_like(TensorHeap *heap, DType dtype, const Tensor *of, Error *error);

// random/normal.c: normal numbers for 16 cells and more, eight pairs at a time.
enum { NORMAL_BLOCK = 16 };
void normal_fill_floats(RandomState *generator, float *cell, int64_t n, double mean,
                        double deviation);

void normal_fill_doubles(RandomState *generator, double *cell, int64_t n, double mean,
                         double deviation);

// random/choice.c: positions along the last dimension of `weights` (one or two dimensions, floats),
// chosen with probabilities in their proportion.
Tensor *random_choice(TensorHeap *heap, RandomState *generator, const Tensor *weights,
                      int64_t samples, bool replacement, Error *error);
