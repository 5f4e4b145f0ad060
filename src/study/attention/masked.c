// From a cell that is 0 the way goes back, cell by cell, past what moved it, joined it with others
// or changed it, to the softmax, and there to the score at the same place. On the way a mask may
// have set it to 0: then it was a weight before, and what made it 0 comes neither from weights, as
// in a difference of two, nor from chance, as in a dropout. Scores, and masks that are added to
// them, are known by a softmax that comes after them.
#include "study/attention/masked.h"

#include "study/attention/attention.h"
#include "study/axes/heat.h"
#include "tensor/dtype.h"
#include "tensor/op.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_STEPS = 32 };
static const double hidden_below = -9000; // -10000, and a score on top of it

typedef struct WayEntry {
    int entry;
    bool from_weights, from_chance;
    int scores; // of a softmax; -1: it is none
} WayEntry;

struct MaskedWay {
    WayEntry *entry; // that were looked at
    int count;
    Terms terms[MOST_STEPS]; // room
    Arena *arena;
};

static bool is_far_below(double value)
{
    return value <= hidden_below;
}

// ---- after the softmax ------------------------------------------------------------------------

// A triangle of weights has cells without terms.
static bool keeps_places(const OpCall *call)
{
    TermsKind kind = call_kind(call);
    bool is_given = kind == TERMS_CONSTANT && !call->op->sources;
    return !is_given &&
           (kind == TERMS_CONSTANT || kind == TERMS_MOVED || kind == TERMS_ELEMENTWISE);
}

static WayEntry look_back(const Masked *masked, int entry, int steps)
{
    MaskedWay *way = masked->way;
    WayEntry found = {.entry = entry, .scores = -1};
    if (entry < 0 || steps == MOST_STEPS) return found;
    for (int i = 0; i < way->count; i++) {
        if (way->entry[i].entry == entry) return way->entry[i];
    }
    const OpCall *call = &masked->trace->entries[entry].call;
    found.scores = softmax_of(masked->trace, entry);
    found.from_weights = found.scores >= 0;
    found.from_chance = (call->op->traits & OP_BY_CHANCE) != 0;
    bool goes_on = !found.from_weights && keeps_places(call);
    for (int i = 0; i < call->input_count && goes_on; i++) {
        WayEntry input = look_back(masked, call->input[i]->origin, steps + 1);
        found.from_weights = found.from_weights || input.from_weights;
        found.from_chance = found.from_chance || input.from_chance;
    }
    *ARENA_ADD(way->arena, way->entry, way->count) = found;
    return found;
}

static bool is_mask(const Masked *masked, const OpCall *call, int input)
{
    WayEntry entry = look_back(masked, call->input[input]->origin, 0);
    return !entry.from_weights && !entry.from_chance;
}

static bool was_weight(const Masked *masked, const OpCall *call, Index at)
{
    for (int i = 0; i < call->input_count; i++) {
        const Tensor *input = call->input[i];
        if (look_back(masked, input->origin, 0).from_weights &&
            shape_equal(&input->shape, &call->output->shape) && tensor_get(input, at) != 0)
            return true;
    }
    return false;
}

// Did a mask make this cell 0: as a factor, or by what is in its place?
static bool is_set_to_zero(const Masked *masked, const Terms *terms)
{
    const OpCall *call = terms->call;
    if (!was_weight(masked, call, terms->at)) return false;
    bool found = terms->kind == TERMS_CONSTANT, by_mask = true;
    for (int i = 0; i < terms->count; i++) {
        const Term *term = &terms->term[i];
        found = found || (term_value(terms, term) == 0 && is_mask(masked, call, term->input));
    }
    for (int i = 0; i < terms->decider_count; i++)
        by_mask = by_mask && is_mask(masked, call, terms->decider[i].input);
    return found && by_mask;
}

static bool is_hidden(const Masked *masked, int entry, Index at, int steps)
{
    const OpCall *call = &masked->trace->entries[entry].call;
    int scores = look_back(masked, entry, 0).scores;
    if (scores >= 0) return is_far_below(tensor_get(trace_output(masked->trace, scores), at));
    if (steps == MOST_STEPS || !call->op->sources) return false;
    Terms *terms = &masked->way->terms[steps];
    op_sources(call, at, terms);
    for (int i = 0; i < terms->count; i++) {
        Cell cell = term_cell(terms, &terms->term[i]);
        if (look_back(masked, cell.entry, 0).from_weights &&
            term_value(terms, &terms->term[i]) == 0 &&
            is_hidden(masked, cell.entry, cell.at, steps + 1))
            return true;
    }
    return is_set_to_zero(masked, terms);
}

// ---- before it --------------------------------------------------------------------------------

// Is it added to, or moved, until a softmax takes it?
static bool comes_before_softmax(const Trace *trace, int entry)
{
    SCRATCH(scratch);
    bool *reached = NEW_ARRAY(&scratch, bool, trace->entry_count), found = false;
    reached[entry] = true;
    for (int e = entry + 1; e < trace->entry_count && !found; e++) {
        const OpCall *call = &trace->entries[e].call;
        bool is_fed = false;
        for (int i = 0; i < call->input_count; i++)
            is_fed = is_fed || (call->input[i]->origin >= 0 && reached[call->input[i]->origin]);
        if (!is_fed) continue;
        TermsKind kind = call_kind(call);
        found = kind == TERMS_EXP_OVER_SUM;
        reached[e] = kind == TERMS_ELEMENTWISE || kind == TERMS_MOVED;
    }
    return found;
}

static bool has_far_below(const Matrix *matrix)
{
    SCRATCH(scratch);
    double *values = NEW_ARRAY(&scratch, double, matrix->columns);
    for (int64_t row = 0; row < matrix->rows; row++) {
        matrix_row(matrix, row, values);
        for (int64_t column = 0; column < matrix->columns; column++) {
            if (is_far_below(values[column]) && isfinite(values[column])) return true;
        }
    }
    return false;
}

// ---- by numbers alone -------------------------------------------------------------------------

// The last query is at the last key: keys before the first query may come from a cache.
static bool is_causal(const Trace *trace, const Matrix *matrix)
{
    const Matrix made = matrix_as_made(matrix);
    int64_t ahead = made.columns - made.rows, own = 0;
    if (made.rows < 3 || ahead < 0 || matrix_value(&made, 0, made.columns - 1) != 0) return false;
    for (int64_t query = 0; query < made.rows; query++) {
        own += matrix_value(&made, query, query + ahead) != 0;
        for (int64_t key = query + ahead + 1; key < made.columns; key++) {
            if (matrix_value(&made, query, key) != 0) return false;
        }
    }
    return 2 * own > made.rows && matrix_holds_shares(trace, matrix);
}

// ---- both -------------------------------------------------------------------------------------

Masked masked_of(const Trace *trace, const Matrix *matrix, Arena *arena)
{
    Masked masked = {.trace = trace, .entry = -1};
    int entry = matrix->entry;
    if (!dtype_is_float(matrix->tensor->dtype)) return masked;
    // A difference, or what an iteration left, is not the tensor whose way is known.
    if (matrix->tensor != trace_output(trace, entry)) return masked;
    masked.way = NEW(arena, MaskedWay);
    masked.way->arena = arena;
    for (int i = 0; i < MOST_STEPS; i++)
        masked.way->terms[i] = (Terms){.arena = arena, .as_written = true};
    masked.after_softmax = look_back(&masked, entry, 0).from_weights;
    if (masked.after_softmax || (has_far_below(matrix) && comes_before_softmax(trace, entry)))
        masked.entry = entry;
    if (!is_causal(trace, matrix)) return masked;
    masked.entry = entry;
    masked.after_softmax = masked.is_causal = true;
    masked.is_turned = matrix_is_turned(matrix);
    masked.ahead = llabs(matrix->columns - matrix->rows);
    return masked;
}

bool masked_at(const Masked *masked, const Matrix *matrix, int64_t row, int64_t column)
{
    if (masked->entry < 0) return false;
    int64_t after = masked->is_turned ? row - column : column - row;
    if (masked->is_causal && after > masked->ahead) return true;
    double value = matrix_value(matrix, row, column);
    if (!masked->after_softmax) return isfinite(value) && is_far_below(value);
    return value == 0 && is_hidden(masked, masked->entry, matrix_index(matrix, row, column), 0);
}
