// torch.multinomial as PyTorch does it (aten/src/ATen/native/Distributions.cpp, cpu/
// MultinomialKernel.cpp). With replacement: a uniform number is looked up among the cumulated
// weights. Without: each weight is divided by an exponential number, and the largest quotients win.
#include "tensor/random/random.h"

#include "tensor/call.h"
#include "tensor/dtype.h"
#include "tensor/reductions/order.h"

#include <math.h>

typedef struct Draw {
    RandomState *generator;
    const Tensor *weights;
    int64_t rows, columns, samples;
    Tensor *chosen;
} Draw;

// The cell of the weights, or of a tensor of their shape.
static double cell_at(const Draw *choice, const Tensor *tensor, int64_t row, int64_t column)
{
    return tensor_get(tensor, choice->weights->shape.ndim == 1 ? (Index){{column}}
                                                               : (Index){{row, column}});
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
    DType dtype = choice->weights->dtype;
    return dtype == DTYPE_FLOAT32 ? (double)(float)number : dtype_held(dtype, number);
}

// ---- with replacement --------------------------------------------------------------------------

static bool cumulate(const Draw *choice, int64_t row, double *sums, Error *error)
{
    double sum = 0;
    for (int64_t i = 0; i < choice->columns; i++) {
        double weight = cell_at(choice, choice->weights, row, i);
        if (!(weight >= 0) || !isfinite(weight)) {
            return error_set(error, "RuntimeError", "invalid multinomial distribution (%s)",
                             weight < 0 ? "encountering probability entry < 0"
                                        : "encountering probability entry = infinity or NaN");
        }
        sum = rounded(choice, sum + weight);
        sums[i] = sum;
    }
    if (!(sum > 0)) {
        return error_set(error, "RuntimeError",
                         "invalid multinomial distribution (sum of probabilities <= 0)");
    }
    for (int64_t i = 0; i < choice->columns; i++) {
        sums[i] = rounded(choice, sums[i] / sum);
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

static bool choose_with_replacement(const Draw *choice, Arena *scratch, Error *error)
{
    double *sums = NEW_ARRAY(scratch, double, choice->columns + 1);
    for (int64_t row = 0; row < choice->rows; row++) {
        if (!cumulate(choice, row, sums, error)) return false;
        for (int64_t i = 0; i < choice->samples; i++) {
            double drawn = random_unit(choice->generator);
            choose(choice, row, i, first_not_below(sums, choice->columns, drawn));
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
            double weight = cell_at(choice, choice->weights, row, i);
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

// Of each row the columns with the largest quotients; NaN (0 divided by 0) counts as 0.
static bool choose_without_replacement(const Draw *choice, Arena *scratch, Error *error)
{
    const Tensor *weights = choice->weights;
    if (!check_weights(choice, error)) return false;
    Tensor *times = tensor_new_like(weights->heap, weights->dtype, weights, error);
    if (!times) return false;
    random_fill(times, choice->generator, &(Random){.kind = RANDOM_EXPONENTIAL, .a = 1});
    Item *items = NEW_ARRAY(scratch, Item, choice->columns + 1);
    for (int64_t row = 0; row < choice->rows; row++) {
        for (int64_t i = 0; i < choice->columns; i++) {
            double quotient =
                rounded(choice, cell_at(choice, weights, row, i) / cell_at(choice, times, row, i));
            items[i] = (Item){order_key(isnan(quotient) ? 0 : quotient), i};
        }
        order_reverse(items, choice->columns);
        order_stable_sort(items, choice->columns);
        for (int64_t i = 0; i < choice->samples; i++) choose(choice, row, i, items[i].at);
    }
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
    SCRATCH(scratch);
    // One sample is drawn in the same way whether it is put back or not.
    bool again = replacement && samples > 1;
    bool ok =
        (again ? choose_with_replacement : choose_without_replacement)(&choice, &scratch, error);
    return ok ? choice.chosen : NULL;
}
