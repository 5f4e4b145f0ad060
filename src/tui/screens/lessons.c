// The start screen: a line for each lesson with how far it is done, and what it is about.

#include "tui/core/screen.h"
#include "tui/screens/shared.h"

#include <string.h>

// The lesson that is selected.
SCREEN_STATE(int, at_of, SCREEN_LESSONS)

// ---- keys ---------------------------------------------------------------------------------------

// With the one `after` places further on selected; nothing where there are none to choose from.
static bool open(App *app, int after)
{
    const LessonList *list = app->options->lessons;
    if (!list || list->count == 0) return false;
    int here = lessons_find(list, app->options->known_as), to = here < 0 ? here : here + after;
    *at_of(app) = to >= 0 && to < list->count ? to : lessons_unfinished(list);
    return true;
}

static int count(const App *app)
{
    return app->options->lessons->count;
}

static bool choose(App *app, int by UNUSED)
{
    const ListedLesson *lesson = &app->options->lessons->rows[*at_of(app)];
    if (lessons_find(app->options->lessons, app->options->known_as) == *at_of(app))
        return app_leave(app);
    if (lesson->steps == 0) {
        app_say(app, true, "This file is not a lesson: %s", lesson->title);
        return true;
    }
    if (!app->options->choose) return false;
    app->options->choose(app->options->choose_context, lesson);
    app->quit = true;
    return true;
}

bool lessons_take(App *app, int lesson)
{
    if (!app_open(app, SCREEN_LESSONS, 0)) return false;
    *at_of(app) = lesson;
    return choose(app, 0);
}

static bool leave_for(App *app, int errand)
{
    const ListedLesson *lesson = &app->options->lessons->rows[*at_of(app)];
    return lesson->steps && walk_leave_for(app, errand, lesson->name);
}

static bool may_leave(const App *app)
{
    return app->options->leave && app->options->lessons->rows[*at_of(app)].steps;
}

static const Action actions[] = {
    {"Space Enter", "open the lesson", .run = choose, .hint = "Space:open", .rank = 1},
    {"Q", "a quiz: ten questions of the lesson", "There is no quiz of this here.", .run = leave_for,
     .by = ERRAND_QUIZ, .hint = "Q:quiz", .rank = 4, .when = may_leave},
    {"P", "present the lesson, for a projector", "This cannot be presented from here.",
     .run = leave_for, .by = ERRAND_PRESENT, .hint = "P:present", .rank = 5, .when = may_leave},
    {"Esc", "back to the current lesson", .run = leave_screen, .hint = "Esc:back", .rank = 3},
    {"q", "quit", .run = walk_quit, .hint = "q:quit"},
};

// ---- drawing ------------------------------------------------------------------------------------

// Of the lesson at hand more is done than what was stored before it was opened.
static ListedLesson up_to_date(const App *app, int at)
{
    const LessonList *list = app->options->lessons;
    const Walk *walk = app->walk;
    ListedLesson row = list->rows[at];
    if (lessons_find(list, app->options->known_as) != at) return row;
    row.done = 0;
    for (int i = 0; i < walk->lesson.step_count; i++) row.done += walk->done[i];
    row.begun |= row.done > 0;
    return row;
}

// "25 min  5 of 13 steps"
static const char *facts_of(const ListedLesson *row, Arena *arena)
{
    const char *progress =
        row->steps && row->done == row->steps ? "done"
        : row->begun ? arena_printf(arena, "%d of %d steps", row->done, row->steps)
                     : arena_printf(arena, "%d step%s", row->steps, row->steps == 1 ? "" : "s");
    return row->minutes ? arena_printf(arena, "%d min  %s", row->minutes, progress) : progress;
}

// ---- the rows of the list: a heading for each part, two for each lesson ----------------------

enum { LESSON_ROWS = 2, LEFT = 6 };

static bool begins_part(const LessonList *list, int at)
{
    const char *part = list->rows[at].part, *before = at ? list->rows[at - 1].part : NULL;
    return part ? !before || strcmp(part, before) != 0 : before != NULL;
}

// The row that the lesson begins at; for the count of lessons, how many there are.
static int row_of(const LessonList *list, int at)
{
    int row = 0;
    for (int i = 0; i < list->count && i <= at; i++) {
        row += begins_part(list, i) ? i ? 2 : 1 : 0; // the heading, with a blank row above it
        if (i < at) row += LESSON_ROWS;
    }
    return row;
}

static void draw_heading(Canvas *canvas, int at, Rect area, int row)
{
    const LessonList *list = canvas->app->options->lessons;
    const char *part = list->rows[at].part;
    if (!begins_part(list, at) || row < area.row || row >= area.row + area.rows) return;
    frame_text(canvas->frame, area, area.column + 1, row,
               (Style){.ink = INK_ACCENT, .attributes = ATTR_BOLD},
               str_from(part ? part : "Other lessons"));
}

// "eight-steps: Three inputs look at each other"
static const char *about(const ListedLesson *row, Arena *arena)
{
    return *row->summary ? arena_printf(arena, "%s: %s", row->name, row->summary) : row->name;
}

static void draw_lesson(Canvas *canvas, int at, Rect area)
{
    const App *app = canvas->app;
    ListedLesson shown = up_to_date(app, at), *row = &shown;
    bool selected = at == *at_of(app);
    Style title = {.attributes = selected ? ATTR_BOLD : 0};
    const char *facts = facts_of(row, canvas->arena);
    int facts_columns = frame_columns(facts);
    int room = area.columns - LEFT - facts_columns - 2;
    if (selected) frame_fill(canvas->frame, area, GROUND_PANEL);
    const char *number = row->number ? arena_printf(canvas->arena, "%3d", row->number) : "   ";
    frame_printf(canvas->frame, area, area.column, area.row, title, "%c%s  %s",
                 selected ? '>' : ' ', number,
                 canvas_fit_text(canvas->arena, str_from(row->title), room));
    frame_text(canvas->frame, area, area.column + area.columns - facts_columns, area.row, title,
               str_from(facts));
    if (area.rows > 1)
        canvas_put(canvas, (Rect){area.column + LEFT, area.row + 1, area.columns - LEFT, 1}, QUIET,
                   about(row, canvas->arena));
    if (!selected) return;
    canvas_cursor(canvas, area.column, area.row);
}

static void draw_list(Canvas *canvas, Rect area)
{
    const LessonList *list = canvas->app->options->lessons;
    int at = *at_of(canvas->app), total = row_of(list, list->count - 1) + LESSON_ROWS;
    int top = canvas_first_line(row_of(list, at), total, area.rows);
    for (int i = 0; i < list->count; i++) {
        int row = area.row + row_of(list, i) - top, rows = area.row + area.rows - row;
        draw_heading(canvas, i, area, row - 1);
        if (row < area.row || rows <= 0) continue;
        Rect part = {area.column, row, area.columns, rows < LESSON_ROWS ? rows : LESSON_ROWS};
        draw_lesson(canvas, i, part);
        canvas_select(canvas, part, screen_select, i);
    }
}

// What comes before the selected one: "It needs: order, masking". A message is more urgent.
static void draw_selected(Canvas *canvas, Rect row)
{
    const App *app = canvas->app;
    const char *needs = app->options->lessons->rows[*at_of(app)].needs;
    const char *text = app->message ? app->message
                       : needs      ? arena_printf(canvas->arena, "It needs: %s", needs)
                                    : "";
    canvas_put(canvas, (Rect){row.column, row.row, row.columns, 1},
               (Style){.attributes = app->message ? ATTR_BOLD : 0}, text);
}

static void draw(Canvas *canvas, Rect part)
{
    const LessonList *list = canvas->app->options->lessons;
    static const char *const titles[] = {"qkv: self-attention, one number at a time",
                                         "qkv: self-attention", NULL};
    canvas_rule_fitting(
        canvas, part, titles,
        arena_printf(canvas->arena, "lesson %d of %d", *at_of(canvas->app) + 1, list->count));
    draw_list(canvas, (Rect){1, 2, part.columns - 2, part.rows - 4});
    draw_selected(canvas, (Rect){1, part.rows - 2, part.columns - 2, 1});
    view_keys(canvas, (Rect){0, part.rows - 1, part.columns, 1});
}

const Screen lessons_screen = {
    .keys = {"Among the lessons", ACTION_ROWS(actions)},
    .size = sizeof(int),
    .open = open,
    .count = count,
    .arrows = {.hint = "arrows:select", .rank = 2},
    .draw = draw,
};
