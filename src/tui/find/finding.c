// The keys of the walk that go somewhere by its name. The last search stays: n and N go on from
// what it found.
#include "tui/find/completions.h"
#include "tui/parts/lesson_sight.h"
#include "tui/screens/shared.h"
#include "walk/places/spot.h"

int search_shown(const App *app, Str wanted, Arena *arena, Found **found)
{
    return search(app->walk, lesson_sight(app), wanted, arena, found);
}

void search_go(App *app, Str wanted, const Found *found, int at, int count)
{
    wanted = str_trim(wanted);
    app->lesson_scroll = SCROLL_FOLLOWS;
    bool is_statement = found_visit(app->walk, &found[at]);
    LessonText lesson = lesson_shown(app, app->scratch).lesson;
    int line =
        is_statement ? lesson.current : found_line(&found[at], wanted, &lesson.text, app->scratch);
    if (line >= 0) lesson_scroll_to(app, line);
    app->found_at = at;
    app->found_stage = app->walk->at.stage;
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
    bool moved_away = app->found_stage != app->walk->at.stage || app->found_at >= count;
    int at = app->found_at + direction;
    if (moved_away) at = search_from_here(app->walk, found, count) - (direction < 0);
    if (count)
        search_go(app, wanted, found, (at + count) % count, count);
    else
        app_say(app, false, "Nothing here says \"%.*s\".", STR_ARG(wanted));
    return count > 0;
}

// ---- marks: m and ' take a letter as their second key ------------------------------------------

enum { SET = 'm', GO = '\'' };

static const char *marks_text(const Walk *walk, Arena *arena)
{
    Buf text = {.arena = arena};
    for (char letter = 'a'; letter <= 'z'; letter++) {
        const Spot *mark = walk_marked(walk, letter);
        if (mark) buf_printf(&text, "  %c %s", letter, spot_title(walk, mark, arena));
    }
    return buf_text(&text);
}

// The first key of two was pressed: says which marks there are.
void mark_begun(App *app, Key key)
{
    const char *marks = marks_text(app->walk, app->scratch);
    if (key.code == SET)
        app_say(app, false, "Mark this place with a letter, a to z.%s%s",
                *marks ? "  There are:" : "", marks);
    if (key.code == GO) app_say(app, false, "Go to a mark, or ' back to where you were.%s", marks);
}

// Chosen from a menu, without a letter: that is to come.
static bool has_letter(App *app, int first_key)
{
    if (app->pressed.code >= 'a' && app->pressed.code <= 'z') return true;
    app->pending = first_key;
    mark_begun(app, (Key){.code = first_key});
    return false;
}

static bool mark_set(App *app, int by UNUSED)
{
    if (!has_letter(app, SET)) return false;
    char letter = (char)app->pressed.code;
    if (!walk_mark(app->walk, letter)) return false;
    const char *title = spot_title(app->walk, walk_marked(app->walk, letter), app->scratch);
    app_say(app, false, "Mark %c: %s. '%c comes back here, M lists the marks.", letter, title,
            letter);
    return true;
}

static bool mark_go(App *app, int by UNUSED)
{
    if (!has_letter(app, GO)) return false;
    char letter = (char)app->pressed.code;
    if (walk_go_to_mark(app->walk, letter)) return true;
    app_say(app, false, "There is no mark %c. m%c sets it, M lists those there are.", letter,
            letter);
    return false;
}

// ---- keys ---------------------------------------------------------------------------------------

static bool has_found(const App *app)
{
    return app->wanted && app->found_stage == app->walk->at.stage;
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
     .run = search_on, .by = 1, .hint = "n:next found", .rank = 3, .when = has_found},
    {"N", "the place before", "You have not searched yet. / searches.", .run = search_on, .by = -1},
    {"g", "go to a step, a tensor, a cell: 4, weights, scores[1,2]", .opens = SCREEN_PROMPT,
     .by = PROMPT_GO, .hint = "g:go to", .rank = 16},
    {"m{a-z}", "mark this place with a letter", .run = mark_set, .first_key = mark_begun},
    {"'{a-z}", "go to the mark of a letter", .run = mark_go, .first_key = mark_begun},
    {"M", "the list of marks", .opens = SCREEN_PROMPT, .by = PROMPT_MARKS},
    {": Ctrl-P", "all commands: type some letters of one", .screens = ON_ALL,
     .opens = SCREEN_PROMPT, .by = PROMPT_COMMAND, .hint = "::commands", .rank = 11,
     .when = has_many_keys},
};

const ActionGroup finding = {"Finding", ACTION_ROWS(finding_rows), ON_WALK};
