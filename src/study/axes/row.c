// Rows are read once and then looked at as an array: a row of 4096 takes microseconds.
#include "study/axes/row.h"

#include "tensor/dtype.h"

#include <math.h>

static const double one_tolerance = 2e-3; // of a sum of weights

RowFacts row_facts(const double *values, int64_t count, int64_t at)
{
    RowFacts facts = {.most = (double)-INFINITY};
    bool negative = false;
    double squares = 0;
    for (int64_t i = 0; i < count; i++) {
        facts.masked += values[i] == -HUGE_VAL;
        facts.nans += isnan(values[i]) != 0;
        if (!isfinite(values[i])) continue;
        facts.finite++;
        facts.zeros += values[i] == 0;
        facts.rank += values[i] > values[at];
        facts.sum += values[i];
        negative |= values[i] < 0;
        if (values[i] > facts.most) facts.most = values[i];
    }
    if (facts.finite == 0) return facts;
    facts.mean = facts.sum / (double)facts.finite;
    facts.rank = isfinite(values[at]) ? facts.rank + 1 : 0;
    facts.is_weights = !negative && facts.finite == count && fabs(facts.sum - 1) <= one_tolerance;
    for (int64_t i = 0; i < count; i++) {
        double off = values[i] - facts.mean;
        if (isfinite(values[i])) squares += off * off;
        if (facts.is_weights && values[i] > 0) // two decimals are shown: log2 takes twice as long
            facts.entropy -= values[i] * (double)log2f((float)values[i]);
    }
    facts.deviation = sqrt(squares / (double)facts.finite);
    facts.entropy = fmax(facts.entropy, 0);
    return facts;
}

static bool is_top(const double *values, int64_t count, int64_t at)
{
    bool above_left = at == 0 || !(values[at - 1] >= values[at]);
    bool above_right = at + 1 == count || !(values[at + 1] > values[at]);
    return above_left && above_right;
}

int64_t row_peak(const double *values, int64_t count, int64_t at, int direction)
{
    RowFacts facts = row_facts(values, count, at);
    double clear = facts.mean + 2 * facts.deviation, half = (facts.mean + facts.most) / 2;
    double least = clear < half ? clear : half;
    for (int64_t i = at + direction; i >= 0 && i < count; i += direction) {
        if (isfinite(values[i]) && values[i] > least && is_top(values, count, i)) return i;
    }
    return -1;
}

static bool has_fraction(const double *values, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        if (values[i] != floor(values[i])) return true;
    }
    return false;
}

bool rows_are_shares(const Matrix *matrix)
{
    enum { MOST_ROWS = 16, LEAST_ROWS = 3, MOST_CELLS = 8192 };
    if (matrix->columns < 2) return false;
    SCRATCH(scratch);
    double *values = NEW_ARRAY(&scratch, double, matrix->columns);
    int64_t looks = MOST_CELLS / matrix->columns;
    looks = looks > MOST_ROWS ? MOST_ROWS : looks < LEAST_ROWS ? LEAST_ROWS : looks;
    if (looks > matrix->rows) looks = matrix->rows;
    bool are_shares = true, fractions = false;
    for (int64_t i = 0; i < looks && are_shares; i++) {
        int64_t row = looks > 1 ? i * (matrix->rows - 1) / (looks - 1) : 0;
        matrix_row(matrix, row, values);
        are_shares = row_facts(values, matrix->columns, 0).is_weights;
        fractions = fractions || has_fraction(values, matrix->columns);
    }
    return are_shares && fractions;
}

bool rows_are_weights(const Matrix *matrix)
{
    SCRATCH(scratch);
    double *values = NEW_ARRAY(&scratch, double, matrix->columns);
    bool all = matrix->rows > 0 && matrix->columns > 0 && dtype_is_float(matrix->tensor->dtype);
    for (int64_t row = 0; row < matrix->rows && all; row++) {
        matrix_row(matrix, row, values);
        all = row_facts(values, matrix->columns, 0).is_weights;
    }
    return all;
}

double row_entropy(const Matrix *matrix, int64_t row)
{
    SCRATCH(scratch);
    double *values = NEW_ARRAY(&scratch, double, matrix->columns);
    matrix_row(matrix, row, values);
    RowFacts facts = row_facts(values, matrix->columns, 0);
    return facts.is_weights && matrix->columns > 1 ? facts.entropy : (double)NAN;
}
