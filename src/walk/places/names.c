// Lists the named tensors of a lesson with how far the walk is: done, at hand or to come. A name
// that one step binds several times is listed once, with the value that it has at the walk's
// place.
#include "walk/places/names.h"

#include <string.h>

// Statements before `*statement` are done; the statement itself is at hand if `*at_hand`.
static void place_of(const Walk *walk, int *statement, bool *at_hand)
{
    for (int i = walk->at.stage; i < walk->ran.stage_count; i++) {
        if (walk->ran.stages[i].statement < 0) continue;
        *statement = walk->ran.stages[i].statement;
        *at_hand = i == walk->at.stage;
        return;
    }
    *statement = walk->trace->statement_count;
    *at_hand = false;
}

static NameState state_of(const Walk *walk, const Binding *binding)
{
    int statement;
    bool at_hand;
    place_of(walk, &statement, &at_hand);
    if (binding->statement < statement) return NAME_DONE;
    if (binding->statement == statement && at_hand) return NAME_CURRENT;
    // Statements without operations after the last stage belong to its end.
    return walk_is_at_end(walk) ? NAME_DONE : NAME_TO_COME;
}

static Name *find(Name *names, int count, const char *name, int step)
{
    for (int i = count - 1; i >= 0 && names[i].step == step; i--) {
        if (strcmp(names[i].name, name) == 0) return &names[i];
    }
    return NULL;
}

int names_of(const Walk *walk, Arena *arena, Name **names)
{
    const Trace *trace = walk->trace;
    *names = NEW_ARRAY(arena, Name, trace->binding_count + 1);
    int count = 0;
    for (int i = 0; i < trace->binding_count; i++) {
        const Binding *binding = &trace->bindings[i];
        int step = trace->statements[binding->statement].step;
        NameState state = state_of(walk, binding);
        Name *known = find(*names, count, binding->name, step);
        if (known && state == NAME_TO_COME) continue; // what it is now, not what it will be
        if (!known) known = &(*names)[count++];
        *known = (Name){binding->name, binding->entry, step, state, FLOW_NONE};
    }
    return count;
}

enum { FLOW_SPAN = 4096 }; // entries before and behind

// A stretch of entries: which have one of the names, and which belong to the flow of one of them.
typedef struct Near {
    const Trace *trace;
    int first, end, from;
    bool *named, *reached;
} Near;

static bool passes(const Near *near, int entry)
{
    if (entry < near->first || entry >= near->end) return false;
    int i = entry - near->first;
    return entry == near->from || (near->reached[i] && !near->named[i]);
}

static void reach_sources(Near *near)
{
    for (int e = near->from; e >= near->first; e--) {
        if (!passes(near, e)) continue;
        const OpCall *call = &near->trace->entries[e].call;
        for (int i = 0; i < call->input_count; i++) {
            int origin = call->input[i]->origin;
            if (origin >= near->first && origin < e) near->reached[origin - near->first] = true;
        }
    }
}

static void reach_fed(Near *near)
{
    for (int e = near->from + 1; e < near->end; e++) {
        const OpCall *call = &near->trace->entries[e].call;
        for (int i = 0; i < call->input_count; i++)
            near->reached[e - near->first] |= passes(near, call->input[i]->origin);
    }
}

void names_flow(const Walk *walk, Name *names, int count, Cell cell, Arena *arena)
{
    if (cell.entry < 0) return;
    int from = cell_named(walk->trace, cell).entry, entries = walk->trace->entry_count;
    Near near = {.trace = walk->trace, .from = from};
    near.first = from > FLOW_SPAN ? from - FLOW_SPAN : 0;
    near.end = entries - from > FLOW_SPAN ? from + FLOW_SPAN : entries;
    near.named = NEW_ARRAY(arena, bool, near.end - near.first);
    for (int i = 0; i < count; i++) {
        if (names[i].entry >= near.first && names[i].entry < near.end)
            near.named[names[i].entry - near.first] = true;
    }
    for (NameFlow flow = FLOW_SOURCE; flow <= FLOW_FED; flow++) {
        near.reached = NEW_ARRAY(arena, bool, near.end - near.first);
        if (flow == FLOW_SOURCE) reach_sources(&near);
        if (flow == FLOW_FED) reach_fed(&near);
        for (int i = 0; i < count; i++) {
            int entry = names[i].entry;
            bool inside = entry >= near.first && entry < near.end && entry != from;
            if (inside && near.reached[entry - near.first]) names[i].flow = flow;
        }
    }
}
