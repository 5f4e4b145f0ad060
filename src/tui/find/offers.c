#include "tui/find/offers.h"

#include "base/number.h"
#include "tui/edit/whatif.h"
#include "tui/find/fuzzy.h"
#include "tui/find/prompt.h"
#include "tui/input.h"
#include "tui/walk/names.h"
#include "walk/go.h"
#include "walk/mark.h"

#include <stdlib.h>
#include <string.h>

enum { EXACT = 10000, RECENT = 1000 }; // scores above all fuzzy ones

typedef struct Maker {
    const App *app;
    const Walk *walk;
    Arena *arena;
    Str typed;
    Offers offers;
    size_t capacity;
} Maker;

static void add(Maker *maker, Offer offer)
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

// If what is typed fits the text, or else the text with what stands on its right.
static void add_fitting(Maker *maker, Offer offer)
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
    add(maker, offer);
}

static int by_score(const void *a_, const void *b_)
{
    const Offer *a = a_, *b = b_;
    if (a->score != b->score) return a->score > b->score ? -1 : 1;
    return a->order - b->order;
}

// The screen below is left as its own key leaves it.
static void to_walk(App *app)
{
    if (app->under != app->home) app_press(app, app->under, KEYCODE_ESCAPE);
    app->screen = app->home;
    app->lesson_scroll = SCROLL_FOLLOWS;
}

// ---- places -------------------------------------------------------------------------------------

static void take_step(App *app, const Offer *offer)
{
    to_walk(app);
    walk_visit_step(app->walk, offer->number);
}

static void take_statement(App *app, const Offer *offer)
{
    to_walk(app);
    walk_visit_statement(app->walk, offer->number);
}

static void take_cell(App *app, const Offer *offer)
{
    to_walk(app);
    if (!walk_visit_cell(app->walk, offer->cell))
        app_say(app, false, "%s has no cells.", offer->completes);
}

static void take_mark(App *app, const Offer *offer)
{
    to_walk(app);
    walk_go_to_mark(app->walk, (char)offer->number);
}

static void add_steps(Maker *maker, const char *verb)
{
    const Lesson *lesson = &maker->walk->lesson;
    for (int i = 0; i < lesson->step_count; i++) {
        const char *title = lesson->steps[i].title;
        add_fitting(maker,
                    (Offer){.text = text_printf(maker->arena, "%sstep %d: %s", verb, i + 1, title),
                            .right = "",
                            .take = take_step,
                            .completes = text_printf(maker->arena, "step %d", i + 1),
                            .number = i});
    }
}

// Each name once, as what it is in the end.
static bool is_last_of_name(const Name *names, int count, int i)
{
    for (int k = i + 1; k < count; k++) {
        if (strcmp(names[k].name, names[i].name) == 0) return false;
    }
    return true;
}

static void add_tensors(Maker *maker, const char *verb, void (*take)(App *, const Offer *))
{
    Name *names;
    int count = names_of(maker->walk, maker->arena, &names);
    for (int i = 0; i < count; i++) {
        if (!is_last_of_name(names, count, i)) continue;
        const Tensor *tensor = maker->walk->trace->entries[names[i].entry].call.output;
        const char *shape = shape_tuple(maker->arena, &tensor->shape);
        add_fitting(maker, (Offer){.text = text_printf(maker->arena, "%s%s", verb, names[i].name),
                                   .right = text_printf(maker->arena, "%s, step %d", shape,
                                                        names[i].step + 1),
                                   .take = take,
                                   .completes = names[i].name,
                                   .cell = {.entry = names[i].entry}});
    }
}

static void add_marks(Maker *maker, const char *verb)
{
    for (char letter = 'a'; letter <= 'z'; letter++) {
        const Mark *mark = walk_marked(maker->walk, letter);
        if (!mark) continue;
        const char *title = mark_title(maker->walk, mark, maker->arena);
        add_fitting(maker,
                    (Offer){.text = text_printf(maker->arena, "%s%c  %s", verb, letter, title),
                            .right = text_printf(maker->arena, "step %d", mark->stage.step + 1),
                            .take = take_mark,
                            .number = letter});
    }
}

// ---- commands -----------------------------------------------------------------------------------

static void take_action(App *app, const Offer *offer)
{
    app->screen = app->under;
    app_run(app, offer->action);
}

static void take_figure(App *app, const Offer *offer)
{
    take_cell(app, offer);
    app_press(app, ON_WALK, 'x');
}

static void take_lesson(App *app, const Offer *offer)
{
    app->lessons_at = offer->number;
    app_press(app, ON_LESSONS, KEYCODE_ENTER);
}

static void take_switch(App *app, const Offer *offer)
{
    to_walk(app);
    whatif_show(app, offer->number);
}

// The switches of the step at hand, by what they are called and what they do.
static void add_switches(Maker *maker)
{
    WhatIf whatif;
    int step = app_stage(maker->app).step;
    bool on_walk = maker->app->under & (ON_WALK | ON_PRESENT);
    if (!on_walk || maker->typed.n == 0 || !whatif_is_quick(maker->walk, step)) return;
    if (whatif_open(&whatif, maker->walk, step)) {
        for (int i = 0; i < whatif.count; i++) {
            const Switch *one = &whatif.switches[i];
            add_fitting(maker,
                        (Offer){.text = text_printf(maker->arena, "what if: %s", one->name),
                                .right = text_printf(maker->arena, "%s", one->words),
                                .take = take_switch,
                                .number = i});
        }
    }
    whatif_close(&whatif);
}

static void add_actions(Maker *maker)
{
    for (int i = 0; i < action_count; i++) {
        const Action *action = &actions[i];
        if (!(action->screens & maker->app->under) || action->run == prompt_commands) continue;
        add_fitting(maker, (Offer){.text = action->help,
                                   .right = action->keys,
                                   .take = take_action,
                                   .action = action});
    }
}

static void add_lessons(Maker *maker)
{
    const LessonList *list = maker->app->options->lessons;
    for (int i = 0; list && i < list->count; i++) {
        add_fitting(maker, (Offer){.text = text_printf(maker->arena, "open the lesson %s",
                                                       list->rows[i].title),
                                   .right = list->rows[i].name,
                                   .take = take_lesson,
                                   .number = i});
    }
}

static void offer_commands(Maker *maker)
{
    add_actions(maker);
    add_switches(maker);
    add_steps(maker, "go to ");
    add_marks(maker, "go to mark ");
    add_tensors(maker, "show ", take_cell);
    add_tensors(maker, "export ", take_figure);
    add_lessons(maker);
    maker->offers.problem = "No command fits that. Backspace, or Esc to leave.";
}

// ---- go to ----------------------------------------------------------------------------------

// The number behind `word`, or alone; false: it is something else.
static bool number_after(Str typed, const char *word, int *number)
{
    int64_t value;
    if (str_starts(typed, word)) typed = str_trim(str_slice(typed, (int)strlen(word), typed.n));
    if (!number_parse_int(typed, &value) || value < 0 || value > 1000000000) return false;
    *number = (int)value;
    return true;
}

static void offer_step(Maker *maker, int step)
{
    const Lesson *lesson = &maker->walk->lesson;
    if (step < 0 || step >= lesson->step_count) return;
    const char *title = lesson->steps[step].title;
    add(maker, (Offer){.text = text_printf(maker->arena, "step %d: %s", step + 1, title),
                       .right = "",
                       .score = EXACT,
                       .take = take_step,
                       .number = step});
}

static void offer_line(Maker *maker, int line)
{
    const Trace *trace = maker->walk->trace;
    for (int i = 0; i < trace->statement_count; i++) {
        Span at = trace->statements[i].source;
        if (!at.source ||
            source_place(at.source, at.end > at.start ? at.end - 1 : at.start).line < line)
            continue;
        Buf code = {.arena = maker->arena};
        buf_add_one_line(&code, span_text(at));
        add(maker, (Offer){.text = buf_text(&code),
                           .right = text_printf(maker->arena, "line %d",
                                                source_place(at.source, at.start).line),
                           .score = EXACT,
                           .take = take_statement,
                           .number = i});
        return;
    }
}

// "scores 1 2" is "scores[1,2]".
static Str as_cell(Str typed, Arena *arena)
{
    int blank = str_find(typed, " ");
    if (blank < 0 || str_find(typed, "[") >= 0) return typed;
    Buf cell = {.arena = arena};
    buf_printf(&cell, "%.*s[", blank, typed.p);
    Str rest = str_trim(str_slice(typed, blank, typed.n));
    for (int i = 0; i < rest.n; i++) {
        bool separates = rest.p[i] == ' ' || rest.p[i] == ',';
        if (!separates)
            buf_add_char(&cell, rest.p[i]);
        else if (cell.p[cell.n - 1] != ',')
            buf_add_char(&cell, ',');
    }
    buf_add_char(&cell, ']');
    return buf_str(&cell);
}

static void offer_cell(Maker *maker)
{
    Cell cell;
    Error error = {.arena = maker->arena};
    Str text = as_cell(maker->typed, maker->arena);
    if (cell_parse(maker->walk->trace, text, &cell, &error)) {
        const char *name = cell_name(maker->walk->trace, cell, maker->arena);
        int step = walk_step_of(maker->walk, cell.entry) + 1;
        add(maker, (Offer){.text = name,
                           .right = text_printf(maker->arena, "cell, step %d", step),
                           .score = EXACT,
                           .take = take_cell,
                           .completes = name,
                           .cell = cell});
    } else {
        const char *hint = error.hint ? text_printf(maker->arena, ": %s", error.hint) : "";
        maker->offers.problem = text_printf(maker->arena, "Error: %s%s", error.message, hint);
    }
}

static void offer_places(Maker *maker)
{
    Str typed = maker->typed;
    int number;
    if (str_starts(typed, "line") && number_after(typed, "line", &number))
        offer_line(maker, number);
    else if (number_after(typed, "step", &number))
        offer_step(maker, number - 1);
    else if (typed.n)
        offer_cell(maker);
    if (maker->offers.count && number_after(typed, "step", &number)) return;
    add_steps(maker, "");
    add_tensors(maker, "", take_cell);
    if (!maker->offers.problem) maker->offers.problem = "There is no such step or line.";
}

// ---- search and marks ---------------------------------------------------------------------------

static void take_found(App *app, const Offer *offer)
{
    Arena scratch = {0};
    Found *found;
    Str wanted = line_text(&app->typed_in[PROMPT_SEARCH]);
    int count = search(app, wanted, &scratch, &found);
    app->screen = ON_WALK;
    arena_free(&app->wanted_arena);
    app->wanted = str_copy(&app->wanted_arena, str_trim(wanted));
    if (offer->number < count) search_go(app, str_from(app->wanted), found, offer->number, count);
    arena_free(&scratch);
}

static void offer_found(Maker *maker)
{
    Found *found;
    int count = search(maker->app, maker->typed, maker->arena, &found);
    for (int i = 0; i < count; i++) {
        add(maker, (Offer){.text = found[i].text,
                           .right = found[i].where,
                           .take = take_found,
                           .completes = str_copy(maker->arena, maker->typed),
                           .number = i});
    }
    maker->offers.first = search_from_here(maker->app, found, count);
    maker->offers.problem =
        maker->typed.n == 0
            ? "Text, code, names and labels; =4 finds a number. Ctrl-P: searched before."
        : str_starts(maker->typed, "=") ? "No cell that is computed so far shows that number."
                                        : "Nothing in this lesson says that.";
}

static void offer_marks(Maker *maker)
{
    add_marks(maker, "");
    maker->offers.problem =
        maker->typed.n ? "No mark fits that." : "There are no marks yet. m and a letter sets one.";
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
