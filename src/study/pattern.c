// A pattern is named when at least half of the weight goes where it says. Rows for which it says
// nothing (the first row has no token before it) do not count. Uniform is told by entropy: a row
// spreads its weight over the cells that are not zero, so that a causal mask does not hide it.
#include "study/pattern.h"

#include "study/row.h"
#include "trace/labels.h"

#include <inttypes.h>
#include <math.h>

static const double half = 0.5;
static const double nearly_even = 0.97; // of the entropy that even weights would have

typedef struct Tally {
    double self, previous, next, first; // weight that goes there
    int64_t previous_rows, next_rows;
    double entropy, most_entropy; // sums over the rows; of even weights
    double *column;               // weight that goes to each
} Tally;

static void add_row(Tally *tally, const double *weights, const RowFacts *facts, int64_t row,
                    int64_t columns)
{
    for (int64_t column = 0; column < columns; column++) tally->column[column] += weights[column];
    tally->entropy += facts->entropy;
    tally->most_entropy += log2((double)(columns - facts->zeros));
    tally->first += weights[0];
    if (row < columns) tally->self += weights[row];
    if (row > 0 && row <= columns) {
        tally->previous += weights[row - 1];
        tally->previous_rows++;
    }
    if (row + 1 < columns) {
        tally->next += weights[row + 1];
        tally->next_rows++;
    }
}

static void consider(Pattern *pattern, PatternKind kind, double weight, int64_t rows)
{
    double share = rows ? weight / (double)rows : 0;
    if (share < half || share <= pattern->share) return;
    pattern->kind = kind;
    pattern->share = share;
}

static void consider_columns(Pattern *pattern, const Tally *tally, const Matrix *matrix)
{
    for (int64_t column = 1; column < matrix->columns; column++) {
        double before = pattern->share;
        consider(pattern, PATTERN_ONE, tally->column[column], matrix->rows);
        if (pattern->share > before) pattern->column = column;
    }
}

static Pattern judge(const Tally *tally, const Matrix *matrix)
{
    Pattern pattern = {.kind = PATTERN_MIXED, .entropy = tally->entropy / (double)matrix->rows};
    bool chose = tally->most_entropy > 0;
    if (chose && tally->entropy >= nearly_even * tally->most_entropy) {
        pattern.kind = PATTERN_UNIFORM;
        return pattern;
    }
    bool square = matrix->rows == matrix->columns;
    if (square) consider(&pattern, PATTERN_SELF, tally->self, matrix->rows);
    if (square) consider(&pattern, PATTERN_PREVIOUS, tally->previous, tally->previous_rows);
    if (square) consider(&pattern, PATTERN_NEXT, tally->next, tally->next_rows);
    consider(&pattern, PATTERN_FIRST, tally->first, matrix->rows);
    consider_columns(&pattern, tally, matrix);
    return pattern;
}

Pattern pattern_of(const Matrix *matrix)
{
    if (shape_count(&matrix->tensor->shape) == 0) return (Pattern){0};
    Arena scratch = {0};
    Tally tally = {.column = NEW_ARRAY(&scratch, double, matrix->columns)};
    double *weights = NEW_ARRAY(&scratch, double, matrix->columns);
    bool are_weights = true;
    for (int64_t row = 0; row < matrix->rows && are_weights; row++) {
        matrix_row(matrix, row, weights);
        RowFacts facts = row_facts(weights, matrix->columns, 0);
        are_weights = facts.is_weights;
        if (are_weights) add_row(&tally, weights, &facts, row, matrix->columns);
    }
    Pattern pattern = are_weights ? judge(&tally, matrix) : (Pattern){0};
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
    return arena_printf(arena, "token %" PRId64, pattern->column);
}

const char *pattern_title(const Pattern *pattern, const Trace *trace, const Matrix *matrix,
                          Arena *arena)
{
    const char *token = "";
    bool may = pattern->kind == PATTERN_ONE && label_axis(trace, matrix->entry, matrix->column_dim);
    if (may) token = label_at(trace, matrix->entry, matrix->column_dim, pattern->column, arena);
    return *token ? arena_printf(arena, "to %s", token) : pattern_name(pattern, arena);
}
