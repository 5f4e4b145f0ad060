// Finds the tensors that a model makes once per layer, such as the attention weights of each: same
// operation, same shape, same role.
#include "study/layers.h"

#include "trace/roles.h"

static bool is_alike(const Trace *trace, int entry, int other)
{
    const OpCall *a = &trace->entries[entry].call, *b = &trace->entries[other].call;
    return a->op == b->op && shape_equal(&a->output->shape, &b->output->shape) &&
           role_of(trace, entry) == role_of(trace, other);
}

int layers_of(const Trace *trace, int entry, Arena *arena, int **layers)
{
    int count = 0;
    *layers = NEW_ARRAY(arena, int, trace->entry_count);
    bool alone = role_of(trace, entry) == ROLE_NONE || !trace->entries[entry].call.op->sources;
    for (int i = 0; i < trace->entry_count; i++) {
        if (i == entry || (!alone && is_alike(trace, entry, i))) (*layers)[count++] = i;
    }
    return count;
}
