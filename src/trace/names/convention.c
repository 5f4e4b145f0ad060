// Finds which tensors are transposed: all but those that a row has in the form of columns
// already, as the weight of linear(), and their gradients.
#include "trace/names/convention.h"

#include "tensor/op.h"

static void keep_inputs(const Trace *trace, const OpCall *call, bool *turned)
{
    for (int i = 0; i < call->input_count; i++) {
        int from = call->input[i]->origin;
        if (call->op->turned >> i & 1 && from >= 0 && from < trace->entry_count)
            turned[from] = false;
    }
}

void trace_read_columns(Trace *trace, bool columns)
{
    trace->turned = NULL;
    if (!columns) return;
    bool *turned = NEW_ARRAY(&trace->arena, bool, trace->entry_count + 1);
    for (int e = 0; e < trace->entry_count; e++) turned[e] = true;
    for (int e = 0; e < trace->entry_count; e++)
        keep_inputs(trace, &trace->entries[e].call, turned);
    for (int e = 0; e < trace->entry_count; e++) {
        const Gradient *gradient = trace->entries[e].gradient;
        if (gradient && gradient->of >= 0) turned[e] = turned[gradient->of];
    }
    trace->turned = turned;
}

bool trace_is_in_columns(const Trace *trace)
{
    return trace->turned;
}

static int other_dim(int ndim, int dim)
{
    bool is_last = ndim >= 2 && dim >= ndim - 2 && dim < ndim;
    return is_last ? 2 * ndim - 3 - dim : dim;
}

int convention_dim(const Trace *trace, int entry, int dim)
{
    bool turned = trace->turned && trace->turned[entry];
    return turned ? other_dim(trace_shape(trace, entry)->ndim, dim) : dim;
}

const char *convention_dim_name(const Trace *trace, int entry, int dim)
{
    int ndim = trace_shape(trace, entry)->ndim;
    bool is_vector = ndim == 1 && trace->turned && trace->turned[entry];
    int place = is_vector ? dim - 1 : convention_dim(trace, entry, dim);
    return place == ndim - 1 ? "column" : place == ndim - 2 ? "row" : "slice";
}

Index convention_index(const Trace *trace, int entry, Index at)
{
    Index read = at;
    int ndim = trace_shape(trace, entry)->ndim;
    for (int d = 0; d < ndim; d++) read.at[d] = at.at[convention_dim(trace, entry, d)];
    return read;
}

Shape convention_shape(const Trace *trace, int entry, const Shape *shape)
{
    Shape read = *shape;
    bool turned = trace->turned && trace->turned[entry];
    for (int d = 0; turned && d < shape->ndim; d++)
        read.dim[d] = shape->dim[other_dim(shape->ndim, d)];
    return read;
}

const char *convention_tuple(const Trace *trace, int entry, Arena *arena)
{
    Shape shape = convention_shape(trace, entry, trace_shape(trace, entry));
    return shape_tuple(arena, &shape);
}

bool convention_turns(const Trace *trace, const OpCall *call)
{
    return trace->turned && call->op->turns && call->input_count == 2;
}
