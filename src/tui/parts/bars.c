// Of many keys those with the most weight are shown, in their order.
#include "tui/parts/bars.h"

#include "walk/flow.h"

enum {
    LEAST_BAR = 6,
    MOST_BAR = 20,
    MOST_LABEL = 10,
    NUMBER = 6, // columns of " 100 %"
};

void bar_write(Buf *out, double share, int columns)
{
    static const char *const EIGHTHS[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    int eighths = (int)(share * columns * 8 + 0.5);
    if (eighths == 0 && share > 0) eighths = 1;
    for (int i = 0; i < eighths / 8; i++) buf_add(out, STR("█"));
    buf_add(out, str_from(EIGHTHS[eighths % 8]));
}

void looks_write(const Trace *trace, const Matrix *matrix, const FlowRow *row, Buf *out)
{
    static const double worth_naming = 0.005;
    buf_add(out, STR(" looks at"));
    for (int i = 0; i < FLOW_NAMED && row->heaviest[i].weight >= worth_naming; i++) {
        FlowLine to = row->heaviest[i];
        buf_printf(
            out, "%s %s (%.2f)", i ? "," : "",
            label_or_number(trace, matrix->entry, matrix->column_dim, to.key, "", out->arena),
            to.weight);
    }
}

// "6 %", "<1 %"
static const char *share_text(double share, Arena *arena)
{
    int percent = (int)(share * 100 + 0.5);
    return percent == 0 && share > 0 ? "<1 %" : arena_printf(arena, "%d %%", percent);
}

// The matrix of the equation whose rows are attention weights, and the row at hand in it.
static const Grid *weights_at_hand(const Canvas *canvas, const Equation *equation, Cell *at)
{
    for (int i = equation->count - 1; i >= 0; i--) {
        const Grid *grid = &equation->blocks[i].grid;
        at->entry = grid->matrix.entry;
        bool is_shown = !equation->blocks[i].hidden && grid->holds_shares;
        if (is_shown && marks_in(&equation->marks, at->entry, &at->at) &&
            flow_row(canvas->walk, *at, 1, canvas->arena).state == FLOW_SHOWN)
            return grid;
    }
    return NULL;
}

static int widest_label(const Canvas *canvas, const Grid *grid, const FlowRow *row)
{
    int widest = 1;
    for (int i = 0; i < row->count; i++) {
        const char *label = dim_position(&grid->column_labels, row->lines[i].key, canvas->arena);
        widest = at_least(frame_columns(label), widest);
    }
    return widest < MOST_LABEL ? widest : MOST_LABEL;
}

static void draw_bar(Canvas *canvas, const Grid *grid, FlowLine line, int labels, int bar,
                     Rect area)
{
    Arena *arena = canvas->arena;
    Ink ink = ink_of_role(grid->role);
    const char *label = dim_position(&grid->column_labels, line.key, arena);
    label = canvas_fit_text(arena, str_from(label), labels);
    Buf text = {.arena = arena};
    bar_write(&text, line.weight, bar);
    frame_text(canvas->frame, area, area.column, area.row, (Style){.ink = ink}, str_from(label));
    int column = area.column + labels + 1;
    column = frame_text(canvas->frame, area, column, area.row, (Style){.ink = ink}, buf_str(&text));
    frame_text(canvas->frame, area, column + 1, area.row, PLAIN,
               str_from(share_text(line.weight, arena)));
}

void bars_of_equation(Canvas *canvas, const Equation *equation, Rect area)
{
    Cell at;
    bool has_room = area.rows >= 3 && area.columns > LEAST_BAR + NUMBER + 1;
    const Grid *grid = has_room ? weights_at_hand(canvas, equation, &at) : NULL;
    if (!grid) return;
    FlowRow row = flow_row(canvas->walk, at, area.rows - 1, canvas->arena);
    int labels = widest_label(canvas, grid, &row), bar = area.columns - labels - 1 - NUMBER;
    if (bar > MOST_BAR) bar = MOST_BAR;
    const char *query = "it";
    if (grid->matrix.row_dim >= 0)
        query = dim_position(&grid->row_labels, at.at.at[grid->matrix.row_dim], canvas->arena);
    const char *most = row.count < grid->matrix.columns ? " most" : "";
    const char *title = arena_printf(canvas->arena, "where %s looks%s", query, most);
    if (bar < LEAST_BAR || frame_columns(title) > area.columns) return;
    frame_text(canvas->frame, area, area.column, area.row, QUIET, str_from(title));
    for (int i = 0; i < row.count; i++) {
        Rect line = {area.column, area.row + 1 + i, area.columns, 1};
        draw_bar(canvas, grid, row.lines[i], labels, bar, line);
    }
}
