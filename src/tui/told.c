// A screen's state is made for as long as it is told, from a copy of the walk that has the cell
// selected, and is read as the screen's view reads it.
#include "tui/told.h"

#include "trace/labels.h"
#include "tui/app.h"
#include "tui/find/search.h"
#include "tui/pages/why.h"

#include <inttypes.h>

enum { COLUMNS = 78, ROWS = 24, MOST_ROWS = 32, MOST_TOLD = 20 };

static void begin(App *app, Walk *walk, Walk *at, Cell cell)
{
    static const TuiOptions options = {0};
    *at = *walk;
    at->selected = cell;
    app_init(app, at, &options, COLUMNS, ROWS);
}

// ---- heads -------------------------------------------------------------------------------------

static void tell_tile(const App *app, const HeadTile *tile, Buf *out)
{
    const Pattern *pattern = &tile->pattern;
    buf_add(out, STR("  "));
    if (app->heads.are_layers) buf_printf(out, "layer %d, ", tile->number);
    buf_printf(out, "%s: ", heads_tile_name(app, tile, out->arena));
    if (tile->is_asked)
        buf_add(out, STR("a number of it is yours to predict"));
    else if (!tile->is_open)
        buf_add(out, STR("to come"));
    else if (pattern->kind == PATTERN_NONE)
        buf_add(out, STR("no weights, not every row sums to 1"));
    else
        buf_add(out, str_from(pattern_name(pattern, out->arena)));
    if (tile->is_open && pattern->share > 0)
        buf_printf(out, ", %.0f%% of the weight", pattern->share * 100);
    if (tile->is_open && pattern->kind != PATTERN_NONE)
        buf_printf(out, ", entropy %.2f bits", pattern->entropy);
    buf_add(out, STR(".\n"));
}

bool told_heads(Walk *walk, Cell cell, Buf *out)
{
    App app;
    Walk at;
    begin(&app, walk, &at, cell);
    bool opened = heads_open(&app);
    const HeadsView *view = &app.heads;
    if (opened) {
        buf_printf(out, "%" PRId64 " %s of %s", view->heads, view->are_layers ? "layers" : "heads",
                   entry_title(walk->trace, view->tiles[0].cell.entry, out->arena));
        if (heads_groups(view) > 1)
            buf_printf(out, ", %" PRId64 " of %" PRId64, view->group + 1, heads_groups(view));
        buf_add(out, STR(":\n"));
    }
    for (int i = 0; opened && i < view->count && i < MOST_ROWS; i++)
        tell_tile(&app, &view->tiles[i], out);
    if (opened && view->count > MOST_ROWS)
        buf_printf(out, "  and %d more.\n", view->count - MOST_ROWS);
    app_free(&app);
    return opened;
}

// ---- who looks at whom -------------------------------------------------------------------------

static const char *token(const Walk *walk, const Matrix *matrix, int dim, int64_t at, Arena *arena)
{
    const char *label = dim < 0 ? "" : label_at(walk->trace, matrix->entry, dim, at, arena);
    if (*label) return label;
    return text_printf(arena, "%s %" PRId64, dim == matrix->column_dim ? "key" : "query", at);
}

static void tell_query(App *app, const Matrix *matrix, int64_t query, Buf *out)
{
    static const char *const WHY_NOT[] = {[FLOW_CLOSED] = "to come",
                                          [FLOW_HIDDEN] = "yours to predict",
                                          [FLOW_NO_WEIGHTS] = "no weights, it does not sum to 1"};
    static const double worth_naming = 0.005;
    flow_select(app, query);
    FlowRow row = flow_row(app, &app->flow, FLOW_NAMED, out->arena);
    buf_printf(out, "  %s", token(app->walk, matrix, matrix->row_dim, query, out->arena));
    if (row.state != FLOW_SHOWN) {
        buf_printf(out, ": %s.\n", WHY_NOT[row.state]);
        return;
    }
    for (int i = 0; i < row.count && row.heaviest[i].weight >= worth_naming; i++)
        buf_printf(out, "%s %s %.2f", i ? "," : " looks at",
                   token(app->walk, matrix, matrix->column_dim, row.heaviest[i].key, out->arena),
                   row.heaviest[i].weight);
    buf_printf(out, "; entropy %.2f bits.\n", row.entropy);
}

bool told_flow(Walk *walk, Cell cell, Buf *out)
{
    App app;
    Walk at;
    begin(&app, walk, &at, cell);
    bool opened = flow_open(&app);
    if (opened) {
        Matrix matrix = matrix_through(at.trace, app.flow.at.entry, app.flow.at.at);
        buf_printf(out, "Who looks at whom in %s",
                   entry_title(walk->trace, matrix.entry, out->arena));
        for (int dim = 0; dim < matrix.tensor->shape.ndim - 2; dim++)
            buf_printf(out, "%s%" PRId64, dim ? "," : ", slice ", matrix.base.at[dim]);
        buf_add(out, STR(":\n"));
        for (int64_t query = 0; query < matrix.rows && query < MOST_ROWS; query++)
            tell_query(&app, &matrix, query, out);
        if (matrix.rows > MOST_ROWS)
            buf_printf(out, "  and %" PRId64 " more.\n", matrix.rows - MOST_ROWS);
    }
    app_free(&app);
    return opened;
}

// ---- the rule ----------------------------------------------------------------------------------

void told_rule(const Walk *walk, Cell cell, Buf *out)
{
    Walk at = *walk;
    at.selected = cell;
    Text text = why_text(&at, COLUMNS, out->arena);
    for (int i = 0; i < text.count; i++) {
        for (int k = 0; k < text.lines[i].count; k++) buf_add(out, text.lines[i].runs[k].text);
        if (text.lines[i].count) buf_add_char(out, '\n');
    }
}

// ---- searching ---------------------------------------------------------------------------------

int told_search(Walk *walk, Str wanted, Buf *out)
{
    App app;
    Walk at;
    Found *found;
    begin(&app, walk, &at, walk->selected);
    int count = search(&app, wanted, out->arena, &found);
    for (int i = 0; i < count && i < MOST_TOLD; i++)
        buf_printf(out, "  %d: %s: %s\n", i + 1, found[i].where, found[i].text);
    if (count > MOST_TOLD) buf_printf(out, "  and %d more.\n", count - MOST_TOLD);
    app_free(&app);
    return count;
}

bool told_search_go(Walk *walk, Str wanted, int number)
{
    static const TuiOptions options = {0};
    App app;
    Arena scratch = {0};
    Found *found;
    app_init(&app, walk, &options, COLUMNS, ROWS);
    int count = search(&app, wanted, &scratch, &found);
    bool known = number >= 1 && number <= count;
    if (known) search_go(&app, wanted, found, number - 1, count);
    app_free(&app);
    arena_free(&scratch);
    return known;
}
