// The start screen: a line for each lesson with how far it is done, and what it is about.
#include "tui/screens/lessons.h"

#include "base/utf8.h"
#include "tui/core/screen.h"
#include "tui/screens/walk.h"

#include <string.h>

int lessons_unfinished(const LessonList *list)
{
    for (int i = 0; i < list->count; i++) {
        if (list->rows[i].done < list->rows[i].steps) return i;
    }
    return 0;
}

int lessons_find(const LessonList *list, const char *name)
{
    for (int i = 0; name && i < list->count; i++) {
        if (strcmp(list->rows[i].name, name) == 0) return i;
    }
    return -1;
}

// The lesson that is selected.
static int *at_of(const App *app)
{
    return app->state[SCREEN_LESSONS];
}

// ---- keys ---------------------------------------------------------------------------------------

// With the one that comes so many after this selected; nothing where there are none to choose from.
static bool open(App *app, int after)
{
    const LessonList *list = app->options->lessons;
    if (!list || list->count == 0) return false;
    int here = lessons_find(list, app->options->known_as), to = here < 0 ? here : here + after;
    *at_of(app) = to >= 0 && to < list->count ? to : lessons_unfinished(list);
    return true;
}

static bool move(App *app, int by)
{
    int to = *at_of(app) + by;
    if (to < 0 || to >= app->options->lessons->count) return false;
    *at_of(app) = to;
    return true;
}

static bool select(App *app, int lesson)
{
    *at_of(app) = lesson;
    return true;
}

static bool choose(App *app)
{
    const ListedLesson *lesson = &app->options->lessons->rows[*at_of(app)];
    if (lessons_find(app->options->lessons, app->options->known_as) == *at_of(app))
        return app_leave(app);
    if (lesson->steps == 0) {
        app_say(app, true, "This file is no lesson: %s", lesson->title);
        return true;
    }
    if (!app->options->choose) return false;
    app->options->choose(app->options->choose_context, lesson);
    app->quit = true;
    return true;
}

static bool choose_this(App *app, int lesson)
{
    return select(app, lesson) && choose(app);
}

bool lessons_take(App *app, int lesson)
{
    return app_open(app, SCREEN_LESSONS, 0) && choose_this(app, lesson);
}

static const Action actions[] = {
    {"Up k Backspace", "the lesson above", "This is the first.", .step = move, .by = -1},
    {"Down j Space", "the lesson below", "This is the last.", .step = move, .by = 1,
     .hint = "arrows:select", .rank = 1},
    {"Enter", "open the lesson", .run = choose, .hint = "Enter:open", .rank = 2},
    {"Esc L", "back to the lesson at hand", .run = app_leave, .hint = "Esc:back", .rank = 3},
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

static const char *progress_of(const ListedLesson *row, Arena *arena)
{
    if (row->steps && row->done == row->steps) return "done";
    if (row->begun) return arena_printf(arena, "%d of %d steps", row->done, row->steps);
    return arena_printf(arena, "%d step%s", row->steps, row->steps == 1 ? "" : "s");
}

enum { LESSON_ROWS = 2, LEFT = 6, PROGRESS = 14 };

static void draw_lesson(Canvas *canvas, int at, Rect area)
{
    const App *app = canvas->app;
    ListedLesson shown = up_to_date(app, at), *row = &shown;
    bool selected = at == *at_of(app);
    Style title = {.attributes = selected ? ATTR_BOLD : 0}, faint = {.ink = INK_QUIET};
    int room = area.columns - LEFT - PROGRESS - 1;
    if (selected) frame_fill(canvas->frame, area, GROUND_PANEL);
    frame_printf(canvas->frame, area, area.column, area.row, title, "%c%3d  %s",
                 selected ? '>' : ' ', at + 1,
                 canvas_fit_text(canvas->arena, str_from(row->title), room));
    const char *progress = progress_of(row, canvas->arena);
    frame_text(canvas->frame, area, area.column + area.columns - utf8_width(str_from(progress)),
               area.row, title, str_from(progress));
    Str summary = str_from(*row->summary ? row->summary : row->name);
    frame_text(canvas->frame, area, area.column + LEFT, area.row + 1, faint,
               str_from(canvas_fit_text(canvas->arena, summary, area.columns - LEFT)));
    if (!selected) return;
    canvas->frame->cursor_column = area.column;
    canvas->frame->cursor_row = area.row;
}

static void draw(Canvas *canvas, Rect part)
{
    const LessonList *list = canvas->app->options->lessons;
    int fit = (part.rows - 4) / LESSON_ROWS, at = *at_of(canvas->app);
    int top = canvas_first_line(at, list->count, fit);
    static const char *const titles[] = {"qkv: self-attention, one number at a time",
                                         "qkv: self-attention", NULL};
    const char *right = arena_printf(canvas->arena, "lesson %d of %d", at + 1, list->count);
    canvas_rule(canvas, part, canvas_first_fitting(titles, canvas_rule_room(part.columns, right)),
                right);
    for (int i = 0; i < fit && top + i < list->count; i++) {
        Rect row = {1, 2 + i * LESSON_ROWS, part.columns - 2, LESSON_ROWS};
        draw_lesson(canvas, top + i, row);
        canvas_click(canvas, row, select, choose_this, top + i);
    }
    const App *app = canvas->app;
    if (app->message)
        frame_text(
            canvas->frame, part, 1, part.rows - 2, (Style){.attributes = ATTR_BOLD},
            str_from(canvas_fit_text(canvas->arena, str_from(app->message), part.columns - 2)));
    view_keys(canvas, (Rect){0, part.rows - 1, part.columns, 1});
}

const Screen lessons_screen = {
    .keys = {"Among the lessons", ACTION_ROWS(actions)},
    .size = sizeof(int),
    .open = open,
    .draw = draw,
};
