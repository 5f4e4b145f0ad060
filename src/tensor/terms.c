// The terms of a cell are the input cells that it was computed from. Rows list them in `sources`;
// terms_value() computes the cell from them once more, by the kind of its terms (a sum of products,
// a reduction, one elementwise formula ...), as the arithmetic on the screen has to give the same
// number.
#include "tensor/call.h"
#include "tensor/formula.h"

#include <math.h>

void terms_add(Terms *terms, int input, Index at)
{
    terms->term = arena_grow(terms->arena, terms->term, (size_t)terms->count, &terms->capacity,
                             sizeof *terms->term);
    terms->term[terms->count++] = (Term){input, at};
}

void terms_decide(Terms *terms, int input, Index at)
{
    terms->decider = arena_grow(terms->arena, terms->decider, (size_t)terms->decider_count,
                                &terms->decider_capacity, sizeof *terms->decider);
    terms->decider[terms->decider_count++] = (Term){input, at};
}

void terms_expect(Terms *terms, int64_t count)
{
    if (terms->most && count > terms->most) count = terms->most;
    size_t needed = (size_t)terms->count + (size_t)count;
    if (count <= 0 || needed <= terms->capacity) return;
    Term *term = NEW_ARRAY(terms->arena, Term, needed);
    for (int i = 0; i < terms->count; i++) term[i] = terms->term[i];
    terms->term = term;
    terms->capacity = needed;
}

bool terms_suffice(const Terms *terms)
{
    return terms->most && terms->count >= terms->most;
}

void op_sources(const OpCall *call, Index at, Terms *terms)
{
    *terms = (Terms){.kind = TERMS_CONSTANT,
                     .call = call,
                     .at = at,
                     .term = terms->term,
                     .capacity = terms->capacity,
                     .decider = terms->decider,
                     .decider_capacity = terms->decider_capacity,
                     .most = terms->most,
                     .as_written = terms->as_written,
                     .arena = terms->arena};
    bool is_held = !terms->as_written && held_at(call->held, at);
    bool has_cells = shape_count(&call->shape) > 0;
    if (call->op->sources && has_cells && !is_held) call->op->sources(call, at, terms);
}

double term_value(const Terms *terms, const Term *term)
{
    return tensor_get(terms->call->input[term->input], term->at);
}

double terms_products(const double *value, int count)
{
    double sum = 0;
    for (int i = 0; i + 1 < count; i += 2) sum += value[i] * value[i + 1];
    return count % 2 ? sum + value[count - 1] : sum;
}

// Against the largest term, so that no exponential overflows.
static double exp_over_sum(const double *value, int count, int self)
{
    double largest = -HUGE_VAL, sum = 0;
    for (int i = 0; i < count; i++) largest = fmax(largest, value[i]);
    for (int i = 0; i < count; i++) sum += exp(value[i] - largest);
    return exp(value[self] - largest) / sum;
}

// What an elementwise operation computes with: integers beyond the dtype of both wrap around
// first, and what goes with halves is rounded to them.
static const double *as_operands(const OpCall *call, const Terms *terms, const double *values,
                                 bool by_hand)
{
    DType operand = dtype_together(call->input, call->input_count);
    bool narrow = dtype_is_integer(operand) && dtype_compute(operand) != operand;
    bool wraps = narrow && !dtype_is_float(call->dtype);
    if (!wraps && (by_hand || !dtype_is_half(operand))) return values;
    double *held = NEW_ARRAY(terms->arena, double, terms->count + 1);
    for (int i = 0; i < terms->count; i++) {
        bool exact = call_takes_exactly(call, terms->term[i].input);
        held[i] = exact ? values[i] : dtype_held(operand, values[i]);
    }
    return held;
}

// By hand, nothing is rounded to halves.
static double as_held(const OpCall *call, double value, bool by_hand)
{
    return by_hand && dtype_is_half(call->dtype) ? value : dtype_held(call->dtype, value);
}

static double value_of(const OpCall *call, const Terms *terms, const double *values, bool by_hand)
{
    switch (terms->kind) {
    case TERMS_CONSTANT: return (double)NAN;
    case TERMS_MOVED: return values[0];
    case TERMS_SUM_OF_PRODUCTS: return as_held(call, terms_products(values, terms->count), by_hand);
    case TERMS_EXP_OVER_SUM:
        return as_held(call, exp_over_sum(values, terms->count, terms->self), by_hand);
    case TERMS_FORMULA:
        return as_held(
            call,
            call->op->formula(call, &(Formula){.terms = terms, .exact = values, .term = values}),
            by_hand);
    case TERMS_ELEMENTWISE: values = as_operands(call, terms, values, by_hand); break;
    case TERMS_REDUCTION: break;
    }
    const Op *op = call->op;
    double value =
        op->value_at ? op->value_at(call, terms, values) : op->value(call, values, terms->count);
    return as_held(call, value, by_hand);
}

double terms_value(const OpCall *call, const Terms *terms, const double *values)
{
    return value_of(call, terms, values, false);
}

double terms_value_by_hand(const OpCall *call, const Terms *terms, const double *values)
{
    return value_of(call, terms, values, true);
}
