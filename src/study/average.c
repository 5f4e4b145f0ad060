// Goes back from each sum of products, past what moves its numbers or changes them cell by cell (a
// dropout, a mask), to the first shares.
#include "study/average.h"

#include "study/heat.h"
#include "study/row.h"
#include "study/slices.h"
#include "tensor/dtype.h"
#include "trace/roles.h"

typedef struct Search {
    const Trace *trace;
    Average *averages;
    bool *is_known; // of each entry: it is among them
    Arena *arena;
    int count;
    size_t capacity;
} Search;

static const Tensor *output_of(const Trace *trace, int entry)
{
    return trace->entries[entry].call.output;
}

static Terms terms_at(const OpCall *call, Index at, int most, Arena *arena)
{
    Terms terms = {.arena = arena, .most = most, .as_written = true}; // held or not
    if (call->op->sources && shape_count(&call->output->shape)) op_sources(call, at, &terms);
    return terms;
}

// ---- one step -----------------------------------------------------------------------------------

int softmax_of(const Trace *trace, int entry)
{
    Arena scratch = {0};
    const OpCall *call = &trace->entries[entry].call;
    Terms terms = terms_at(call, (Index){0}, 1, &scratch);
    int scores = -1;
    if (terms.kind == TERMS_EXP_OVER_SUM && terms.count > 0)
        scores = call->input[terms.term[terms.self].input]->origin;
    bool fits = scores >= 0 && shape_equal(&output_of(trace, scores)->shape, &call->output->shape);
    arena_free(&scratch);
    return fits ? scores : -1;
}

// The axis along which the softmax that made the entry sums, or -1.
static int softmax_axis(const Trace *trace, int entry)
{
    Arena scratch = {0};
    Terms terms = terms_at(&trace->entries[entry].call, (Index){0}, 2, &scratch);
    bool several = terms.kind == TERMS_EXP_OVER_SUM && terms.count >= 2;
    int axis = several ? axis_between(terms.term[0].at, terms.term[1].at) : -1;
    arena_free(&scratch);
    return axis;
}

int average_source(const Trace *trace, int entry)
{
    Arena scratch = {0};
    const OpCall *call = &trace->entries[entry].call;
    if (call->op->moves && call->input_count) return call->input[0]->origin;
    Terms terms = terms_at(call, (Index){0}, 1, &scratch);
    bool one_by_one = terms.kind == TERMS_ELEMENTWISE || terms.kind == TERMS_MOVED;
    int from = one_by_one && terms.count ? call->input[terms.term[0].input]->origin : -1;
    arena_free(&scratch);
    bool fits = from >= 0 && shape_equal(&output_of(trace, from)->shape, &call->output->shape);
    return fits ? from : -1;
}

// ---- the product --------------------------------------------------------------------------------

// A cell of what a product takes, followed back to the weights; false: it comes from elsewhere.
static bool follow_cell(const Trace *trace, int entry, int weights, Index *at)
{
    Arena scratch = {0};
    while (entry >= 0 && entry != weights) {
        const OpCall *call = &trace->entries[entry].call;
        Terms terms = terms_at(call, *at, 1, &scratch);
        bool one_by_one = terms.kind == TERMS_ELEMENTWISE || terms.kind == TERMS_MOVED;
        entry = one_by_one && terms.count ? call->input[terms.term[0].input]->origin : -1;
        if (entry >= 0) *at = terms.term[0].at;
    }
    arena_free(&scratch);
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
    Arena scratch = {0};
    const OpCall *call = &trace->entries[average->product].call;
    Terms terms = terms_at(call, at, 2 * pair + 2, &scratch);
    bool ok = terms.count >= 2 * pair + 2;
    for (int i = 2 * pair; i < 2 * pair + 2 && ok; i++)
        *(terms.term[i].input == average->side ? &cells->weight : &cells->value) = terms.term[i].at;
    arena_free(&scratch);
    return ok && follow_cell(trace, call->input[average->side]->origin, average->weights,
                             &cells->weight);
}

static bool is_split_off(const Trace *trace, int entry, int dim)
{
    Arena scratch = {0};
    AxisRoots roots = axis_roots(trace, entry, dim, NULL, NULL, &scratch);
    bool is_split = false;
    for (int i = 0; i < roots.count; i++) is_split |= roots.kind[i] == ROOT_SPLIT;
    arena_free(&scratch);
    return is_split;
}

// The axis of the weights that goes with the result alone, not with the values: of several, as where
// heads or a batch share them, the last that is no part of the features.
static int find_query(const Trace *trace, const Average *average, const ProductCells *first)
{
    const Shape *shape = &output_of(trace, average->product)->shape;
    int found = -1;
    for (int d = shape->ndim - 1; d >= 0; d--) {
        Index at = {0};
        ProductCells next = {0};
        at.at[d] = 1;
        if (shape->dim[d] < 2 || !product_cells(trace, average, at, 0, &next)) continue;
        int axis = axis_between(next.weight, first->weight);
        bool same_value = cell_equal((Cell){0, next.value}, (Cell){0, first->value});
        if (!same_value || axis < 0) continue;
        if (!is_split_off(trace, average->weights, axis)) return axis;
        if (found < 0) found = axis;
    }
    return found;
}

// A single query cannot be told by moving: it is what stands before the keys.
static int single_query(const Trace *trace, const Average *average)
{
    const Shape *shape = &output_of(trace, average->weights)->shape;
    int before = average->key - 1;
    return before >= 0 && shape->dim[before] == 1 ? before : -1;
}

// False: the product does not sum over an axis of these weights.
static bool read_product(const Trace *trace, Average *average)
{
    ProductCells first = {0}, second = {0};
    const Shape *shape = &output_of(trace, average->weights)->shape;
    if (shape->ndim == 0 || !product_cells(trace, average, (Index){0}, 0, &first)) return false;
    average->key = average->values_key = -1;
    if (product_cells(trace, average, (Index){0}, 1, &second)) {
        average->key = axis_between(first.weight, second.weight);
        average->values_key = axis_between(first.value, second.value);
    } else if (shape->dim[shape->ndim - 1] == 1) {
        average->key = shape->ndim - 1;
    }
    if (average->key < 0) return false;
    average->query = find_query(trace, average, &first);
    if (average->query < 0) average->query = single_query(trace, average);
    return true;
}

// ---- shares -------------------------------------------------------------------------------------

// What is held at other numbers stays a head of the layer.
static bool is_held(const HeldCells *held, const Matrix *matrix)
{
    bool any = false;
    for (int64_t row = 0; held && row < matrix->rows && !any; row++) {
        for (int64_t column = 0; column < matrix->columns && !any; column++)
            any = held_at(held, matrix_index(matrix, row, column));
    }
    return any;
}

static bool all_are_weights(const Trace *trace, const Slices *slices)
{
    for (int64_t i = 0; i < slices_count(slices); i++) {
        Matrix matrix = slices_matrix(slices, i);
        if (!rows_are_weights(&matrix) &&
            !is_held(trace->entries[slices->entry].call.held, &matrix))
            return false;
    }
    return true;
}

// Numbers that the program gives may be weights, unless it calls them something else.
static bool may_be_given(const Trace *trace, int entry)
{
    bool is_noted;
    const Tensor *tensor = output_of(trace, entry);
    Role role = role_by_name(trace, entry, &is_noted);
    bool is_given = !trace->entries[entry].call.op->sources && !tensor->is_loaded;
    return !is_given || (!tensor->is_parameter && (role == ROLE_NONE || role_is_of_pairs(role)));
}

static bool holds_shares(const Trace *trace, int entry, int key, int query)
{
    const Tensor *tensor = output_of(trace, entry);
    bool is_softmax = softmax_of(trace, entry) >= 0;
    if (tensor_count(tensor) == 0 || !dtype_is_float(tensor->dtype)) return false;
    if (is_softmax && tensor->shape.dim[key] > 1 && softmax_axis(trace, entry) != key) return false;
    if (!is_softmax && !may_be_given(trace, entry)) return false;
    Slices slices = slices_along(trace, entry, query, key);
    Matrix first = slices_matrix(&slices, 0);
    return (is_softmax || rows_are_shares(&first)) && all_are_weights(trace, &slices);
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

bool axis_is_of_modules(const Trace *trace, const AxisRoots *roots)
{
    for (int i = 0; i < roots->count; i++) {
        if (roots->kind[i] == ROOT_STACKED && are_of_several(trace, roots->place[i].entry))
            return true;
    }
    return false;
}

// Does the axis begin at parameters alone?
static bool is_of_parameters(const AxisRoots *roots)
{
    for (int i = 0; i < roots->count; i++) {
        if (roots->kind[i] != ROOT_PARAMETER) return false;
    }
    return roots->count > 0;
}

// At parameters, or at the last axis of what the program gives, which is that of features.
static bool is_of_features(const Trace *trace, const AxisRoots *roots)
{
    for (int i = 0; i < roots->count; i++) {
        const AxisPlace *place = &roots->place[i];
        const Tensor *tensor = output_of(trace, place->entry);
        bool is_last = roots->kind[i] == ROOT_GIVEN && tensor->shape.ndim > 1 &&
                       dtype_is_float(tensor->dtype) && place->dim == tensor->shape.ndim - 1;
        if (roots->kind[i] != ROOT_PARAMETER && !is_last) return false;
    }
    return roots->count > 0;
}

static AverageOf what_is_averaged(const Trace *trace, const Average *average)
{
    Arena scratch = {0};
    const OpCall *call = &trace->entries[average->product].call;
    int values = call->input[1 - average->side]->origin;
    AverageOf of = AVERAGE_POSITIONS;
    if (values >= 0 && average->values_key >= 0) {
        AxisRoots own = axis_roots(trace, average->weights, average->key, NULL, NULL, &scratch);
        AxisRoots its = axis_roots(trace, values, average->values_key, NULL, NULL, &scratch);
        if (average->query < 0 && (is_of_parameters(&its) || axis_is_of_modules(trace, &its)))
            of = AVERAGE_EXPERTS;
        else if (is_of_features(trace, &its) && is_of_features(trace, &own))
            of = AVERAGE_FEATURES;
    }
    arena_free(&scratch);
    return of;
}

// ---- all of them --------------------------------------------------------------------------------

static void go_back(Search *search, int product, int side)
{
    enum { MOST_STEPS = 16 };
    const Trace *trace = search->trace;
    Average average = {.product = product, .side = side}, found = {.weights = -1};
    int entry = trace->entries[product].call.input[side]->origin;
    for (int i = 0; i < MOST_STEPS && entry >= 0; i++, entry = average_source(trace, entry)) {
        if (trace->entries[entry].call.op->moves && trace->entries[entry].call.input_count) continue;
        average.weights = entry;
        bool is_softmax = softmax_of(trace, entry) >= 0;
        if ((found.weights >= 0 && !is_softmax) || !read_product(trace, &average) ||
            !holds_shares(trace, entry, average.key, average.query))
            continue;
        found = average;
        if (is_softmax) break; // what was masked and shared out anew since follows from it
    }
    if (found.weights < 0 || search->is_known[found.weights]) return;
    search->is_known[found.weights] = true;
    found.of = what_is_averaged(trace, &found);
    search->averages = arena_grow(search->arena, search->averages, (size_t)search->count,
                                  &search->capacity, sizeof(Average));
    search->averages[search->count++] = found;
}

int averages_of(const Trace *trace, Arena *arena, Average **averages)
{
    Arena scratch = {0};
    Search search = {.trace = trace, .arena = arena};
    search.is_known = NEW_ARRAY(&scratch, bool, trace->entry_count + 1);
    for (int e = 0; e < trace->entry_count; e++) {
        Arena short_lived = {0};
        const OpCall *call = &trace->entries[e].call;
        Terms terms = terms_at(call, (Index){0}, 1, &short_lived);
        bool products = terms.kind == TERMS_SUM_OF_PRODUCTS && call->input_count >= 2;
        for (int i = 0; i < 2 && products; i++) go_back(&search, e, i);
        arena_free(&short_lived);
    }
    arena_free(&scratch);
    *averages = search.averages;
    return search.count;
}
