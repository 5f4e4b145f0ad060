// Each group of actions stands in a file of actions/; here they are listed, looked up by their
// keys, and asked for their hints.
#include "tui/actions.h"

#include "tui/actions/rows.h"
#include "tui/autoplay.h"
#include "tui/find/prompt.h"

// In the order of the help screen.
const ActionGroup *const action_groups[] = {
    &walking,
    &looking_at_cells,
    &changing_numbers,
    &showing,
    &finding,
    &the_program,
    &presenting,
    &among_steps,
    &on_help,
    &on_costs,
    &on_why,
    &on_feeds,
    &on_switches,
    &on_changes,
    &among_lessons,
    &on_figure,
    &in_large_matrix,
    &among_heads,
    &among_lines,
    &on_outline,
    &while_typing,
    &in_typed_line,
    NULL,
};

const Action *action_at(int i)
{
    for (const ActionGroup *const *group = action_groups; *group; group++) {
        if (i < (*group)->count) return &(*group)->rows[i];
        i -= (*group)->count;
    }
    return NULL;
}

int action_count(void)
{
    int count = 0;
    for (const ActionGroup *const *group = action_groups; *group; group++) count += (*group)->count;
    return count;
}

unsigned action_screens(const Action *action)
{
    const ActionGroup *const *group = action_groups;
    while (action < (*group)->rows || action >= (*group)->rows + (*group)->count) group++;
    return action->screens ? action->screens : (*group)->screens;
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

int step_size(int by, int page)
{
    return by == PAGE ? page : by == -PAGE ? -page : by;
}

// ---- hints --------------------------------------------------------------------------------------

// What some hints say on occasion instead.
static const struct {
    const char *hint;
    Occasion *is_there;
    const char *then;
    int rank; // then; -1: its own
} other_words[] = {
    {"Space:next", is_asking, "Space:show", -1},
    {"a:play", is_playing, "a:stop", -1},
    {"o:lesson", fills_the_screen, "o:numbers", 1},
};

// While it walks by itself all other keys only stop it.
static bool is_for_playing(const Action *action)
{
    return action->rank == 0 || action->run == autoplay_toggle || action->step == autoplay_speed;
}

const char *action_hint(const App *app, const Action *action, int *rank)
{
    *rank = action->rank;
    unsigned screen = is_typing(app) ? ON_TYPING : app->screen;
    if (!action->hint || !(action_screens(action) & screen)) return NULL;
    if (app->playing && !is_for_playing(action)) return NULL;
    if (action->when && !action->when(app)) return NULL;
    for (size_t i = 0; i < sizeof other_words / sizeof *other_words; i++) {
        bool same = str_is(str_from(action->hint), other_words[i].hint);
        if (!same || !other_words[i].is_there(app)) continue;
        if (other_words[i].rank >= 0) *rank = other_words[i].rank;
        return other_words[i].then;
    }
    return action->hint;
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

const Action *action_find(const Key *keys, int count, unsigned screen, bool *prefix)
{
    *prefix = false;
    const Action *action;
    for (int i = 0; (action = action_at(i)); i++) {
        if (!(action_screens(action) & screen)) continue;
        Match match = match_action(action, keys, count);
        if (match == MATCHES) return action;
        if (match == BEGINS) *prefix = true;
    }
    return NULL;
}
