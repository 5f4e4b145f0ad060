// The lesson beside the numbers: prose, code with the current line, what the code printed.
#include "tui/lesson_text.h"

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
    Rect area = lesson_area(canvas->app, part);
    LessonText lesson = lesson_text(canvas->app, area.columns, canvas->arena);
    int rows = lesson_rows(&lesson, area), top = lesson_top(canvas->app, &lesson, rows);
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
    const char *key = lesson_reads_on(canvas->app, &lesson, rows) ? "Space" : "PgDn";
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
