// Decides which line of the lesson is at the top of its part of the screen. In order: where the
// reader has scrolled to; a question just answered, with its reason; at the end of a step, what
// follows its last operation; otherwise the line of code at hand with the prose that leads to it.
#include "tui/parts/lesson_sight.h"

#include "tui/parts/question.h"

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

static int clamp(int value, int low, int high)
{
    return value > high ? (high > low ? high : low) : value < low ? low : value;
}

// The line at hand in sight, with the prose that leads to it, where both fit.
static int top_of_line(const LessonText *lesson, int rows)
{
    if (lesson->current < rows - 1) return 0;
    int top = lesson->passage;
    if (lesson->current - top > rows - 2) top = lesson->current - (rows - 2);
    return clamp(top, 0, lesson->text.count - rows);
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
        return clamp(lesson->asked_end - rows, 0, lesson->text.count - rows);
    if (lesson_stage_is_last(app->walk))
        return clamp(lesson->text.count - rows, 0, lesson->text.count);
    bool in_sight = lesson->current < lesson_top(app, lesson, rows) + rows;
    return in_sight ? 0 : top_of_line(lesson, rows);
}

// The prediction with its reason, or the reason alone where that does not fit.
static int top_of_settled(const LessonText *lesson, int rows)
{
    bool fits = lesson->settled_end - lesson->settled <= rows - 1;
    return clamp(fits ? lesson->settled : lesson->reason, 0, lesson->text.count - rows);
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
    return clamp(last_read > top ? last_read : top, 0, lesson->text.count - rows);
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
    return clamp(from, 0, line);
}

int lesson_top(const App *app, const LessonText *lesson, int rows)
{
    const Walk *walk = app->walk;
    int last = lesson->text.count - rows, line = top_of_line(lesson, rows);
    if (app->lesson_scroll != SCROLL_FOLLOWS) return clamp(app->lesson_scroll, 0, last);
    if (lesson->settled >= 0 && tells_reason(app)) return top_of_settled(lesson, rows);
    if (lesson_step_is_done(walk) && walk->substep > 0) {
        int answer = lesson->answered, from = lesson->current;
        if (answer >= 0 && (answer < from || from < 0)) from = answer;
        bool moves = line < last || from < line;
        return not_set_back(app, lesson, rows, moves ? clamp(from, 0, last) : line);
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
