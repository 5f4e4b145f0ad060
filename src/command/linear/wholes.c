// Commands about a whole matrix or a whole step.
#include "command/linear/commands.h"
#include "command/linear/narrate.h"
#include "trace/labels.h"
#include "tui/told.h"
#include "walk/cost_table.h"
#include "walk/outline.h"

// The matrix that was typed, or the one at hand. False: why not has been said.
static bool matrix_typed(Linear *l, Str typed, Cell *cell)
{
    Error error = {.arena = &l->arena};
    int given;
    *cell = l->walk->selected;
    if (cell->entry < 0) *cell = (Cell){.entry = l->walk->focus};
    if (typed.n && !tensor_parse(l->walk->trace, typed, cell, &given, &error))
        error_print(&error, &l->out);
    else if (cell->entry < 0)
        buf_add(&l->out, STR("There is no matrix here. Name one, as in weights.\n"));
    return !error.set && cell->entry >= 0;
}

static const char *name_of(const Linear *l, Cell cell)
{
    return entry_title(l->walk->trace, cell.entry, l->out.arena);
}

void linear_heads(Linear *l, Str rest)
{
    Cell cell;
    if (!matrix_typed(l, rest, &cell) || told_heads(l->walk, cell, &l->out)) return;
    buf_printf(&l->out, "%s has no heads. Name what has, as in: heads weights\n", name_of(l, cell));
}

void linear_look(Linear *l, Str rest)
{
    Cell cell;
    if (!matrix_typed(l, rest, &cell) || told_flow(l->walk, cell, &l->out)) return;
    buf_printf(&l->out, "%s has no attention weights. Name what has, as in: look weights\n",
               name_of(l, cell));
}

void linear_rule(Linear *l, Str rest)
{
    Cell cell;
    if (linear_cell(l, rest, &cell)) told_rule(l->walk, cell, &l->out);
}

void linear_outline(Linear *l, Str rest)
{
    outline_print(l->walk, str_is(rest, "all") ? -1 : l->step, NARRATE_COLUMNS, &l->out);
}

// ---- costs --------------------------------------------------------------------------------------

static void say_cost(const Cost *cost, Buf *out)
{
    bool any = false;
    for (int kind = 0; kind < COST_KINDS; kind++) {
        if (cost->count[kind] == 0) continue;
        buf_add(out, any ? STR(", ") : STR(" "));
        cost_write(out, cost->count[kind]);
        buf_printf(out, " %s", cost_name((CostKind)kind));
        any = true;
    }
    buf_add(out, any ? STR(".\n") : STR(" nothing.\n"));
}

void linear_cost(Linear *l, Str rest)
{
    (void)rest;
    CostTable table = cost_table(l->walk, l->step, &l->arena);
    for (int i = 0; i < table.count; i++) {
        const CostRow *row = &table.rows[i];
        buf_add_repeat(&l->out, ' ', 2 * row->depth);
        buf_add_one_line(&l->out, row->code);
        buf_add_char(&l->out, ':');
        say_cost(&row->cost, &l->out);
    }
    buf_add(&l->out, STR("Together:"));
    say_cost(&table.total, &l->out);
    if (table.left_out)
        buf_printf(&l->out, "%lld operations were not recorded and are not counted.\n",
                   (long long)table.left_out);
}
