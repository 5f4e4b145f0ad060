// Places attention matrices in a grid. Heads are columns, whatever they are heads of is a row: a
// layer, an item of a batch, or the tensor itself. Where there is one row, or no heads, the
// matrices are one after the other.
#include "figure/kinds/head_list.h"

#include "study/attention/attention.h"
#include "study/attention/layers.h"
#include "study/names/title.h"
#include "tensor/note.h"

#include <inttypes.h>
#include <string.h>

// ---- which ------------------------------------------------------------------------------------

// The tensors of a grid, each with its row and its first column; modules that are heads of one
// layer share a row.
typedef struct Chosen {
    int entry, layer;
    int64_t head;
} Chosen;

static const Shape *shape_of(const Trace *trace, int entry)
{
    return &trace->entries[entry].call.output->shape;
}

// All attention of the program of the same shape.
static int attention_like(const FigureRequest *request, Chosen *chosen, Arena *arena)
{
    const Trace *trace = request->trace;
    AttentionLayer *found;
    int count = attention_layers(trace, arena, &found), alike = 0;
    bool is_one = false;
    for (int i = 0; i < count; i++) {
        int entry = found[i].attention.entry;
        if (!shape_equal(shape_of(trace, request->cell.entry), shape_of(trace, entry))) continue;
        chosen[alike++] = (Chosen){entry, found[i].layer, found[i].head};
        is_one |= entry == request->cell.entry;
    }
    return is_one ? alike : 0;
}

// The tensor that was named; else all attention like it, or what was made like it.
static int choose(const FigureRequest *request, Arena *arena, Chosen **chosen)
{
    int *layers, count = 0;
    *chosen = NEW_ARRAY(arena, Chosen, request->trace->entry_count + 1);
    if (request->is_named) {
        (*chosen)[0] = (Chosen){.entry = request->cell.entry};
        return 1;
    }
    if ((count = attention_like(request, *chosen, arena))) return count;
    count = layers_of(request->trace, request->cell.entry, arena, &layers);
    for (int i = 0; i < count; i++) (*chosen)[i] = (Chosen){layers[i], i, 0};
    return count;
}

// Of several modules that are heads of one layer, what holds them.
static const char **row_names(const Trace *trace, const Chosen *chosen, int count, Arena *arena)
{
    const char **names = NEW_ARRAY(arena, const char *, count);
    int *entries = NEW_ARRAY(arena, int, count);
    bool are_heads = false;
    for (int i = 0; i < count; i++) {
        are_heads |= chosen[i].head > 0;
        entries[i] = chosen[i].entry;
        names[i] = layer_holder(trace, entries[i], arena);
    }
    if (!are_heads) return tensor_titles(trace, entries, count, arena);
    size_t prefix = names_shared_start(names, count);
    for (int i = 0; i < count; i++) names[i] += prefix;
    return names;
}

// ---- where ------------------------------------------------------------------------------------

// Is it in the part that the indices name? A row or a column that they name is shown with all of
// its matrix.
static bool is_in_part(const FigureRequest *request, const Slices *slices, Index at)
{
    bool is = true;
    for (int d = 0; d < request->indices && is; d++) {
        bool is_inside = d == slices->row_dim || d == slices->column_dim;
        is = is_inside || at.at[d] == request->cell.at.at[d];
    }
    return is;
}

// The matrices of one tensor; of several tensors there is room for one item of each.
static void place(HeadList *list, const FigureRequest *request, const Chosen *chosen, Arena *arena)
{
    Slices slices = slices_of(list->trace, chosen->entry);
    int64_t first = slices_number(&slices, request->cell.at) / slices.heads, item = -1;
    int column = 0;
    for (int64_t i = 0; i < slices_count(&slices); i++) {
        Index at = slices_index(&slices, i);
        bool is_shown =
            list->has_tensors ? i / slices.heads == first : is_in_part(request, &slices, at);
        if (!is_shown) continue;
        HeadPanel *panel = &list->head[list->count++];
        if (!list->has_tensors && i / slices.heads != item) {
            item = i / slices.heads;
            column = 0;
            list->row_name[list->rows++] = slices_item(&slices, item, arena);
        }
        const char *title = axes_place(list->trace, chosen->entry, at, slices.other + slices.outer,
                                       slices.other_count - slices.outer, arena);
        int64_t head = chosen->head + i % slices.heads;
        bool is_module = list->has_tensors && slices.heads == 1;
        *panel = (HeadPanel){.entry = chosen->entry, .slice = at, .row = list->rows - 1};
        panel->column = list->has_tensors ? (int)head : column++;
        panel->title = is_module ? arena_printf(arena, "head %" PRId64, head) : title;
        if (panel->column >= list->columns) list->columns = panel->column + 1;
    }
}

static bool check_count(const Trace *trace, const Chosen *chosen, int count, Error *error)
{
    Slices slices = slices_of(trace, chosen->entry);
    int64_t matrices = count > 1 ? slices.heads * count : slices_count(&slices);
    if (matrices <= MOST_HEADS) return true;
    return error_fail(error, "choose some with an index, as in weights[0]",
                      "a grid of %" PRId64 " matrices is too large: at most %d", matrices,
                      MOST_HEADS);
}

// "layers", "tensors": what the rows are, of several tensors or one.
static const char *noun_of_rows(const HeadList *list, const Chosen *chosen, int count, int given)
{
    int *entries = NEW_ARRAY(list->arena, int, count);
    bool are_layers = true;
    for (int i = 0; i < count; i++) {
        entries[i] = chosen[i].entry;
        are_layers &=
            tensor_note(trace_output(list->trace, entries[i]))->is_loaded || list->rows < count;
    }
    are_layers = are_layers || layers_are_of_one_model(list->trace, entries, count);
    if (count > 1) return are_layers ? "layers" : "tensors";
    TensorAxes axes = axes_of(list->trace, chosen->entry);
    if (axes_find(&axes, AXIS_LAYER) >= given) return "layers";
    return axes_find(&axes, AXIS_BATCH) >= 0 ? "items" : "matrices";
}

bool head_list_read(HeadList *list, const FigureRequest *request, Arena *arena, Error *error)
{
    Chosen *chosen;
    int count = choose(request, arena, &chosen);
    if (!check_count(request->trace, chosen, count, error)) return false;
    *list = (HeadList){.trace = request->trace, .arena = arena, .has_tensors = count > 1};
    list->head = NEW_ARRAY(arena, HeadPanel, MOST_HEADS);
    list->row_name = NEW_ARRAY(arena, const char *, MOST_HEADS);
    const char **names = row_names(request->trace, chosen, count, arena);
    for (int i = 0; i < count; i++) {
        bool is_new = i == 0 || chosen[i].layer != chosen[i - 1].layer;
        if (list->has_tensors && is_new) list->row_name[list->rows++] = names[i];
        place(list, request, &chosen[i], arena);
    }
    list->has_layers = list->rows > 1 && list->columns > 1;
    list->noun = noun_of_rows(list, chosen, count, request->indices);
    list->columns_are = str_starts(str_from(list->head[0].title), "matrix") ? "matrices" : "heads";
    for (int i = 0; i < list->count && list->columns == 1 && list->rows > 1; i++)
        list->head[i].title = list->row_name[list->head[i].row];
    return true;
}

// ---- titles -----------------------------------------------------------------------------------

const char *head_full_title(const HeadList *list, const HeadPanel *head, Arena *arena)
{
    return list->has_layers ? arena_printf(arena, "%s · %s", list->row_name[head->row], head->title)
                            : head->title;
}

void head_list_count(const HeadList *list, Buf *out)
{
    if (list->has_layers) buf_printf(out, "%d %s, ", list->rows, list->noun);
    if (list->count == 1) return;
    if (list->columns > 1) buf_printf(out, "%d %s, ", list->columns, list->columns_are);
    if (list->columns == 1 && list->rows > 1) buf_printf(out, "%d %s, ", list->rows, list->noun);
}
