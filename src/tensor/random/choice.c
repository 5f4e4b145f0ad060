// torch.multinomial as PyTorch does it (aten/src/ATen/native/Distributions.cpp, cpu/
// MultinomialKernel.cpp). With replacement: a uniform number is looked up among the cumulated
// weights. Without: each weight is divided by an exponential number, and the largest quotients win.
#include "tensor/random/random.h"

#include "tensor/call.h"
#include "tensor/dtype.h"

#include <math.h>
#include <stdlib.h>

typedef struct Draw {
    RandomState *generator;
    const Tensor *weights;
    int64_t rows, columns, samples;
    double *number; // a row, or all of them
    Tensor *chosen;
} Draw;

static double weight_at(const Draw *choice, int64_t row, int64_t column)
{
    Index at = {{row, column}};
    if (choice->weights->shape.ndim == 1) at.at[0] = column;
    return tensor_get(choice->weights, at);
}

static void choose(const Draw *choice, int64_t row, int64_t sample, int64_t column)
{
    Index at = {{row, sample}};
    if (choice->weights->shape.ndim == 1) at.at[0] = sample;
    tensor_set_int(choice->chosen, at, column);
}

// A number as the weights' dtype holds it.
static double rounded(const Draw *choice, double number)
{
    return choice->weights->dtype == DTYPE_FLOAT32 ? (double)(float)number : number;
}

// ---- with replacement --------------------------------------------------------------------------

static bool cumulate(const Draw *choice, int64_t row, Error *error)
{
    double sum = 0;
    for (int64_t i = 0; i < choice->columns; i++) {
        double weight = weight_at(choice, row, i);
        if (!(weight >= 0) || !isfinite(weight)) {
            return error_set(error, "RuntimeError", "invalid multinomial distribution (%s)",
                             weight < 0 ? "encountering probability entry < 0"
                                        : "encountering probability entry = infinity or NaN");
        }
        sum = rounded(choice, sum + weight);
        choice->number[i] = sum;
    }
    if (!(sum > 0)) {
        return error_set(error, "RuntimeError",
                         "invalid multinomial distribution (sum of probabilities <= 0)");
    }
    for (int64_t i = 0; i < choice->columns; i++) {
        choice->number[i] = rounded(choice, choice->number[i] / sum);
    }
    return true;
}

static int64_t first_not_below(const double *number, int64_t count, double wanted)
{
    int64_t low = 0, high = count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (number[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool choose_with_replacement(const Draw *choice, Error *error)
{
    for (int64_t row = 0; row < choice->rows; row++) {
        if (!cumulate(choice, row, error)) return false;
        for (int64_t i = 0; i < choice->samples; i++) {
            double drawn = random_unit(choice->generator);
            choose(choice, row, i, first_not_below(choice->number, choice->columns, drawn));
        }
    }
    return true;
}

// ---- without -----------------------------------------------------------------------------------

static bool check_weights(const Draw *choice, Error *error)
{
    bool finite = true, positive = true;
    for (int64_t row = 0; row < choice->rows; row++) {
        double sum = 0;
        for (int64_t i = 0; i < choice->columns; i++) {
            double weight = weight_at(choice, row, i);
            finite &= isfinite(weight) && weight >= 0;
            sum += weight;
        }
        positive &= sum > 0;
    }
    if (!finite) {
        return error_set(error, "RuntimeError",
                         "probability tensor contains either `inf`, `nan` or element < 0");
    }
    return positive ? true
                    : error_set(error, "RuntimeError",
                                "invalid multinomial distribution (sum of probabilities <= 0)");
}

// Draws in the order in which the weights lie in memory.
static void draw_quotients(const Draw *choice)
{
    const Tensor *weights = choice->weights;
    bool by_columns =
        weights->shape.ndim == 2 && weights->stride[0] && weights->stride[0] < weights->stride[1];
    int64_t outer = by_columns ? choice->columns : choice->rows;
    int64_t inner = by_columns ? choice->rows : choice->columns;
    for (int64_t i = 0; i < outer; i++) {
        for (int64_t j = 0; j < inner; j++) {
            int64_t row = by_columns ? j : i, column = by_columns ? i : j;
            double time = rounded(choice, random_exponential(choice->generator, 1));
            choice->number[row * choice->columns + column] =
                rounded(choice, weight_at(choice, row, column) / time);
        }
    }
}

typedef struct Ranked {
    double quotient;
    int64_t column;
} Ranked;

static int larger_first(const void *a, const void *b)
{
    const Ranked *one = a, *other = b;
    if (one->quotient != other->quotient) return one->quotient > other->quotient ? -1 : 1;
    return one->column < other->column ? -1 : one->column > other->column;
}

// NaN (0 divided by 0) counts as 0.
static void choose_largest(const Draw *choice, int64_t row, Ranked *ranked)
{
    const double *number = choice->number + row * choice->columns;
    for (int64_t i = 0; i < choice->columns; i++) {
        ranked[i] = (Ranked){isnan(number[i]) ? 0 : number[i], i};
    }
    qsort(ranked, (size_t)choice->columns, sizeof *ranked, larger_first);
    for (int64_t i = 0; i < choice->samples; i++) choose(choice, row, i, ranked[i].column);
}

static bool choose_without_replacement(const Draw *choice, Error *error)
{
    if (!check_weights(choice, error)) return false;
    draw_quotients(choice);
    Arena scratch = {0};
    Ranked *ranked = NEW_ARRAY(&scratch, Ranked, choice->columns + 1);
    for (int64_t row = 0; row < choice->rows; row++) choose_largest(choice, row, ranked);
    arena_free(&scratch);
    return true;
}

// ---- checks ------------------------------------------------------------------------------------

static bool check_request(const Tensor *weights, int64_t samples, bool replacement, Error *error)
{
    int ndim = weights->shape.ndim;
    if (!dtype_is_float(weights->dtype)) {
        return error_set(error, "RuntimeError",
                         "multinomial only supports floating-point dtypes for input, got: %s",
                         dtype_title(weights->dtype));
    }
    if (ndim < 1 || ndim > 2) {
        return error_set(error, "RuntimeError", "prob_dist must be 1 or 2 dim");
    }
    if (samples <= 0) {
        return error_set(error, "RuntimeError", "cannot sample n_sample <= 0 samples");
    }
    if (replacement || samples <= weights->shape.dim[ndim - 1]) return true;
    return error_set(error, "RuntimeError",
                     "cannot sample n_sample > prob_dist.size(-1) samples without replacement");
}

Tensor *random_choice(TensorHeap *heap, RandomState *generator, const Tensor *weights,
                      int64_t samples, bool replacement, Error *error)
{
    if (!check_request(weights, samples, replacement, error)) return NULL;
    Shape shape = weights->shape;
    Draw choice = {generator, weights, .samples = samples};
    choice.columns = shape.dim[shape.ndim - 1];
    choice.rows = shape.ndim == 2 ? shape.dim[0] : 1;
    shape.dim[shape.ndim - 1] = samples;
    choice.chosen = tensor_new(heap, DTYPE_INT64, shape, error);
    if (!choice.chosen) return NULL;
    Arena scratch = {0};
    choice.number = NEW_ARRAY(&scratch, double, tensor_count(weights) + 1);
    // One sample is drawn in the same way whether it is put back or not.
    bool again = replacement && samples > 1;
    bool ok = again ? choose_with_replacement(&choice, error)
                    : choose_without_replacement(&choice, error);
    arena_free(&scratch);
    return ok ? choice.chosen : NULL;
}
