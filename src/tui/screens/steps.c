// The list of steps, which a presenter goes to from the slides.
#include "tui/core/screen.h"
#include "tui/parts/present_layout.h"

// The step that is selected.
SCREEN_STATE(int, at_of, SCREEN_STEPS)

static bool open(App *app, int by)
{
    (void)by;
    int step = walk_stage(app->walk).step;
    *at_of(app) = step < 0 ? 0 : step;
    return true;
}

static bool select(App *app, int step)
{
    if (step < 0 || step >= app->walk->lesson.step_count) return false;
    *at_of(app) = step;
    return true;
}

static bool move(App *app, int by)
{
    return select(app, *at_of(app) + by);
}

static bool go_to(App *app, int step)
{
    walk_go_to_step(app->walk, step);
    return app_leave(app);
}

static bool go(App *app)
{
    return go_to(app, *at_of(app));
}

static const Action actions[] = {
    {"Up k Backspace PgUp", "the step above", "This is the first.", .step = move, .by = -1},
    {"Down j Space PgDn", "the step below", "This is the last.", .step = move, .by = 1,
     .hint = "arrows:select", .rank = 1},
    {"Enter", "go there", .run = go, .hint = "Enter:go there", .rank = 2},
    {"q Esc g", "back", .run = app_leave, .hint = "q:back"},
};

static void draw(Canvas *canvas, Rect part)
{
    const App *app = canvas->app;
    const Lesson *lesson = &canvas->walk->lesson;
    int columns = present_page_columns(part.columns), spare = part.rows - 2 - lesson->step_count;
    int lowered = spare > 0 ? spare / 3 : 0;
    Rect rows = {(part.columns - columns) / 2, 1 + lowered, columns, part.rows - 2 - lowered};
    int at = *at_of(app), top = at < rows.rows ? 0 : at - rows.rows + 1;
    canvas_rule(canvas, part, "steps", "Enter: go there");
    for (int i = top; i < lesson->step_count && i - top < rows.rows; i++) {
        const char *line = arena_printf(canvas->arena, "%c %2d  %s", i == at ? '>' : ' ', i + 1,
                                        lesson->steps[i].title);
        Style style = {.attributes = i == at ? ATTR_BOLD : 0};
        Rect row = {rows.column, rows.row + i - top, rows.columns, 1};
        canvas_put(canvas, (Rect){row.column, row.row, rows.columns, 1}, style, line);
        canvas_click(canvas, row, select, go_to, i);
    }
    canvas_cursor(canvas, rows.column, rows.row + at - top);
    canvas_last_row(canvas);
}

const Screen steps_screen = {
    .keys = {"Among the steps", ACTION_ROWS(actions)},
    .size = sizeof(int),
    .open = open,
    .draw = draw,
    .words = "the list of steps",
};
