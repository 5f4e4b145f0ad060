// What many screens share: arrows and pages, the search of the rows of a list, the way back.
#include "tui/core/screen.h"

// ---- arrows and pages ---------------------------------------------------------------------------

static int *row_of(const App *app)
{
    return app->state[app_top(app)];
}

bool screen_select(App *app, int row)
{
    const Screen *screen = screen_of(app_top(app));
    if (screen->select) return screen->select(app, row);
    return action_select(row_of(app), row,
                         screen->list ? screen->list(app, app->columns, app->scratch).count
                                      : screen->count(app));
}

bool screen_pick(App *app, int entry)
{
    const Screen *screen = screen_of(app_top(app));
    return screen->pick ? screen->pick(app, entry) : screen_select(app, entry);
}

int screen_at(const App *app, ScreenId id)
{
    const Screen *screen = screen_of(id);
    return screen->at ? screen->at(app) : *(const int *)app->state[id];
}

bool screen_move(App *app, int move)
{
    enum { AROUND = 3 }; // rows of a screen that are not those of its list
    const Screen *screen = screen_of(app_top(app));
    if (screen->move) return screen->move(app, move);
    int lines = move_lines((Move)move, app->rows - AROUND);
    return screen_select(app, within(*row_of(app) + lines, 0, screen->count(app) - 1));
}

// ---- searching ----------------------------------------------------------------------------------

static bool has_searched(const App *app)
{
    return app->wanted != NULL;
}

// On to the next row that says it, or (-1) the one before.
static bool search_on(App *app, int direction)
{
    RowFound *found;
    const Screen *screen = screen_of(app_top(app));
    if (!app->wanted) return false;
    int count = screen->search(app, str_from(app->wanted), app->scratch, &found);
    int to = direction > 0 ? 0 : count - 1;
    while (to >= 0 && to < count && (found[to].row - *row_of(app)) * direction <= 0)
        to += direction;
    if (to < 0 || to >= count) to = direction > 0 ? 0 : count - 1;
    if (count) screen_select(app, found[to].row);
    if (count)
        app_say(app, false, "%s: %d of %d. n goes on, N back.", app->wanted, to + 1, count);
    else
        app_say(app, false, "No row here says \"%s\".", app->wanted);
    return true;
}

bool leave_screen(App *app, int by UNUSED)
{
    return app_leave(app);
}

// ---- keys ---------------------------------------------------------------------------------------

enum {
    PAGES = ON_COST | ON_WHY | ON_CHANGES | ON_CLOSING,
    LISTS = ON_STEPS | ON_HELP | ON_REACH | ON_WHATIF | ON_LESSONS | ON_FLOW | ON_ARROWS |
            ON_CONTENTS | ON_OUTLINE | ON_GLOSSARY | ON_NEXT,
    TILES = ON_HEADS | ON_SURVEY | ON_FRAMES,
    GRIDS = TILES | ON_LARGE | ON_MAP | ON_FIGURE,
    PAGED = PAGES | (LISTS & ~ON_STEPS) | ON_LARGE,
    LEFT_AS_USUAL = ((PAGES | LISTS | GRIDS) & ~(ON_LESSONS | ON_CONTENTS | ON_LARGE)) | ON_PREVIEW,
    WITH_BACKSPACE = ON_STEPS | ON_HELP | ON_OUTLINE | ON_LESSONS | ON_COST | ON_WHY | ON_CHANGES,
    SEARCHED = ON_HELP | ON_OUTLINE | ON_GLOSSARY,
};

const char ARROWS[] = "arrows:";
static const char edge[] = "There is nothing further that way.";
static const char not_searched[] = "You have not searched yet. / searches.";

static const Action rows[] = {
    {"Up k", "the one above; of a text a line up", edge, PAGES | LISTS | GRIDS, .run = screen_move,
     .by = MOVE_UP},
    {"Down j", "the one below", edge, PAGES | LISTS | GRIDS, .run = screen_move, .by = MOVE_DOWN,
     .hint = ARROWS, .rank = 1},
    {"Left h", "the one on the left", edge, GRIDS, .run = screen_move, .by = MOVE_LEFT},
    {"Right l", "the one on the right", edge, GRIDS, .run = screen_move, .by = MOVE_RIGHT},
    {"Space", "the next one", edge, TILES | ON_FIGURE, .run = screen_move, .by = MOVE_RIGHT},
    {"Space", "the next one", edge,
     (PAGES | LISTS) & ~(unsigned)(ON_CLOSING | ON_LESSONS | ON_CONTENTS), .run = screen_move,
     .by = MOVE_DOWN},
    {"Backspace", "the one before", edge, WITH_BACKSPACE, .run = screen_move, .by = MOVE_UP},
    {"PgUp Ctrl-U", "a page up", edge, PAGED, .run = screen_move, .by = MOVE_PAGE_UP},
    {"PgDn Ctrl-D", "a page down", edge, PAGED, .run = screen_move, .by = MOVE_PAGE_DOWN},
    {"Home", "the first one; of a matrix, in its row", edge, PAGED | TILES, .run = screen_move,
     .by = MOVE_ROW_START},
    {"End", "the last one; of a matrix, in its row", edge, PAGED | TILES, .run = screen_move,
     .by = MOVE_ROW_END},
    {"gg", "the first one of all", edge, (PAGED | TILES) & ~(unsigned)ON_CONTENTS,
     .run = screen_move, .by = MOVE_FIRST},
    {"G", "the last one of all", edge, PAGED | TILES, .run = screen_move, .by = MOVE_LAST},
    {"/", "search the rows", .screens = SEARCHED, .opens = SCREEN_PROMPT, .by = PROMPT_SEARCH,
     .hint = "/:find", .rank = 2},
    {"n", "the next row that says it", not_searched, SEARCHED, .run = search_on, .by = 1,
     .hint = "n:next found", .rank = 3, .when = has_searched},
    {"N", "the row before", not_searched, SEARCHED, .run = search_on, .by = -1},
    {"Backspace", "back",
     .screens = TILES | ON_FIGURE | ON_FLOW | ON_ARROWS | ON_CLOSING | ON_PREVIEW,
     .run = leave_screen},
    {"q Esc", "back to where it was opened", .screens = LEFT_AS_USUAL, .run = leave_screen,
     .hint = "q:back"},
};

const ActionGroup moving = {"Moving on lists, texts and pictures", ACTION_ROWS(rows), 0};
