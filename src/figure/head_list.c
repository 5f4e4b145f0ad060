// Places the attention matrices of a model in a grid. Their shape is usually (batch, heads,
// queries, keys): the heads become the columns, and the rows are the layers, or the items of the
// batch when there is one layer only. Matrices without a dimension for heads stand six in a row.
#include "figure/head_list.h"

#include "study/attention.h"
#include "study/layers.h"
#include "study/matrix.h"

#include <inttypes.h>
#include <string.h>

enum { PER_ROW = 6 };

// ---- which ------------------------------------------------------------------------------------

static const Shape *shape_of(const FigureRequest *request)
{
    return &request->trace->entries[request->cell.entry].call.output->shape;
}

// All attention of the program of the same shape, if no tensor was named and this is attention; else
// what was made like it.
static int layers_for(const FigureRequest *request, Arena *arena, int **layers)
{
    const Trace *trace = request->trace;
    AttentionLayer *found;
    int entry = request->cell.entry, alike = 0;
    int count = request->is_named ? 0 : attention_layers(trace, arena, &found);
    bool is_one = request->is_named;
    *layers = NEW_ARRAY(arena, int, count + 1);
    if (request->is_named) (*layers)[alike++] = entry;
    for (int i = 0; i < count; i++) {
        int other = found[i].attention.entry;
        if (!shape_equal(shape_of(request), &trace->entries[other].call.output->shape)) continue;
        (*layers)[alike++] = other;
        is_one |= other == entry;
    }
    return is_one ? alike : layers_of(trace, entry, arena, layers);
}

// The dimensions that tell heads apart: from this one on, all before the last two that no index was
// given for; with several layers only the innermost, there is room for one.
static int first_dimension(const FigureRequest *request, int layers)
{
    int ndim = shape_of(request)->ndim;
    int first = request->indices < ndim - 2 ? request->indices : ndim - 2;
    return layers > 1 && first < ndim - 3 ? ndim - 3 : first;
}

static int64_t heads_from(const Shape *shape, int first)
{
    int64_t heads = 1;
    for (int dim = first; dim < shape->ndim - 2; dim++) heads *= shape->dim[dim];
    return heads;
}

// ---- what they are called ---------------------------------------------------------------------

// The module that made it, else its name.
static const char *short_name(const Trace *trace, int entry, Arena *arena)
{
    const Call *call = trace->entries[entry].inside;
    while (call && !call->path) call = call->caller;
    return call ? call->path : entry_title(trace, entry, arena);
}

static bool all_differ(const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        for (int other = 0; other < i; other++) {
            if (strcmp(names[i], names[other]) == 0) return false;
        }
    }
    return true;
}

typedef const char *NameOf(const Trace *trace, int entry, Arena *arena);

static const char *with_step(const Trace *trace, int entry, Arena *arena)
{
    int step = trace->statements[trace->entries[entry].statement].step;
    return arena_printf(arena, "step %d · %s", step + 1, short_name(trace, entry, arena));
}

static const char *with_tensor(const Trace *trace, int entry, Arena *arena)
{
    const char *name = entry_title(trace, entry, arena);
    return arena_printf(arena, "%s · %s", with_step(trace, entry, arena), name);
}

static const char *with_number(const Trace *trace, int entry, Arena *arena)
{
    return arena_printf(arena, "%s · op %d", short_name(trace, entry, arena), entry);
}

// How many bytes all of several paths begin with, up to a dot.
static size_t shared_prefix(const char *const *names, int count)
{
    size_t prefix = 0;
    for (size_t end = 1; count > 1 && names[0][end - 1]; end++) {
        for (int i = 1; i < count; i++) {
            if (strncmp(names[0], names[i], end) != 0) return prefix;
        }
        if (names[0][end - 1] == '.') prefix = end;
    }
    return prefix;
}

// The shortest by which no two of them are called alike.
static const char **layer_names(const Trace *trace, const int *layers, int count, Arena *arena)
{
    static NameOf *const WAYS[] = {entry_title, short_name, with_step, with_tensor, with_number};
    enum { COUNT = sizeof WAYS / sizeof *WAYS };
    const char **names = NEW_ARRAY(arena, const char *, count + 1);
    for (int way = 0; way < COUNT; way++) {
        for (int i = 0; i < count; i++) names[i] = WAYS[way](trace, layers[i], arena);
        if (all_differ(names, count)) break;
    }
    size_t prefix = shared_prefix(names, count);
    for (int i = 0; i < count; i++) names[i] += prefix;
    return names;
}

// ---- where ------------------------------------------------------------------------------------

// The heads of a batch's item stand in a row; what has no heads takes rows of PER_ROW.
static int heads_per_row(const HeadList *list, const Shape *shape, int first)
{
    int ndim = shape->ndim, inner = list->has_heads ? (int)shape->dim[ndim - 3] : PER_ROW;
    return first < ndim - 3 || list->count > inner ? inner : list->count;
}

static void place(HeadList *list, int index, int layer, int64_t head, int per_row)
{
    HeadPanel *placed = &list->head[index];
    placed->row = list->has_layers ? layer : index / per_row;
    placed->column = list->has_layers ? (int)head : index % per_row;
    list->rows = placed->row + 1;
    if (placed->column >= list->columns) list->columns = placed->column + 1;
}

static bool check_count(int64_t heads, int layers, Error *error)
{
    if (heads <= MOST_HEADS && heads * layers <= MOST_HEADS) return true;
    error_set(error, NULL, "a grid of %" PRId64 " matrices is too large: at most %d",
              heads * layers, MOST_HEADS);
    return error_hint(error, "choose some with an index, as in weights[0]");
}

bool head_list_read(HeadList *list, const FigureRequest *request, Arena *arena, Error *error)
{
    const Shape *shape = shape_of(request);
    int *layers, layer_count = layers_for(request, arena, &layers);
    int first = first_dimension(request, layer_count);
    int64_t heads = heads_from(shape, first);
    bool has_tensors = layer_count > 1, has_heads = shape->ndim > 2 && (heads > 1 || !has_tensors);
    if (!check_count(heads, layer_count, error)) return false;
    *list = (HeadList){.trace = request->trace,
                       .count = (int)heads * layer_count,
                       .has_tensors = has_tensors,
                       .has_heads = has_heads,
                       .has_layers = has_heads && has_tensors,
                       .layer_name = layer_names(request->trace, layers, layer_count, arena)};
    list->head = NEW_ARRAY(arena, HeadPanel, list->count);
    int per_row = heads_per_row(list, shape, first);
    for (int i = 0; i < list->count; i++) {
        list->head[i].entry = layers[i / heads];
        list->head[i].layer = i / (int)heads;
        list->head[i].slice = request->cell.at;
        for (int dim = first; dim < shape->ndim - 2; dim++) list->head[i].slice.at[dim] = 0;
        index_move_slice(shape, &list->head[i].slice, i % heads);
        place(list, i, i / (int)heads, i % heads, per_row);
    }
    return true;
}

// ---- titles -----------------------------------------------------------------------------------

// "batch 1 · head 3": the axes before rows and columns that have more than one place.
static const char *local_title(const HeadList *list, const HeadPanel *head, Arena *arena)
{
    TensorAxes axes = axes_of(list->trace, head->entry);
    const Shape *shape = &list->trace->entries[head->entry].call.output->shape;
    Buf title = {.arena = arena};
    for (int d = 0; d < shape->ndim - 2; d++) {
        const TensorAxis *axis = &axes.of[d];
        int64_t at = axis->first + head->slice.at[d] * axis->step;
        int64_t heads = shape->dim[d] / axis->items;
        const char *name = axis->kind == AXIS_UNKNOWN ? "matrix" : axis_kind_name(axis->kind);
        if (shape->dim[d] == 1) continue;
        if (title.n) buf_add(&title, STR(" · "));
        if (axis->items > 1) buf_printf(&title, "batch %" PRId64 " · ", at / heads);
        buf_printf(&title, "%s %" PRId64, name, axis->items > 1 ? at % heads : at);
    }
    return title.n ? buf_text(&title) : "head 0";
}

const char *head_title(const HeadList *list, const HeadPanel *head, Arena *arena)
{
    if (list->has_heads) return local_title(list, head, arena);
    const char *name = list->layer_name[head->layer];
    bool is_chosen = shape_slices(&list->trace->entries[head->entry].call.output->shape) > 1;
    return !is_chosen ? name : arena_printf(arena, "%s · %s", name, local_title(list, head, arena));
}

const char *head_full_title(const HeadList *list, const HeadPanel *head, Arena *arena)
{
    const char *title = head_title(list, head, arena);
    if (!list->has_layers) return title;
    return arena_printf(arena, "%s · %s", list->layer_name[head->layer], title);
}

const char *head_layer_title(const HeadList *list, const HeadPanel *head, Arena *arena)
{
    (void)arena;
    return list->layer_name[head->layer];
}

void head_list_count(const HeadList *list, Buf *out)
{
    if (list->has_layers)
        buf_printf(out, "%d %s, %d heads, ", list->rows, "tensors", list->columns);
    else if (list->count > 1)
        buf_printf(out, "%d %s, ", list->count, list->has_heads ? "heads" : "matrices");
}
