// Searches the rows of the outline. Of a folded loop only one repetition is searched, since all of
// them read the same.
#include "tui/find/outline_search.h"

#include "tui/find/fuzzy.h"
#include "tui/pages/outline.h"
#include "walk/outline.h"

enum { SEARCHED_COLUMNS = 200 };

typedef struct Searching {
    const App *app;
    const OutlineRow *rows;
    Str wanted;
    Arena *arena;
    OutlineFound *found;
    int count;
} Searching;

// Of what is folded only one is searched: all say the same, and the first says what the fold says.
static void search_rows(Searching *search, int from, int end)
{
    for (int i = from; i < end; i = search->rows[i].end) {
        const OutlineRow *row = &search->rows[i], *inside = row;
        const char *line =
            outline_line(search->app->walk, row, 0, false, SEARCHED_COLUMNS, search->arena);
        Buf text = {.arena = search->arena};
        buf_add_one_line(&text, str_from(line));
        if (find_text(buf_str(&text), search->wanted, 0) >= 0)
            search->found[search->count++] = (OutlineFound){i, buf_text(&text)};
        if (row->times) inside = &search->rows[row->typical];
        search_rows(search, (int)(inside - search->rows) + 1, inside->end);
    }
}

int outline_search(const App *app, Str wanted, Arena *arena, OutlineFound **found)
{
    OutlineRow *rows;
    int count = outline_rows(app->walk, arena, &rows);
    *found = NEW_ARRAY(arena, OutlineFound, count + 1);
    Searching search = {app, rows, str_trim(wanted), arena, *found, 0};
    if (search.wanted.n) search_rows(&search, 0, count);
    return search.count;
}

bool outline_search_on(App *app, int direction)
{
    bool back = direction < 0;
    if (!app->wanted) return false;
    Arena scratch = {0};
    OutlineFound *found;
    int count = outline_search(app, str_from(app->wanted), &scratch, &found), to = -1;
    for (int i = 0; i < count && !back && to < 0; i++) {
        if (found[i].row > app->outline_at) to = i;
    }
    for (int i = count - 1; i >= 0 && back && to < 0; i--) {
        if (found[i].row < app->outline_at) to = i;
    }
    if (to < 0) to = back ? count - 1 : 0;
    if (count == 0)
        app_say(app, false, "No row of the outline says \"%s\".", app->wanted);
    else
        outline_select(app, found[to].row);
    if (count) app_say(app, false, "%s: %d of %d. n goes on, N back.", app->wanted, to + 1, count);
    arena_free(&scratch);
    return true;
}
