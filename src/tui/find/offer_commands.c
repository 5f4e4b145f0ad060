// The palette of commands: every action of the screen below, and places to go to by name.
#include "tui/find/maker.h"

#include "tui/figures/figure_dialog.h"
#include "tui/find/prompt.h"
#include "tui/input.h"

static void take_action(App *app, const Offer *offer)
{
    app->screen = app->under;
    app_run(app, offer->action);
}

static void take_mouse(App *app, const Offer *offer)
{
    (void)offer;
    app->screen = app->under;
    app->mouse_left = !app->mouse_left;
    app_say(app, false,
            app->mouse_left ? "The mouse selects text now. :mouse takes it back."
                            : "The mouse is taken again. :mouse leaves it.");
}

static void take_figure(App *app, const Offer *offer)
{
    take_cell(app, offer);
    if (!figure_dialog_open(app) && !app->message) app_say(app, false, "There is nothing to draw.");
}

static void take_lesson(App *app, const Offer *offer)
{
    app->lessons_at = offer->number;
    app_press(app, ON_LESSONS, KEYCODE_ENTER);
}

static void take_switch(App *app, const Offer *offer)
{
    to_walk(app);
    app_press(app, app->home, 'W');
    for (int i = 0; i < offer->number && app->screen == ON_WHATIF; i++)
        app_press(app, ON_WHATIF, KEYCODE_DOWN);
}

// The switches of the step at hand, by what they are called and what they do.
static void add_switches(Maker *maker)
{
    WhatIf whatif;
    int step = walk_stage(maker->app->walk).step;
    bool on_walk = maker->app->under & (ON_WALK | ON_PRESENT);
    if (!on_walk || maker->typed.n == 0 || !whatif_is_quick(maker->walk, step)) return;
    whatif_open(&whatif, maker->walk, step);
    for (int i = 0; i < whatif.count; i++) {
        const Switch *one = &whatif.switches[i];
        maker_add_fitting(maker,
                          (Offer){.text = text_printf(maker->arena, "what if: %s", one->name),
                                  .right = text_printf(maker->arena, "%s", one->words),
                                  .take = take_switch,
                                  .number = i});
    }
    whatif_close(&whatif);
}

// It is where they are listed.
static bool opens_commands(const Action *action)
{
    return action->step == prompt_open && action->by == PROMPT_COMMAND;
}

static void add_actions(Maker *maker)
{
    const Action *action;
    for (int i = 0; (action = action_at(i)); i++) {
        if (!(action_screens(action) & maker->app->under) || opens_commands(action)) continue;
        Offer offer = {.text = action->help,
                       .right = action->keys,
                       .score = OFFER_EXACT,
                       .take = take_action,
                       .action = action};
        if (str_has_word(action->keys, maker->typed))
            maker_add(maker, offer);
        else
            maker_add_fitting(maker, offer);
    }
}

// What no key is worth.
static void add_mouse(Maker *maker)
{
    if (maker->app->options->no_mouse || maker->typed.n == 0) return;
    const char *text = maker->app->mouse_left ? "mouse: take it back from the terminal"
                                              : "mouse: leave it to the terminal, to select text";
    maker_add_fitting(maker, (Offer){.text = text, .right = "", .take = take_mouse});
}

static void add_lessons(Maker *maker)
{
    const LessonList *list = maker->app->options->lessons;
    for (int i = 0; list && i < list->count; i++) {
        maker_add_fitting(maker, (Offer){.text = text_printf(maker->arena, "open the lesson %s",
                                                             list->rows[i].title),
                                         .right = list->rows[i].name,
                                         .take = take_lesson,
                                         .number = i});
    }
}

void offer_commands(Maker *maker)
{
    add_actions(maker);
    add_switches(maker);
    add_mouse(maker);
    maker_add_steps(maker, "go to ");
    maker_add_marks(maker, "go to mark ");
    maker_add_tensors(maker, "show ", take_cell);
    maker_add_tensors(maker, "export ", take_figure);
    add_lessons(maker);
    maker->offers.problem = "No command fits that. Backspace, or Esc to leave.";
}
