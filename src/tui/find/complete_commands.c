// The palette of commands: every action of the screen below, and places to go to by name.
#include "tui/core/input.h"
#include "tui/find/completions.h"
#include "tui/screens/shared.h"
#include "walk/edits/whatif.h"

static void take_action(App *app, const Completion *completion)
{
    app_run(app, completion->action);
}

static void take_mouse(App *app, const Completion *completion UNUSED)
{
    app->mouse_left = !app->mouse_left;
    app_say(app, false,
            app->mouse_left ? "The mouse selects text now. :mouse takes it back."
                            : "The mouse works here again. :mouse gives it back.");
}

static void take_convention(App *app, const Completion *completion)
{
    walk_read_columns(app->walk, completion->number);
    app_say(app, false,
            app->walk->view.columns
                ? "Tokens are columns now, as in many papers: q = W x. :rows takes it back."
                : "Tokens are rows again, as in PyTorch: q = x @ W.");
}

static void take_figure(App *app, const Completion *completion)
{
    completion_take_cell(app, completion);
    if (!app_open(app, SCREEN_FIGURE, 0) && !app->message)
        app_say(app, false, "There is nothing to draw.");
}

static void take_lesson(App *app, const Completion *completion)
{
    lessons_take(app, completion->number);
}

static void take_switch(App *app, const Completion *completion)
{
    app_press(app, 'W');
    for (int i = 0; i < completion->number && app_top(app) == SCREEN_WHATIF; i++)
        app_press(app, KEYCODE_DOWN);
}

static void take_edit(App *app, const Completion *completion)
{
    edit_command(app, str_from(completion->text));
}

static unsigned under_of(const Maker *maker)
{
    return 1u << app_subject_screen(maker->app);
}

// The switches of the step at hand, by what they are called and what they do.
static void add_switches(Maker *maker)
{
    WhatIf whatif;
    int step = whatif_step_at_hand(maker->walk);
    bool on_walk = under_of(maker) & (ON_WALK | ON_PRESENT);
    if (!on_walk || maker->typed.n == 0 || !whatif_is_quick(maker->walk, step)) return;
    whatif_open_at_hand(&whatif, maker->walk);
    for (int i = 0; i < whatif.count; i++) {
        const Switch *one = &whatif.switches[i];
        const char *text = arena_printf(maker->arena, "what if: %s", one->name);
        const char *words = arena_printf(maker->arena, "%s", one->words);
        maker_add_fitting(maker, completion(text, words, take_switch, i));
    }
    whatif_close(&whatif);
}

static void add_actions(Maker *maker)
{
    const Action *action;
    for (ActionEach each = {0}; (action = action_next(&each));) {
        if (!(each.screens & under_of(maker)) ||
            (action->opens == SCREEN_PROMPT && action->by == PROMPT_COMMAND))
            continue;
        Completion completion = {.text = action->help,
                                 .right = action->keys,
                                 .score = COMPLETION_EXACT,
                                 .take = take_action,
                                 .action = action};
        if (str_has_word(action->keys, maker->typed))
            maker_add(maker, completion);
        else
            maker_add_fitting(maker, completion);
    }
}

// What no key is worth.
static void add_mouse(Maker *maker)
{
    const TuiOptions *options = maker->app->options;
    if (options->no_mouse || options->in_page || maker->typed.n == 0) return;
    const char *text = maker->app->mouse_left ? "mouse: take it back from the terminal"
                                              : "mouse: leave it to the terminal, to select text";
    maker_add_fitting(maker, completion(text, "", take_mouse, 0));
}

static void add_convention(Maker *maker)
{
    bool columns = maker->app->walk->view.columns;
    bool on_walk = under_of(maker) & (ON_WALK | ON_PRESENT);
    if (maker->typed.n == 0 || !on_walk) return;
    maker_add_fitting(maker, (Completion){.text = columns ? "rows: tokens as rows, as in PyTorch"
                                                          : "columns: tokens as columns, as in "
                                                            "many papers",
                                          .right = columns ? "q = x @ W" : "q = W x",
                                          .score = COMPLETION_EXACT,
                                          .take = take_convention,
                                          .number = !columns});
}

static void add_lessons(Maker *maker)
{
    const LessonList *list = maker->app->options->lessons;
    for (int i = 0; list && i < list->count; i++) {
        const char *text = arena_printf(maker->arena, "open the lesson %s", list->rows[i].title);
        maker_add_fitting(maker, completion(text, list->rows[i].name, take_lesson, i));
    }
}

static void add_typed(Maker *maker, const char *text, const char *about)
{
    Completion made = completion(text, about, take_edit, 0);
    made.score = 2 * COMPLETION_EXACT;
    maker_add(maker, made);
}

// What is typed is itself the command, or the beginning of such a word: then what is to be typed
// behind it is said.
static void add_edits(Maker *maker)
{
    const char *word, *typed = str_copy(maker->arena, maker->typed);
    const char *about = edit_command_about(maker->typed);
    if (about) add_typed(maker, typed, about);
    for (int i = 0; !about && maker->typed.n && (word = edit_command_word(i, &about)); i++) {
        if (str_starts(str_from(word), typed)) add_typed(maker, word, about);
        about = NULL;
    }
}

void complete_commands(Maker *maker)
{
    add_edits(maker);
    add_actions(maker);
    add_switches(maker);
    add_mouse(maker);
    add_convention(maker);
    maker_add_steps(maker, "go to ");
    maker_add_marks(maker, "go to mark ");
    maker_add_iterations(maker, "go to ");
    maker_add_tensors(maker, "show ", completion_take_cell);
    maker_add_tensors(maker, "export ", take_figure);
    add_lessons(maker);
    maker->completions.problem = "No command matches. Backspace, or Esc to leave.";
}
