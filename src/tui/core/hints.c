// The actions that the screen on top has something to do for, with what is said of them.
#include "tui/core/hints.h"

#include "tui/core/screen.h"

// Help first, then the arrows, then what belongs to this screen alone, and the way out last.
static HintSlot slot_of(const App *app, const Action *action, unsigned screens)
{
    if (action->hint == ARROWS) return HINT_ARROWS;
    if (action->rank == 0) return screens & ON_WALK && screens & ON_HELP ? HINT_HELP : HINT_WAY_OUT;
    return app_top(app) != SCREEN_WALK && screens & ON_WALK ? HINT_SHARED : HINT_OWN;
}

static int add_slot(const App *app, HintSlot slot, Arena *arena, Hint **hints, int count)
{
    const Action *action;
    for (ActionEach each = {0}; (action = action_next(&each));) {
        int rank;
        if (!(each.screens & app_on(app)) || slot_of(app, action, each.screens) != slot) continue;
        const char *text = action_hint(app, action, &rank);
        if (text) *ARENA_ADD(arena, *hints, count) = (Hint){action, text, rank, slot};
    }
    return count;
}

int hints_of(const App *app, Arena *arena, Hint **hints)
{
    int count = 0;
    *hints = NULL;
    for (HintSlot slot = HINT_HELP; slot < HINT_SLOTS; slot++)
        count = add_slot(app, slot, arena, hints, count);
    return count;
}

int hint_keys(Str text)
{
    return 1 + str_find(str_slice(text, 1, text.n), ":");
}
