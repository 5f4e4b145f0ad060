// Makes layers of the weights that average over positions.
#include "study/attention.h"

#include "study/heat.h"
#include "study/layers.h"
#include "study/made_at.h"
#include "study/row.h"
#include "study/title.h"
#include "tensor/dtype.h"
#include "trace/labels.h"

#include <string.h>

static const Tensor *output_of(const Trace *trace, int entry)
{
    return trace->entries[entry].call.output;
}

static int find_truth(const Slices *slices)
{
    const Trace *trace = slices->trace;
    int binding = trace_find(trace, STR("alignment"), -1);
    if (binding < 0) return -1;
    int entry = trace->bindings[binding].entry;
    const Shape *truth = &output_of(trace, entry)->shape;
    Matrix matrix = slices_matrix(slices, 0);
    bool fits = truth->ndim >= 2 && truth->ndim <= 3 &&
                truth->dim[truth->ndim - 2] == matrix.rows &&
                truth->dim[truth->ndim - 1] == matrix.columns &&
                (truth->ndim == 2 || truth->dim[0] == slices->items);
    return fits ? entry : -1;
}

Slices slices_of(const Trace *trace, int entry)
{
    TensorAxes axes = axes_of(trace, entry);
    int row = axes_find(&axes, AXIS_QUERY), column = axes_find(&axes, AXIS_KEY);
    bool is_last = column < 0;
    if (is_last) column = axes.ndim - 1;
    if (is_last || row < 0) row = axes.ndim - (column == axes.ndim - 1 ? 2 : 1);
    Slices slices = slices_along(trace, entry, row, column);
    return slices_by_axes(slices, &axes);
}

Matrix matrix_by_axes(const Trace *trace, int entry, Index through)
{
    const Tensor *tensor = output_of(trace, entry);
    int before = tensor->shape.ndim - 2;
    if (before < 1) return matrix_shown(trace, entry, through);
    Slices slices = slices_of(trace, entry);
    bool are_last = slices.row_dim >= before && slices.column_dim >= before;
    return are_last ? matrix_shown(trace, entry, through)
                    : matrix_along(tensor, entry, through, slices.row_dim, slices.column_dim);
}

Attention attention_of(const Trace *trace, int entry, Arena *arena)
{
    Slices slices = slices_of(trace, entry);
    Attention attention = {.trace = trace,
                           .entry = entry,
                           .slices = slices,
                           .scores = softmax_of(trace, entry),
                           .truth = find_truth(&slices),
                           .sequence =
                               sequence_of(trace, entry, slices.row_dim, slices.column_dim, arena)};
    TokenSequence *sequence = &attention.sequence;
    if (!sequence->token || sequence->items == 1 || sequence->items == slices.items)
        return attention;
    sequence->token = NULL;
    sequence->unknown = "its ids belong to a different batch";
    return attention;
}

// ---- all of them --------------------------------------------------------------------------------

typedef struct AttentionSearch {
    const Trace *trace;
    bool *is_weights;
    Arena *arena; // of what is found
    int count;
} AttentionSearch;

int attention_of_scores(const Trace *trace, int scores)
{
    for (int e = scores + 1; e < trace->entry_count; e++) {
        int from = softmax_of(trace, e);
        while (from > scores) from = average_source(trace, from);
        if (from == scores) return e;
    }
    return -1;
}

static void search_averages(AttentionSearch *search)
{
    const Average *averages;
    int count = axes_averages(search->trace, &averages);
    for (int i = 0; i < count; i++) {
        int entry = averages[i].weights;
        if (averages[i].of != AVERAGE_POSITIONS) continue;
        if (output_of(search->trace, entry)->shape.ndim < 2) continue;
        search->count += !search->is_weights[entry];
        search->is_weights[entry] = true;
    }
}

static bool all_are_weights(const Trace *trace, int entry)
{
    Slices slices = slices_of(trace, entry);
    bool all = output_of(trace, entry)->shape.ndim >= 2;
    for (int64_t i = 0; i < slices_count(&slices) && all; i++) {
        Matrix matrix = slices_matrix(&slices, i);
        all = rows_are_weights(&matrix);
    }
    return all;
}

// What was read of a file, joined or moved, is what the program calls it: the rest is its pieces.
static bool is_of_file(const Trace *trace, int entry)
{
    const char *name = trace->entries[entry].name;
    int binding = name ? trace_find(trace, str_from(name), -1) : -1;
    if (binding < 0 || trace->bindings[binding].entry != entry) return false;
    while (!output_of(trace, entry)->is_loaded && trace->entries[entry].call.input_count)
        entry = trace->entries[entry].call.input[0]->origin;
    return output_of(trace, entry)->is_loaded;
}

static bool has_such_a_name(const Trace *trace, int entry)
{
    const Entry *e = &trace->entries[entry];
    Matrix first = matrix_through(trace, entry, (Index){0});
    bool is_moved = e->call.op->moves && e->call.input_count;
    return (e->is_given && e->call.output->shape.ndim > 2) ||
           (role_is_of_pairs(role_of(trace, entry)) && !is_moved &&
            (softmax_of(trace, entry) >= 0 || matrix_holds_shares(trace, &first)));
}

typedef bool IsMeant(const Trace *trace, int entry);

// Nothing is averaged by them, but a file has them, or they are called weights or were given as
// what a model did.
static void search_meant(AttentionSearch *search, IsMeant *is_meant)
{
    const Trace *trace = search->trace;
    for (int e = 0; e < trace->entry_count; e++) {
        const Tensor *tensor = output_of(trace, e);
        if (!dtype_is_float(tensor->dtype) || tensor_count(tensor) == 0) continue;
        search->is_weights[e] = is_meant(trace, e) && all_are_weights(trace, e);
        search->count += search->is_weights[e];
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
        for (int i = count - 1; i >= 0; i--) {
            int order = 1; // among those that would be called like it
            for (int k = 0; k < i; k++) order += has_same_name(&layers[i], &layers[k]);
            if (alone[i]) continue;
            const char *at = made_at(trace, layers[i].attention.entry, way > BY_CALLS, arena);
            layers[i].made_at = way < BY_ORDER ? at : arena_printf(arena, "%s, no. %d", at, order);
        }
    }
    arena_free(&scratch);
}

// Every time that the layer of the entry attended, from there on.
static void find_times(AttentionSearch *search, int entry, AttentionLayer *layer)
{
    const Trace *trace = search->trace;
    int *times = NULL;
    size_t capacity = 0;
    for (int e = entry; e < trace->entry_count; e++) {
        if (!search->is_weights[e]) continue;
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
                                                 : tensor_title(trace, entry, arena);
}

static int layers_found(AttentionSearch *search, AttentionLayer *found)
{
    const Trace *trace = search->trace;
    int count = 0;
    for (int e = 0; e < trace->entry_count; e++) {
        if (!search->is_weights[e]) continue;
        AttentionLayer *layer = &found[count++];
        *layer = (AttentionLayer){.calls = 0};
        find_times(search, e, layer);
        int last = layer->times[layer->calls - 1];
        const Call *module = layer_module(trace, last);
        layer->module = module ? module->path : NULL;
        layer->name = layer_name(trace, last, search->arena);
        layer->attention = attention_of(trace, last, search->arena);
        const AttentionLayer *before = layer > found ? layer - 1 : NULL;
        bool is_beside = before && layers_are_heads(trace, before->attention.entry, last);
        layer->layer = before ? before->layer + !is_beside : 0;
        layer->head = is_beside ? before->head + before->attention.slices.heads : 0;
    }
    tell_apart(trace, found, count, search->arena);
    return count;
}

int attention_layers(const Trace *trace, Arena *arena, AttentionLayer **layers)
{
    Arena scratch = {0};
    AttentionSearch search = {.trace = trace, .arena = arena};
    search.is_weights = NEW_ARRAY(&scratch, bool, trace->entry_count + 1);
    search_averages(&search);
    if (search.count == 0) search_meant(&search, is_of_file);
    if (search.count == 0) search_meant(&search, has_such_a_name);
    *layers = NEW_ARRAY(arena, AttentionLayer, search.count + 1);
    int count = layers_found(&search, *layers);
    arena_free(&scratch);
    return count;
}

void attention_look_at(AttentionLayer *layer, Sight sight, Arena *arena)
{
    const Trace *trace = layer->attention.trace;
    int at = layer->calls - 1;
    while (at >= 0 && !sight_of_all(&sight, trace, layer->times[at])) at--;
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
    return (role == ROLE_NONE || role_is_of_pairs(role)) && rows_are_weights(matrix);
}
