// Goes back from each sum of products, past what moves its numbers or changes them cell by cell (a
// dropout, a mask), to the first shares. A product may be written out, (weights * values).sum(1).
#include "study/axes/average.h"

#include "study/axes/heat.h"
#include "study/axes/row.h"
#include "study/axes/slices.h"
#include "tensor/autograd.h"
#include "tensor/dtype.h"
#include "tensor/note.h"
#include "tensor/op.h"
#include "trace/names/roles.h"

typedef struct AverageSearch {
    const Trace *trace;
    Average *averages;
    bool *is_known;  // of each entry: its weights are among them
    int *average_at; // of each entry: 1 + the average that it is the product of, or 0
    Arena *arena;
    int count;
} AverageSearch;

// ---- one step -----------------------------------------------------------------------------------

int softmax_of(const Trace *trace, int entry)
{
    SCRATCH(scratch);
    const OpCall *call = &trace->entries[entry].call;
    Terms terms = call_terms(call, (Index){0}, 1, &scratch);
    int scores = -1;
    if (terms.kind == TERMS_EXP_OVER_SUM && terms.count > 0)
        scores = term_cell(&terms, &terms.term[terms.self]).entry;
    bool fits = scores >= 0 && shape_equal(trace_shape(trace, scores), &call->output->shape);
    return fits ? scores : -1;
}

// The axis along which the softmax that made the entry sums, or -1.
static int softmax_axis(const Trace *trace, int entry)
{
    SCRATCH(scratch);
    Terms terms = call_terms(&trace->entries[entry].call, (Index){0}, 2, &scratch);
    bool several = terms.kind == TERMS_EXP_OVER_SUM && terms.count >= 2;
    return several ? axis_between(terms.term[0].at, terms.term[1].at) : -1;
}

int average_source(const Trace *trace, int entry)
{
    SCRATCH(scratch);
    const OpCall *call = &trace->entries[entry].call;
    if (call->op->moves && call->input_count) return call->input[0]->origin;
    Terms terms = call_terms(call, (Index){0}, 1, &scratch);
    bool one_by_one = terms.kind == TERMS_ELEMENTWISE || terms.kind == TERMS_MOVED;
    int from = one_by_one && terms.count ? term_cell(&terms, &terms.term[0]).entry : -1;
    bool fits = from >= 0 && shape_equal(trace_shape(trace, from), &call->output->shape);
    return fits ? from : -1;
}

// ---- the product --------------------------------------------------------------------------------

// What the operation makes of 3 and 5.
static double of_3_and_5(const OpCall *call, TermsKind kind)
{
    const double values[] = {3, 5};
    return call_kind(call) == kind && call->op->value ? call->op->value(call, values, 2) : 0;
}

// The call whose inputs are the factors: the entry's own, or where it only sums, what made its
// input; NULL: it is no sum of products.
static const OpCall *factors_of(const Trace *trace, int entry)
{
    const OpCall *call = &trace->entries[entry].call;
    TermsKind kind = call_kind(call);
    if (kind == TERMS_SUM_OF_PRODUCTS) return call;
    int from = call->input_count ? call->input[0]->origin : -1;
    if (from < 0 || kind != TERMS_REDUCTION || of_3_and_5(call, kind) != 8) return NULL;
    const OpCall *product = &trace->entries[from].call;
    bool is_product = product->input_count == 2 && of_3_and_5(product, TERMS_ELEMENTWISE) == 15;
    return is_product ? product : NULL;
}

// A cell of what a product takes, followed back to the weights; false: it comes from elsewhere.
static bool follow_cell(const Trace *trace, int entry, int weights, Index *at)
{
    SCRATCH(scratch);
    while (entry >= 0 && entry != weights) {
        const OpCall *call = &trace->entries[entry].call;
        Terms terms = call_terms(call, *at, 1, &scratch);
        bool one_by_one = terms.kind == TERMS_ELEMENTWISE || terms.kind == TERMS_MOVED;
        entry = one_by_one && terms.count ? term_cell(&terms, &terms.term[0]).entry : -1;
        if (entry >= 0) *at = terms.term[0].at;
    }
    return entry == weights;
}

// Where a product reads the weights, and the other factor.
typedef struct ProductCells {
    Index weight, value;
} ProductCells;

// Of the product number `pair` in the sum that is the cell `at`.
static bool product_cells(const Trace *trace, const Average *average, Index at, int pair,
                          ProductCells *cells)
{
    SCRATCH(scratch);
    const OpCall *call = &trace->entries[average->product].call;
    const OpCall *factors = factors_of(trace, average->product);
    bool is_apart = factors != call; // multiplied by themselves, then summed
    int first = is_apart ? pair : 2 * pair, needed = is_apart ? pair + 1 : 2 * pair + 2;
    Terms terms = call_terms(call, at, needed, &scratch);
    bool ok = terms.count >= needed;
    const Term *term = ok ? terms.term + first : NULL;
    if (ok && is_apart) term = call_terms(factors, term->at, 2, &scratch).term;
    for (int i = 0; i < 2 && ok; i++)
        *(term[i].input == average->side ? &cells->weight : &cells->value) = term[i].at;
    return ok && follow_cell(trace, factors->input[average->side]->origin, average->weights,
                             &cells->weight);
}

static bool is_split_off(const Trace *trace, int entry, int dim)
{
    SCRATCH(scratch);
    AxisRoots roots = axis_roots(trace, entry, dim, NULL, NULL, &scratch);
    bool is_split = false;
    for (int i = 0; i < roots.count; i++) is_split |= roots.place[i].kind == ROOT_SPLIT;
    return is_split;
}

// The axis of the weights that goes with the result alone, not with the values: of several, as
// where heads or a batch share them, the one before the keys, else the last that is no part of the
// features.
static int find_query(const Trace *trace, const Average *average, const ProductCells *first)
{
    const Shape *shape = trace_shape(trace, average->product);
    int may_be[MAX_DIMS], count = 0;
    for (int d = shape->ndim - 1; d >= 0; d--) {
        Index at = {0};
        ProductCells next = {0};
        at.at[d] = 1;
        if (shape->dim[d] < 2 || !product_cells(trace, average, at, 0, &next)) continue;
        int axis = axis_between(next.weight, first->weight);
        bool same_value = cell_equal((Cell){0, next.value}, (Cell){0, first->value});
        if (same_value && axis >= 0) may_be[count++] = axis;
    }
    int found = count ? may_be[0] : -1;
    bool was_split = count > 1 && is_split_off(trace, average->weights, found);
    for (int i = 1; i < count; i++) {
        if (is_split_off(trace, average->weights, may_be[i])) continue;
        if (was_split || may_be[i] == average->key - 1) found = may_be[i];
        was_split = false;
    }
    return found;
}

bool average_takes(const Trace *trace, const Average *average, int dim)
{
    const OpCall *call = &trace->entries[average->product].call;
    AxisPoint from = {.entry = average->product, .dim = dim, .step = 1}, to;
    if (call != factors_of(trace, average->product)) {
        if (!axis_step(trace, &from, 0, &to)) return false;
        from = to;
    }
    return axis_step(trace, &from, average->side, &to);
}

// Where the product is written out, values have features beside their shares; a mask has not.
static bool has_features(const Trace *trace, const Average *average)
{
    const OpCall *call = &trace->entries[average->product].call;
    bool found = call == factors_of(trace, average->product);
    for (int d = 0; d < call->shape.ndim && !found; d++)
        found = call->shape.dim[d] > 1 && !average_takes(trace, average, d);
    return found;
}

// A single query does not move: it is taken to be the axis before the keys.
static int single_query(const Trace *trace, const Average *average)
{
    const Shape *shape = trace_shape(trace, average->weights);
    int before = average->key - 1;
    return before >= 0 && shape->dim[before] == 1 ? before : -1;
}

// False: the product does not sum over an axis of these weights.
static bool read_product(const Trace *trace, Average *average)
{
    ProductCells first = {0}, second = {0};
    const Shape *shape = trace_shape(trace, average->weights);
    if (shape->ndim == 0 || !product_cells(trace, average, (Index){0}, 0, &first)) return false;
    average->key = average->values_key = -1;
    if (product_cells(trace, average, (Index){0}, 1, &second)) {
        average->key = axis_between(first.weight, second.weight);
        average->values_key = axis_between(first.value, second.value);
    } else if (shape->dim[shape->ndim - 1] == 1) {
        average->key = shape->ndim - 1;
    }
    if (average->key < 0) return false;
    if (!has_features(trace, average)) return false;
    average->query = find_query(trace, average, &first);
    if (average->query < 0) average->query = single_query(trace, average);
    return true;
}

// ---- shares -------------------------------------------------------------------------------------

// Numbers that the program gives may be weights, unless it calls them something else.
static bool may_be_given(const Trace *trace, int entry)
{
    bool is_noted;
    const Tensor *tensor = trace_output(trace, entry);
    Role role = role_by_name(trace, entry, &is_noted);
    bool is_given = !trace->entries[entry].call.op->sources && !tensor_note(tensor)->is_loaded;
    return !is_given ||
           (!autograd_of(tensor)->is_parameter && (role == ROLE_NONE || role_is_of_pairs(role)));
}

static bool holds_shares(const Trace *trace, int entry, int key, int query)
{
    const Tensor *tensor = trace_output(trace, entry);
    bool is_softmax = softmax_of(trace, entry) >= 0;
    bool is_product = factors_of(trace, entry); // as where a chain of states goes on
    if (tensor_count(tensor) == 0 || is_product || !dtype_is_float(tensor->dtype)) return false;
    if (is_softmax && tensor->shape.dim[key] > 1 && softmax_axis(trace, entry) != key) return false;
    if (!is_softmax && !may_be_given(trace, entry)) return false;
    Slices slices = slices_along(trace, entry, query, key);
    Matrix first = slices_matrix(&slices, 0);
    return (is_softmax || rows_are_shares(&first)) && slices_are_weights(&slices);
}

// ---- what is averaged ---------------------------------------------------------------------------

// What one of several tensors was made by: a module, or a function from one place.
static uint64_t maker_of(const Trace *trace, int entry)
{
    const Call *made = NULL, *call = trace->entries[entry].inside;
    for (; call && call->result == entry; call = call->caller) made = call;
    return made ? made->path ? made->site : (uint64_t)made->index + 1 : 0;
}

// Are these of different modules? What one module makes again and again are positions.
static bool are_of_several(const Trace *trace, int stacked)
{
    const OpCall *call = &trace->entries[stacked].call;
    uint64_t first = 0;
    for (int i = 0; i < call->input_count; i++) {
        int from = call->input[i]->origin;
        for (int next; from >= 0 && trace->entries[from].call.op->moves; from = next) {
            next = average_source(trace, from);
            if (trace->entries[from].inside && trace->entries[from].inside->result == from) break;
        }
        uint64_t maker = from < 0 ? 0 : maker_of(trace, from);
        if (maker == 0) return false;
        if (i && maker != first) return true;
        first = maker;
    }
    return false;
}

// Does the axis tell several modules apart, one tensor of each stacked on the next?
static bool axis_is_of_modules(const Trace *trace, const AxisRoots *roots)
{
    for (int i = 0; i < roots->count; i++) {
        if (roots->place[i].kind == ROOT_STACKED && are_of_several(trace, roots->place[i].entry))
            return true;
    }
    return false;
}

// Does the axis begin at parameters alone?
static bool is_of_parameters(const AxisRoots *roots)
{
    for (int i = 0; i < roots->count; i++) {
        if (roots->place[i].kind != ROOT_PARAMETER) return false;
    }
    return roots->count > 0;
}

bool axis_is_of_features(const Trace *trace, const AxisRoots *roots)
{
    for (int i = 0; i < roots->count; i++) {
        const AxisPoint *place = &roots->place[i];
        const Tensor *tensor = trace_output(trace, place->entry);
        bool is_last = roots->place[i].kind == ROOT_GIVEN && tensor->shape.ndim > 1 &&
                       dtype_is_float(tensor->dtype) && place->dim == tensor->shape.ndim - 1;
        bool is_weight = roots->place[i].kind == ROOT_PARAMETER && place->is_product;
        if (!is_weight && !is_last) return false;
    }
    return roots->count > 0;
}

// Learned positions, as a Perceiver's latents are, attend to themselves: both axes begin there.
static bool begin_together(const AxisRoots *a, const AxisRoots *b)
{
    for (int i = 0; i < a->count; i++) {
        const AxisPoint *at = &a->place[i];
        for (int j = 0; j < b->count; j++) {
            const AxisPoint *to = &b->place[j];
            if (at->entry == to->entry && at->dim == to->dim && at->start == to->start) return true;
        }
    }
    return false;
}

static bool stops_at_average(void *context, const AxisPoint *place)
{
    const AverageSearch *search = context;
    int i = search->average_at[place->entry] - 1;
    return i < 0 || search->averages[i].is_of_features ||
           !average_takes(search->trace, &search->averages[i], place->dim);
}

// Back to the first average at most: what comes out of it has positions.
static AxisRoots roots_of(AverageSearch *search, int entry, int dim, Arena *arena)
{
    return axis_roots(search->trace, entry, dim, stops_at_average, search, arena);
}

static AverageOf what_is_averaged(AverageSearch *search, const Average *average,
                                  const AxisRoots *own, Arena *arena)
{
    bool of_features = axis_is_of_features(search->trace, own);
    bool may_be_other = average->values >= 0 && average->values_key >= 0;
    if (!may_be_other || !(of_features || average->query < 0)) return AVERAGE_POSITIONS;
    AxisRoots its = roots_of(search, average->values, average->values_key, arena);
    bool is_chosen = is_of_parameters(own) && own->place[0].is_product; // by a router
    if (average->query < 0 &&
        (is_chosen || is_of_parameters(&its) || axis_is_of_modules(search->trace, &its)))
        return AVERAGE_EXPERTS;
    of_features = of_features && axis_is_of_features(search->trace, &its);
    return of_features && !begin_together(own, &its) ? AVERAGE_FEATURES : AVERAGE_POSITIONS;
}

// Not positions: as where linear attention shares out each feature of the keys over them.
static bool features_ask(AverageSearch *search, const Average *average, Arena *arena)
{
    if (average->query < 0) return false;
    AxisRoots query = roots_of(search, average->weights, average->query, arena);
    bool ask = axis_is_of_features(search->trace, &query);
    for (int i = 0; i < query.count && ask; i++) ask = query.place[i].kind == ROOT_GIVEN;
    return ask;
}

// False: it is a soft choice of rows of a parameter, as of words, which nothing was compared with.
static bool say_what_is_averaged(AverageSearch *search, Average *average)
{
    SCRATCH(scratch);
    AxisRoots own = roots_of(search, average->weights, average->key, &scratch);
    bool of_parameter = average->values >= 0 && average->query >= 0 &&
                        autograd_of(trace_output(search->trace, average->values))->is_parameter;
    bool is_choice = of_parameter && !is_of_parameters(&own);
    average->of = what_is_averaged(search, average, &own, &scratch);
    average->is_of_features = features_ask(search, average, &scratch);
    return !is_choice;
}

// ---- all of them --------------------------------------------------------------------------------

static void go_back(AverageSearch *search, int product, int side)
{
    enum { MOST_STEPS = 16 };
    const Trace *trace = search->trace;
    Average average = {.product = product, .side = side}, found = {.weights = -1};
    const OpCall *factors = factors_of(trace, product);
    int entry = average.shares = factors->input[side]->origin;
    average.values = factors->input[1 - side]->origin;
    for (int i = 0; i < MOST_STEPS && entry >= 0; i++, entry = average_source(trace, entry)) {
        if (trace->entries[entry].call.op->moves && trace->entries[entry].call.input_count)
            continue;
        average.weights = entry;
        bool is_softmax = softmax_of(trace, entry) >= 0;
        if ((found.weights >= 0 && !is_softmax) || !read_product(trace, &average) ||
            average.key == average.query || // cut into rows and columns only afterwards
            !holds_shares(trace, entry, average.key, average.query))
            continue;
        found = average;
        if (is_softmax) break; // what was masked and shared out anew since follows from it
    }
    if (found.weights < 0 || search->is_known[found.weights]) return;
    if (!say_what_is_averaged(search, &found)) return;
    search->is_known[found.weights] = true;
    *ARENA_ADD(search->arena, search->averages, search->count) = found;
    search->average_at[product] = search->count;
}

int averages_of(const Trace *trace, Arena *arena, Average **averages)
{
    SCRATCH(scratch);
    AverageSearch search = {.trace = trace, .arena = arena};
    search.is_known = NEW_ARRAY(&scratch, bool, trace->entry_count + 1);
    search.average_at = NEW_ARRAY(&scratch, int, trace->entry_count + 1);
    for (int e = 0; e < trace->entry_count; e++) {
        const OpCall *factors = factors_of(trace, e);
        for (int i = 0; i < 2 && factors && factors->input_count >= 2; i++) go_back(&search, e, i);
    }
    *averages = search.averages;
    return search.count;
}
