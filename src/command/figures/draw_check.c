// Judges a run by its trace. What softmax does is known by the kind of its terms, not by its name;
// what part a tensor plays, by its role.
#include "command/figures/draw_check.h"

#include "study/matrix.h"
#include "study/role.h"
#include "tensor/dtype.h"

#include <math.h>

// For a pencil; a result of more cells than that is not for one anyway.
static const double too_large = 100;
enum { MOST_CELLS = 64 };

static const double mask = -1000; // what is not above it hides a cell, as -inf does

static const double nearly_all = 0.995; // of a row of softmax, which is written 1.00 then
static const double nearly_same = 0.005;

typedef struct Judge {
    const Trace *trace;
    Arena *arena;
    bool *depends; // for each entry: on what was drawn
    Terms terms;
} Judge;

static const char *say(const Judge *judge, int entry, const char *what)
{
    return arena_printf(judge->arena, "%s %s", entry_title(judge->trace, entry, judge->arena),
                        what);
}

// ---- zeros ------------------------------------------------------------------------------------

static bool is_zero_line(const Matrix *matrix, int64_t line, bool is_row)
{
    int64_t length = is_row ? matrix->columns : matrix->rows;
    for (int64_t i = 0; i < length; i++) {
        if (matrix_value(matrix, is_row ? line : i, is_row ? i : line) != 0) return false;
    }
    return length > 1;
}

static const char *zero_line(const Matrix *matrix)
{
    for (int64_t row = 0; row < matrix->rows; row++) {
        if (is_zero_line(matrix, row, true)) return "has a row of zeros";
    }
    for (int64_t column = 0; column < matrix->columns; column++) {
        if (is_zero_line(matrix, column, false)) return "has a column of zeros";
    }
    return NULL;
}

// All rows alike, or of a single row all cells.
static bool is_constant(const Matrix *matrix)
{
    bool single = matrix->rows == 1;
    for (int64_t row = 0; row < matrix->rows; row++) {
        for (int64_t column = 0; column < matrix->columns; column++) {
            double other = single ? matrix_value(matrix, 0, 0) : matrix_value(matrix, 0, column);
            if (fabs(matrix_value(matrix, row, column) - other) >= nearly_same) return false;
        }
    }
    return matrix->rows * matrix->columns > 1;
}

static const char *judge_part(const Judge *judge, int entry)
{
    Role role = role_of(judge->trace, entry);
    const OpCall *call = &judge->trace->entries[entry].call;
    bool is_output = role == ROLE_OUTPUT, is_drawn = !call->op->sources;
    const Shape *shape = &call->output->shape;
    if (call->op->moves || (!is_drawn && role != ROLE_VALUE && !is_output)) return NULL;
    Index at = {0};
    do {
        Matrix matrix = matrix_through(judge->trace, entry, at);
        const char *zeros = zero_line(&matrix);
        if (zeros) return say(judge, entry, zeros);
        if (is_output && is_constant(&matrix)) return say(judge, entry, "is the same everywhere");
    } while (index_move_slice(shape, &at, 1));
    return NULL;
}

// ---- softmax ----------------------------------------------------------------------------------

// One cell of each row is asked, and its terms are the row. Cells that a mask hides do not count.
static const char *judge_shares(const Judge *judge, int entry)
{
    const OpCall *call = &judge->trace->entries[entry].call;
    double largest = -HUGE_VAL, smallest = HUGE_VAL, total = 0;
    int seen = 0;
    for (int i = 0; i < judge->terms.count; i++) {
        const Term *term = &judge->terms.term[i];
        double value = tensor_get(call->input[term->input], term->at);
        if (!isfinite(value) || value <= mask) continue;
        if (exp(value) > too_large) return say(judge, entry, "takes a power of e beyond 100");
        largest = fmax(largest, value);
        smallest = fmin(smallest, value);
        total += exp(value);
        seen++;
    }
    if (seen < 2) return NULL;
    if (exp(largest) / total >= nearly_all) return say(judge, entry, "gives all to one cell");
    if ((exp(largest) - exp(smallest)) / total < nearly_same)
        return say(judge, entry, "gives the same to all cells");
    return NULL;
}

// ---- all of it --------------------------------------------------------------------------------

static const char *judge_cells(Judge *judge, int entry)
{
    const OpCall *call = &judge->trace->entries[entry].call;
    Index at = {0};
    do {
        double value = tensor_get(call->output, at);
        if (isfinite(value) && value > mask && fabs(value) > too_large)
            return say(judge, entry, "goes beyond 100");
        op_sources(call, at, &judge->terms);
        if (judge->terms.kind != TERMS_EXP_OVER_SUM || judge->terms.self != 0) continue;
        const char *bad = judge_shares(judge, entry);
        if (bad) return bad;
    } while (index_next(&call->output->shape, &at));
    return NULL;
}

static void find_dependents(Judge *judge, const bool *is_drawn, int count)
{
    judge->depends = NEW_ARRAY(judge->arena, bool, judge->trace->entry_count);
    for (int i = 0; i < judge->trace->entry_count; i++) {
        const OpCall *call = &judge->trace->entries[i].call;
        judge->depends[i] = i < count && is_drawn[i];
        for (int k = 0; k < call->input_count; k++) {
            int origin = call->input[k]->origin;
            judge->depends[i] |= origin >= 0 && judge->depends[origin];
        }
    }
}

static bool is_looked_at(const Judge *judge, int entry)
{
    const Entry *made = &judge->trace->entries[entry];
    int64_t cells = shape_count(&made->call.output->shape);
    return judge->depends[entry] && cells > 0 && cells <= MOST_CELLS &&
           dtype_is_float(made->call.output->dtype) &&
           !judge->trace->statements[made->statement].is_claim;
}

const char *draw_teaches_nothing(const Walk *walk, const bool *is_drawn, int count, Arena *arena)
{
    Judge judge = {.trace = walk->trace, .arena = arena, .terms = {.arena = arena}};
    find_dependents(&judge, is_drawn, count);
    for (int i = 0; i < walk->trace->entry_count; i++) {
        if (!is_looked_at(&judge, i)) continue;
        const char *bad = judge_part(&judge, i);
        if (!bad) bad = judge_cells(&judge, i);
        if (bad) return bad;
    }
    return NULL;
}
