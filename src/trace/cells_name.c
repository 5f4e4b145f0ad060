// Names a group of cells by one subscript, as in scores[0,:], where they form a row, a column or a
// block.
#include "trace/explain.h"

#include <string.h>

// The coordinates from `low` to `high` of a dimension, as a subscript.
static void write_range(Buf *out, int64_t low, int64_t high, int64_t size)
{
    if (low == high)
        buf_printf(out, "%lld", (long long)low);
    else if (low == 0 && high == size - 1)
        buf_add_char(out, ':');
    else
        buf_printf(out, "%lld:%lld", (long long)low, (long long)high + 1);
}

const char *cells_name(const Trace *trace, const Cell *cells, int count, Arena *arena)
{
    const Shape *shape = &trace->entries[cells[0].entry].call.output->shape;
    const char *first = cell_name(trace, cells[0], arena);
    const char *bracket = strrchr(first, '[');
    if (count == 1 || shape->ndim == 0 || !bracket) return first;
    Index low = cells[0].at, high = cells[0].at;
    for (int i = 1; i < count; i++) {
        for (int d = 0; d < shape->ndim; d++) {
            if (cells[i].at.at[d] < low.at[d]) low.at[d] = cells[i].at.at[d];
            if (cells[i].at.at[d] > high.at[d]) high.at[d] = cells[i].at.at[d];
        }
    }
    int64_t box = 1;
    for (int d = 0; d < shape->ndim; d++) box *= high.at[d] - low.at[d] + 1;
    if (box != count) return text_printf(arena, "%s and %d more", first, count - 1);
    Buf name = {.arena = arena};
    buf_add(&name, (Str){first, (int)(bracket - first) + 1});
    for (int d = 0; d < shape->ndim; d++) {
        if (d) buf_add_char(&name, ',');
        write_range(&name, low.at[d], high.at[d], shape->dim[d]);
    }
    buf_add_char(&name, ']');
    return buf_text(&name);
}
