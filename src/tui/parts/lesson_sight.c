// Decides which line of the lesson is at the top of its part of the screen. In order: where the
// reader has scrolled to; a question just answered, with its reason; at the end of a step, what
// follows its last operation; otherwise the line of code at hand with the prose that leads to it.
#include "tui/parts/lesson_sight.h"

#include "tui/parts/question.h"
#include "tui/parts/walk_layout.h"

static bool is_first_of_step(const Walk *walk)
{
    return walk->stage == 0 || walk->stages[walk->stage - 1].step != walk->stages[walk->stage].step;
}

static const Source *code_of(const Walk *walk, const Stage *stage)
{
    return stage->statement < 0 ? NULL : walk->trace->statements[stage->statement].source.source;
}

// Does new prose lead to the operation: is it the first of its block of code?
static bool begins_passage(const Walk *walk)
{
    if (walk->stage_count == 0 || is_first_of_step(walk)) return true;
    const Stage *stage = &walk->stages[walk->stage];
    return code_of(walk, stage) != code_of(walk, stage - 1);
}

// The line at hand in sight, with the prose that leads to it, where both fit.
static int top_of_line(const LessonText *lesson, int rows)
{
    if (lesson->current < rows - 1) return 0;
    int top = lesson->passage;
    if (lesson->current - top > rows - 2) top = lesson->current - (rows - 2);
    return within(top, 0, lesson->text.count - rows);
}

LessonSight lesson_sight(const App *app)
{
    return (LessonSight){.tells_all = app->options->mode == MODE_NOTES,
                         .elsewhere = question_beside(app),
                         .holds_back = true};
}

bool lesson_has_no_room(const App *app)
{
    bool small = layout_tier(app->columns, app->rows) == TIER_S;
    bool beside = app->lesson == LESSON_BESIDE && app->options->mode == MODE_WALK;
    return small && beside && app->walk->focus >= 0;
}

bool lesson_fills(const App *app)
{
    return app->lesson == LESSON_WHOLE || (app->reads && lesson_has_no_room(app));
}

int lesson_target(const App *app, const LessonText *lesson, int rows)
{
    if (lesson->asked_end >= 0)
        return within(lesson->asked_end - rows, 0, lesson->text.count - rows);
    if (lesson_stage_is_last(app->walk))
        return within(lesson->text.count - rows, 0, lesson->text.count);
    bool in_sight = lesson->current < lesson_top(app, lesson, rows) + rows;
    return in_sight ? 0 : top_of_line(lesson, rows);
}

// The prediction with its reason, or the reason alone where that does not fit.
static int top_of_settled(const LessonText *lesson, int rows)
{
    bool fits = lesson->settled_end - lesson->settled <= rows - 1;
    return within(fits ? lesson->settled : lesson->reason, 0, lesson->text.count - rows);
}

// Elsewhere the reason stands beside the answer, and the lesson stays where it is.
static bool tells_reason(const App *app)
{
    return app->lesson == LESSON_WHOLE || app->options->mode != MODE_WALK;
}

int lesson_lines_read(const App *app, const LessonText *lesson)
{
    const LessonRead *read = &app->read;
    bool same = read->step == walk_stage(app->walk).step && read->columns == lesson->text.columns;
    return same ? read->lines : 0;
}

// The empty line before a prediction is nothing to read either.
int lesson_behind_told(const App *app, const LessonText *lesson, int line)
{
    for (int i = 0; i < lesson->told_count && !tells_reason(app); i++) {
        if (line >= lesson->told[i].from - 1 && line < lesson->told[i].end)
            line = lesson->told[i].end;
    }
    return line;
}

int lesson_page(int rows)
{
    enum { SMALL = 4 };
    return rows > SMALL ? rows - 1 : rows;
}

// The page that was read last, as long as the line at hand is on it: the text is not set back to be
// read again.
static int not_set_back(const App *app, const LessonText *lesson, int rows, int top)
{
    int last_read = lesson_lines_read(app, lesson) - rows, line = lesson->current - 1;
    if (lesson->current >= 0 && last_read > line) last_read = line;
    return within(last_read > top ? last_read : top, 0, lesson->text.count - rows);
}

// The prose that leads to an operation goes by page by page: in a walk as it is read, for notes as
// the operation opens.
static int page_of_passage(const App *app, const LessonText *lesson, int rows, int from, int line)
{
    int read = lesson_lines_read(app, lesson) - rows + lesson_page(rows);
    if (app->options->mode == MODE_NOTES)
        from += app->walk->substep * (rows - 1);
    else if (read > from)
        from = read;
    return within(from, 0, line);
}

int lesson_top(const App *app, const LessonText *lesson, int rows)
{
    const Walk *walk = app->walk;
    int last = lesson->text.count - rows, line = top_of_line(lesson, rows);
    if (app->lesson_scroll != SCROLL_FOLLOWS) return within(app->lesson_scroll, 0, last);
    if (lesson->settled >= 0 && tells_reason(app)) return top_of_settled(lesson, rows);
    if (lesson_step_is_done(walk) && walk->substep > 0) {
        int answer = lesson->answered, from = lesson->current;
        if (answer >= 0 && (answer < from || from < 0)) from = answer;
        bool moves = line < last || from < line;
        return not_set_back(app, lesson, rows, moves ? within(from, 0, last) : line);
    }
    if (!begins_passage(walk)) return not_set_back(app, lesson, rows, line);
    int from = is_first_of_step(walk) ? 0 : lesson->passage;
    return not_set_back(app, lesson, rows, page_of_passage(app, lesson, rows, from, line));
}

// ---- where it stands --------------------------------------------------------------------------

enum { WIDEST = 76, WIDEST_WHOLE = 90 }; // longer lines read badly

// Under its rule; on large screens beside its border.
Rect lesson_area(const App *app, Rect part)
{
    bool beside = part.column > 0;
    int left = beside ? 2 : 1;
    int columns = part.columns - left - 1;
    int most = app->lesson == LESSON_WHOLE ? WIDEST_WHOLE : WIDEST;
    if (columns > most) columns = most;
    return (Rect){part.column + left, part.row + 1, columns, part.rows - 1};
}

int lesson_rows(const LessonText *lesson, Rect area)
{
    return lesson->text.count > area.rows ? area.rows - 1 : area.rows;
}

int lesson_in_sight(const LessonText *lesson, int rows, int top)
{
    return lesson->text.count - top == rows + 1 ? rows + 1 : rows;
}

// The line behind the prose that comes before what the walk is at; behind all prose where the step
// is done.
static int due_end(const Walk *walk, const LessonText *lesson)
{
    if (lesson_step_is_done(walk)) return lesson->prose_end;
    if (lesson->asked_end >= 0) return lesson->asked_end;
    bool leads = begins_passage(walk) && lesson->code > lesson->passage;
    return leads ? lesson->code - 1 : 0; // an empty line is before code
}

bool lesson_is_due(const App *app, const LessonText *lesson)
{
    int read = lesson_behind_told(app, lesson, lesson_lines_read(app, lesson));
    return read < due_end(app->walk, lesson);
}

bool lesson_reads_on(const App *app, const LessonText *lesson, int rows)
{
    int top = lesson_top(app, lesson, rows), target = lesson_target(app, lesson, rows);
    int read = lesson_lines_read(app, lesson), seen = top + lesson_in_sight(lesson, rows, top);
    if (read < seen) read = seen;
    read = lesson_behind_told(app, lesson, read);
    if (lesson_has_no_room(app)) return read < due_end(app->walk, lesson);
    return (lesson->asked_end >= 0 || lesson_stage_is_open(app->walk)) && top < target &&
           read < target + rows;
}

// ---- scrolling ----------------------------------------------------------------------------------

// Until the reader scrolls, the text follows the walk (SCROLL_FOLLOWS); Space first shows the rest
// of the prose that belongs to an operation before it goes on to the next. Where the lesson is, is
// computed from the layout each time and not stored.
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
