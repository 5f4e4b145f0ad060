// A pattern is named when at least half of the weight goes where it says. Rows for which it says
// nothing (the first row has no token before it) do not count. Uniform is told by entropy: a row
// spreads its weight over the cells that are not zero, so that a causal mask does not hide it.
#include "trace/pattern.h"

#include <inttypes.h>
#include <math.h>

static const double half = 0.5;
static const double nearly_even = 0.97; // of the entropy that even weights would have
static const double one_tolerance = 2e-3;

typedef struct Weights {
    const Tensor *tensor;
    const float *floats; // of a float32 tensor its cells, else NULL
    int64_t rows, columns, offset, row_stride, column_stride;
} Weights;

static Weights weights_of(const Tensor *tensor, Index slice)
{
    int ndim = tensor->shape.ndim;
    Weights w = {.tensor = tensor, .rows = 1, .columns = 1};
    if (tensor->dtype == DTYPE_FLOAT32) w.floats = tensor_floats(tensor);
    for (int dim = ndim > 2 ? ndim - 2 : 0; dim < MAX_DIMS; dim++) slice.at[dim] = 0;
    w.offset = tensor_offset(tensor, slice);
    if (ndim > 1) w.rows = tensor->shape.dim[ndim - 2];
    if (ndim > 1) w.row_stride = tensor->stride[ndim - 2];
    if (ndim > 0) w.columns = tensor->shape.dim[ndim - 1];
    if (ndim > 0) w.column_stride = tensor->stride[ndim - 1];
    return w;
}

static double weight_at(const Weights *w, int64_t row, int64_t column)
{
    if (w->floats)
        return (double)w->floats[w->offset + row * w->row_stride + column * w->column_stride];
    Tensor cell = *w->tensor;
    cell.shape.ndim = 0;
    cell.offset = w->offset + row * w->row_stride + column * w->column_stride;
    return tensor_get(&cell, (Index){0});
}

typedef struct Tally {
    double self, previous, next, first; // weight that goes there
    int64_t previous_rows, next_rows;
    double entropy, most_entropy; // sums over the rows; of even weights
    double *column;               // weight that goes to each
} Tally;

// False: these are no weights.
static bool add_row(Tally *tally, const Weights *w, int64_t row)
{
    double sum = 0, entropy = 0;
    int64_t seen = 0;
    for (int64_t column = 0; column < w->columns; column++) {
        double weight = weight_at(w, row, column);
        if (!(weight >= 0)) return false;
        sum += weight;
        tally->column[column] += weight;
        if (weight <= 0) continue;
        seen++;
        entropy -= weight * log2(weight);
    }
    if (!(fabs(sum - 1) <= one_tolerance)) return false;
    tally->entropy += entropy > 0 ? entropy : 0;
    tally->most_entropy += log2((double)seen);
    tally->first += weight_at(w, row, 0);
    if (row < w->columns) tally->self += weight_at(w, row, row);
    if (row > 0 && row <= w->columns) {
        tally->previous += weight_at(w, row, row - 1);
        tally->previous_rows++;
    }
    if (row + 1 < w->columns) {
        tally->next += weight_at(w, row, row + 1);
        tally->next_rows++;
    }
    return true;
}

static void consider(Pattern *pattern, PatternKind kind, double weight, int64_t rows)
{
    double share = rows ? weight / (double)rows : 0;
    if (share < half || share <= pattern->share) return;
    pattern->kind = kind;
    pattern->share = share;
}

static void consider_columns(Pattern *pattern, const Tally *tally, const Weights *w)
{
    for (int64_t column = 1; column < w->columns; column++) {
        double before = pattern->share;
        consider(pattern, PATTERN_ONE, tally->column[column], w->rows);
        if (pattern->share > before) pattern->column = column;
    }
}

static Pattern judge(const Tally *tally, const Weights *w)
{
    Pattern pattern = {.kind = PATTERN_MIXED, .entropy = tally->entropy / (double)w->rows};
    bool chose = tally->most_entropy > 0;
    if (chose && tally->entropy >= nearly_even * tally->most_entropy) {
        pattern.kind = PATTERN_UNIFORM;
        return pattern;
    }
    bool square = w->rows == w->columns;
    if (square) consider(&pattern, PATTERN_SELF, tally->self, w->rows);
    if (square) consider(&pattern, PATTERN_PREVIOUS, tally->previous, tally->previous_rows);
    if (square) consider(&pattern, PATTERN_NEXT, tally->next, tally->next_rows);
    consider(&pattern, PATTERN_FIRST, tally->first, w->rows);
    consider_columns(&pattern, tally, w);
    return pattern;
}

Pattern pattern_of(const Tensor *tensor, Index slice)
{
    Weights w = weights_of(tensor, slice);
    if (shape_count(&tensor->shape) == 0) return (Pattern){0};
    Arena scratch = {0};
    Tally tally = {.column = NEW_ARRAY(&scratch, double, w.columns)};
    bool are_weights = true;
    for (int64_t row = 0; row < w.rows && are_weights; row++)
        are_weights = add_row(&tally, &w, row);
    Pattern pattern = are_weights ? judge(&tally, &w) : (Pattern){0};
    arena_free(&scratch);
    return pattern;
}

const char *pattern_name(const Pattern *pattern, Arena *arena)
{
    static const char *const names[PATTERN_KINDS] = {
        [PATTERN_NONE] = "",           [PATTERN_SELF] = "self",   [PATTERN_PREVIOUS] = "previous",
        [PATTERN_NEXT] = "next",       [PATTERN_FIRST] = "first", [PATTERN_ONE] = "token",
        [PATTERN_UNIFORM] = "uniform", [PATTERN_MIXED] = "mixed",
    };
    if (pattern->kind != PATTERN_ONE) return names[pattern->kind];
    return text_printf(arena, "token %" PRId64, pattern->column);
}
