#include "tui/pages/outline.h"

#include "tui/view.h"
#include "walk/outline.h"

enum {
    FRAME_ROWS = 2, // the rule above, the keys below
    LEFT = 4,       // columns of the step number
};

int outline_rows(const App *app)
{
    return app->rows > FRAME_ROWS ? app->rows - FRAME_ROWS : 1;
}

// What is shown now is the deepest line that has it: a call's own line, or an operation's.
int outline_here(const App *app)
{
    Arena scratch = {0};
    Stage *lines, now = app_stage(app);
    int count = walk_outline(app->walk, &scratch, &lines), here = 0;
    for (int i = 0; i < count; i++) {
        bool same = lines[i].step == now.step && lines[i].entry == now.entry;
        if (same && lines[i].call == now.call) here = i;
    }
    arena_free(&scratch);
    return here;
}

bool outline_move(App *app, int by)
{
    Arena scratch = {0};
    Stage *lines;
    int64_t count = walk_outline(app->walk, &scratch, &lines), to = (int64_t)app->outline_at + by;
    arena_free(&scratch);
    if (to >= count) to = count - 1;
    if (to < 0) to = 0;
    bool moved = to != app->outline_at;
    app->outline_at = (int)to;
    return moved;
}

void outline_go(App *app)
{
    Arena scratch = {0};
    Stage *lines;
    int count = walk_outline(app->walk, &scratch, &lines);
    if (app->outline_at < count) walk_show(app->walk, &lines[app->outline_at]);
    app->lesson_scroll = SCROLL_FOLLOWS;
    arena_free(&scratch);
}

// ---- drawing ----------------------------------------------------------------------------------

static void draw_line(Canvas *canvas, const Stage *lines, int at, Rect row)
{
    bool selected = at == canvas->app->outline_at;
    Style style = {.attributes = selected ? ATTR_BOLD : 0};
    const char *line =
        outline_line(canvas->walk, &lines[at], row.columns - LEFT - 1, canvas->arena);
    frame_printf(canvas->frame, row, row.column, row.row, style, "%c%3d %s", selected ? '>' : ' ',
                 lines[at].step + 1, line + 1);
    if (!selected) return;
    canvas->frame->cursor_column = row.column;
    canvas->frame->cursor_row = row.row;
}

static bool select(App *app, int line)
{
    app->outline_at = line;
    return true;
}

static bool open(App *app, int line)
{
    app->outline_at = line;
    outline_go(app);
    app->screen = app->home;
    return true;
}

void view_outline(Canvas *canvas, Rect part)
{
    Stage *lines;
    int count = walk_outline(canvas->walk, canvas->arena, &lines);
    int rows = outline_rows(canvas->app), at = canvas->app->outline_at;
    int top = at - rows / 2;
    if (top > count - rows) top = count - rows;
    if (top < 0) top = 0;
    canvas_rule(canvas, part, "outline: step, code, shapes",
                text_printf(canvas->arena, "%d of %d", at + 1, count));
    for (int i = 0; i < rows && top + i < count; i++) {
        Rect row = {0, 1 + i, part.columns, 1};
        draw_line(canvas, lines, top + i, row);
        canvas_click(canvas, row, select, open, top + i);
    }
    canvas_last_row(canvas);
}
