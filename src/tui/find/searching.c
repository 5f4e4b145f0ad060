// The last search stays: n and N go on from what it found.
#include "tui/find/searching.h"

#include "tui/pages/scroll.h"

int search_shown(const App *app, Str wanted, Arena *arena, Found **found)
{
    return search(app->walk, lesson_sight(app, arena), wanted, arena, found);
}

static void scroll_to(App *app, Str wanted, const Found *found, bool is_statement)
{
    Arena scratch = {0};
    LessonText lesson = lesson_shown(app, &scratch);
    int line = is_statement ? lesson.current : found_line(found, wanted, &lesson.text, &scratch);
    if (line >= 0) lesson_scroll_to(app, line);
    arena_free(&scratch);
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

bool search_on(App *app, int direction)
{
    Str wanted = str_from(app->wanted);
    if (!wanted.n) return false;
    Arena scratch = {0};
    Found *found;
    int count = search_shown(app, wanted, &scratch, &found);
    bool moved_away = app->found_stage != app->walk->stage || app->found_at >= count;
    int at = app->found_at + direction;
    if (moved_away) at = search_from_here(app->walk, found, count) - (direction < 0);
    if (count)
        search_go(app, wanted, found, (at + count) % count, count);
    else
        app_say(app, false, "Nothing here says \"%.*s\".", STR_ARG(wanted));
    arena_free(&scratch);
    return count > 0;
}
