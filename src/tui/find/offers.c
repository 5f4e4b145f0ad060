// Makes the list above a prompt: commands, places, search results or marks, scored by how well
// they fit and sorted. What was chosen lately comes before what merely fits, and offers that score
// less than a third of the best are dropped.
#include "tui/find/offers.h"

#include "tui/find/fuzzy.h"
#include "tui/find/maker.h"
#include "tui/find/outline_search.h"
#include "tui/pages/outline.h"

#include <stdlib.h>
#include <string.h>

enum { RECENT = 1000 }; // a score above all fuzzy ones, below the exact ones

void maker_add(Maker *maker, Offer offer)
{
    Offers *offers = &maker->offers;
    offers->list = arena_grow(maker->arena, offers->list, (size_t)offers->count, &maker->capacity,
                              sizeof(Offer));
    offer.order = offers->count;
    offers->list[offers->count++] = offer;
}

// How lately it was taken; 0: never.
static int recent(const Maker *maker, const char *text)
{
    const Line *line = &maker->app->typed_in[maker->app->prompt];
    for (int i = line->history_count - 1; i >= 0; i--) {
        if (strcmp(line->history[i], text) == 0) return RECENT + i;
    }
    return 0;
}

void maker_add_fitting(Maker *maker, Offer offer)
{
    int score = fuzzy_score(maker->typed, str_from(offer.text));
    offer.score = 2 * score;
    if (score == NO_FUZZY_MATCH) {
        const char *hint = offer.action && offer.action->hint ? offer.action->hint : "";
        const char *both = text_printf(maker->arena, "%s %s %s", offer.text, offer.right, hint);
        offer.score = score = fuzzy_score(maker->typed, str_from(both));
    }
    if (score == NO_FUZZY_MATCH) return;
    if (maker->typed.n == 0 || str_is(maker->typed, offer.text))
        offer.score += recent(maker, offer.text);
    maker_add(maker, offer);
}

// ---- what was found -----------------------------------------------------------------------------

static void take_found(App *app, const Offer *offer)
{
    Arena scratch = {0};
    Found *found;
    Str wanted = line_text(&app->typed_in[PROMPT_SEARCH]);
    int count = search_shown(app, wanted, &scratch, &found);
    app->screen = app->home;
    arena_free(&app->wanted_arena);
    app->wanted = str_copy(&app->wanted_arena, str_trim(wanted));
    if (offer->number < count) search_go(app, str_from(app->wanted), found, offer->number, count);
    arena_free(&scratch);
}

static void take_row(App *app, const Offer *offer)
{
    app->screen = ON_OUTLINE;
    arena_free(&app->wanted_arena);
    app->wanted = str_copy(&app->wanted_arena, str_trim(line_text(&app->typed_in[PROMPT_SEARCH])));
    outline_select(app, offer->number);
}

static void offer_rows(Maker *maker)
{
    OutlineFound *found;
    int count = outline_search(maker->app, maker->typed, maker->arena, &found);
    for (int i = 0; i < count; i++) {
        maker_add(maker, (Offer){.text = found[i].text,
                                 .right = "",
                                 .take = take_row,
                                 .completes = str_copy(maker->arena, maker->typed),
                                 .number = found[i].row});
    }
    maker->offers.problem = maker->typed.n ? "No row of the outline says that."
                                           : "Code, calls and shapes. Ctrl-P: searched before.";
}

static void offer_found(Maker *maker)
{
    if (maker->app->under == ON_OUTLINE) {
        offer_rows(maker);
        return;
    }
    Found *found;
    int count = search_shown(maker->app, maker->typed, maker->arena, &found);
    for (int i = 0; i < count; i++) {
        maker_add(maker, (Offer){.text = found[i].text,
                                 .right = found[i].where,
                                 .take = take_found,
                                 .completes = str_copy(maker->arena, maker->typed),
                                 .number = i});
    }
    maker->offers.first = search_from_here(maker->walk, found, count);
    maker->offers.problem =
        maker->typed.n == 0
            ? "Text, code, names and labels; =4 finds a number. Ctrl-P: searched before."
        : str_starts(maker->typed, "=") ? "No cell that is computed so far shows that number."
                                        : "Nothing in this lesson says that.";
}

static void offer_marks(Maker *maker)
{
    maker_add_marks(maker, "");
    maker->offers.problem =
        maker->typed.n ? "No mark fits that." : "There are no marks yet. m and a letter sets one.";
}

static int by_score(const void *a_, const void *b_)
{
    const Offer *a = a_, *b = b_;
    if (a->score != b->score) return a->score > b->score ? -1 : 1;
    return a->order - b->order;
}

// Letters that are found somewhere are worth nothing beside words that are found whole.
static void drop_poor(Offers *offers)
{
    enum { BEST_TO_WORST = 3 };
    int best = 0, kept = 0;
    for (int i = 0; i < offers->count; i++) {
        int score = offers->list[i].score;
        if (score < RECENT && score > best) best = score;
    }
    while (kept < offers->count && offers->list[kept].score * BEST_TO_WORST >= best) kept++;
    offers->count = kept;
}

Offers offers_of(const App *app, Arena *arena)
{
    static void (*const MAKE[PROMPT_KINDS])(Maker *) = {
        [PROMPT_COMMAND] = offer_commands,
        [PROMPT_GO] = offer_places,
        [PROMPT_SEARCH] = offer_found,
        [PROMPT_MARKS] = offer_marks,
    };
    Maker maker = {.app = app,
                   .walk = app->walk,
                   .arena = arena,
                   .typed = str_trim(line_text(&app->typed_in[app->prompt]))};
    MAKE[app->prompt](&maker);
    Offers *offers = &maker.offers;
    if (offers->count > 1) qsort(offers->list, (size_t)offers->count, sizeof(Offer), by_score);
    drop_poor(offers);
    return *offers;
}
