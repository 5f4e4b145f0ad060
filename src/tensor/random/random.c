// Engine and distributions are those of PyTorch 2.6 on x86 (aten/src/ATen/core/
// DistributionsHelper.h, TransformationHelper.h, native/cpu/DistributionTemplates.h): MT19937, of
// which a float takes the low 24 bits of one word, a double the low 53 bits of two.
#include "tensor/random/random.h"

#include "tensor/convert.h"
#include "tensor/dtype.h"
#include "tensor/float/bits.h"
#include "tensor/float/rows.h"
#include "tensor/layout.h"
#include "tensor/op.h"

#include <math.h>

void random_begin(RandomState *generator, uint64_t seed)
{
    generator->seed = seed;
    generator->has_spare = false;
    twister_seed(&generator->twister, (uint32_t)seed);
}

static uint32_t random_word(RandomState *generator)
{
    return twister_next(&generator->twister);
}

uint64_t random_long(RandomState *generator)
{
    uint64_t high = random_word(generator);
    return high << 32 | random_word(generator);
}

double random_unit(RandomState *generator)
{
    return (double)(random_long(generator) & ((UINT64_C(1) << 53) - 1)) * 0x1p-53;
}

float random_unit_float(RandomState *generator)
{
    return (float)(random_word(generator) & 0xffffff) * 0x1p-24f;
}

// A unit float is what is left of it when nothing is added.
LANE void place_words_body(const uint32_t *word, float *cell, int n, float from, float width)
{
    for (int i = 0; i < n; i++)
        cell[i] = fused((float)(int32_t)(word[i] & 0xffffff) * 0x1p-24f, width, from);
}

COMPILED_TWICE(static, place_words,
               (const uint32_t *word, float *cell, int n, float from, float width),
               (word, cell, n, from, width))

void random_floats(RandomState *generator, float *cell, int64_t n, float from, float width)
{
    uint32_t word[TWISTER_WORDS];
    for (int drawn; n > 0; n -= drawn, cell += drawn) {
        drawn = twister_some(&generator->twister, word, n);
        place_words(word, cell, drawn, from, width);
    }
}

// 1 where the low 53 bits of two words, as a fraction, lie below the probability.
static void chance_floats(RandomState *generator, float *cell, int64_t n, double probability)
{
    enum { PAIRS = TWISTER_WORDS / 2 };
    uint32_t word[TWISTER_WORDS];
    for (int64_t some; n > 0; n -= some, cell += some) {
        some = n < PAIRS ? n : PAIRS;
        for (int drawn = 0; drawn < 2 * some;)
            drawn += twister_some(&generator->twister, word + drawn, 2 * some - drawn);
        for (int64_t i = 0; i < some; i++) {
            uint64_t high = word[2 * i] & ((1u << 21) - 1), bits = high << 32 | word[2 * i + 1];
            cell[i] = (double)(int64_t)bits * 0x1p-53 < probability;
        }
    }
}

// Box and Muller: two at a time, the second kept for the next call.
static double random_normal(RandomState *generator)
{
    if (generator->has_spare) {
        generator->has_spare = false;
        return generator->spare;
    }
    double u1 = random_unit(generator), u2 = random_unit(generator);
    double radius = sqrt(-2 * log1p(-u2)), angle = 2 * 3.14159265358979323846 * u1;
    generator->spare = radius * sin(angle);
    generator->has_spare = true;
    return radius * cos(angle);
}

static double random_exponential(RandomState *generator, double rate)
{
    return -1 / rate * log1p(-random_unit(generator));
}

// ---- one cell ----------------------------------------------------------------------------------

// Of the fraction, with the one that is not stored.
static int half_digits(DType dtype)
{
    return dtype == DTYPE_FLOAT16 ? 11 : 8;
}

static double uniform(RandomState *generator, const Random *random, DType dtype)
{
    if (dtype == DTYPE_FLOAT32) {
        float from = (float)random->a, width = (float)random->b - from;
        return (double)fmaf(random_unit_float(generator), width, from);
    }
    if (dtype_is_half(dtype)) {
        uint32_t numbers = 1u << half_digits(dtype);
        float unit = (float)(random_word(generator) % numbers) / (float)numbers;
        float from = (float)dtype_held(dtype, random->a), to = (float)dtype_held(dtype, random->b);
        return (double)(unit * (float)dtype_held(dtype, (double)(to - from)) + from);
    }
    return fma(random_unit(generator), random->b - random->a, random->a);
}

static int64_t integer(RandomState *generator, const Random *random)
{
    if (random->range == 0) return (int64_t)random_long(generator);
    bool wide = random->range >> 32 != 0;
    uint64_t drawn = wide ? random_long(generator) : random_word(generator);
    return (int64_t)(drawn % random->range + (uint64_t)random->low);
}

static int64_t any_integer(RandomState *generator, DType dtype)
{
    static const uint32_t numbers[DTYPE_COUNT] = {
        [DTYPE_FLOAT32] = (1u << 24) + 1, [DTYPE_BOOL] = 2,
        [DTYPE_INT32] = 1u << 31,         [DTYPE_INT16] = 1u << 15,
        [DTYPE_INT8] = 1u << 7,           [DTYPE_UINT8] = 1u << 8,
        [DTYPE_FLOAT16] = (1u << 11) + 1, [DTYPE_BFLOAT16] = (1u << 8) + 1,
    };
    if (dtype == DTYPE_INT64) return (int64_t)(random_long(generator) & INT64_MAX);
    if (dtype == DTYPE_FLOAT64) {
        return (int64_t)(random_long(generator) % ((UINT64_C(1) << 53) + 1));
    }
    return random_word(generator) % numbers[dtype];
}

static double draw(RandomState *generator, const Random *random, DType dtype)
{
    switch (random->kind) {
    case RANDOM_UNIFORM: return uniform(generator, random, dtype);
    case RANDOM_NORMAL: return random_normal(generator) * random->b + random->a;
    case RANDOM_EXPONENTIAL: return random_exponential(generator, random->a);
    case RANDOM_BERNOULLI: return random_unit(generator) < random->a;
    case RANDOM_INTEGER: return (double)integer(generator, random);
    case RANDOM_ANY: return (double)any_integer(generator, dtype);
    }
    return 0;
}

static int64_t draw_integer(RandomState *generator, const Random *random, DType dtype)
{
    if (random->kind == RANDOM_INTEGER) return integer(generator, random);
    if (random->kind == RANDOM_ANY) return any_integer(generator, dtype);
    return (int64_t)draw(generator, random, dtype);
}

static void draw_cell(Tensor *target, Index at, RandomState *generator, const Random *random)
{
    if (dtype_is_integer(target->dtype))
        tensor_set_int(target, at, draw_integer(generator, random, target->dtype));
    else
        tensor_set(target, at, draw(generator, random, target->dtype));
}

// ---- all cells ---------------------------------------------------------------------------------

// The same cells, row-major as they lie in memory.
static Tensor sorted_by_memory(const Tensor *tensor)
{
    int order[MAX_DIMS];
    Tensor sorted = *tensor, *const only = &sorted;
    layout_order(&tensor->shape, &only, 1, order);
    for (int i = 0, last = tensor->shape.ndim - 1; i <= last; i++) {
        sorted.shape.dim[last - i] = tensor->shape.dim[order[i]];
        sorted.stride[last - i] = tensor->stride[order[i]];
    }
    return sorted;
}

Tensor *tensor_new_like(TensorHeap *heap, DType dtype, const Tensor *of, Error *error)
{
    Tensor *tensor = tensor_new(heap, dtype, of->shape, error);
    if (tensor) layout_like(of, tensor->stride);
    return tensor;
}

static void fill_floats(RandomState *generator, float *cell, int64_t n, const Random *random)
{
    if (random->kind == RANDOM_UNIFORM) {
        float from = (float)random->a;
        random_floats(generator, cell, n, from, (float)random->b - from);
    } else if (random->kind == RANDOM_NORMAL && n >= NORMAL_BLOCK) {
        normal_fill_floats(generator, cell, n, random->a, random->b);
    } else if (random->kind == RANDOM_BERNOULLI) {
        chance_floats(generator, cell, n, random->a);
    } else {
        for (int64_t i = 0; i < n; i++) cell[i] = (float)draw(generator, random, DTYPE_FLOAT32);
    }
}

// Box and Muller as in normal.c, but each step rounded to the dtype.
static void make_normal_halves(DType dtype, double *cell, double mean, double deviation)
{
    enum { HALF = NORMAL_BLOCK / 2 };
    for (int i = 0; i < HALF; i++) {
        double logarithm = dtype_held(dtype, log(dtype_held(dtype, 1 - cell[i])));
        double radius = dtype_held(dtype, sqrt(dtype_held(dtype, -2 * logarithm)));
        double angle = dtype_held(dtype, 2 * 3.14159265358979323846 * cell[i + HALF]);
        double part[] = {cos(angle), sin(angle)};
        for (int k = 0; k < 2; k++) {
            double normal = dtype_held(dtype, radius * dtype_held(dtype, part[k]));
            cell[i + k * HALF] = dtype_held(dtype, dtype_held(dtype, normal * deviation) + mean);
        }
    }
}

static void normal_fill_halves(RandomState *generator, Tensor *target, const Random *random)
{
    const Random unit = {.kind = RANDOM_UNIFORM, .a = 0, .b = 1};
    DType dtype = target->dtype;
    int64_t n = tensor_count(target), before = n / NORMAL_BLOCK * NORMAL_BLOCK;
    double mean = dtype_held(dtype, random->a), deviation = dtype_held(dtype, random->b);
    SCRATCH(scratch);
    double *cell = NEW_ARRAY(&scratch, double, (size_t)n);
    for (int64_t i = 0; i < n; i++) cell[i] = uniform(generator, &unit, dtype);
    for (int64_t at = 0; at < before; at += NORMAL_BLOCK)
        make_normal_halves(dtype, cell + at, mean, deviation);
    double *last = cell + n - NORMAL_BLOCK;
    for (int i = 0; before < n && i < NORMAL_BLOCK; i++) last[i] = uniform(generator, &unit, dtype);
    if (before < n) make_normal_halves(dtype, last, mean, deviation);
    unsigned char *data = tensor_data(target);
    convert_row(DTYPE_FLOAT64, cell, 1, dtype, data + (size_t)target->offset * dtype_bytes(dtype),
                1, n);
}

void random_fill(Tensor *target, RandomState *generator, const Random *random)
{
    int64_t count = tensor_count(target);
    if (count == 0) return;
    bool together = tensor_is_contiguous(target);
    if (target->dtype == DTYPE_FLOAT32 && together) {
        fill_floats(generator, tensor_floats(target) + target->offset, count, random);
        return;
    }
    if (target->dtype == DTYPE_FLOAT64 && together && random->kind == RANDOM_NORMAL &&
        count >= NORMAL_BLOCK) {
        normal_fill_doubles(generator, (double *)tensor_data(target) + target->offset, count,
                            random->a, random->b);
        return;
    }
    if (dtype_is_half(target->dtype) && together && random->kind == RANDOM_NORMAL &&
        count >= NORMAL_BLOCK) {
        normal_fill_halves(generator, target, random);
        return;
    }
    Tensor sorted = sorted_by_memory(target);
    Index at = {0};
    do draw_cell(&sorted, at, generator, random);
    while (index_next(&sorted.shape, &at));
}

void random_bernoulli(Tensor *target, RandomState *generator, const Tensor *probability)
{
    bool is_float = probability->dtype != DTYPE_FLOAT64;
    Index at = {0};
    if (tensor_count(target) == 0) return;
    do {
        double drawn = is_float ? (double)random_unit_float(generator) : random_unit(generator);
        tensor_set(target, at, drawn < tensor_get(probability, at));
    } while (index_next(&target->shape, &at));
}

void random_permutation(Tensor *target, RandomState *generator)
{
    int64_t n = tensor_count(target), *number = tensor_ints(target);
    for (int64_t i = 0; i < n; i++) number[i] = i;
    for (int64_t i = 0; i + 1 < n; i++) {
        int64_t other = i + (int64_t)(random_word(generator) % (uint64_t)(n - i));
        int64_t moved = number[i];
        number[i] = number[other];
        number[other] = moved;
    }
}

// ---- the rows, for the record ------------------------------------------------------------------

#define DRAWN(id, its_name, its_aliases, its_signature, its_shape, its_doc, ...)                   \
    const Op op_##id = {.name = its_name,                                                          \
                        .aliases = its_aliases,                                                    \
                        .signature = its_signature,                                                \
                        .shape = its_shape,                                                        \
                        .doc = its_doc,                                                            \
                        __VA_ARGS__};

DRAWN(rand, "rand", "rand_like uniform_", "size: ints, dtype: dtype? = None", "-> (size)",
      "random numbers between two bounds, all equally likely", .effort = {6, 100},
      .traits = OP_BY_CHANCE)
DRAWN(randn, "randn", "randn_like normal normal_", "size: ints, dtype: dtype? = None", "-> (size)",
      "random numbers around a mean, rarer the further away (normal distribution)",
      .effort = {10, 56})
DRAWN(randint, "randint", "randint_like random_",
      "low: int, high: int, size: ints, dtype: dtype? = None", "-> (size)",
      "random whole numbers, all equally likely", .effort = {98})
DRAWN(randperm, "randperm", NULL, "n: int, dtype: dtype? = None", "-> (n)",
      "the numbers from 0 to n - 1 in a random order", .effort = {47})
DRAWN(bernoulli, "bernoulli", "bernoulli_", "input: Tensor, p: float? = None", "(...) -> (...)",
      "1 or 0 at random: 1 with the given probability", .effort = {160}, .traits = OP_BY_CHANCE)
DRAWN(exponential, "exponential_", NULL, "self: Tensor, lambd: float = 1", "(...) -> (...)",
      "random waiting times (exponential distribution)", .effort = {120})
DRAWN(multinomial, "multinomial", NULL,
      "input: Tensor, num_samples: int, replacement: bool = False",
      "(..., n) -> (..., num_samples)",
      "positions chosen at random, in proportion to their weights", .effort = {2})
