// Writes the labels of a cell one after another, from the query to the key with an arrow.
#include "study/names/words.h"

#include "study/axes/role.h"
#include "trace/names/labels.h"

const char *cell_words(const Trace *trace, Cell cell, Arena *arena)
{
    const Shape *shape = trace_shape(trace, cell.entry);
    bool attends = shape->ndim >= 2 && role_is_of_pairs(role_of(trace, cell.entry));
    bool are_words = false, before = false;
    Buf words = {.arena = arena};
    for (int d = 0; d < shape->ndim; d++) {
        DimLabels labels = dim_labels(trace, cell.entry, d);
        const char *label = dim_label(&labels, cell.at.at[d], arena);
        before = are_words;
        are_words = labels.items != NULL;
        if (shape->dim[d] == 1 && !are_words) continue;
        if (!*label) return NULL;
        const char *between = attends && before && d == shape->ndim - 1 ? "→" : " ";
        buf_printf(&words, "%s%s", words.n ? between : "", label);
    }
    return are_words ? buf_text(&words) : NULL;
}
