// The lesson beside the numbers: prose, code with the current line, what the code printed.
#include "tui/parts/fuzzy.h"
#include "tui/parts/lesson_sight.h"
#include "tui/parts/views.h"

static const char *lines_text(Canvas *canvas, int lines, const char *where, const char *key)
{
    if (lines <= 0) return "";
    return arena_printf(canvas->arena, "(%d %s: %s)", lines, where, key);
}

// The columns of each byte of a row, and the row as text.
static Str row_text(const Frame *frame, Rect area, int row, Arena *arena, int **column)
{
    Buf text = {.arena = arena};
    *column = NEW_ARRAY(arena, int, area.columns *(int)sizeof(Glyph) + 1);
    for (int c = area.column; c < area.column + area.columns; c++) {
        int from = text.n;
        buf_add(&text, str_from(frame->glyphs[row * frame->columns + c].text));
        for (int i = from; i < text.n; i++) (*column)[i] = c;
    }
    (*column)[text.n] = area.column + area.columns;
    return buf_str(&text);
}

// What was searched stands out, where it is on one line.
static void light(Canvas *canvas, Rect area)
{
    Str wanted = str_from(canvas->app->wanted);
    for (int row = area.row; row < area.row + area.rows && canvas->app->lit; row++) {
        int *column, at = -1;
        Str text = row_text(canvas->frame, area, row, canvas->arena, &column);
        while ((at = fuzzy_find_text(text, wanted, at + 1)) >= 0) {
            for (int c = column[at]; c < column[at + wanted.n]; c++)
                canvas->frame->glyphs[row * canvas->frame->columns + c].style.ground =
                    GROUND_SELECTED;
        }
    }
}

static bool wheel(App *app, int direction)
{
    return lesson_scroll(app, direction, false);
}

void view_lesson(Canvas *canvas, Rect part)
{
    Rect area = lesson_area(canvas->app, part);
    LessonSight sight = lesson_sight(canvas->app);
    LessonText lesson = lesson_text(canvas->walk, sight, area.columns, canvas->arena);
    int rows = lesson_rows(&lesson, area), top = lesson_top(canvas->app, &lesson, rows);
    int in_sight = lesson_in_sight(&lesson, rows, top), below = lesson.text.count - top - in_sight;
    canvas_wheel(canvas, part, wheel);
    Rect rule = part;
    if (part.column > 0) {
        canvas_border(canvas, part);
        rule.column++;
        rule.columns--;
        frame_fill(canvas->frame, (Rect){rule.column, part.row, rule.columns, part.rows},
                   GROUND_PANEL);
    }
    canvas_rule(canvas, rule, "lesson", lines_text(canvas, top, "above", "PgUp"));
    Rect shown = area;
    shown.rows = in_sight;
    text_draw(&lesson.text, canvas->frame, shown, top);
    light(canvas, shown);
    bool by_space =
        canvas->app->options->mode != MODE_NOTES && lesson_reads_on(canvas->app, &lesson, rows);
    const char *key = by_space ? "Space" : "PgDn";
    if (below > 0)
        frame_text(canvas->frame, area, area.column, area.row + rows, QUIET,
                   str_from(lines_text(canvas, below, "more lines", key)));
    bool whole = lesson_fills(canvas->app);
    if (whole || canvas->walk->selected.entry < 0) { // no cell to be seen: it is where to read
        int row =
            lesson.current >= top && lesson.current < top + in_sight ? lesson.current - top : 0;
        canvas_cursor(canvas, area.column, area.row + row);
    }
}
