// The lesson beside the numbers: prose, code with the current line, what the code printed.
#include "base/text/fuzzy.h"
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
        buf_add(&text, str_from(frame_glyph(frame, c, row)->text));
        for (int i = from; i < text.n; i++) (*column)[i] = c;
    }
    (*column)[text.n] = area.column + area.columns;
    return buf_str(&text);
}

// What was searched is highlighted, where it is on one line.
static void light(Canvas *canvas, Rect area)
{
    Str wanted = str_from(canvas->app->wanted);
    for (int row = area.row; row < area.row + area.rows && canvas->app->lit; row++) {
        int *column, at = -1;
        Str text = row_text(canvas->frame, area, row, canvas->arena, &column);
        while ((at = fuzzy_find_text(text, wanted, at + 1)) >= 0) {
            for (int c = column[at]; c < column[at + wanted.n]; c++)
                frame_glyph(canvas->frame, c, row)->style.ground = GROUND_SELECTED;
        }
    }
}

static bool wheel(App *app, int direction)
{
    return lesson_scroll(app, direction, false);
}

void view_lesson(Canvas *canvas, Rect part)
{
    LessonShown shown = lesson_in(canvas->app, part, canvas->arena);
    Rect rule = part, text = shown.area;
    canvas_wheel(canvas, part, wheel);
    if (part.column > 0) {
        canvas_border(canvas, part);
        rule.column++;
        rule.columns--;
        frame_fill(canvas->frame, rule, GROUND_PANEL);
    }
    canvas_rule(canvas, rule, "lesson", lines_text(canvas, shown.top, "above", "PgUp"));
    text.rows = shown.in_sight;
    text_draw(&shown.lesson.text, canvas->frame, text, shown.top);
    light(canvas, text);
    bool by_space =
        canvas->app->options->mode != MODE_NOTES && lesson_reads_on(canvas->app, &shown);
    int below = shown.lesson.text.count - shown.top - shown.in_sight;
    frame_text(canvas->frame, shown.area, text.column, text.row + shown.rows, QUIET,
               str_from(lines_text(canvas, below, "more lines", by_space ? "Space" : "PgDn")));
    if (!lesson_fills(canvas->app) && canvas->walk->at.selected.entry >= 0) return;
    int line = shown.lesson.current - shown.top; // no cell to be seen: it is where to read
    canvas_cursor(canvas, text.column, text.row + (line >= 0 && line < text.rows ? line : 0));
}
