// Makes layers of the weights that average over positions.
#include "study/attention/attention.h"

#include "study/attention/layers.h"
#include "study/axes/axis_root.h"
#include "study/axes/heat.h"
#include "study/axes/row.h"
#include "study/names/title.h"
#include "tensor/dtype.h"
#include "tensor/note.h"
#include "tensor/op.h"
#include "trace/names/labels.h"

#include <string.h>

// ---- tokens -------------------------------------------------------------------------------------

// Compares where the axis of the rows and that of the columns begin.

static bool has_root(const AxisRoots *roots, const AxisPoint *root)
{
    for (int i = 0; i < roots->count; i++) {
        const AxisPoint *other = &roots->place[i];
        bool same = other->entry == root->entry && other->dim == root->dim;
        if (same && other->start == root->start && other->step == root->step) return true;
    }
    return false;
}

static bool has_entry(const AxisRoots *roots, int entry)
{
    for (int i = 0; i < roots->count; i++) {
        if (roots->place[i].entry == entry) return true;
    }
    return false;
}

// A mask has rows and columns of its own: it says nothing of what these represent.
static bool is_between(const AxisPoint *root, const AxisRoots *others)
{
    return has_entry(others, root->entry) && !has_root(others, root);
}

// How many that count, and how many of them the others have as well.
static int count_shared(const AxisRoots *roots, const AxisRoots *others, int *counting)
{
    int shared = 0;
    *counting = 0;
    for (int i = 0; i < roots->count; i++) {
        if (is_between(&roots->place[i], others)) continue;
        ++*counting;
        shared += has_root(others, &roots->place[i]);
    }
    return shared;
}

// What hides columns, as padding does, belongs to them alone.
static bool have_same_roots(const AxisRoots *rows, const AxisRoots *columns)
{
    int of_rows, of_columns;
    int shared = count_shared(rows, columns, &of_rows);
    count_shared(columns, rows, &of_columns);
    if (of_rows == 0 || of_columns == 0) return of_rows == of_columns;
    return shared == of_rows || shared == of_columns;
}

// Is all above the diagonal 0, of each slice? Then rows and columns come one after the other
// together.
static bool is_causal(const Tensor *tensor, int row, int column)
{
    Index at = {0};
    do {
        if (at.at[column] > at.at[row] && tensor_get(tensor, at) != 0) return false;
    } while (index_next(&tensor->shape, &at));
    return true;
}

static bool has_items(const DimLabels *labels, int64_t length)
{
    int64_t last = labels->start + (length - 1) * labels->step;
    return labels->items && labels->start >= 0 && labels->start < labels->item_count && last >= 0 &&
           last < labels->item_count;
}

static bool have_same_labels(const DimLabels *rows, const DimLabels *columns, int64_t length)
{
    SCRATCH(scratch);
    bool same = true;
    for (int64_t i = 0; i < length && same; i++)
        same = strcmp(dim_label(rows, i, &scratch), dim_label(columns, i, &scratch)) == 0;
    return same;
}

static void read_labels(TokenSequence *sequence, const DimLabels *labels, Arena *arena)
{
    int64_t *token = NEW_ARRAY(arena, int64_t, sequence->length);
    for (int64_t i = 0; i < sequence->length; i++) {
        const char *label = dim_label(labels, i, arena);
        token[i] = dim_find(labels, sequence->length, str_from(label));
    }
    sequence->token = token;
}

// The numbers along the root's axis, for each item of the batch; NULL: they have other dimensions
// besides.
static const int64_t *read_ids(const Trace *trace, const AxisPoint *root, int64_t length,
                               int64_t *items, Arena *arena)
{
    const Tensor *tensor = trace_output(trace, root->entry);
    int64_t size = tensor->shape.dim[root->dim], last = root->start + (length - 1) * root->step;
    int64_t others = tensor_count(tensor) / (size ? size : 1);
    bool fits = root->start >= 0 && root->start < size && last >= 0 && last < size;
    int batch = tensor->shape.ndim == 2 ? 1 - root->dim : -1;
    if (!fits || (others != 1 && batch < 0)) return NULL;
    int64_t *ids = NEW_ARRAY(arena, int64_t, others * length);
    for (int64_t i = 0; i < others * length; i++) {
        Index at = {0};
        if (batch >= 0) at.at[batch] = i / length;
        at.at[root->dim] = root->start + i % length * root->step;
        ids[i] = tensor_get_int(tensor, at);
    }
    *items = others;
    return ids;
}

// Places are counted up; token types and masks are mostly all alike.
static bool may_be_tokens(const int64_t *ids, int64_t length)
{
    bool counted = true, alike = true;
    for (int64_t i = 1; i < length; i++) {
        counted = counted && ids[i] == ids[i - 1] + 1;
        alike = alike && ids[i] == ids[0];
    }
    return !counted && !alike;
}

static void find_ids(TokenSequence *sequence, const Trace *trace, const AxisRoots *rows,
                     Arena *arena)
{
    int found = 0;
    for (int i = 0; i < rows->count; i++) {
        const AxisPoint *root = &rows->place[i];
        int64_t items;
        if (!dtype_is_integer(trace_output(trace, root->entry)->dtype)) continue;
        const int64_t *ids = read_ids(trace, root, sequence->length, &items, arena);
        if (!ids || !may_be_tokens(ids, sequence->length) || found++) continue;
        sequence->token = ids;
        sequence->items = items;
    }
    if (found == 0) sequence->unknown = "its tokens have no labels, and no ids were found";
    if (found < 2) return;
    sequence->token = NULL;
    sequence->unknown = "its tokens have no labels, and several tensors could be their ids";
}

// They are the same tokens where their labels say so, where both come from the same axes of what
// the program gives, or where a causal mask puts them in one order. Tokens are known by the labels
// of the rows, else by the only integers that the rows come from and that are neither counted up
// nor all alike, as places and token types are.
static TokenSequence sequence_of(const Trace *trace, int entry, int row_dim, int column_dim,
                                 Arena *arena)
{
    const Shape *shape = trace_shape(trace, entry);
    int64_t length = shape->dim[row_dim];
    TokenSequence sequence = {.items = 1, .length = length, .unknown = "rows and columns differ"};
    if (length != shape->dim[column_dim]) return sequence;
    DimLabels rows = dim_labels(trace, entry, row_dim),
              columns = dim_labels(trace, entry, column_dim);
    SCRATCH(scratch);
    AxisRoots row_roots = axis_roots(trace, entry, row_dim, NULL, NULL, &scratch);
    if (has_items(&rows, length) && has_items(&columns, length)) {
        sequence.is_same = have_same_labels(&rows, &columns, length);
        if (sequence.is_same) read_labels(&sequence, &rows, arena);
    } else {
        AxisRoots column_roots = axis_roots(trace, entry, column_dim, NULL, NULL, &scratch);
        sequence.is_same = have_same_roots(&row_roots, &column_roots) ||
                           is_causal(trace_output(trace, entry), row_dim, column_dim);
        if (sequence.is_same) find_ids(&sequence, trace, &row_roots, arena);
    }
    if (!sequence.is_same)
        sequence.unknown = "rows and columns are not known to be the same tokens";
    return sequence;
}

// ---- one tensor ---------------------------------------------------------------------------------

static int find_truth(const Slices *slices)
{
    const Trace *trace = slices->trace;
    int binding = trace_find(trace, STR("alignment"), -1);
    if (binding < 0) return -1;
    int entry = trace->bindings[binding].entry;
    const Shape *truth = trace_shape(trace, entry);
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
    const Tensor *tensor = trace_output(trace, entry);
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
        if (trace_shape(search->trace, entry)->ndim < 2) continue;
        search->count += !search->is_weights[entry];
        search->is_weights[entry] = true;
    }
}

static bool all_are_weights(const Trace *trace, int entry)
{
    Slices slices = slices_of(trace, entry);
    return trace_shape(trace, entry)->ndim >= 2 && slices_are_weights(&slices);
}

// What was read of a file, joined or moved, is what the program calls it: the rest is its pieces.
static bool is_of_file(const Trace *trace, int entry)
{
    const char *name = trace->entries[entry].name;
    int binding = name ? trace_find(trace, str_from(name), -1) : -1;
    if (binding < 0 || trace->bindings[binding].entry != entry) return false;
    while (!tensor_note(trace_output(trace, entry))->is_loaded &&
           trace->entries[entry].call.input_count)
        entry = trace->entries[entry].call.input[0]->origin;
    return tensor_note(trace_output(trace, entry))->is_loaded;
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
        const Tensor *tensor = trace_output(trace, e);
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
    SCRATCH(scratch);
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
    SCRATCH(scratch);
    AttentionSearch search = {.trace = trace, .arena = arena};
    search.is_weights = NEW_ARRAY(&scratch, bool, trace->entry_count + 1);
    search_averages(&search);
    if (search.count == 0) search_meant(&search, is_of_file);
    if (search.count == 0) search_meant(&search, has_such_a_name);
    *layers = NEW_ARRAY(arena, AttentionLayer, search.count + 1);
    return layers_found(&search, *layers);
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
    const Shape *shape = trace_shape(trace, entry);
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
