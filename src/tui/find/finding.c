// The keys of the walk that go somewhere by its name. The last search stays: n and N go on from
// what it found.
#include "tui/find/finding.h"

#include "tui/parts/lesson_sight.h"
#include "tui/parts/marking.h"
#include "tui/screens/shared.h"

int search_shown(const App *app, Str wanted, Arena *arena, Found **found)
{
    return search(app->walk, lesson_sight(app), wanted, arena, found);
}

static void scroll_to(App *app, Str wanted, const Found *found, bool is_statement)
{
    LessonText lesson = lesson_shown(app, app->scratch);
    int line =
        is_statement ? lesson.current : found_line(found, wanted, &lesson.text, app->scratch);
    if (line >= 0) lesson_scroll_to(app, line);
}

void search_go(App *app, Str wanted, const Found *found, int at, int count)
{
    wanted = str_trim(wanted);
    app->lesson_scroll = SCROLL_FOLLOWS;
    bool is_statement = found_visit(app->walk, &found[at]);
    scroll_to(app, wanted, &found[at], is_statement);
    app->found_at = at;
    app->found_stage = app->walk->stage;
    app->lit = true;
    app_say(app, false, "%.*s: %d of %d, %s. n goes on, '' back.", STR_ARG(wanted), at + 1, count,
            found[at].where);
}

static bool search_on(App *app, int direction)
{
    Str wanted = str_from(app->wanted);
    if (!wanted.n) return false;
    Found *found;
    int count = search_shown(app, wanted, app->scratch, &found);
    bool moved_away = app->found_stage != app->walk->stage || app->found_at >= count;
    int at = app->found_at + direction;
    if (moved_away) at = search_from_here(app->walk, found, count) - (direction < 0);
    if (count)
        search_go(app, wanted, found, (at + count) % count, count);
    else
        app_say(app, false, "Nothing here says \"%.*s\".", STR_ARG(wanted));
    return count > 0;
}

static bool has_found(const App *app)
{
    return app->wanted && app->found_stage == app->walk->stage;
}

// Where there are only a few keys they need no finding.
static bool has_many_keys(const App *app)
{
    return app_on(app) & (ON_WALK | ON_PRESENT);
}

static const Action finding_rows[] = {
    {"/", "search the text, code, names and labels; =4 finds a number", .opens = SCREEN_PROMPT,
     .by = PROMPT_SEARCH},
    {"n", "the next place where it was found", "You have not searched yet. / searches.",
     .step = search_on, .by = 1, .hint = "n:next found", .rank = 3, .when = has_found},
    {"N", "the place before", "You have not searched yet. / searches.", .step = search_on,
     .by = -1},
    {"g", "go to a step, a tensor, a cell: 4, weights, scores[1,2]", .opens = SCREEN_PROMPT,
     .by = PROMPT_GO, .hint = "g:go to", .rank = 16},
    {"m{a-z}", "mark this place with a letter", .run = mark_set, .begun = mark_begun},
    {"'{a-z}", "go to the mark of a letter", .run = mark_go, .begun = mark_begun},
    {"M", "the list of marks", .opens = SCREEN_PROMPT, .by = PROMPT_MARKS},
    {": Ctrl-P", "all commands: type some letters of one", .screens = ON_ALL,
     .opens = SCREEN_PROMPT, .by = PROMPT_COMMAND, .hint = "::commands", .rank = 11,
     .when = has_many_keys},
};

const ActionGroup finding = {"Finding", ACTION_ROWS(finding_rows), ON_WALK};
