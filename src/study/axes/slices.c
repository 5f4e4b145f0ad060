// Numbers the slices of a tensor whose rows and columns may be any of its axes.
#include "study/axes/slices.h"

#include "study/axes/row.h"

#include <inttypes.h>

Slices slices_along(const Trace *trace, int entry, int row_dim, int column_dim)
{
    const Shape *shape = trace_shape(trace, entry);
    Slices slices = {.trace = trace,
                     .entry = entry,
                     .row_dim = row_dim,
                     .column_dim = column_dim,
                     .items = 1,
                     .heads = 1};
    for (int d = shape->ndim - 1; d >= 0 && slices.row_dim < 0; d--) {
        if (d != column_dim) slices.row_dim = d;
    }
    for (int d = 0; d < shape->ndim; d++) {
        if (d == slices.row_dim || d == column_dim) continue;
        slices.other[slices.other_count++] = d;
        slices.heads *= shape->dim[d];
    }
    return slices;
}

Slices slices_by_axes(Slices slices, const TensorAxes *axes)
{
    const Shape *shape = trace_shape(slices.trace, slices.entry);
    int heads[MAX_DIMS], count = 0, outer = 0, open = -1;
    for (int i = 0; i < slices.other_count && axes_find(axes, AXIS_HEAD) < 0; i++) {
        if (axes->of[slices.other[i]].kind == AXIS_UNKNOWN) open = slices.other[i];
    }
    slices.items = slices.heads = 1;
    for (int i = 0; i < slices.other_count; i++) {
        int d = slices.other[i];
        const TensorAxis *axis = &axes->of[d];
        bool is_head = axis->kind == AXIS_HEAD || axis->kind == AXIS_EXPERT || d == open;
        int64_t inside = is_head && axis->items > 1 ? axis->items : is_head ? 1 : shape->dim[d];
        slices.items *= inside;
        slices.heads *= shape->dim[d] / (inside ? inside : 1);
        if (is_head)
            heads[count++] = d;
        else
            slices.other[outer++] = d;
    }
    for (int i = 0; i < count; i++) slices.other[outer + i] = heads[i];
    int layer = axes_find(axes, AXIS_LAYER);
    for (int i = outer - 1; i > 0; i--) {
        if (slices.other[i] != layer) continue;
        slices.other[i] = slices.other[i - 1];
        slices.other[i - 1] = layer;
    }
    slices.outer = outer;
    return slices;
}

int64_t slices_layers(const Slices *slices)
{
    TensorAxes axes = axes_of(slices->trace, slices->entry);
    int layer = axes_find(&axes, AXIS_LAYER);
    bool is_outer = layer >= 0 && slices->outer && slices->other[0] == layer;
    return is_outer ? trace_shape(slices->trace, slices->entry)->dim[layer] : 1;
}

Slices slices_at_layer(Slices slices, int64_t layer)
{
    slices.items /= slices_layers(&slices);
    slices.first = layer * slices_count(&slices);
    return slices;
}

int64_t slices_count(const Slices *slices)
{
    return slices->items * slices->heads;
}

Index slices_index(const Slices *slices, int64_t number)
{
    Index at = {0};
    number += slices->first;
    for (int i = slices->other_count - 1; i >= 0; i--) {
        int64_t size = trace_shape(slices->trace, slices->entry)->dim[slices->other[i]];
        at.at[slices->other[i]] = number % size;
        number /= size;
    }
    return at;
}

int64_t slices_number(const Slices *slices, Index at)
{
    int64_t number = 0;
    for (int i = 0; i < slices->other_count; i++)
        number = number * trace_shape(slices->trace, slices->entry)->dim[slices->other[i]] +
                 at.at[slices->other[i]];
    return number - slices->first;
}

Matrix slices_matrix(const Slices *slices, int64_t number)
{
    const Tensor *tensor = trace_output(slices->trace, slices->entry);
    return matrix_along(tensor, slices->entry, slices_index(slices, number), slices->row_dim,
                        slices->column_dim);
}

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

bool slices_are_weights(const Slices *slices)
{
    const HeldCells *held = slices->trace->entries[slices->entry].call.held;
    for (int64_t i = 0; i < slices_count(slices); i++) {
        Matrix matrix = slices_matrix(slices, i);
        if (!rows_are_weights(&matrix) && !is_held(held, &matrix)) return false;
    }
    return true;
}

// ---- in words -----------------------------------------------------------------------------------

static void write_place(const TensorAxis *axis, int64_t size, int64_t place, bool goes_on, Buf *out)
{
    int64_t inner = size / axis->items; // of an axis that is both, the heads
    bool is_known = axis->kind != AXIS_UNKNOWN, is_both = axis->items > 1;
    if (!is_known && goes_on) { // there is no name for it: "matrix 1,0"
        buf_printf(out, ",%" PRId64, place);
        return;
    }
    if (out->n) buf_add(out, STR(", "));
    if (is_both) buf_printf(out, "batch %" PRId64 ", ", place / inner);
    buf_printf(out, "%s %" PRId64, is_known ? axis_kind_name(axis->kind) : "matrix",
               is_both ? place % inner : place);
}

const char *axes_place(const Trace *trace, int entry, Index at, const int *axes, int count,
                       Arena *arena)
{
    if (count == 0) return "";
    TensorAxes all = axes_of(trace, entry);
    const Shape *shape = trace_shape(trace, entry);
    Buf place = {.arena = arena};
    bool goes_on = false;
    for (int i = 0; i < count; i++) {
        int d = axes[i];
        if (shape->dim[d] == 1) continue;
        int64_t number = axis_number(trace, entry, d, at.at[d]);
        write_place(&all.of[d], shape->dim[d], number, goes_on, &place);
        goes_on = all.of[d].kind == AXIS_UNKNOWN;
    }
    return buf_text(&place);
}

const char *slices_item(const Slices *slices, int64_t item, Arena *arena)
{
    if (slices->items == 1) return "";
    Index first = slices_index(slices, item * slices->heads);
    const char *place =
        axes_place(slices->trace, slices->entry, first, slices->other, slices->outer, arena);
    return *place ? place : arena_printf(arena, "batch %" PRId64, item);
}

const char *matrix_place(const Trace *trace, const Matrix *matrix, Arena *arena)
{
    Slices slices = slices_along(trace, matrix->entry, matrix->row_dim, matrix->column_dim);
    return axes_place(trace, matrix->entry, matrix->base, slices.other, slices.other_count, arena);
}
