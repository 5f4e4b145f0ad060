// Compares where the axis of the rows and that of the columns begin.
#include "study/sequence.h"

#include "study/axis_root.h"
#include "tensor/dtype.h"
#include "trace/labels.h"

#include <string.h>

static const Tensor *output_of(const Trace *trace, int entry)
{
    return trace->entries[entry].call.output;
}

// ---- the same tokens? ---------------------------------------------------------------------------

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

// A mask has rows and columns of its own: it says nothing of what these stand for.
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
    Arena scratch = {0};
    bool same = true;
    for (int64_t i = 0; i < length && same; i++)
        same = strcmp(dim_label(rows, i, &scratch), dim_label(columns, i, &scratch)) == 0;
    arena_free(&scratch);
    return same;
}

// ---- which tokens -------------------------------------------------------------------------------

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
    const Tensor *tensor = output_of(trace, root->entry);
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
        if (!dtype_is_integer(output_of(trace, root->entry)->dtype)) continue;
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

TokenSequence sequence_of(const Trace *trace, int entry, int row_dim, int column_dim, Arena *arena)
{
    const Shape *shape = &output_of(trace, entry)->shape;
    int64_t length = shape->dim[row_dim];
    TokenSequence sequence = {.items = 1, .length = length, .unknown = "rows and columns differ"};
    if (length != shape->dim[column_dim]) return sequence;
    DimLabels rows = dim_labels(trace, entry, row_dim),
              columns = dim_labels(trace, entry, column_dim);
    Arena scratch = {0};
    AxisRoots row_roots = axis_roots(trace, entry, row_dim, NULL, NULL, &scratch);
    if (has_items(&rows, length) && has_items(&columns, length)) {
        sequence.is_same = have_same_labels(&rows, &columns, length);
        if (sequence.is_same) read_labels(&sequence, &rows, arena);
    } else {
        AxisRoots column_roots = axis_roots(trace, entry, column_dim, NULL, NULL, &scratch);
        sequence.is_same = have_same_roots(&row_roots, &column_roots) ||
                           is_causal(output_of(trace, entry), row_dim, column_dim);
        if (sequence.is_same) find_ids(&sequence, trace, &row_roots, arena);
    }
    arena_free(&scratch);
    if (!sequence.is_same)
        sequence.unknown = "rows and columns are not known to be the same tokens";
    return sequence;
}
