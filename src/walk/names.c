// Lists the named tensors of a lesson with how far the walk is: done, at hand or to come. A name
// that one step binds several times is listed once, with the value that it has at the walk's
// place.
#include "walk/names.h"

#include <string.h>

// Statements before `*statement` are done; the statement itself is at hand if `*at_hand`.
static void place_of(const Walk *walk, int *statement, bool *at_hand)
{
    for (int i = walk->stage; i < walk->stage_count; i++) {
        if (walk->stages[i].statement < 0) continue;
        *statement = walk->stages[i].statement;
        *at_hand = i == walk->stage;
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
        *known = (Name){binding->name, binding->entry, step, state};
    }
    return count;
}
