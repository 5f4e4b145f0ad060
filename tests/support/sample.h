// A trace made by hand, for tests of what reads traces: one matrix after the other, each given.
#pragma once

#include "tensor/op.h"
#include "trace/trace.h"

static inline void sample_open(Trace *trace)
{
    trace_init(trace, 0);
}

// A tensor called `name` whose cells are value(position), position counted in row-major order.
// Returns its entry.
static inline int sample_tensor(Trace *trace, const char *name, Shape shape,
                                double (*value)(int64_t position))
{
    static const Op given = {.name = "given"};
    Error error = {.arena = &trace->arena};
    Tensor *tensor = tensor_new(&trace->heap, DTYPE_FLOAT32, shape, &error);
    Index at = {0};
    int64_t count = shape_count(&shape);
    for (int64_t i = 0; i < count; i++, index_next(&shape, &at)) tensor_set(tensor, at, value(i));
    trace_statement_begin(trace, (Span){0}, false);
    trace_constant(trace, &given, tensor, (Span){0});
    trace_bind(trace, name, tensor);
    trace_statement_end(trace);
    return trace->entry_count - 1;
}

// Labels for both axes of the matrix `name`; items may be NULL.
static inline void sample_labels(Trace *trace, const char *name, const char *axis,
                                 const char *const *items, int count)
{
    AxisNote note = {.name = name, .axis = {axis, axis}, .item = {items, items}, .count = 2};
    note.item_count[0] = note.item_count[1] = count;
    trace_note_axes(trace, note);
}
