// The list of steps, which a presenter goes to from the slides.
#include "tui/parts/page.h"
#include "tui/parts/present_layout.h"

SCREEN_STATE(int, at_of, SCREEN_STEPS) // the step that is selected

static bool open(App *app, int by UNUSED)
{
    *at_of(app) = at_least(walk_stage(app->walk).step, 0);
    return true;
}

static int count(const App *app)
{
    return app->walk->lesson.step_count;
}

static bool go(App *app, int by UNUSED)
{
    walk_go_to_step(app->walk, *at_of(app));
    return app_leave(app);
}

static const Action actions[] = {
    {"PgUp", "the step above, for a clicker", .run = screen_move, .by = MOVE_UP},
    {"PgDn", "the step below", .run = screen_move, .by = MOVE_DOWN},
    {"Enter", "go there", .run = go, .hint = "Enter:go there", .rank = 2},
    {"g", "back", .run = leave_screen},
};

static List list(const App *app, int columns, Arena *arena)
{
    const Lesson *lesson = &app->walk->lesson;
    List made = {.text = {.arena = arena, .columns = columns}};
    for (int i = 0; i < lesson->step_count; i++) {
        const char *line = arena_printf(arena, "  %2d  %s", i + 1, lesson->steps[i].title);
        text_plain(&made.text, i == *at_of(app) ? BOLD : PLAIN,
                   canvas_fit_text(arena, str_from(line), columns));
        list_add(&made, i);
    }
    return made;
}

static void draw(Canvas *canvas, Rect part)
{
    const Lesson *lesson = &canvas->walk->lesson;
    int columns = present_page_columns(part.columns), spare = part.rows - 2 - lesson->step_count;
    int lowered = spare > 0 ? spare / 3 : 0;
    Rect rows = {(part.columns - columns) / 2, 1 + lowered, columns, part.rows - 2 - lowered};
    List steps = list(canvas->app, columns, canvas->arena);
    canvas_rule(canvas, part, "steps", "Enter: go there");
    list_draw(canvas, &steps, *at_of(canvas->app), rows, screen_select);
    canvas_last_row(canvas);
}

const Screen steps_screen = {
    .keys = {"Among the steps", ACTION_ROWS(actions)},
    .size = sizeof(int),
    .open = open,
    .list = list,
    .count = count,
    .arrows = {.hint = "arrows:select", .rank = 1},
    .draw = draw,
    .words = "the list of steps",
};
