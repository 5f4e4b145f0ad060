// The lesson beside the numbers: prose, code with the current line, what the code printed.
#include "tui/lesson_text.h"

#include "base/utf8.h"

enum { WIDEST = 76 }; // longer lines read badly

// Where the text stands in the part: under its rule, beside its border on large screens.
static Rect text_area(const App *app, Rect part)
{
    bool beside = part.column > 0;
    int left = beside ? 2 : 1;
    int columns = part.columns - left - 1;
    if (columns > WIDEST && app->lesson != LESSON_WHOLE) columns = WIDEST;
    return (Rect){part.column + left, part.row + 1, columns, part.rows - 1};
}

// The last row says what is left below, the right end of the rule what is above.
static int text_rows(const LessonText *lesson, Rect area)
{
    return lesson->text.count > area.rows ? area.rows - 1 : area.rows;
}

static const char *lines_text(Canvas *canvas, int lines, const char *where, const char *key)
{
    if (lines <= 0) return "";
    return text_printf(canvas->arena, "(%d %s: %s)", lines, where, key);
}

static void draw_border(Canvas *canvas, Rect part)
{
    if (part.column == 0) return;
    for (int row = part.row; row < part.row + part.rows; row++)
        frame_text(canvas->frame, part, part.column, row, (Style){.ink = INK_RULE}, STR("│"));
}

// Has the reader not seen all that belongs to the operation, which is open? Then Space reads on.
static bool reads_on(const App *app, const LessonText *lesson, int rows)
{
    return lesson_stage_is_open(app->walk) &&
           lesson_top(app, lesson, rows) < lesson_target(app, lesson, rows);
}

void view_lesson(Canvas *canvas, Rect part)
{
    Rect area = text_area(canvas->app, part);
    LessonText lesson = lesson_text(canvas->app, area.columns, canvas->arena);
    int rows = text_rows(&lesson, area), top = lesson_top(canvas->app, &lesson, rows);
    int below = lesson.text.count - top - rows;
    draw_border(canvas, part);
    Rect rule = part;
    if (part.column > 0) {
        rule.column++;
        rule.columns--;
    }
    canvas_rule(canvas, rule, "lesson", lines_text(canvas, top, "above", "PgUp"));
    Rect shown = area;
    shown.rows = rows;
    text_draw(&lesson.text, canvas->frame, shown, top);
    const char *key = reads_on(canvas->app, &lesson, rows) ? "Space" : "PgDn";
    if (below > 0)
        frame_text(
            canvas->frame, area, area.column, area.row + rows, (Style){.ink = INK_RULE},
            str_from(lines_text(canvas, below, below == 1 ? "more line" : "more lines", key)));
    if (canvas->walk->selected.entry < 0) { // nothing selected: the cursor is where to read
        int row = lesson.current >= top && lesson.current < top + rows ? lesson.current - top : 0;
        canvas->frame->cursor_column = area.column;
        canvas->frame->cursor_row = area.row + row;
    }
}

// The lesson as it is shown now.
typedef struct Shown {
    LessonText lesson;
    int rows, top; // rows 0: it is hidden
} Shown;

static Shown shown_now(const App *app, Arena *arena)
{
    Layout made = app_layout(app, arena);
    if (made.part[PART_LESSON].rows <= 1) return (Shown){0};
    Rect area = text_area(app, made.part[PART_LESSON]);
    Shown shown = {.lesson = lesson_text(app, area.columns, arena)};
    shown.rows = text_rows(&shown.lesson, area);
    shown.top = lesson_top(app, &shown.lesson, shown.rows);
    return shown;
}

static int page_of(int rows)
{
    return rows > 1 ? rows - 1 : 1;
}

bool lesson_scroll(App *app, int direction, bool page)
{
    Arena scratch = {0};
    Shown shown = shown_now(app, &scratch);
    int top = shown.top;
    if (shown.rows) {
        int to = top + direction * (page ? page_of(shown.rows) : 3);
        int last = shown.lesson.text.count - shown.rows;
        if (to > last) to = last;
        if (to < 0) to = 0;
        shown.top = app->lesson_scroll = to;
    } else {
        app_say(app, false, "The lesson is hidden. o shows it.");
    }
    arena_free(&scratch);
    return shown.top != top;
}

bool lesson_read_on(App *app)
{
    Arena scratch = {0};
    Shown shown = shown_now(app, &scratch);
    bool on = shown.rows && reads_on(app, &shown.lesson, shown.rows);
    if (on) {
        int to = shown.top + page_of(shown.rows);
        int target = lesson_target(app, &shown.lesson, shown.rows);
        app->lesson_scroll = to < target ? to : target;
    }
    arena_free(&scratch);
    return on;
}

bool lesson_read_back(App *app)
{
    int scroll = app->lesson_scroll;
    if (scroll == SCROLL_FOLLOWS || !lesson_stage_is_open(app->walk)) return false;
    Arena scratch = {0};
    Shown shown = shown_now(app, &scratch);
    app->lesson_scroll = SCROLL_FOLLOWS;
    int start = shown.rows ? lesson_top(app, &shown.lesson, shown.rows) : shown.top;
    int to = shown.top - page_of(shown.rows);
    bool back = shown.top > start;
    if (!back || to > start) app->lesson_scroll = back ? to : scroll;
    arena_free(&scratch);
    return back;
}
