// Decides which line of the lesson is at the top of its part of the screen. In order: where the
// reader has scrolled to; a question just answered, with its reason; at the end of a step, what
// follows its last operation; otherwise the line of code at hand with the prose that leads to it.
//
// Until the reader scrolls, the text follows the walk (SCROLL_FOLLOWS); Space first shows the rest
// of the prose that belongs to an operation before it goes on to the next. Where the lesson is, is
// computed from the layout each time and not stored.
#include "tui/parts/lesson_sight.h"

#include "tui/parts/question.h"
#include "tui/parts/views.h"

static bool is_first_of_step(const Walk *walk)
{
    return walk->at.stage == 0 ||
           walk->ran.stages[walk->at.stage - 1].step != walk->ran.stages[walk->at.stage].step;
}

static const Source *code_of(const Walk *walk, const Stage *stage)
{
    return stage->statement < 0 ? NULL : walk->trace->statements[stage->statement].source.source;
}

// Does new prose lead to the operation: is it the first of its block of code?
static bool begins_passage(const Walk *walk)
{
    if (walk->ran.stage_count == 0 || is_first_of_step(walk)) return true;
    const Stage *stage = &walk->ran.stages[walk->at.stage];
    return code_of(walk, stage) != code_of(walk, stage - 1);
}

LessonSight lesson_sight(const App *app)
{
    return (LessonSight){.tells_all = app->options->mode == MODE_NOTES,
                         .elsewhere = question_beside(app),
                         .holds_back = true,
                         .folds = app->lesson != LESSON_WHOLE};
}

// Has a small screen no room for it beside the numbers, so that it comes before or after them?
static bool has_no_room(const App *app)
{
    bool small = layout_tier(app->columns, app->rows) == TIER_S;
    bool beside = app->lesson == LESSON_BESIDE && app->options->mode == MODE_WALK;
    return small && beside && !app->options->scrolls_text && app->walk->at.focus >= 0;
}

bool lesson_fills(const App *app)
{
    return app->lesson == LESSON_WHOLE || (app->reads && has_no_room(app));
}

// ---- what was read ------------------------------------------------------------------------------

// How many lines of the step's text have been seen: Space does not show them again.
static int lines_read(const App *app, const LessonText *lesson)
{
    const LessonRead *read = &app->read;
    bool same = read->step == walk_stage(app->walk).step && read->columns == lesson->text.columns &&
                read->folds == lesson_sight(app).folds;
    return same ? read->lines : 0;
}

// Elsewhere the reason is beside the answer, and the lesson stays where it is.
static bool tells_reason(const App *app)
{
    return app->lesson == LESSON_WHOLE || app->options->mode != MODE_WALK;
}

// `line`, or where it is of a prediction that was shown beside the lesson, the line behind that:
// the question and its reason stood in a place of their own. The empty line before a prediction is
// nothing to read either.
static int behind_told(const App *app, const LessonText *lesson, int line)
{
    for (int i = 0; i < lesson->told_count && !tells_reason(app); i++) {
        if (line >= lesson->told[i].from - 1 && line < lesson->told[i].end)
            line = lesson->told[i].end;
    }
    return line;
}

// Have the numbers of the operation at hand been on a screen that has no room for text beside them?
static bool numbers_came(const App *app)
{
    return app->numbers_left == app->walk->at.stage;
}

// The line behind the prose that comes before what the walk is at; behind all prose where the step
// is done.
static int due_end(const App *app, const LessonText *lesson)
{
    const Walk *walk = app->walk;
    if (lesson_step_is_done(walk) && numbers_came(app)) return lesson->prose_end;
    if (lesson->asked_end >= 0) return lesson->asked_end;
    bool leads = begins_passage(walk) && lesson->code > lesson->passage;
    return leads ? lesson->code - 1 : 0; // an empty line is before code
}

// Is there prose that the reader has not seen, before what the walk is at or, at the end of a step,
// behind it?
static bool is_due(const App *app, const LessonText *lesson)
{
    return behind_told(app, lesson, lines_read(app, lesson)) < due_end(app, lesson);
}

// ---- the first line -----------------------------------------------------------------------------

// A line of the last page stays in sight, except where that would be much of so small a page.
static int page_of(int rows)
{
    enum { SMALL = 4 };
    return rows > SMALL ? rows - 1 : rows;
}

// The line at hand in sight, with the prose that leads to it, where both fit.
static int top_of_line(const LessonText *lesson, int rows)
{
    if (lesson->current < rows - 1) return 0;
    int top = lesson->passage;
    if (lesson->current - top > rows - 2) top = lesson->current - (rows - 2);
    return within(top, 0, lesson->text.count - rows);
}

// The page that was read last, as long as the line at hand is on it: the text is not set back to be
// read again.
static int not_set_back(const App *app, const LessonText *lesson, int rows, int top)
{
    int last_read = lines_read(app, lesson) - rows, line = lesson->current - 1;
    if (lesson->current >= 0 && last_read > line) last_read = line;
    return within(at_least(last_read, top), 0, lesson->text.count - rows);
}

// The prose that leads to an operation goes by page by page: in a walk as it is read, for notes as
// the operation opens.
static int page_of_passage(const App *app, const LessonText *lesson, int rows, int from, int line)
{
    if (app->options->mode == MODE_NOTES)
        from += app->walk->at.substep * (rows - 1);
    else
        from = at_least(lines_read(app, lesson) - rows + page_of(rows), from);
    return within(from, 0, line);
}

static int top_of(const App *app, const LessonText *lesson, int rows)
{
    const Walk *walk = app->walk;
    int last = lesson->text.count - rows, line = top_of_line(lesson, rows);
    if (app->lesson_scroll != SCROLL_FOLLOWS) return within(app->lesson_scroll, 0, last);
    if (lesson->settled >= 0 && tells_reason(app)) { // the reason alone, where not both fit
        bool fits = lesson->settled_end - lesson->settled <= rows - 1;
        return within(fits ? lesson->settled : lesson->reason, 0, last);
    }
    if (lesson_step_is_done(walk) && walk->at.substep > 0) {
        int answer = lesson->answered, from = lesson->current;
        if (answer >= 0 && (answer < from || from < 0)) from = answer;
        bool moves = line < last || from < line;
        return not_set_back(app, lesson, rows, moves ? within(from, 0, last) : line);
    }
    if (!begins_passage(walk)) return not_set_back(app, lesson, rows, line);
    int from = is_first_of_step(walk) ? 0 : lesson->passage;
    return not_set_back(app, lesson, rows, page_of_passage(app, lesson, rows, from, line));
}

// The first line to be reached before the walk goes on from an operation that is all open.
static int target_of(const App *app, const LessonShown *shown)
{
    const LessonText *lesson = &shown->lesson;
    int last = lesson->text.count - shown->rows;
    if (lesson->asked_end >= 0) return within(lesson->asked_end - shown->rows, 0, last);
    if (lesson_stage_is_last(app->walk)) return within(last, 0, lesson->text.count);
    return lesson->current < shown->top + shown->rows ? 0 : top_of_line(lesson, shown->rows);
}

// ---- where it is ----------------------------------------------------------------------------

// Under its rule; on large screens beside its border.
LessonShown lesson_in(const App *app, Rect part, Arena *arena)
{
    int left = part.column > 0 ? 2 : 1;
    int columns = part.columns - left - 1;
    LessonShown shown = {.area = {part.column + left, part.row + 1, columns, part.rows - 1}};
    shown.lesson = lesson_text(app->walk, lesson_sight(app), columns, arena);
    int lines = shown.lesson.text.count;
    shown.rows = lines > shown.area.rows ? shown.area.rows - 1 : shown.area.rows;
    shown.top = top_of(app, &shown.lesson, shown.rows);
    shown.in_sight = lines - shown.top == shown.rows + 1 ? shown.rows + 1 : shown.rows;
    return shown;
}

LessonShown lesson_shown(const App *app, Arena *arena)
{
    Rect part = walk_layout(app, arena).part[PART_LESSON];
    return part.rows > 1 ? lesson_in(app, part, arena) : (LessonShown){0};
}

bool lesson_reads_on(const App *app, const LessonShown *shown)
{
    const LessonText *lesson = &shown->lesson;
    int target = target_of(app, shown);
    int read = at_least(lines_read(app, lesson), shown->top + shown->in_sight);
    read = behind_told(app, lesson, read);
    if (has_no_room(app)) return read < due_end(app, lesson);
    return (lesson->asked_end >= 0 || lesson_stage_is_open(app->walk)) && shown->top < target &&
           read < target + shown->rows;
}

// ---- scrolling ----------------------------------------------------------------------------------

bool lesson_scroll(App *app, int direction, bool page)
{
    enum { WHEEL_LINES = 3 };
    LessonShown shown = lesson_shown(app, app->scratch);
    if (shown.rows == 0) {
        app_say(app, false, "The lesson is hidden. o shows it.");
        return false;
    }
    int to = shown.top + direction * (page ? page_of(shown.rows) : WHEEL_LINES);
    app->lesson_scroll = within(to, 0, shown.lesson.text.count - shown.rows);
    return app->lesson_scroll != shown.top;
}

bool lesson_is_more(const App *app)
{
    LessonShown shown = lesson_shown(app, app->scratch);
    return shown.lesson.text.count > shown.rows;
}

void lesson_scroll_to(App *app, int line)
{
    LessonShown shown = lesson_shown(app, app->scratch);
    bool in_sight = line >= shown.top && line < shown.top + shown.rows;
    int to = within(line - 1, 0, at_least(shown.lesson.text.count - shown.rows, 0));
    app->lesson_scroll = in_sight ? shown.top : to;
}

static void note_read(App *app, const LessonShown *shown)
{
    int lines = at_least(lines_read(app, &shown->lesson), shown->top + shown->in_sight);
    if (shown->rows)
        app->read = (LessonRead){walk_stage(app->walk).step, shown->lesson.text.columns, lines,
                                 lesson_sight(app).folds};
}

// Where text is still due it goes on filling the screen: the first line that has not been read
// comes first.
static bool read_what_is_due(App *app, const LessonShown *shown)
{
    app->reads = is_due(app, &shown->lesson);
    int to = behind_told(app, &shown->lesson, lines_read(app, &shown->lesson));
    if (app->reads)
        app->lesson_scroll = within(to, 0, at_least(shown->lesson.text.count - shown->rows, 0));
    return app->reads;
}

void lesson_begin(App *app)
{
    if (!has_no_room(app) || question_told(app)) return;
    app->reads = true;
    LessonShown shown = lesson_shown(app, app->scratch);
    read_what_is_due(app, &shown);
}

// Space on a page of text. True: there is more of it, or the numbers come that it leads to.
static bool turn_page(App *app)
{
    LessonShown shown = lesson_shown(app, app->scratch);
    note_read(app, &shown);
    if (!read_what_is_due(app, &shown)) app->lesson_scroll = SCROLL_FOLLOWS;
    return app->reads || !lesson_step_is_done(app->walk) || !numbers_came(app);
}

bool lesson_stop(App *app)
{
    LessonShown shown = lesson_shown(app, app->scratch);
    shown.top = shown.lesson.text.count - shown.rows;
    shown.in_sight = shown.rows;
    note_read(app, &shown);
    app->reads = false;
    app->lesson_scroll = SCROLL_FOLLOWS;
    return true;
}

bool lesson_read_on(App *app)
{
    enum { FEW_PAGES = 2 }; // more of them want more room
    if (app->options->scrolls_text) return false;
    bool pages = has_no_room(app);
    if (pages && app->reads) return turn_page(app);
    LessonShown shown = lesson_shown(app, app->scratch);
    if (pages) {
        note_read(app, &shown);
        app->numbers_left = app->walk->at.stage;
        lesson_begin(app);
        return app->reads;
    }
    bool on = shown.rows && lesson_reads_on(app, &shown);
    int target = on ? target_of(app, &shown) : 0;
    note_read(app, &shown);
    int read = behind_told(app, &shown.lesson, lines_read(app, &shown.lesson));
    if (on) app->lesson_scroll = at_most(read - shown.rows + page_of(shown.rows), target);
    app->reads = on && (app->reads || target - shown.top > FEW_PAGES * page_of(shown.rows));
    return on;
}

bool lesson_goes_on(const App *app)
{
    App page = *app;
    if (app->options->scrolls_text) return false;
    bool comes = has_no_room(app) && !app->reads;
    page.reads |= comes;
    if (comes) page.numbers_left = app->walk->at.stage;
    LessonShown shown = lesson_shown(&page, app->scratch);
    return comes ? is_due(&page, &shown.lesson) : shown.rows && lesson_reads_on(app, &shown);
}

bool lesson_read_back(App *app)
{
    int scroll = app->lesson_scroll;
    if (app->options->scrolls_text) return false;
    bool fills = has_no_room(app), read = app->reads && !fills;
    if (app->reads && fills && lesson_scroll(app, -1, true)) return true;
    bool leaves = app->reads && fills && numbers_came(app); // for the numbers that came before it
    app->reads = false;
    if (leaves) app->lesson_scroll = SCROLL_FOLLOWS;
    if (leaves || scroll == SCROLL_FOLLOWS || !lesson_stage_is_open(app->walk)) return leaves;
    app->reads = read;
    LessonShown shown = lesson_shown(app, app->scratch);
    app->lesson_scroll = SCROLL_FOLLOWS;
    int start = shown.rows ? top_of(app, &shown.lesson, shown.rows) : shown.top;
    int to = shown.top - page_of(shown.rows);
    bool back = shown.top > start;
    if (!back || to > start) app->lesson_scroll = back ? to : scroll;
    app->reads = read && back && to > start;
    return back;
}
