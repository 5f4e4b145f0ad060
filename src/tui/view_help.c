// The help screen.
#include "tui/help_text.h"
#include "tui/view.h"

void view_help(Canvas *canvas, Rect part)
{
    Rect area = help_area(part.columns, part.rows);
    Text text = help_text(area.columns, canvas->arena);
    int top = canvas->app->help_scroll, last = help_last_top(&text, area);
    if (top > last) top = last;
    int below = text.count - top - area.rows;
    const char *more =
        below > 0 ? text_printf(canvas->arena, "%d more lines: PgDn", below) : "q: back";
    canvas_rule(canvas, part, "keys", more);
    text_draw(&text, canvas->frame, area, top);
    canvas->frame->cursor_column = area.column;
    canvas->frame->cursor_row = area.row;
    Rect line = {0, part.rows - 1, part.columns, 1};
    view_keys(canvas, line);
}
