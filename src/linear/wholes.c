// The commands of the line-by-line walk about a whole matrix or a whole step.
#include "base/text/number.h"
#include "linear/commands.h"
#include "linear/narrate.h"
#include "study/attention/arrows.h"
#include "study/names/title.h"
#include "study/names/typed_name.h"
#include "text/prose.h"
#include "text/survey.h"
#include "trace/names/labels.h"
#include "walk/cost_table.h"
#include "walk/flow.h"
#include "walk/heads.h"
#include "walk/places/outline.h"
#include "walk/places/rule.h"

#include <inttypes.h>

enum { MOST_ROWS = 32 };

// The matrix that was typed, or the one at hand. False: why not has been said.
static bool matrix_typed(Linear *l, Str typed, Cell *cell)
{
    Error error = {.arena = &l->arena};
    int given;
    *cell = l->walk->at.selected;
    if (cell->entry < 0) *cell = (Cell){.entry = l->walk->at.focus};
    if (typed.n && !trace_parse_tensor(l->walk->trace, typed, cell, &given, &error))
        error_print(&error, &l->out);
    else if (cell->entry < 0)
        buf_add(&l->out, STR("There is no matrix here. Name one, as in weights.\n"));
    return !error.set && cell->entry >= 0;
}

static const char *name_of(const Linear *l, Cell cell)
{
    return tensor_title(l->walk->trace, cell.entry, l->out.arena);
}

// ---- heads --------------------------------------------------------------------------------------

static void say_heads(const Heads *heads, Buf *out)
{
    buf_add(out, str_from(heads_title(heads, out->arena)));
    if (heads_groups(heads) > 1)
        buf_printf(out, ", %" PRId64 " of %" PRId64, heads->group + 1, heads_groups(heads));
    buf_add(out, STR(":\n"));
    for (int i = 0; i < heads->count && i < MOST_ROWS; i++) {
        const Head *head = &heads->head[i];
        buf_add(out, STR("  "));
        if (heads->are_layers)
            buf_printf(out, "%s, ", head_short_name(heads, head, false, out->arena));
        buf_printf(out, "%s: ", head_name(heads, head, out->arena));
        head_facts(head, ", ", out);
        buf_add(out, STR(".\n"));
    }
    if (heads->count > MOST_ROWS) buf_printf(out, "  and %d more.\n", heads->count - MOST_ROWS);
}

static void say_survey(Linear *l)
{
    HeadSurvey survey;
    Error error = {.arena = &l->arena};
    if (heads_survey(&survey, l->walk, &l->arena, &error))
        survey_tell(&survey, NARRATE_COLUMNS, &l->out);
    else
        buf_printf(&l->out, "No heads to show: %s.\n", error.message);
}

void linear_heads(Linear *l, Str rest)
{
    if (str_is(rest, "all")) {
        say_survey(l);
        return;
    }
    Cell cell;
    Heads heads;
    int number;
    Error error = {.arena = &l->arena};
    if (!matrix_typed(l, rest, &cell)) return;
    if (heads_find(&heads, l->walk, cell, &number, &error)) {
        heads_show(&heads, (HeadsOrder){0}, &error);
        say_heads(&heads, &l->out);
        heads_free(&heads);
    } else if (error.set) {
        buf_printf(&l->out, "%s\n", error.message);
    } else {
        buf_printf(&l->out, "%s has no heads. Name a tensor that has some: heads weights\n",
                   name_of(l, cell));
    }
}

// ---- who looks at whom --------------------------------------------------------------------------

static const char *token(const Walk *walk, const Matrix *matrix, int dim, int64_t at, Arena *arena)
{
    const char *what = dim == matrix->column_dim ? "key " : "query ";
    return label_or_number(walk->trace, matrix->entry, dim, at, what, arena);
}

static void say_query(const Walk *walk, const Matrix *matrix, int64_t query, Buf *out)
{
    static const char *const WHY_NOT[] = {[FLOW_CLOSED] = "to come",
                                          [FLOW_HIDDEN] = "yours to predict",
                                          [FLOW_NO_WEIGHTS] =
                                              "not attention weights: it does not sum to 1"};
    static const double worth_naming = 0.005;
    Cell at = {matrix->entry, matrix_index(matrix, query, 0)};
    FlowRow row = flow_row(walk, at, FLOW_NAMED, out->arena);
    buf_printf(out, "  %s", token(walk, matrix, matrix->row_dim, query, out->arena));
    if (row.state != FLOW_SHOWN) {
        buf_printf(out, ": %s.\n", WHY_NOT[row.state]);
        return;
    }
    for (int i = 0; i < row.count && row.heaviest[i].weight >= worth_naming; i++)
        buf_printf(out, "%s %s %.2f", i ? "," : " looks at",
                   token(walk, matrix, matrix->column_dim, row.heaviest[i].key, out->arena),
                   row.heaviest[i].weight);
    buf_printf(out, "; entropy %.2f bits.\n", row.entropy);
}

static void say_flow(const Walk *walk, Cell at, Buf *out)
{
    Matrix matrix = matrix_through(walk->trace, at.entry, at.at);
    buf_printf(out, "Who looks at whom in %s:\n", matrix_title(walk->trace, &matrix, out->arena));
    for (int64_t query = 0; query < matrix.rows && query < MOST_ROWS; query++)
        say_query(walk, &matrix, query, out);
    if (matrix.rows > MOST_ROWS)
        buf_printf(out, "  and %" PRId64 " more.\n", matrix.rows - MOST_ROWS);
}

void linear_look(Linear *l, Str rest)
{
    Cell cell, beside;
    if (!matrix_typed(l, rest, &cell)) return;
    if (flow_fits(l->walk, cell))
        say_flow(l->walk, cell, &l->out);
    else if (flow_beside(l->walk, cell, &beside))
        say_flow(l->walk, beside, &l->out);
    else
        buf_printf(&l->out,
                   "%s has no attention weights. Name a tensor that has some: look weights\n",
                   name_of(l, cell));
}

// ---- query and keys as directions ---------------------------------------------------------------

static void say_arrow(const Arrow *arrow, const char *between, const char *end, Buf *out)
{
    buf_printf(out, "%s%s%s", arrow->label, between, arrow->numbers);
    if (arrow->seen == SEEN)
        buf_printf(out, ", length %s", arrows_number(arrow->length, out->arena));
    buf_add(out, str_from(end));
}

// Of a key whose score is hidden, nothing is written that would give it away.
static void say_arrows(const Walk *walk, Cell score, Buf *out)
{
    Arrows arrows = arrows_of(walk->trace, score, walk_sight(walk), MOST_ROWS, out->arena);
    say_arrow(&arrows.query, " ", ":\n", out);
    for (int i = 0; i < arrows.count; i++) {
        const Arrow *key = &arrows.keys[i];
        buf_add(out, STR("  "));
        if (key->seen_dot == SEEN)
            buf_printf(out, "%s.\n", arrows_tell_key(key, out->arena));
        else
            say_arrow(key, ": ", ".\n", out);
    }
    if (arrows.count < arrows.matrix.columns)
        buf_printf(out, "  and %" PRId64 " more.\n", arrows.matrix.columns - arrows.count);
}

void linear_arrows(Linear *l, Str rest)
{
    Cell cell, score;
    if (!matrix_typed(l, rest, &cell)) return;
    if (!arrows_find(l->walk->trace, cell, &score)) {
        buf_printf(&l->out,
                   "%s holds no dot products of queries and keys. Name scores: arrows scores\n",
                   name_of(l, cell));
        return;
    }
    Matrix matrix = matrix_through(l->walk->trace, score.entry, score.at);
    for (int64_t row = 0; row < matrix.rows && row < MOST_ROWS; row++)
        say_arrows(l->walk, (Cell){score.entry, matrix_index(&matrix, row, 0)}, &l->out);
}

// ---- the rule -----------------------------------------------------------------------------------

void linear_rule(Linear *l, Str rest)
{
    Cell cell;
    RuleLine lines[MOST_RULE_LINES];
    if (!linear_cell(l, rest, &cell)) return;
    int count = rule_lines(l->walk, cell, l->out.arena, lines);
    for (int i = 0; i < count; i++) {
        if (lines[i].words)
            prose_wrap(&l->out, str_from(lines[i].words), lines[i].begin, "", NARRATE_COLUMNS);
        else
            buf_printf(&l->out, "%s\n", lines[i].begin);
    }
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

void linear_cost(Linear *l)
{
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
