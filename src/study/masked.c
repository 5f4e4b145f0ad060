// From weights the way goes back through dropouts and views to the softmax, and there to the scores
// at the same place. Scores, and masks that are added to them, are known by a softmax that comes
// after them.
#include "study/masked.h"

#include "study/attention.h"
#include "tensor/dtype.h"

#include <math.h>

enum { MOST_STEPS = 16 };
static const double hidden_below = -9000; // -10000, and a score on top of it

static Masked nothing(const Trace *trace)
{
    return (Masked){.trace = trace, .scores = -1};
}

// ---- after the softmax ------------------------------------------------------------------------

static Masked of_weights(const Trace *trace, int entry, Arena *arena)
{
    int *step = NEW_ARRAY(arena, int, MOST_STEPS), steps = 0;
    while (steps < MOST_STEPS && entry >= 0) {
        int scores = attention_scores(trace, entry);
        if (scores >= 0) {
            Terms *terms = NEW(arena, Terms);
            terms->arena = arena;
            return (Masked){trace, scores, step, steps, terms};
        }
        step[steps++] = entry;
        entry = attention_source(trace, entry);
    }
    return nothing(trace);
}

// Where the cell stood before it was moved.
static bool go_back(const Masked *masked, Index *at)
{
    for (int i = 0; i < masked->steps; i++) {
        const OpCall *call = &masked->trace->entries[masked->step[i]].call;
        if (!call->op->moves) continue;
        masked->terms->count = 0;
        op_sources(call, *at, masked->terms);
        const Terms *terms = masked->terms;
        if (terms->count != 1 || terms->term[0].input != 0) return false; // of several, joined
        *at = terms->term[0].at;
    }
    return true;
}

// ---- before it --------------------------------------------------------------------------------

static TermsKind kind_of(const OpCall *call)
{
    Arena scratch = {0};
    Terms terms = {.arena = &scratch, .most = 1};
    if (call->op->sources && shape_count(&call->output->shape))
        op_sources(call, (Index){0}, &terms);
    arena_free(&scratch);
    return terms.kind;
}

// Is it added to, or moved, until a softmax takes it?
static bool comes_before_softmax(const Trace *trace, int entry)
{
    Arena scratch = {0};
    bool *reached = NEW_ARRAY(&scratch, bool, trace->entry_count), found = false;
    reached[entry] = true;
    for (int e = entry + 1; e < trace->entry_count && !found; e++) {
        const OpCall *call = &trace->entries[e].call;
        bool is_fed = false;
        for (int i = 0; i < call->input_count; i++)
            is_fed = is_fed || (call->input[i]->origin >= 0 && reached[call->input[i]->origin]);
        if (!is_fed) continue;
        TermsKind kind = kind_of(call);
        found = kind == TERMS_EXP_OVER_SUM;
        reached[e] = kind == TERMS_ELEMENTWISE || kind == TERMS_MOVED;
    }
    arena_free(&scratch);
    return found;
}

static bool is_far_below(double value)
{
    return value <= hidden_below;
}

static bool has_far_below(const Matrix *matrix)
{
    for (int64_t row = 0; row < matrix->rows; row++) {
        for (int64_t column = 0; column < matrix->columns; column++) {
            double value = matrix_value(matrix, row, column);
            if (isfinite(value) && is_far_below(value)) return true;
        }
    }
    return false;
}

// ---- both -------------------------------------------------------------------------------------

Masked masked_of(const Trace *trace, const Matrix *matrix, Arena *arena)
{
    if (!dtype_is_float(matrix->tensor->dtype)) return nothing(trace);
    // A difference, or what an iteration left, is not the tensor whose way is known.
    if (matrix->tensor != trace->entries[matrix->entry].call.output) return nothing(trace);
    Masked masked = of_weights(trace, matrix->entry, arena);
    if (masked.scores >= 0) return masked;
    if (has_far_below(matrix) && comes_before_softmax(trace, matrix->entry))
        masked.scores = matrix->entry;
    return masked;
}

bool masked_at(const Masked *masked, const Matrix *matrix, int64_t row, int64_t column)
{
    if (masked->scores < 0) return false;
    double value = matrix_value(matrix, row, column);
    if (!masked->step) return isfinite(value) && is_far_below(value);
    Index at = matrix_index(matrix, row, column);
    if (value != 0 || !go_back(masked, &at)) return false;
    return is_far_below(tensor_get(masked->trace->entries[masked->scores].call.output, at));
}
