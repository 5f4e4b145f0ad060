// The figure dialog on the screen: a row for each choice, then what would be written.
#include "tui/figures/figure_dialog.h"
#include "tui/view.h"

#include "base/utf8.h"
#include "terminal/text.h"

enum { LABEL_COLUMNS = 9, FIRST_ROW = 2, ROW_STRIDE = 100 };

static bool choose(App *app, int row_and_value)
{
    app->figure_row = row_and_value / ROW_STRIDE;
    app->figure_choice[app->figure_row] = row_and_value % ROW_STRIDE;
    return true;
}

// "> kind     heatmap [equation] heads": what is chosen stands in brackets.
static void draw_row(Canvas *canvas, int row, Rect part)
{
    const App *app = canvas->app;
    Frame *frame = canvas->frame;
    bool selected = app->figure_row == row;
    int y = FIRST_ROW + row, x = part.column + LABEL_COLUMNS;
    Style style = {.attributes = selected ? ATTR_BOLD : 0};
    frame_printf(frame, part, part.column, y, style, "%c %s", selected ? '>' : ' ',
                 figure_dialog_label(row));
    const char *value;
    for (int i = 0; (value = figure_dialog_value(row, i)); i++) {
        bool chosen = figure_dialog_chosen(app, row) == i;
        Style ink = {.attributes = chosen ? ATTR_BOLD : 0};
        int columns = utf8_width(str_from(value));
        frame_printf(frame, part, x + !chosen, y, ink, chosen ? "[%s]" : "%s", value);
        canvas_click(canvas, (Rect){x, y, columns + 2, 1}, choose, NULL, row * ROW_STRIDE + i);
        x += columns + 2; // for the brackets of both
    }
    if (!selected) return;
    frame->cursor_column = part.column;
    frame->cursor_row = y;
}

// "draws    a matrix as colours": wrapped; returns the row below it.
static int draw_said(Canvas *canvas, Rect part, int row, const char *label, Str said)
{
    Text text = {.arena = canvas->arena, .columns = part.columns - LABEL_COLUMNS - 1};
    text_wrap(&text, (Str){0}, (Str){0}, &(TextRun){{0}, said}, 1);
    Rect area = {part.column + LABEL_COLUMNS + 1, row, text.columns, text.count};
    if (row + text.count > part.row + part.rows) return row;
    frame_printf(canvas->frame, part, part.column + 2, row, (Style){0}, "%s", label);
    text_draw(&text, canvas->frame, area, 0);
    return row + text.count;
}

static void draw_preview(Canvas *canvas, Rect part, int row)
{
    static const char *const labels[] = {"file", "folder", "size"};
    const App *app = canvas->app;
    const TuiOptions *options = app->options;
    Buf lines = {.arena = canvas->arena};
    Error error = {.arena = canvas->arena};
    if (!options->preview_figure) return;
    bool ok = options->preview_figure(options->export_context, canvas->walk, app->figure_of,
                                      figure_dialog_choice(app), &lines, &error);
    Str rest = buf_str(&lines), line;
    for (int i = 0; ok && i < 3 && str_next_line(&rest, &line); i++)
        row = draw_said(canvas, part, row, labels[i], line);
    if (ok) return;
    row = draw_said(canvas, part, row, "not so", str_from(error.message));
    if (error.hint) draw_said(canvas, part, row, "try", str_from(error.hint));
}

void view_figure(Canvas *canvas, Rect part)
{
    const Cell cell = canvas->app->figure_of;
    Rect area = {part.column + 1, part.row, part.columns - 2, part.rows - 1};
    const char *name = entry_title(canvas->walk->trace, cell.entry, canvas->arena);
    canvas_rule(canvas, part, text_printf(canvas->arena, "a figure of %s", name), "q: back");
    for (int row = 0; row < FIGURE_ROWS; row++) draw_row(canvas, row, area);
    int row = FIRST_ROW + FIGURE_ROWS + 1;
    row = draw_said(canvas, area, row, "draws", str_from(figure_dialog_summary(canvas->app)));
    draw_preview(canvas, area, row);
    canvas_last_row(canvas);
}
