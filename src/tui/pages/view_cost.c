// The cost screen: what each operation of the step computes.
#include "terminal/text.h"

#include "tui/actions.h"
#include "tui/pages/scroll.h"
#include "tui/view.h"
#include "walk/cost_table.h"

// One line of each row of the table, the operation at hand in bold, in as many as fit.
static Text cost_text(const Canvas *canvas, int step, int columns)
{
    Text text = {.arena = canvas->arena, .columns = columns};
    const Walk *walk = canvas->walk;
    CostTable table = cost_table(walk, step, canvas->arena);
    const char *const *lines = cost_lines(walk, &table, columns - 2, canvas->arena);
    for (int i = 0; i < table.count + 2; i++) {
        bool here = i > 0 && i <= table.count && table.rows[i - 1].entry == walk->focus;
        bool bold = i == 0 || here || i > table.count;
        text_plain(&text, (Style){.attributes = bold ? ATTR_BOLD : 0},
                   text_printf(canvas->arena, "%s%s", here ? "> " : "  ", lines[i]));
    }
    text_blank(&text);
    int64_t left_out;
    Cost all = trace_cost_of_step(walk->trace, -1, &left_out);
    Buf line = {.arena = canvas->arena};
    buf_add(&line, STR("  The whole lesson: "));
    for (int i = 0; i < COST_KINDS; i++) {
        if (i) buf_add(&line, STR(", "));
        cost_write(&line, all.count[i]);
        buf_printf(&line, " %s", cost_name((CostKind)i));
    }
    buf_add(&line, STR(". Divisions count as multiplications, subtractions as additions, "
                       "logarithms and sines as exponentials; others are roots, comparisons and "
                       "the like; bytes are those written."));
    text_wrap(&text, STR("  "), STR("  "), &(TextRun){{0}, str_trim(buf_str(&line))}, 1);
    return text;
}

static int last_top(const Text *text, Rect area)
{
    return text->count > area.rows ? text->count - area.rows : 0;
}

void view_cost(Canvas *canvas, Rect part)
{
    int step = walk_stage(canvas->walk).step;
    Rect area = {1, 1, part.columns - 2, part.rows - 2};
    Text text = cost_text(canvas, step < 0 ? 0 : step, area.columns);
    int top = canvas->app->cost_scroll, last = last_top(&text, area);
    if (top > last) top = last;
    int below = text.count - top - area.rows;
    const char *more =
        below > 0 ? text_printf(canvas->arena, "%d more lines: PgDn", below) : "q: back";
    const char *title = text_printf(canvas->arena, "what step %d costs", step + 1);
    canvas_rule(canvas, part, title, more);
    text_draw(&text, canvas->frame, area, top);
    canvas->frame->cursor_column = area.column;
    canvas->frame->cursor_row = area.row;
    canvas_last_row(canvas);
}

// The first line that the screen can begin with at the end of the text.
static int last_line(const App *app)
{
    Arena scratch = {0};
    Canvas canvas = {.app = app, .walk = app->walk, .arena = &scratch};
    Rect area = {1, 1, app->columns - 2, app->rows - 2};
    int step = walk_stage(app->walk).step;
    Text text = cost_text(&canvas, step < 0 ? 0 : step, area.columns);
    int last = last_top(&text, area);
    arena_free(&scratch);
    return last;
}

bool cost_is_more(const App *app)
{
    return last_line(app) > 0;
}

bool cost_scroll(App *app, int by)
{
    int last = last_line(app), from = app->cost_scroll > last ? last : app->cost_scroll;
    int to = from + step_size(by, app->rows - 3);
    app->cost_scroll = to < 0 ? 0 : to > last ? last : to;
    return app->cost_scroll != from;
}
