// The start screen: a line for each lesson with how far it is done, and what it is about.

#include "tui/parts/page.h"
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

static bool choose(App *app, int by UNUSED)
{
    const ListedLesson *lesson = &app->options->lessons->rows[*at_of(app)];
    if (lessons_find(app->options->lessons, app->options->known_as) == *at_of(app))
        return app_leave(app);
    if (lesson->steps == 0)
        return app_say(app, true, "This file is not a lesson: %s", lesson->title);
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

static bool leave_for(App *app, int what)
{
    const ListedLesson *lesson = &app->options->lessons->rows[*at_of(app)];
    return lesson->steps && walk_leave_for(app, what, lesson->name);
}

static bool may_leave(const App *app)
{
    return app->options->leave && app->options->lessons->rows[*at_of(app)].steps;
}

static const Action actions[] = {
    {"Space Enter", "open the lesson", .run = choose, .hint = "Space:open", .rank = 1},
    {"Q", "a quiz: ten questions of the lesson", "There is no quiz of this here.", .run = leave_for,
     .by = LEAVE_FOR_QUIZ, .hint = "Q:quiz", .rank = 4, .when = may_leave},
    {"P", "present the lesson, for a projector", "This cannot be presented from here.",
     .run = leave_for, .by = LEAVE_FOR_PRESENT, .hint = "P:present", .rank = 5, .when = may_leave},
    {"Esc", "back to the current lesson", .run = leave_screen, .hint = "Esc:back", .rank = 3},
    {"q", "leave the lesson", .run = walk_quit, .hint = "q:quit", .other = &leaving},
};

// ---- drawing ------------------------------------------------------------------------------------

// Of the lesson at hand more is done than what was stored before it was opened.
static ListedLesson up_to_date(const App *app, int at, Arena *arena)
{
    const LessonList *list = app->options->lessons;
    const Walk *walk = app->walk;
    ListedLesson row = list->rows[at];
    if (lessons_find(list, app->options->known_as) != at) return row;
    row.done = 0;
    for (int i = 0; i < walk->lesson.step_count; i++) row.done += walk->past.done[i];
    Score score = {0};
    for (int i = 0; i < walk->ran.question_count; i++) {
        const Question *question = &walk->ran.questions[i];
        if (question->origin == ASKED_BY_LESSON) score_add(&score, &question->answer);
    }
    row.begun |= row.done > 0;
    row.answers = score_text(&score, arena);
    row.due = score.due;
    return row;
}

// "25 min  done, 2 due"
static const char *facts_of(const ListedLesson *row, Arena *arena)
{
    const char *progress =
        row->steps && row->done == row->steps ? "done"
        : row->begun                          ? "begun"
                     : arena_printf(arena, "%d step%s", row->steps, row->steps == 1 ? "" : "s");
    if (row->due) progress = arena_printf(arena, "%s, %d due", progress, row->due);
    return row->minutes ? arena_printf(arena, "%d min  %s", row->minutes, progress) : progress;
}

static bool begins_part(const LessonList *list, int at)
{
    const char *part = list->rows[at].part, *before = at ? list->rows[at - 1].part : NULL;
    return part ? !before || strcmp(part, before) != 0 : before != NULL;
}

// "  1  One number at a time              25 min  done, 2 due", and below it what one can do, or
// what it is about.
static void add_lesson(List *list, const App *app, int at)
{
    enum { NUMBER = 6 };
    Arena *arena = list->text.arena;
    ListedLesson row = up_to_date(app, at, arena);
    Buf line = {.arena = arena};
    const char *facts = facts_of(&row, arena);
    int columns = list->text.columns, from = list->text.count;
    list_column(&line, row.number ? arena_printf(arena, " %3d", row.number) : "", NUMBER);
    list_column(&line, row.title, columns - NUMBER - frame_columns(facts) - 2);
    buf_printf(&line, "  %s", facts);
    text_plain(&list->text, at == *at_of(app) ? BOLD : PLAIN, buf_text(&line));
    const char *says = row.answers ? row.answers : row.summary;
    const char *about = *says ? arena_printf(arena, "%s: %s", row.name, says) : row.name;
    text_plain(&list->text, QUIET,
               arena_printf(arena, "%*s%s", NUMBER, "",
                            canvas_fit_text(arena, str_from(about), columns - NUMBER)));
    list_add(list, from);
}

// With a heading for each part.
static List list(const App *app, int columns, Arena *arena)
{
    const LessonList *lessons = app->options->lessons;
    List made = {.text = {.arena = arena, .columns = columns}};
    for (int i = 0; i < lessons->count; i++) {
        if (begins_part(lessons, i)) {
            const char *part = lessons->rows[i].part;
            text_blank(&made.text);
            text_plain(&made.text, (Style){.ink = INK_ACCENT, .attributes = ATTR_BOLD},
                       part ? part : "Other lessons");
        }
        add_lesson(&made, app, i);
    }
    return made;
}

static const char *title(const App *app, Arena *arena)
{
    const LessonList *lessons = app->options->lessons;
    int at = lessons_find(lessons, app->options->known_as), due = lessons_due(lessons);
    if (at >= 0) due += up_to_date(app, at, arena).due - lessons->rows[at].due;
    if (due)
        return arena_printf(arena, "%s%s", due_text(due, arena),
                            app->options->leave ? ": qkv quiz" : "");
    return app->columns < 80 ? "qkv: self-attention" : "qkv: self-attention, one number at a time";
}

// What comes before the selected one.
static const char *foot(const App *app, Arena *arena)
{
    const char *needs = app->options->lessons->rows[*at_of(app)].needs;
    return needs ? arena_printf(arena, "It needs: %s", needs) : "";
}

const Screen lessons_screen = {
    .keys = {"Among the lessons", ACTION_ROWS(actions)},
    .size = sizeof(int),
    .open = open,
    PAGE_PARTS,
    .list = list,
    .title = title,
    .foot = foot,
    .arrows = {.hint = "arrows:select", .rank = 2},
};
