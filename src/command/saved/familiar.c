// Each lesson keeps what was seen in it alone, so that one that is opened again opens as it did.
#include "command/saved/familiar.h"

#include "lesson/library.h"

#include <string.h>

enum { ENOUGH = 2 }; // times; from then on operations of a kind open at once

// The place of the kind among `count`, of which there is room for one more.
static int place_of(Familiar *familiar, int *count, const Op *op)
{
    int at = 0;
    while (at < *count && familiar[at].op != op) at++;
    if (at == *count) familiar[(*count)++] = (Familiar){.op = op};
    return at;
}

static void add_state(const LessonState *state, Familiar *familiar, int *count)
{
    for (int i = 0; i < state->kind_count; i++) {
        const Op *op = op_find(str_from(state->kinds[i].name), 0);
        int times = state->kinds[i].times;
        if (!op || times < 1) continue;
        Familiar *kind = &familiar[place_of(familiar, count, op)];
        kind->times += times < ENOUGH ? times : ENOUGH;
    }
}

void familiar_restore(const char *key, Walk *walk)
{
    Arena scratch = {0};
    Library library;
    Familiar *familiar = NEW_ARRAY(&walk->arena, Familiar, op_count + 1);
    int count = 0;
    library_scan(&library, &scratch);
    for (int i = 0; i < library.count; i++) {
        LessonState state;
        const char *name = library.lessons[i].name;
        if (key && strcmp(name, key) == 0) continue;
        if (state_glance(name, &scratch, &state)) add_state(&state, familiar, &count);
    }
    arena_free(&scratch);
    if (count) walk_know(walk, familiar, count);
}

void familiar_keep(LessonState *state, const Walk *walk, Arena *arena)
{
    Familiar *seen, *all = NEW_ARRAY(arena, Familiar, op_count + 1);
    int count = 0, seen_count = walk_seen(walk, arena, &seen);
    add_state(state, all, &count);
    for (int i = 0; i < seen_count; i++) {
        Familiar *kind = &all[place_of(all, &count, seen[i].op)];
        int times = seen[i].times < ENOUGH ? seen[i].times : ENOUGH;
        if (times > kind->times) kind->times = times;
    }
    StateKind *kinds = NEW_ARRAY(arena, StateKind, count + 1);
    for (int i = 0; i < count; i++) kinds[i] = (StateKind){all[i].op->name, all[i].times};
    state->kinds = kinds;
    state->kind_count = count;
}
