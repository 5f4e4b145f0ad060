// It is in the place of the arithmetic, because the first number of a lesson is given and has
// none. The keys and marks are those of the help, in one line each where there is little room.
#include "tui/parts/views.h"

#include "base/text/utf8.h"
#include "tui/parts/question.h"

#include <string.h>

static bool is_small(const App *app)
{
    return layout_tier(app->columns, app->rows) == TIER_S;
}

static bool is_first_screen(const App *app)
{
    const Walk *walk = app->walk;
    bool begins = walk->ran.stage_count && walk->at.stage == 0 && walk->at.substep == 0 &&
                  walk->at.focus >= 0;
    bool is_lesson = lesson_format(walk->lesson.source) == FORMAT_MARKDOWN;
    if (!begins || !is_lesson || app->options->mode != MODE_WALK) return false;
    Index first = {{0}};
    const Cell at = {walk->ran.stages[0].entry, first};
    bool elsewhere = walk_question(walk) || question_told(app) || walk->edits.count ||
                     (is_small(app) && app->read.lines);
    return !elsewhere && cell_equal(walk->at.selected, at);
}

static const char *const KEYS[] = {
    "Space goes on and Backspace back, the arrows pick a number, ? is the help, q quits.",
    "Space goes on, Bksp back, arrows pick a number, ? is the help, q quits.",
    "Space goes on, arrows pick a number, ? is the help.", NULL};

// The signs are those that parts/grid.c writes beside a number.
static const char *const MARKS[] = {
    "<4> selected  (1) it is made from these  . to come  ? for you to predict  ! changed by you",
    "<4> selected  (1) its sources  . to come  ? yours to predict  ! changed",
    "<4> selected (1) its sources . to come ? asked ! changed", NULL};

static const char *const MORE[] = {
    "B shows the whole computation as boxes, L all lessons, : finds anything by its name.",
    "B shows the whole computation, L all lessons, : finds anything by its name.",
    "B shows the whole computation, L all lessons, : finds anything.", "", NULL};

enum { LINES = 3, LINES_SMALL = 2 };

int welcome_rows(const App *app)
{
    if (!is_first_screen(app)) return -1;
    if (!is_small(app)) return LINES;
    return app->lesson_scroll == SCROLL_FOLLOWS ? LINES_SMALL : 0;
}

// In a line of marks, the marks themselves are highlighted.
static void draw_marks(Canvas *canvas, Rect area, int row, Str line)
{
    Str word;
    for (Str rest = line; str_next_word(&rest, &word);) {
        int column = area.column + utf8_width(str_slice(line, 0, (int)(word.p - line.p)));
        bool is_mark = strchr("<(.?!", word.p[0]) && word.n <= 3;
        frame_text(canvas->frame, area, column, row, (Style){.attributes = is_mark ? ATTR_BOLD : 0},
                   word);
    }
}

bool welcome_draw(Canvas *canvas, Rect part)
{
    static const char *const WHAT[] = {"PyTorch, run and explained one number at a time",
                                       "PyTorch, one number at a time", "one number at a time",
                                       NULL};
    const char *map = "B: map";
    if (welcome_rows(canvas->app) <= 0) return false;
    Rect area = {part.column + 1, part.row + 1, part.columns - 2, part.rows - 1};
    int columns = area.columns, rows = area.rows;
    frame_fill(canvas->frame, part, GROUND_PANEL);
    canvas_rule(canvas, part, canvas_first_fitting(WHAT, canvas_rule_room(part.columns, map)), map);
    if (rows > 0)
        frame_text(canvas->frame, area, area.column, area.row, PLAIN,
                   str_from(canvas_first_fitting(KEYS, columns)));
    if (rows > 1)
        draw_marks(canvas, area, area.row + 1, str_from(canvas_first_fitting(MARKS, columns)));
    if (rows > 2)
        frame_text(canvas->frame, area, area.column, area.row + 2, QUIET,
                   str_from(canvas_first_fitting(MORE, columns)));
    return true;
}
