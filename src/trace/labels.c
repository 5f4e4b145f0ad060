#include "trace/labels.h"

#include "trace/axes.h"

typedef struct AxisPlace { // position `at` on dimension `dim` of an entry's output
    int entry, dim;
    int64_t at;
} AxisPlace;

static bool note_names(const Trace *trace, const AxisNote *note, int entry)
{
    int i = trace->entries[entry].last_binding;
    for (; i >= 0; i = trace->bindings[i].previous) {
        if (str_is(str_from(note->name), trace->bindings[i].name)) return true;
    }
    return false;
}

// What the lesson itself says of the entry's axes, or NULL.
static const AxisNote *note_of(const Trace *trace, int entry)
{
    for (int i = trace->axis_note_count - 1; i >= 0; i--) {
        if (note_names(trace, &trace->axis_notes[i], entry)) return &trace->axis_notes[i];
    }
    return NULL;
}

// Follows an axis towards the inputs, to the tensor whose note names it.
static const AxisNote *find_note(const Trace *trace, AxisPlace *place)
{
    const AxisNote *note = note_of(trace, place->entry);
    if (note && place->dim < note->count && note->axis[place->dim]) return note;
    const OpCall *call = &trace->entries[place->entry].call;
    for (int i = 0; i < call->input_count; i++) {
        AxisMap map;
        if (!axis_map(call, place->dim, i, AXIS_OF_RESULT, &map)) continue;
        AxisPlace before = {call->input[i]->origin, map.dim, map.start + place->at * map.step};
        note = find_note(trace, &before);
        if (note) {
            *place = before;
            return note;
        }
    }
    return NULL;
}

const char *label_at(const Trace *trace, int entry, int dim, int64_t at, Arena *arena)
{
    AxisPlace place = {entry, dim, at};
    const AxisNote *note = find_note(trace, &place);
    if (!note) return "";
    const char *const *items = note->item[place.dim];
    if (!items) {
        return text_printf(arena, "%s%lld", note->axis[place.dim], (long long)place.at);
    }
    return place.at < note->item_count[place.dim] ? items[place.at] : "";
}

const char *label_axis(const Trace *trace, int entry, int dim)
{
    AxisPlace place = {entry, dim, 0};
    const AxisNote *note = find_note(trace, &place);
    return note ? note->axis[place.dim] : NULL;
}
