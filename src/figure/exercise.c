#include "figure/exercise.h"

typedef struct Reading {
    const Trace *trace;
    bool *is_shown; // for each entry
    Exercise *exercise;
} Reading;

static const Entry *entry_at(const Reading *reading, int entry)
{
    return &reading->trace->entries[entry];
}

static bool is_leaf(const Reading *reading, int entry)
{
    return !entry_at(reading, entry)->call.op->sources;
}

// Does it stand on the sheet, or in the code that stands there?
static bool is_seen(const Reading *reading, int entry)
{
    return reading->is_shown[entry] || entry_at(reading, entry)->call.output->is_number;
}

// ---- calls ------------------------------------------------------------------------------------

static bool knows_inputs(const Reading *reading, const Call *call, const OpCall *made)
{
    for (int i = 0; i < made->input_count; i++) {
        int origin = made->input[i]->origin;
        bool inside = origin >= call->first_entry && origin < call->entry_end;
        if (!inside && (origin < 0 || !is_seen(reading, origin))) return false;
    }
    return true;
}

static bool call_follows(const Reading *reading, const Call *call)
{
    for (int i = call->first_entry; i < call->entry_end; i++) {
        if (is_leaf(reading, i) && !is_seen(reading, i)) return false;
        if (!knows_inputs(reading, call, &entry_at(reading, i)->call)) return false;
    }
    return true;
}

// ---- operations -------------------------------------------------------------------------------

static void add_leaf(Reading *reading, int entry)
{
    const Shape *shape = &entry_at(reading, entry)->call.output->shape;
    if (shape_count(shape) == 0) return;
    reading->is_shown[entry] = true;
    reading->exercise->added[reading->exercise->added_count++] = entry;
}

// Does it follow from what is shown and from leaves? These are added.
static bool entry_follows(Reading *reading, int entry, int depth)
{
    const int deepest = 16; // operations within one statement
    const OpCall *made = &entry_at(reading, entry)->call;
    for (int i = 0; i < made->input_count; i++) {
        int origin = made->input[i]->origin;
        if (origin < 0 || depth == deepest) return false;
        if (is_seen(reading, origin)) continue;
        if (entry_at(reading, origin)->inside) return false;
        if (is_leaf(reading, origin))
            add_leaf(reading, origin);
        else if (!entry_follows(reading, origin, depth + 1))
            return false;
    }
    return true;
}

void exercise_read(Exercise *exercise, const FigureRequest *request, Arena *arena)
{
    int entries = request->trace->entry_count;
    *exercise = (Exercise){.is_asked = NEW_ARRAY(arena, bool, request->part_count),
                           .added = NEW_ARRAY(arena, int, entries)};
    Reading reading = {request->trace, NEW_ARRAY(arena, bool, entries), exercise};
    for (int i = 0; i < request->part_count; i++) {
        const WalkPart *part = &request->parts[i];
        if (part->entry < 0) continue;
        exercise->is_asked[i] =
            part->call ? call_follows(&reading, part->call)
                       : !is_leaf(&reading, part->entry) && entry_follows(&reading, part->entry, 0);
        reading.is_shown[part->entry] = true;
    }
}
