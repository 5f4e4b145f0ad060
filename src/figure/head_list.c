// Places the attention matrices of a model in a grid. Their shape is usually (batch, heads,
// queries, keys): the heads become the columns, and the rows are the layers, or the items of the
// batch when there is one layer only. Matrices without a dimension for heads stand six in a row.
#include "figure/head_list.h"

#include "study/layers.h"

#include <inttypes.h>
#include <string.h>

enum { PER_ROW = 6 };

// ---- which ------------------------------------------------------------------------------------

static const Shape *shape_of(const FigureRequest *request)
{
    return &request->trace->entries[request->cell.entry].call.output->shape;
}

static bool names_differ(const Trace *trace, const int *layers, int count, Arena *arena)
{
    for (int i = 0; i < count; i++) {
        const char *name = entry_title(trace, layers[i], arena);
        for (int other = 0; other < i; other++) {
            if (strcmp(name, entry_title(trace, layers[other], arena)) == 0) return false;
        }
    }
    return true;
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

// ---- where ------------------------------------------------------------------------------------

// The heads of a batch's item stand in a row; what has no heads takes rows of PER_ROW.
static int heads_per_row(const HeadList *list, const Shape *shape, int first)
{
    int ndim = shape->ndim, inner = ndim > 2 ? (int)shape->dim[ndim - 3] : PER_ROW;
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
    int *layers, layer_count = layers_of(request->trace, request->cell.entry, arena, &layers);
    int first = first_dimension(request, layer_count);
    int64_t heads = heads_from(shape, first);
    if (!check_count(heads, layer_count, error)) return false;
    *list = (HeadList){.trace = request->trace,
                       .count = (int)heads * layer_count,
                       .has_heads = shape->ndim > 2,
                       .has_layers = shape->ndim > 2 && layer_count > 1,
                       .has_names = names_differ(request->trace, layers, layer_count, arena)};
    list->head = NEW_ARRAY(arena, HeadPanel, list->count);
    int per_row = heads_per_row(list, shape, first);
    for (int i = 0; i < list->count; i++) {
        list->head[i].entry = layers[i / heads];
        list->head[i].slice = request->cell.at;
        for (int dim = first; dim < shape->ndim - 2; dim++) list->head[i].slice.at[dim] = 0;
        index_move_slice(shape, &list->head[i].slice, i % heads);
        place(list, i, i / (int)heads, i % heads, per_row);
    }
    return true;
}

// ---- titles -----------------------------------------------------------------------------------

// What tells the tensors of a grid apart: the name of each; where a model calls those of its layers
// all alike, the layer that made it.
static const char *head_tensor_title(const HeadList *list, int entry, Arena *arena)
{
    const char *name = entry_title(list->trace, entry, arena);
    if (list->has_names) return name;
    const Call *call = list->trace->entries[entry].inside;
    while (call && !call->path) call = call->caller;
    return call ? call->path : name;
}

const char *head_title(const HeadList *list, const HeadPanel *head, Arena *arena)
{
    if (!list->has_heads) return head_tensor_title(list, head->entry, arena);
    if (list->has_layers || list->rows == 1) return arena_printf(arena, "head %d", head->column);
    return arena_printf(arena, "%d, head %d", head->row, head->column);
}

const char *head_layer_title(const HeadList *list, const HeadPanel *head, Arena *arena)
{
    if (list->has_names) return entry_title(list->trace, head->entry, arena);
    return arena_printf(arena, "layer %d", head->row);
}

void head_list_count(const HeadList *list, Buf *out)
{
    if (list->has_layers)
        buf_printf(out, "%d %s, %d heads, ", list->rows, list->has_names ? "tensors" : "layers",
                   list->columns);
    else if (list->count > 1)
        buf_printf(out, "%d %s, ", list->count, list->has_heads ? "heads" : "matrices");
}
