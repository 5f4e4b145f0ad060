// Makes the list above a prompt: commands, places, search results or marks, scored by how well
// they fit and sorted. What was chosen lately comes before what merely fits, and completions that
// score less than a third of the best are dropped.
#include "tui/find/completions.h"

#include "base/text/fuzzy.h"
#include "tui/core/screen.h"

#include <stdlib.h>
#include <string.h>

enum { RECENT = 1000 }; // a score above all fuzzy ones, below the exact ones

Completion completion(const char *text, const char *right,
                      void (*take)(App *app, const Completion *completion), int number)
{
    return (Completion){.text = text, .right = right, .take = take, .number = number};
}

void maker_add(Maker *maker, Completion made)
{
    Completions *completions = &maker->completions;
    made.order = completions->count;
    *ARENA_ADD(maker->arena, completions->list, completions->count) = made;
}

// How lately it was taken; 0: never.
static int recent(const Maker *maker, const char *text)
{
    const Line *line = maker->line;
    for (int i = line->history_count - 1; i >= 0; i--) {
        if (strcmp(line->history[i], text) == 0) return RECENT + i;
    }
    return 0;
}

void maker_add_fitting(Maker *maker, Completion made)
{
    if (maker->only_whole && fuzzy_find_text(str_from(made.text), maker->typed, 0) < 0) return;
    int score = fuzzy_score(maker->typed, str_from(made.text));
    made.score = 2 * score;
    if (score == NO_FUZZY_MATCH) {
        const char *hint = made.action && made.action->hint ? made.action->hint : "";
        const char *both = arena_printf(maker->arena, "%s %s %s", made.text, made.right, hint);
        made.score = score = fuzzy_score(maker->typed, str_from(both));
    }
    if (score == NO_FUZZY_MATCH) return;
    if (maker->typed.n == 0 || str_is(maker->typed, made.text))
        made.score += recent(maker, made.text);
    maker_add(maker, made);
}

// ---- what was found -----------------------------------------------------------------------------

// What was typed is looked for from now on.
static void want(App *app, const Completion *completion)
{
    arena_free(&app->wanted_arena);
    app->wanted = str_copy(&app->wanted_arena, str_from(completion->completes));
}

static void take_found(App *app, const Completion *completion)
{
    Found *found;
    want(app, completion);
    app_go_home(app);
    int count = search_shown(app, str_from(app->wanted), app->scratch, &found);
    if (completion->number < count)
        search_go(app, str_from(app->wanted), found, completion->number, count);
}

static void take_row(App *app, const Completion *completion)
{
    want(app, completion);
    screen_select(app, completion->number);
}

static void complete_rows(Maker *maker, const Screen *screen)
{
    RowFound *found;
    int count = screen->search(maker->app, maker->typed, maker->arena, &found);
    for (int i = 0; i < count; i++) {
        maker_add(maker, (Completion){.text = found[i].text,
                                      .right = "",
                                      .take = take_row,
                                      .completes = str_copy(maker->arena, maker->typed),
                                      .number = found[i].row});
    }
    maker->completions.problem =
        maker->typed.n
            ? "No row here says that."
            : arena_printf(maker->arena, "%s. Ctrl-P: earlier searches.", screen->searched);
}

static void complete_found(Maker *maker)
{
    const App *app = maker->app;
    const Screen *below = screen_of(app->stack[app->depth > 1 ? app->depth - 2 : 0]);
    if (below->search) {
        complete_rows(maker, below);
        return;
    }
    Found *found;
    int count = search_shown(app, maker->typed, maker->arena, &found);
    for (int i = 0; i < count; i++) {
        maker_add(maker, (Completion){.text = found[i].text,
                                      .right = found[i].where,
                                      .take = take_found,
                                      .completes = str_copy(maker->arena, maker->typed),
                                      .number = i});
    }
    maker->completions.first = search_from_here(maker->walk, found, count);
    maker->completions.problem =
        maker->typed.n == 0
            ? "Text, code, names and labels; =4 finds a number. Ctrl-P: earlier searches."
        : str_starts(maker->typed, "=") ? "No cell computed so far has that number."
                                        : "Nothing in this lesson says that.";
}

static void complete_marks(Maker *maker)
{
    maker_add_marks(maker, "");
    maker->completions.problem =
        maker->typed.n ? "No mark matches." : "There are no marks yet. m and a letter sets one.";
}

static int by_score(const void *a_, const void *b_)
{
    const Completion *a = a_, *b = b_;
    if (a->score != b->score) return a->score > b->score ? -1 : 1;
    return a->order - b->order;
}

// Letters that are found somewhere are worth nothing beside words that are found whole.
static void drop_poor(Completions *completions)
{
    enum { BEST_TO_WORST = 3 };
    int best = 0, kept = 0;
    for (int i = 0; i < completions->count; i++) {
        int score = completions->list[i].score;
        if (score < RECENT && score > best) best = score;
    }
    while (kept < completions->count && completions->list[kept].score * BEST_TO_WORST >= best)
        kept++;
    completions->count = kept;
}

Completions completions_of(const App *app, PromptKind kind, const Line *line, Arena *arena)
{
    static void (*const MAKE[PROMPT_KINDS])(Maker *) = {
        [PROMPT_COMMAND] = complete_commands,
        [PROMPT_GO] = complete_places,
        [PROMPT_SEARCH] = complete_found,
        [PROMPT_MARKS] = complete_marks,
    };
    Maker maker = {.app = app,
                   .walk = app->walk,
                   .arena = arena,
                   .line = line,
                   .typed = str_trim(line_text(line))};
    MAKE[kind](&maker);
    Completions *completions = &maker.completions;
    if (completions->count > 1)
        qsort(completions->list, (size_t)completions->count, sizeof(Completion), by_score);
    drop_poor(completions);
    return *completions;
}
