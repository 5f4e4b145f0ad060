// Scrolls the lesson. Until the reader scrolls, the text follows the walk (SCROLL_FOLLOWS); Space
// first shows the rest of the prose that belongs to an operation before it goes on to the next.
// Where the lesson stands is computed from the layout each time and not stored.
#include "tui/parts/scroll.h"

#include "tui/parts/lesson_sight.h"
#include "tui/parts/question.h"
#include "tui/parts/walk_layout.h"

enum { WHEEL_LINES = 3 };

// The lesson as it is shown now.
typedef struct Shown {
    LessonText lesson;
    int rows, top; // rows 0: it is hidden
} Shown;

static Shown shown_now(const App *app, Arena *arena)
{
    Layout made = walk_layout(app, arena);
    if (made.part[PART_LESSON].rows <= 1) return (Shown){0};
    Rect area = lesson_area(app, made.part[PART_LESSON]);
    LessonSight sight = lesson_sight(app);
    Shown shown = {.lesson = lesson_text(app->walk, sight, area.columns, arena)};
    shown.rows = lesson_rows(&shown.lesson, area);
    shown.top = lesson_top(app, &shown.lesson, shown.rows);
    return shown;
}

bool lesson_scroll(App *app, int direction, bool page)
{
    Shown shown = shown_now(app, app->scratch);
    int top = shown.top;
    if (shown.rows) {
        int to = top + direction * (page ? lesson_page(shown.rows) : WHEEL_LINES);
        int last = shown.lesson.text.count - shown.rows;
        if (to > last) to = last;
        if (to < 0) to = 0;
        shown.top = app->lesson_scroll = to;
    } else {
        app_say(app, false, "The lesson is hidden. o shows it.");
    }
    return shown.top != top;
}

bool lesson_is_more(const App *app)
{
    Shown shown = shown_now(app, app->scratch);
    return shown.lesson.text.count > shown.rows;
}

LessonText lesson_shown(const App *app, Arena *arena)
{
    return shown_now(app, arena).lesson;
}

void lesson_scroll_to(App *app, int line)
{
    Shown shown = shown_now(app, app->scratch);
    bool in_sight = line >= shown.top && line < shown.top + shown.rows;
    int to = line > 0 ? line - 1 : 0, last = shown.lesson.text.count - shown.rows;
    if (to > last) to = last > 0 ? last : 0;
    app->lesson_scroll = in_sight ? shown.top : to;
}

static void note_read(App *app, const Shown *shown)
{
    int lines = lesson_lines_read(app, &shown->lesson);
    int end = shown->top + lesson_in_sight(&shown->lesson, shown->rows, shown->top);
    if (shown->rows == 0) return;
    if (end > lines) lines = end;
    app->read = (LessonRead){walk_stage(app->walk).step, shown->lesson.text.columns, lines};
}

// The first line that has not been read comes first.
static void go_on_reading(App *app, const Shown *shown)
{
    int last = shown->lesson.text.count - shown->rows;
    int to = lesson_behind_told(app, &shown->lesson, lesson_lines_read(app, &shown->lesson));
    app->lesson_scroll = to < last ? to : last > 0 ? last : 0;
}

void lesson_begin(App *app)
{
    if (!lesson_has_no_room(app) || question_told(app)) return;
    app->reads = true;
    Shown shown = shown_now(app, app->scratch);
    app->reads = lesson_is_due(app, &shown.lesson);
    if (app->reads) go_on_reading(app, &shown);
}

// Space on a page of text. True: there is more of it, or the numbers come that it leads to.
static bool turn_page(App *app)
{
    Shown shown = shown_now(app, app->scratch);
    note_read(app, &shown);
    app->reads = lesson_is_due(app, &shown.lesson);
    if (app->reads)
        go_on_reading(app, &shown);
    else
        app->lesson_scroll = SCROLL_FOLLOWS;
    return app->reads || !lesson_step_is_done(app->walk);
}

bool lesson_stop(App *app)
{
    Shown shown = shown_now(app, app->scratch);
    shown.top = shown.lesson.text.count - shown.rows;
    note_read(app, &shown);
    app->reads = false;
    app->lesson_scroll = SCROLL_FOLLOWS;
    return true;
}

bool lesson_read_on(App *app)
{
    bool pages = lesson_has_no_room(app);
    if (pages && app->reads) return turn_page(app);
    Shown shown = shown_now(app, app->scratch);
    if (pages) {
        note_read(app, &shown);
        lesson_begin(app);
        return app->reads;
    }
    bool on = shown.rows && lesson_reads_on(app, &shown.lesson, shown.rows);
    int target = on ? lesson_target(app, &shown.lesson, shown.rows) : 0;
    note_read(app, &shown);
    if (on) {
        int read = lesson_lines_read(app, &shown.lesson);
        read = lesson_behind_told(app, &shown.lesson, read);
        int to = read - shown.rows + lesson_page(shown.rows);
        app->lesson_scroll = to < target ? to : target;
    }
    return on;
}

bool lesson_goes_on(const App *app)
{
    App page = *app;
    bool comes = lesson_has_no_room(app) && !app->reads;
    page.reads |= comes;
    Shown shown = shown_now(&page, app->scratch);
    return comes ? lesson_is_due(app, &shown.lesson)
                 : shown.rows && lesson_reads_on(app, &shown.lesson, shown.rows);
}

bool lesson_read_back(App *app)
{
    int scroll = app->lesson_scroll;
    if (app->reads && lesson_scroll(app, -1, true)) return true;
    app->reads = false;
    if (scroll == SCROLL_FOLLOWS || !lesson_stage_is_open(app->walk)) return false;
    Shown shown = shown_now(app, app->scratch);
    app->lesson_scroll = SCROLL_FOLLOWS;
    int start = shown.rows ? lesson_top(app, &shown.lesson, shown.rows) : shown.top;
    int to = shown.top - lesson_page(shown.rows);
    bool back = shown.top > start;
    if (!back || to > start) app->lesson_scroll = back ? to : scroll;
    return back;
}
