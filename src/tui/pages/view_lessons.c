// The start screen: a line for each lesson with how far it is done, and what it is about.
#include "tui/pages/lessons.h"

#include "base/utf8.h"
#include "tui/input.h"
#include "tui/view.h"

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
    if (row->begun) return text_printf(arena, "%d of %d steps", row->done, row->steps);
    return text_printf(arena, "%d step%s", row->steps, row->steps == 1 ? "" : "s");
}

enum { LESSON_ROWS = 2, LEFT = 6, PROGRESS = 14 };

static void draw_lesson(Canvas *canvas, int at, Rect area)
{
    const App *app = canvas->app;
    ListedLesson shown = up_to_date(app, at), *row = &shown;
    bool selected = at == app->lessons_at;
    Style title = {.attributes = selected ? ATTR_BOLD : 0}, faint = {.ink = INK_RULE};
    int room = area.columns - LEFT - PROGRESS - 1;
    frame_printf(canvas->frame, area, area.column, area.row, title, "%c%3d  %s",
                 selected ? '>' : ' ', at + 1, fit_text(canvas->arena, str_from(row->title), room));
    const char *progress = progress_of(row, canvas->arena);
    frame_text(canvas->frame, area, area.column + area.columns - utf8_width(str_from(progress)),
               area.row, title, str_from(progress));
    Str summary = str_from(*row->summary ? row->summary : row->name);
    frame_text(canvas->frame, area, area.column + LEFT, area.row + 1, faint,
               str_from(fit_text(canvas->arena, summary, area.columns - LEFT)));
    if (!selected) return;
    canvas->frame->cursor_column = area.column;
    canvas->frame->cursor_row = area.row;
}

static bool select(App *app, int lesson)
{
    app->lessons_at = lesson;
    return true;
}

static bool open(App *app, int lesson)
{
    app->lessons_at = lesson;
    app_press(app, ON_LESSONS, KEYCODE_ENTER);
    return true;
}

void view_lessons(Canvas *canvas, Rect part)
{
    const LessonList *list = canvas->app->options->lessons;
    int fit = (part.rows - 4) / LESSON_ROWS, at = canvas->app->lessons_at;
    int top = at - fit / 2;
    if (top > list->count - fit) top = list->count - fit;
    if (top < 0) top = 0;
    static const char *const titles[] = {"qkv: self-attention, one number at a time",
                                         "qkv: self-attention", NULL};
    const char *right = text_printf(canvas->arena, "lesson %d of %d", at + 1, list->count);
    canvas_rule(canvas, part, first_fitting(titles, canvas_rule_room(part.columns, right)), right);
    for (int i = 0; i < fit && top + i < list->count; i++) {
        Rect row = {1, 2 + i * LESSON_ROWS, part.columns - 2, LESSON_ROWS};
        draw_lesson(canvas, top + i, row);
        canvas_click(canvas, row, select, open, top + i);
    }
    const App *app = canvas->app;
    if (app->message)
        frame_text(canvas->frame, part, 1, part.rows - 2, (Style){.attributes = ATTR_BOLD},
                   str_from(fit_text(canvas->arena, str_from(app->message), part.columns - 2)));
    view_keys(canvas, (Rect){0, part.rows - 1, part.columns, 1});
}
