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
    if (below > 0)
        frame_text(
            canvas->frame, area, area.column, area.row + rows, (Style){.ink = INK_RULE},
            str_from(lines_text(canvas, below, below == 1 ? "more line" : "more lines", "PgDn")));
    if (canvas->walk->selected.entry < 0) { // nothing selected: the cursor is where to read
        int row = lesson.current >= top && lesson.current < top + rows ? lesson.current - top : 0;
        canvas->frame->cursor_column = area.column;
        canvas->frame->cursor_row = area.row + row;
    }
}

bool lesson_scroll(App *app, int direction, bool page)
{
    Arena scratch = {0};
    Layout made = app_layout(app, &scratch);
    Rect area = text_area(app, made.part[PART_LESSON]);
    bool moved = false;
    if (made.part[PART_LESSON].rows > 1) {
        LessonText lesson = lesson_text(app, area.columns, &scratch);
        int rows = text_rows(&lesson, area), top = lesson_top(app, &lesson, rows);
        int by = page && rows > 1 ? rows - 1 : page ? 1 : 3;
        int to = top + direction * by, last = lesson.text.count - rows;
        if (to > last) to = last;
        if (to < 0) to = 0;
        moved = to != top;
        app->lesson_scroll = to;
    } else {
        app_say(app, false, "The lesson is hidden. o shows it.");
    }
    arena_free(&scratch);
    return moved;
}
