// Puts other numbers in place of those that the program gives, while it runs, and finds the given
// cell that a cell of the trace goes back to.
#include "trace/given.h"

#include "trace/writes.h"

#include <string.h>

// Code of the library is read anew by each run, but its text stays where it is.
static bool is_made_by(const Override *override, Span source)
{
    const char *text = source.source ? source.source->text.p : NULL;
    return override->text == text && override->start == source.start && override->end == source.end;
}

static bool is_inside(const Shape *shape, Index at)
{
    for (int d = 0; d < shape->ndim; d++) {
        if (at.at[d] < 0 || at.at[d] >= shape->dim[d]) return false;
    }
    return true;
}

typedef struct Overrides {
    Override *list;
    int *seen; // tensors that the expression of each has given so far
    int count;
} Overrides;

static void put_in_place(void *context, int entry, Span source, Tensor *tensor)
{
    (void)entry; // others come before it when the program goes another way
    Overrides *overrides = context;
    for (int i = 0; i < overrides->count; i++) {
        const Override *override = &overrides->list[i];
        if (!is_made_by(override, source) || overrides->seen[i]++ != override->nth) continue;
        if (is_inside(&tensor->shape, override->at) && tensor_is_unrecorded(tensor))
            tensor_set(tensor, override->at, override->value);
    }
}

GivenNumbers given_numbers(const Override *list, int count, Arena *arena)
{
    Overrides *overrides = NEW(arena, Overrides);
    *overrides =
        (Overrides){NEW_ARRAY(arena, Override, count + 1), NEW_ARRAY(arena, int, count + 1), count};
    for (int i = 0; i < count; i++) overrides->list[i] = list[i];
    return (GivenNumbers){put_in_place, overrides};
}

bool given_cell(const Trace *trace, Cell cell, Cell *given)
{
    *given = cell_origin(trace, cell);
    return trace->entries[given->entry].is_given;
}

Override given_describe(const Trace *trace, Cell given)
{
    Span source = trace->entries[given.entry].source;
    Override override = {.text = source.source ? source.source->text.p : NULL,
                         .start = source.start,
                         .end = source.end,
                         .at = given.at};
    for (int e = 0; e < given.entry; e++) {
        const Entry *entry = &trace->entries[e];
        override.nth += entry->is_given && is_made_by(&override, entry->source);
    }
    override.value = override.before = cell_value(trace, given);
    return override;
}

bool given_find(const Trace *trace, const Override *override, Cell *given)
{
    int left = override->nth;
    for (int e = 0; e < trace->entry_count; e++) {
        const Entry *entry = &trace->entries[e];
        if (!entry->is_given || !is_made_by(override, entry->source) || left-- > 0) continue;
        *given = (Cell){e, override->at};
        return is_inside(&entry->call.output->shape, override->at);
    }
    return false;
}

bool given_same(const Override *a, const Override *b)
{
    return a->text == b->text && a->start == b->start && a->end == b->end && a->nth == b->nth &&
           memcmp(&a->at, &b->at, sizeof a->at) == 0;
}
