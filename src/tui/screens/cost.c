// The cost screen: what each operation of the step computes.
#include "tui/parts/page.h"
#include "walk/cost_table.h"

// One line of each row of the table, the operation at hand in bold, in as many as fit.
static Text cost_text(const App *app, int columns, Arena *arena)
{
    Text text = {.arena = arena, .columns = columns};
    const Walk *walk = app->walk;
    int step = walk_stage(walk).step > 0 ? walk_stage(walk).step : 0;
    CostTable table = cost_table(walk, step, arena);
    const char *const *lines = cost_lines(walk, &table, columns - 2, arena);
    for (int i = 0; i < table.count + 2; i++) {
        bool here = i > 0 && i <= table.count && table.rows[i - 1].entry == walk->at.focus;
        bool bold = i == 0 || here || i > table.count;
        text_plain(&text, (Style){.attributes = bold ? ATTR_BOLD : 0},
                   arena_printf(arena, "%s%s", here ? "> " : "  ", lines[i]));
    }
    text_blank(&text);
    int64_t left_out;
    Cost all = trace_cost_of_step(walk->trace, -1, &left_out);
    Buf line = {.arena = arena};
    buf_add(&line, STR("The whole lesson: "));
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

static const char *title(const App *app, Arena *arena)
{
    return arena_printf(arena, "what step %d costs", walk_stage(app->walk).step + 1);
}

const Screen cost_screen = {
    PAGE_SCREEN,
    .text = cost_text,
    .title = title,
    .words = "what the step costs",
};
