// The palette of commands: every action of the screen below, and places to go to by name.
#include "tui/find/maker.h"

#include "tui/find/prompt.h"
#include "tui/input.h"

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

static void add_actions(Maker *maker)
{
    const Action *action;
    for (int i = 0; (action = action_at(i)); i++) {
        if (!(action->screens & maker->app->under) || action->run == prompt_commands) continue;
        maker_add_fitting(maker, (Offer){.text = action->help,
                                         .right = action->keys,
                                         .take = take_action,
                                         .action = action});
    }
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
    maker_add_steps(maker, "go to ");
    maker_add_marks(maker, "go to mark ");
    maker_add_tensors(maker, "show ", take_cell);
    maker_add_tensors(maker, "export ", take_figure);
    add_lessons(maker);
    maker->offers.problem = "No command fits that. Backspace, or Esc to leave.";
}
