// The keys of a prompt. What it offers is computed anew for each key from the text that has been
// typed (offers.h), so nothing but the text and the selected row is kept.
#include "tui/find/prompt.h"

#include "base/ascii.h"
#include "tui/find/offers.h"
#include "tui/input.h"
#include "walk/go.h"

static Line *line_of(App *app)
{
    return &app->typed_in[app->prompt];
}

// ---- opening and leaving ------------------------------------------------------------------------

bool prompt_open(App *app, int kind)
{
    if (app->screen != ON_HELP && app->screen != ON_PROMPT) app->under = app->screen;
    if (app->screen != ON_PROMPT) app->prompt_on_help = app->screen == ON_HELP;
    app->prompt = (PromptKind)kind;
    app->screen = ON_PROMPT;
    app->prompt_at = -1;
    line_set(line_of(app), (Str){0});
    line_of(app)->history_at = line_of(app)->history_count;
    return true;
}

bool prompt_leave(App *app)
{
    app->screen = app->prompt_on_help ? ON_HELP : app->under;
    return true;
}

bool go_to_step(App *app, int step)
{
    app->lesson_scroll = SCROLL_FOLLOWS;
    return walk_visit_step(app->walk, step);
}

void prompt_free(App *app)
{
    for (int i = 0; i < PROMPT_KINDS; i++) line_free(&app->typed_in[i]);
    arena_free(&app->wanted_arena);
    app->wanted = NULL;
}

// ---- choosing -----------------------------------------------------------------------------------

static int selected(const App *app, const Offers *offers)
{
    int at = app->prompt_at < 0 ? offers->first : app->prompt_at;
    return at < offers->count ? at : offers->count - 1;
}

// What is kept of a search is the text; of the others what was chosen.
static Str to_remember(const App *app, const Offer *offer)
{
    return app->prompt == PROMPT_COMMAND ? str_from(offer->text)
                                         : line_text(&app->typed_in[app->prompt]);
}

bool prompt_enter(App *app)
{
    Arena scratch = {0};
    Offers offers = offers_of(app, &scratch);
    if (offers.count) {
        const Offer *offer = &offers.list[selected(app, &offers)];
        Str kept = str_from(str_copy(&scratch, to_remember(app, offer)));
        Line *line = line_of(app);
        offer->take(app, offer);
        line_remember(line, str_trim(kept));
    }
    arena_free(&scratch);
    return true;
}

bool prompt_move(App *app, int by)
{
    Arena scratch = {0};
    Offers offers = offers_of(app, &scratch);
    int from = selected(app, &offers), to = from + step_size(by, prompt_rows(app));
    arena_free(&scratch);
    if (to >= offers.count) to = offers.count - 1;
    if (to < 0) to = 0;
    if (offers.count) app->prompt_at = to;
    return to != from;
}

bool prompt_complete(App *app)
{
    Arena scratch = {0};
    Offers offers = offers_of(app, &scratch);
    if (offers.count) {
        const Offer *offer = &offers.list[selected(app, &offers)];
        line_set(line_of(app), str_from(offer->completes ? offer->completes : offer->text));
        app->prompt_at = -1;
    }
    arena_free(&scratch);
    return true;
}

bool prompt_recall(App *app, int direction)
{
    app->prompt_at = -1;
    return line_recall(line_of(app), direction);
}

// ---- typing -------------------------------------------------------------------------------------

// The "gg" of other programs, where nothing that can be gone to begins with a g.
static const Action *gg_action(const App *app)
{
    Str typed = line_text(&app->typed_in[PROMPT_GO]);
    if (app->prompt != PROMPT_GO || !str_is(typed, "g")) return NULL;
    Arena scratch = {0};
    Offers offers = offers_of(app, &scratch);
    bool named = false;
    for (int i = 0; i < offers.count; i++) named |= ascii_lower(offers.list[i].text[0]) == 'g';
    arena_free(&scratch);
    bool prefix;
    const Key keys[2] = {{.code = 'g'}, {.code = 'g'}};
    return named ? NULL : action_find(keys, 2, app->under, &prefix);
}

bool prompt_key(App *app, Key key)
{
    bool was_empty = line_text(line_of(app)).n == 0;
    LineResult result = line_key(line_of(app), key);
    if (result == LINE_CHANGED) app->prompt_at = -1;
    const Action *action = key.code == 'g' && !key.pasted ? gg_action(app) : NULL;
    if (key.code == KEYCODE_BACKSPACE && was_empty) prompt_leave(app);
    if (action) {
        app->screen = app->under;
        app_run(app, action);
    }
    return result != LINE_OTHER;
}
