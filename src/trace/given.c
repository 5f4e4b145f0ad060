// Given numbers, and what is put in their place.
#include "trace/given.h"

#include "trace/writes.h"

#include <string.h>

void trace_override(Trace *trace, const Override *overrides, int count)
{
    trace->overrides = NEW_ARRAY(&trace->arena, Override, count + 1);
    trace->override_count = count;
    for (int i = 0; i < count; i++) {
        trace->overrides[i] = overrides[i];
        trace->overrides[i].is_done = false;
        trace->overrides[i].seen = 0;
    }
}

int trace_overridden(const Trace *trace)
{
    int done = 0;
    for (int i = 0; i < trace->override_count; i++) done += trace->overrides[i].is_done;
    return done;
}

// Code of the library is read anew by each run, but its text stays where it is.
static bool same_span(Span a, Span b)
{
    const char *text_a = a.source ? a.source->text.p : NULL;
    const char *text_b = b.source ? b.source->text.p : NULL;
    return text_a == text_b && a.start == b.start && a.end == b.end;
}

static bool is_inside(const Shape *shape, Index at)
{
    for (int d = 0; d < shape->ndim; d++) {
        if (at.at[d] < 0 || at.at[d] >= shape->dim[d]) return false;
    }
    return true;
}

void given_override(Trace *trace, Tensor *tensor, Span source)
{
    for (int i = 0; i < trace->override_count; i++) {
        Override *override = &trace->overrides[i];
        if (!same_span(override->source, source) || override->seen++ != override->nth) continue;
        if (!is_inside(&tensor->shape, override->at) || !is_unrecorded(tensor)) continue;
        tensor_set(tensor, override->at, override->value);
        override->is_done = true;
    }
}

bool given_cell(const Trace *trace, Cell cell, Cell *given)
{
    *given = cell_origin(trace, cell);
    return trace->entries[given->entry].is_given;
}

Override given_describe(const Trace *trace, Cell given)
{
    Override override = {.source = trace->entries[given.entry].source, .at = given.at};
    for (int e = 0; e < given.entry; e++) {
        const Entry *entry = &trace->entries[e];
        override.nth += entry->is_given && same_span(entry->source, override.source);
    }
    override.value = override.before = cell_value(trace, given);
    return override;
}

bool given_find(const Trace *trace, const Override *override, Cell *given)
{
    int left = override->nth;
    for (int e = 0; e < trace->entry_count; e++) {
        const Entry *entry = &trace->entries[e];
        if (!entry->is_given || !same_span(entry->source, override->source) || left-- > 0) continue;
        *given = (Cell){e, override->at};
        return is_inside(&entry->call.output->shape, override->at);
    }
    return false;
}

bool given_same(const Override *a, const Override *b)
{
    return same_span(a->source, b->source) && a->nth == b->nth &&
           memcmp(&a->at, &b->at, sizeof a->at) == 0;
}
