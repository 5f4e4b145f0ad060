// Draws a large matrix as a small picture of characters. Each character stands for a range of rows
// and columns and shows their largest number, read from the blocks that were made once for the
// matrix (walk/blocks.h), so that drawing does not go through all cells.
#include "tui/matrix/overview.h"

#include <math.h>

// The part [from, end) of `size` cells that place `at` of `places` shows; never empty.
static int64_t part_from(int64_t at, int64_t places, int64_t size)
{
    return at * size / places;
}

static int64_t part_end(int64_t at, int64_t places, int64_t size)
{
    int64_t from = part_from(at, places, size), end = part_from(at + 1, places, size);
    return end > from ? end : from + 1;
}

static void draw_row(Canvas *canvas, Rect area, int line, double low, double high)
{
    const LargeView *view = &canvas->app->large;
    const Matrix *m = &view->matrix;
    int64_t row = part_from(line, area.rows, m->rows), row_end = part_end(line, area.rows, m->rows);
    for (int i = 0; i < area.columns; i++) {
        double most =
            blocks_most(&view->blocks, row, row_end, part_from(i, area.columns, m->columns),
                        part_end(i, area.columns, m->columns));
        char letter = isnan(most) ? ' ' : heat_ramp(most, low, high);
        Style style = {.ink = letter != ' ' ? ink_of_heat(most, low, high) : INK_PLAIN};
        frame_text(canvas->frame, area, area.column + i, area.row + line, style, (Str){&letter, 1});
    }
}

// "[ ]" around what the window shows; at least two columns, so that it can be seen.
static void draw_window(Canvas *canvas, const LargeLayout *layout)
{
    const Matrix *m = &canvas->app->large.matrix;
    Rect area = layout->overview;
    int top = (int)part_from(layout->first_row, m->rows, area.rows);
    int bottom = (int)part_from(layout->first_row + layout->rows - 1, m->rows, area.rows);
    int left = (int)part_from(layout->first_column, m->columns, area.columns);
    int right =
        (int)part_from(layout->first_column + layout->columns - 1, m->columns, area.columns);
    if (right == left && right + 1 < area.columns) right++;
    if (right == left && left > 0) left--;
    Style bold = {.attributes = ATTR_BOLD | ATTR_REVERSE};
    for (int row = area.row + top; row <= area.row + bottom; row++) {
        frame_text(canvas->frame, area, area.column + left, row, bold, STR("["));
        frame_text(canvas->frame, area, area.column + right, row, bold, STR("]"));
    }
}

static void draw_frame(Canvas *canvas, Rect area)
{
    Rect frame = {area.column - 1, area.row - 1, area.columns + 2, area.rows + 2};
    Style faint = {.ink = INK_RULE};
    Buf rule = {.arena = canvas->arena};
    buf_add_char(&rule, '+');
    buf_add_repeat(&rule, '-', area.columns);
    buf_add_char(&rule, '+');
    frame_text(canvas->frame, frame, frame.column, frame.row, faint, buf_str(&rule));
    frame_text(canvas->frame, frame, frame.column, area.row + area.rows, faint, buf_str(&rule));
    frame_text(canvas->frame, frame, frame.column + 2, frame.row, (Style){0}, STR(" overview "));
    for (int row = area.row; row < area.row + area.rows; row++) {
        frame_text(canvas->frame, frame, frame.column, row, faint, STR("|"));
        frame_text(canvas->frame, frame, area.column + area.columns, row, faint, STR("|"));
    }
}

void overview_draw(Canvas *canvas, const LargeLayout *layout, bool all_open, double low,
                   double high)
{
    draw_frame(canvas, layout->overview);
    if (!all_open) return;
    for (int line = 0; line < layout->overview.rows; line++)
        draw_row(canvas, layout->overview, line, low, high);
    draw_window(canvas, layout);
    canvas_click(canvas, layout->overview, large_click_overview, NULL, 0);
}
