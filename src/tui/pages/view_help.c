// Draws the help screen, a list of keys of which one is selected.
#include "tui/pages/help_text.h"
#include "tui/view.h"

static bool run(App *app, int entry)
{
    help_at(app, entry);
    return help_run(app);
}

static void draw_entries(Canvas *canvas, const Help *help, Rect area, int top)
{
    for (int i = 0; i < help->count; i++) {
        const HelpEntry *entry = &help->entries[i];
        int row = area.row + entry->line - top;
        if (row < area.row || row >= area.row + area.rows) continue;
        canvas_click(canvas, (Rect){area.column, row, area.columns, entry->end - entry->line},
                     help_at, run, i);
        if (i != canvas->app->help_at) continue;
        frame_text(canvas->frame, area, area.column, row, (Style){.attributes = ATTR_BOLD},
                   STR(">"));
        canvas->frame->cursor_column = area.column;
        canvas->frame->cursor_row = row;
    }
}

void view_help(Canvas *canvas, Rect part)
{
    const App *app = canvas->app;
    Rect area = help_area(part.columns, part.rows);
    Help help = help_text(app, area.columns, canvas->arena);
    int top = help_top(app, &help, area), below = help.text.count - top - area.rows;
    const char *more =
        below > 0 ? text_printf(canvas->arena, "%d more lines: PgDn", below) : "q: back";
    canvas_rule(canvas, part, "keys", more);
    text_draw(&help.text, canvas->frame, area, top);
    draw_entries(canvas, &help, area, top);
    canvas_last_row(canvas);
}
