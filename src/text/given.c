// Finds what a cell was computed from through tensors without a name, as K.T is.
#include "text/given.h"

#include "text/matrix.h"
#include "text/prose.h"

enum { MOST_GIVEN = 4, MOST_SHOWN_CELLS = 400 };

// The named tensors that the cell is computed from, seen through what has no name.
static void find_given(const Trace *trace, int entry, int *given, int *count)
{
    const OpCall *call = &trace->entries[entry].call;
    for (int i = 0; i < call->input_count && *count < MOST_GIVEN; i++) {
        int input = call->input[i]->origin;
        const Entry *e = &trace->entries[input];
        bool known = e->call.output->is_number;
        for (int k = 0; k < *count; k++) known |= given[k] == input;
        if (known) continue;
        if (e->name)
            given[(*count)++] = input;
        else
            find_given(trace, input, given, count);
    }
}

void given_print(Buf *out, const Walk *walk, const Question *question, int columns)
{
    const Trace *trace = walk->trace;
    int given[MOST_GIVEN], count = 0, entry = question->cell.entry;
    if (entry < 0) return;
    find_given(trace, entry, given, &count);
    for (int i = 0; i < count; i++) {
        const Entry *e = &trace->entries[given[i]];
        if (shape_count(&e->call.shape) > MOST_SHOWN_CELLS) continue;
        matrix_print(out, walk, given[i], e->name, (MatrixRoom){.columns = columns});
        buf_add_char(out, '\n');
    }
    Span source = trace->statements[trace->entries[entry].statement].source;
    prose_wrap(out, span_text(source), "  ", "    ", columns);
    buf_add_char(out, '\n');
}
