// The rows of actions of all screens: looked up by their keys, and asked for their hints.
#include "tui/core/actions.h"

#include "tui/core/screen.h"

// Number `i` of a screen: its own group, then its further ones.
static const ActionGroup *group_of(const Screen *screen, int i)
{
    if (screen->keys.count && i-- == 0) return &screen->keys;
    for (int k = 0; screen->more && screen->more[k]; k++) {
        if (k == i) return screen->more[k];
    }
    return NULL;
}

// To the next group, whatever is left of this one. Last comes what several screens share.
static bool next_group(ActionEach *each)
{
    for (; each->screen < SCREEN_COUNT; each->screen++, each->groups = 0) {
        each->group = group_of(screen_of((ScreenId)each->screen), each->groups);
        each->row = 0;
        each->groups++;
        if (each->group) return true;
    }
    bool is_new = each->screen == SCREEN_COUNT;
    if (is_new) each->group = &moving;
    each->screen += is_new;
    return is_new;
}

const Action *action_next(ActionEach *each)
{
    while (!each->group || each->row == each->group->count) {
        if (!next_group(each)) return NULL;
    }
    const Action *action = &each->group->rows[each->row++];
    each->screens = action->screens        ? action->screens
                    : each->group->screens ? each->group->screens
                                           : 1u << each->screen;
    return action;
}

const Action *action_at(int i)
{
    ActionEach each = {0};
    const Action *action = action_next(&each);
    while (i-- > 0 && action) action = action_next(&each);
    return action;
}

unsigned action_screens(const Action *action)
{
    ActionEach each = {0};
    const Action *at = action_next(&each);
    while (at && at != action) at = action_next(&each);
    return each.screens;
}

Offset move_offset(Move move, int page)
{
    static const Offset OFFSETS[] = {
        [MOVE_LEFT] = {0, -1},       [MOVE_RIGHT] = {0, 1},        [MOVE_UP] = {-1, 0},
        [MOVE_DOWN] = {1, 0},        [MOVE_ROW_START] = {0, -FAR}, [MOVE_ROW_END] = {0, FAR},
        [MOVE_FIRST] = {-FAR, -FAR}, [MOVE_LAST] = {FAR, FAR},
    };
    if (move == MOVE_PAGE_UP) return (Offset){-page, 0};
    if (move == MOVE_PAGE_DOWN) return (Offset){page, 0};
    return OFFSETS[move];
}

int move_lines(Move move, int page)
{
    Offset by = move_offset(move, page);
    return by.rows ? by.rows : by.columns;
}

int move_tiles(Move move, int at, int per_row, int count)
{
    Offset by = move_offset(move, 0);
    int64_t to = at + (int64_t)by.rows * per_row + by.columns;
    bool more_rows = at / per_row < (count - 1) / per_row;
    if (by.columns < -1 || by.columns > 1) return by.columns < 0 ? 0 : count - 1;
    if (to < 0 || to >= count) return to >= 0 && by.rows > 0 && more_rows ? count - 1 : -1;
    return (int)to;
}

bool action_step(int *at, int by, int count)
{
    int from = *at;
    *at = within(from + by, 0, count - 1);
    return *at != from;
}

bool action_select(int *at, int to, int count)
{
    if (to < 0 || to >= count || to == *at) return false;
    *at = to;
    return true;
}

// ---- hints --------------------------------------------------------------------------------------

const char *action_hint(const App *app, const Action *action, int *rank)
{
    *rank = action->rank;
    if (!action->hint || !(action_screens(action) & app_on(app))) return NULL;
    const Screen *screen = screen_of(app_top(app));
    bool is_arrows = action->hint == ARROWS;
    const char *hint = is_arrows ? screen->arrows.hint : action->hint;
    Condition *when = is_arrows ? screen->arrows.when : action->when;
    if (is_arrows) *rank = screen->arrows.rank;
    if (app->playing && *rank > 0 && !action->is_for_playing) return NULL;
    if (when && !when(app)) return NULL;
    const OtherHint *other = action->other;
    while (other && !other->when(app)) other = other->next;
    if (!other) return hint;
    *rank = other->rank;
    return other->hint;
}

// ---- keys ---------------------------------------------------------------------------------------

typedef enum Match { NO_MATCH, BEGINS, MATCHES } Match;

static Match match_word(Str word, const Key *keys, int count)
{
    Key wanted[ACTION_KEYS];
    int length = keys_of_word(word, wanted, ACTION_KEYS);
    if (length > ACTION_KEYS || count > length) return NO_MATCH;
    for (int i = 0; i < count; i++) {
        bool letter = keys[i].code >= 'a' && keys[i].code <= 'z';
        if (wanted[i].code != keys[i].code && !(wanted[i].code == KEYCODE_LETTER && letter))
            return NO_MATCH;
    }
    return count == length ? MATCHES : BEGINS;
}

static Match match_action(const Action *action, const Key *keys, int count)
{
    Match best = NO_MATCH;
    Str rest = str_from(action->keys), word;
    while (str_next_word(&rest, &word)) {
        Match match = match_word(word, keys, count);
        if (match > best) best = match;
    }
    return best;
}

const Action *action_find(const Key *keys, int count, unsigned screens, const Action **begun)
{
    *begun = NULL;
    const Action *action;
    for (ActionEach each = {0}; (action = action_next(&each));) {
        if (!(each.screens & screens)) continue;
        Match match = match_action(action, keys, count);
        if (match == MATCHES) return action;
        if (match == BEGINS && !*begun) *begun = action;
    }
    return NULL;
}
