// Goes back from each sum of products, past what moves its numbers or changes them cell by cell (a
// dropout, a mask), to the first shares. Probabilities of words are shares too, but nothing is
// averaged by them.
#include "study/attention.h"

#include "study/heat.h"
#include "study/layers.h"
#include "study/made_at.h"
#include "study/row.h"
#include "tensor/dtype.h"
#include "trace/labels.h"
#include "trace/roles.h"

#include <string.h>

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

static Terms first_terms(const OpCall *call, Arena *arena)
{
    return terms_at(call, (Index){0}, 1, arena);
}

// ---- one tensor ---------------------------------------------------------------------------------

static int find_scores(const Trace *trace, int entry)
{
    Arena scratch = {0};
    const OpCall *call = &trace->entries[entry].call;
    Terms terms = first_terms(call, &scratch);
    int scores = -1;
    if (terms.kind == TERMS_EXP_OVER_SUM && terms.count > 0)
        scores = call->input[terms.term[terms.self].input]->origin;
    bool fits = scores >= 0 && shape_equal(&output_of(trace, scores)->shape, &call->output->shape);
    arena_free(&scratch);
    return fits ? scores : -1;
}

static int find_truth(const Trace *trace, const Shape *shape, int64_t items)
{
    int binding = trace_find(trace, STR("alignment"), -1);
    if (binding < 0) return -1;
    int entry = trace->bindings[binding].entry, ndim = shape->ndim;
    const Shape *truth = &output_of(trace, entry)->shape;
    bool fits = truth->ndim >= 2 && truth->ndim <= 3 &&
                truth->dim[truth->ndim - 2] == shape->dim[ndim - 2] &&
                truth->dim[truth->ndim - 1] == shape->dim[ndim - 1] &&
                (truth->ndim == 2 || truth->dim[0] == items);
    return fits ? entry : -1;
}

// Is it a view of `matrices` slices that tells the heads from the items of a batch?
static bool tells_heads(const OpCall *call, const Shape *shape, int64_t matrices)
{
    const Shape *view = &call->output->shape;
    return call->op->moves && view->ndim == 4 && view->dim[0] * view->dim[1] == matrices &&
           view->dim[2] == shape->dim[1];
}

// nn.MultiheadAttention has the heads of all items one after the other; a view of them, or of what
// they average, tells how many are an item's.
static int64_t heads_of(const Trace *trace, int entry)
{
    const Shape *shape = &output_of(trace, entry)->shape;
    int64_t heads = shape->ndim > 2 ? shape->dim[shape->ndim - 3] : 1;
    int product = -1;
    for (int i = entry + 1; i < trace->entry_count && shape->ndim == 3; i++) {
        const OpCall *call = &trace->entries[i].call;
        int of = call->input_count ? call->input[0]->origin : -1;
        bool follows = of >= 0 && (of == entry || of == product);
        if (follows && tells_heads(call, shape, heads)) return call->output->shape.dim[1];
        if (of == entry && !call->op->moves && call->output->shape.ndim == 3) product = i;
    }
    return heads;
}

Attention attention_of(const Trace *trace, int entry, Arena *arena)
{
    const Shape *shape = &output_of(trace, entry)->shape;
    int64_t heads = heads_of(trace, entry), items = heads ? shape_slices(shape) / heads : 0;
    Attention attention = {.trace = trace,
                           .entry = entry,
                           .items = items,
                           .heads = heads,
                           .scores = find_scores(trace, entry),
                           .truth = find_truth(trace, shape, items),
                           .sequence = sequence_of(trace, entry, arena)};
    TokenSequence *sequence = &attention.sequence;
    if (!sequence->token || sequence->items == 1 || sequence->items == items) return attention;
    sequence->token = NULL;
    sequence->unknown = "its ids belong to a different batch";
    return attention;
}

// ---- all of them --------------------------------------------------------------------------------

typedef struct AttentionSearch {
    const Trace *trace;
    bool *is_weights;
    unsigned char *shares; // of each entry: 0 not known yet, 1 no, 2 yes
    const int **order;     // of each entry: its axes as a matrix has them; NULL: as they are
    Arena *arena;          // of these
    int count;
} AttentionSearch;

// What is held at other numbers stays a head of the layer.
static bool is_held(const Trace *trace, const Matrix *matrix)
{
    const HeldCells *held = trace->entries[matrix->entry].call.held;
    bool any = false;
    for (int64_t row = 0; held && row < matrix->rows && !any; row++) {
        for (int64_t column = 0; column < matrix->columns && !any; column++)
            any = held_at(held, matrix_index(matrix, row, column));
    }
    return any;
}

static bool all_are_weights(const Trace *trace, int entry)
{
    Index at = {0};
    const Shape *shape = &output_of(trace, entry)->shape;
    do {
        Matrix matrix = matrix_through(trace, entry, at);
        if (!rows_are_weights(&matrix) && !is_held(trace, &matrix)) return false;
    } while (index_move_slice(shape, &at, 1));
    return true;
}

static bool holds_shares(AttentionSearch *search, int entry)
{
    unsigned char *known = &search->shares[entry];
    if (*known == 0) {
        Matrix matrix = matrix_through(search->trace, entry, (Index){0});
        bool has = matrix.tensor->shape.ndim >= 2 && tensor_count(matrix.tensor) > 0 &&
                   (matrix_holds_shares(search->trace, &matrix) ||
                    find_scores(search->trace, entry) >= 0) && // then whole ones will do
                   all_are_weights(search->trace, entry);
        *known = has ? 2 : 1;
    }
    return *known == 2;
}

static bool is_moved(const Trace *trace, int entry)
{
    const OpCall *call = &trace->entries[entry].call;
    return call->op->moves && call->input_count && call->input[0]->origin >= 0;
}

// The input whose cells were changed one by one, or -1.
static int changed_input(const Trace *trace, int entry)
{
    Arena scratch = {0};
    const OpCall *call = &trace->entries[entry].call;
    Terms terms = first_terms(call, &scratch);
    bool one_by_one = terms.kind == TERMS_ELEMENTWISE || terms.kind == TERMS_MOVED;
    int input = one_by_one && terms.count ? call->input[terms.term[0].input]->origin : -1;
    arena_free(&scratch);
    bool fits = input >= 0 && shape_equal(&output_of(trace, input)->shape, &call->output->shape);
    return fits ? input : -1;
}

int attention_scores(const Trace *trace, int entry)
{
    return find_scores(trace, entry);
}

int attention_source(const Trace *trace, int entry)
{
    if (is_moved(trace, entry)) return trace->entries[entry].call.input[0]->origin;
    return changed_input(trace, entry);
}

int attention_of_scores(const Trace *trace, int scores)
{
    for (int e = scores + 1; e < trace->entry_count; e++) {
        int from = find_scores(trace, e);
        while (from > scores) from = attention_source(trace, from);
        if (from == scores) return e;
    }
    return -1;
}

// ---- axes ---------------------------------------------------------------------------------------

// The only dimension in which two cells differ, or -1.
static int differing_dimension(Index a, Index b, int ndim)
{
    int found = -1;
    for (int d = 0; d < ndim; d++) {
        if (a.at[d] == b.at[d]) continue;
        if (found >= 0) return -1;
        found = d;
    }
    return found;
}

// The dimension along which the softmax that made the entry sums, or -1.
static int softmax_dimension(const Trace *trace, int entry)
{
    Arena scratch = {0};
    const OpCall *call = &trace->entries[entry].call;
    Terms terms = terms_at(call, (Index){0}, 2, &scratch);
    int dim = -1;
    if (terms.kind == TERMS_EXP_OVER_SUM && terms.count >= 2)
        dim = differing_dimension(terms.term[0].at, terms.term[1].at, call->output->shape.ndim);
    arena_free(&scratch);
    return dim;
}

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

// Where a product reads the weights, its input number `side`, and the other factor.
typedef struct ProductCells {
    Index weight, value;
} ProductCells;

static bool product_cells(const Trace *trace, const OpCall *call, int side, int weights, Index at,
                          int pair, ProductCells *cells)
{
    Arena scratch = {0};
    Terms terms = terms_at(call, at, pair + 2, &scratch);
    bool ok = terms.count >= pair + 2;
    for (int i = pair; i < pair + 2 && ok; i++)
        *(terms.term[i].input == side ? &cells->weight : &cells->value) = terms.term[i].at;
    arena_free(&scratch);
    return ok && follow_cell(trace, call->input[side]->origin, weights, &cells->weight);
}

// The dimension of the weights that goes with the result alone, not with the values: that of the
// queries. -1: there is none, as with a single query.
static int query_dimension(const Trace *trace, const OpCall *call, int side, int weights,
                           const ProductCells *first)
{
    const Shape *shape = &call->output->shape;
    for (int d = 0; d < shape->ndim; d++) {
        Index at = {0};
        ProductCells next;
        at.at[d] = 1;
        if (shape->dim[d] < 2 || !product_cells(trace, call, side, weights, at, 0, &next)) continue;
        bool same_value =
            memcmp(&next.value, &first->value, sizeof next.value) == 0; // both began as zeros
        int dim =
            differing_dimension(next.weight, first->weight, output_of(trace, weights)->shape.ndim);
        if (same_value && dim >= 0) return dim;
    }
    return -1;
}

// The axes of weights whose keys are not last, as (…, query, key): what the product sums over are
// the keys. NULL: the softmax is over something else.
static const int *axes_of(AttentionSearch *search, int product, int side, int weights)
{
    const Trace *trace = search->trace;
    const OpCall *call = &trace->entries[product].call;
    int ndim = output_of(trace, weights)->shape.ndim, key = softmax_dimension(trace, weights);
    ProductCells first = {0}, second = {0};
    if (key < 0 || ndim < 2 || !product_cells(trace, call, side, weights, (Index){0}, 0, &first) ||
        !product_cells(trace, call, side, weights, (Index){0}, 2, &second) ||
        differing_dimension(first.weight, second.weight, ndim) != key)
        return NULL;
    int query = query_dimension(trace, call, side, weights, &first);
    if (query < 0) query = key > 0 ? key - 1 : 1;
    if (query == ndim - 2 && key == ndim - 1) return NULL;
    int *order = NEW_ARRAY(search->arena, int, ndim), count = 0;
    for (int d = 0; d < ndim; d++) {
        if (d != query && d != key) order[count++] = d;
    }
    order[count++] = query;
    order[count] = key;
    return order;
}

// ---- from the products --------------------------------------------------------------------------

static void add_weights(AttentionSearch *search, int entry)
{
    search->count += !search->is_weights[entry];
    search->is_weights[entry] = true;
}

static void go_back(AttentionSearch *search, int product, int side)
{
    enum { MOST_STEPS = 16 };
    const Trace *trace = search->trace;
    int entry = trace->entries[product].call.input[side]->origin;
    for (int i = 0; i < MOST_STEPS && entry >= 0; i++) {
        if (is_moved(trace, entry)) {
            entry = trace->entries[entry].call.input[0]->origin;
            continue;
        }
        int dim = softmax_dimension(trace, entry);
        bool is_last = dim < 0 || dim == output_of(trace, entry)->shape.ndim - 1;
        const int *order = is_last ? NULL : axes_of(search, product, side, entry);
        if (order) search->order[entry] = order;
        if (order || holds_shares(search, entry)) {
            add_weights(search, entry);
            return;
        }
        entry = changed_input(trace, entry);
    }
}

static void search_products(AttentionSearch *search)
{
    for (int e = 0; e < search->trace->entry_count; e++) {
        Arena scratch = {0};
        const OpCall *call = &search->trace->entries[e].call;
        Terms terms = first_terms(call, &scratch);
        bool products = terms.kind == TERMS_SUM_OF_PRODUCTS && call->input_count >= 2;
        for (int i = 0; i < 2 && products; i++) go_back(search, e, i);
        arena_free(&scratch);
    }
}

// Nothing is averaged by them, but they are called weights or were given as what a model did.
static void search_names(AttentionSearch *search)
{
    const Trace *trace = search->trace;
    for (int e = 0; e < trace->entry_count; e++) {
        const Tensor *tensor = output_of(trace, e);
        bool given = trace->entries[e].is_given && tensor->shape.ndim > 2 &&
                     dtype_is_float(tensor->dtype) && tensor_count(tensor) > 0;
        bool named = role_of(trace, e) == ROLE_SCORE && !is_moved(trace, e);
        bool is_weights = given ? all_are_weights(trace, e) : named && holds_shares(search, e);
        search->is_weights[e] = is_weights;
        search->count += is_weights;
    }
}

// ---- layers -------------------------------------------------------------------------------------

// Of one name there may be several: what a function makes each time that it is called.
static bool has_same_name(const AttentionLayer *a, const AttentionLayer *b)
{
    const char *its = a->made_at ? a->made_at : "", *other = b->made_at ? b->made_at : "";
    return a != b && strcmp(a->name, b->name) == 0 && strcmp(its, other) == 0;
}

static bool is_alone(const AttentionLayer *layer, const AttentionLayer *layers, int count)
{
    for (int i = 0; i < count; i++) {
        if (has_same_name(layer, &layers[i])) return false;
    }
    return true;
}

// By the calls around them, then also by their lines, then by their order.
static void tell_apart(const Trace *trace, AttentionLayer *layers, int count, Arena *arena)
{
    enum { BY_CALLS, BY_LINES, BY_ORDER, WAYS };
    Arena scratch = {0};
    for (int way = BY_CALLS; way < WAYS; way++) {
        bool *alone = NEW_ARRAY(&scratch, bool, count + 1);
        for (int i = 0; i < count; i++) alone[i] = is_alone(&layers[i], layers, count);
        for (int i = 0, order = 0; i < count; i++) {
            if (alone[i]) continue;
            const char *at = made_at(trace, layers[i].attention.entry, way > BY_CALLS, arena);
            layers[i].made_at =
                way < BY_ORDER ? at : arena_printf(arena, "%s, no. %d", at, ++order);
        }
    }
    arena_free(&scratch);
}

static bool is_found(const AttentionSearch *search, int entry, bool straight_only)
{
    return search->is_weights[entry] && !(straight_only && search->order[entry]);
}

// Every time that the layer of the entry attended, from there on.
static void find_times(AttentionSearch *search, int entry, bool straight_only,
                       AttentionLayer *layer)
{
    const Trace *trace = search->trace;
    int *times = NULL;
    size_t capacity = 0;
    for (int e = entry; e < trace->entry_count; e++) {
        if (!is_found(search, e, straight_only)) continue;
        if (e != entry && !layers_are_same(trace, entry, e)) continue;
        times = arena_grow(search->arena, times, (size_t)layer->calls, &capacity, sizeof(int));
        times[layer->calls++] = e;
        search->is_weights[e] = false; // it is found once
    }
    layer->times = times;
}

// A function says more than a part of its code.
static const char *layer_name(const Trace *trace, int entry, Arena *arena)
{
    const Call *module = layer_module(trace, entry), *inside = trace->entries[entry].inside;
    if (module) return module->path;
    return inside && !trace->entries[entry].name ? arena_printf(arena, "%s()", call_title(inside))
                                                 : entry_title(trace, entry, arena);
}

static int layers_found(AttentionSearch *search, bool straight_only, AttentionLayer *found)
{
    const Trace *trace = search->trace;
    int count = 0;
    for (int e = 0; e < trace->entry_count; e++) {
        if (!is_found(search, e, straight_only)) continue;
        AttentionLayer *layer = &found[count++];
        *layer = (AttentionLayer){.calls = 0};
        find_times(search, e, straight_only, layer);
        int last = layer->times[layer->calls - 1];
        const Call *module = layer_module(trace, last);
        layer->order = search->order[last];
        layer->module = module ? module->path : NULL;
        layer->name = layer_name(trace, last, search->arena);
        layer->attention = attention_of(trace, last, search->arena);
    }
    tell_apart(trace, found, count, search->arena);
    return count;
}

static int find_layers(const Trace *trace, bool straight_only, Arena *arena,
                       AttentionLayer **layers)
{
    Arena scratch = {0};
    AttentionSearch search = {.trace = trace, .arena = arena};
    search.is_weights = NEW_ARRAY(&scratch, bool, trace->entry_count + 1);
    search.shares = NEW_ARRAY(&scratch, unsigned char, trace->entry_count + 1);
    search.order = NEW_ARRAY(&scratch, const int *, trace->entry_count + 1);
    search_products(&search);
    if (search.count == 0) search_names(&search);
    *layers = NEW_ARRAY(arena, AttentionLayer, search.count + 1);
    int count = layers_found(&search, straight_only, *layers);
    arena_free(&scratch);
    return count;
}

int attention_layers(const Trace *trace, Arena *arena, AttentionLayer **layers)
{
    return find_layers(trace, true, arena, layers);
}

int attention_layers_in_any_order(const Trace *trace, Arena *arena, AttentionLayer **layers)
{
    return find_layers(trace, false, arena, layers);
}

void attention_look_at(AttentionLayer *layer, AttentionScope scope, Arena *arena)
{
    const Trace *trace = layer->attention.trace;
    int at = layer->calls - 1;
    while (scope.is_told && at >= 0 && !scope.is_told(scope.by, layer->times[at])) at--;
    layer->is_closed = at < 0;
    if (at >= 0 && layer->times[at] != layer->attention.entry)
        layer->attention = attention_of(trace, layer->times[at], arena);
}

const char *attention_calls(const AttentionLayer *layer, Arena *arena)
{
    int at = 0;
    while (layer->times[at] != layer->attention.entry) at++;
    if (layer->calls < 2) return NULL;
    if (at + 1 == layer->calls) return arena_printf(arena, "the last of %d calls", layer->calls);
    return arena_printf(arena, "call %d of %d", at + 1, layer->calls);
}

bool attention_has_same_tokens(const Trace *trace, int entry)
{
    const Shape *shape = &output_of(trace, entry)->shape;
    if (shape->ndim < 2 || shape->dim[shape->ndim - 1] != shape->dim[shape->ndim - 2]) return false;
    const char *rows = label_axis(trace, entry, shape->ndim - 2);
    const char *columns = label_axis(trace, entry, shape->ndim - 1);
    if (rows && columns && strcmp(rows, columns) == 0) return true;
    Matrix matrix = matrix_through(trace, entry, (Index){0});
    return role_of(trace, entry) == ROLE_SCORE || rows_are_shares(&matrix);
}

bool matrix_may_attend(const Trace *trace, const Matrix *matrix)
{
    Role role = role_of(trace, matrix->entry);
    return (role == ROLE_NONE || role == ROLE_SCORE) && rows_are_weights(matrix);
}
