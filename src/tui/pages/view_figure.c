// The figure dialog on the screen: a row for each choice, then what would be written.
#include "tui/pages/figure_dialog.h"
#include "tui/view.h"

#include "base/utf8.h"

enum { LABEL_COLUMNS = 9, FIRST_ROW = 2, ROW_STRIDE = 100 };

static bool choose(App *app, int row_and_value)
{
    app->figure_row = row_and_value / ROW_STRIDE;
    app->figure_choice[app->figure_row] = row_and_value % ROW_STRIDE;
    return true;
}

// "> kind    heatmap [equation] heads": what is chosen stands in brackets.
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
        bool chosen = app->figure_choice[row] == i;
        Style ink = {.attributes = chosen ? ATTR_BOLD : 0};
        frame_printf(frame, part, x, y, ink, chosen ? "[%s]" : " %s ", value);
        int columns = utf8_width(str_from(value)) + 2;
        canvas_click(canvas, (Rect){x, y, columns, 1}, choose, NULL, row * ROW_STRIDE + i);
        x += columns;
    }
    if (!selected) return;
    frame->cursor_column = part.column;
    frame->cursor_row = y;
}

static void draw_line(Canvas *canvas, Rect part, int row, const char *label, Str text)
{
    int columns = part.columns - LABEL_COLUMNS - 1;
    frame_printf(canvas->frame, part, part.column + 2, row, (Style){0}, "%s", label);
    frame_text(canvas->frame, part, part.column + LABEL_COLUMNS + 1, row, (Style){0},
               str_from(fit_text(canvas->arena, text, columns)));
}

static void draw_preview(Canvas *canvas, Rect part, int row)
{
    const TuiOptions *options = canvas->app->options;
    Buf lines = {.arena = canvas->arena};
    Error error = {.arena = canvas->arena};
    if (!options->preview_figure) return;
    bool ok = options->preview_figure(options->export_context, canvas->walk, canvas->walk->selected,
                                      figure_dialog_choice(canvas->app), &lines, &error);
    Str rest = buf_str(&lines), line;
    if (!ok) {
        const char *hint = error.hint ? text_printf(canvas->arena, "try: %s", error.hint) : "";
        draw_line(canvas, part, row, "not so", str_from(error.message));
        draw_line(canvas, part, row + 1, "", str_from(hint));
        return;
    }
    const char *const labels[] = {"file", "size"};
    for (int i = 0; i < 2 && str_next_line(&rest, &line); i++)
        draw_line(canvas, part, row + i, labels[i], line);
}

void view_figure(Canvas *canvas, Rect part)
{
    const Cell cell = canvas->walk->selected;
    Rect area = {part.column + 1, part.row, part.columns - 2, part.rows - 1};
    const char *name = entry_title(canvas->walk->trace, cell.entry, canvas->arena);
    canvas_rule(canvas, part, text_printf(canvas->arena, "a figure of %s", name), "q: back");
    for (int row = 0; row < FIGURE_ROWS; row++) draw_row(canvas, row, area);
    int row = FIRST_ROW + FIGURE_ROWS + 1;
    draw_line(canvas, area, row, "draws", str_from(figure_dialog_summary(canvas->app)));
    draw_preview(canvas, area, row + 1);
    canvas_last_row(canvas);
}
