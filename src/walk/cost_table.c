// Makes the table of costs of a step and prints it. Operations inside a call are rows below the
// row of the call, indented, and the call's own row has their sum; operations that cost nothing
// (views) are left out.
#include "walk/cost_table.h"

#include "base/text/number.h"
#include "base/text/utf8.h"
#include "lesson/options.h"
#include "trace/explain/costs.h"
#include "trace/names/convention.h"

#include <inttypes.h>
#include <math.h>

enum { INDENT = 2, MOST_INDENT = 12, GAP = 2, LEAST_CODE = 12 };

static const char *const HEADING[COST_KINDS] = {"mul", "add", "exp", "other", "bytes"};
static const char LEGEND[] =
    "mul: multiplications and divisions; add: additions and subtractions;\n"
    "exp: exponentials, logarithms, powers, sines ...; other: roots, comparisons ...;\n"
    "bytes: written to memory (4 for each float32; a view writes none)\n";

// ---- rows -----------------------------------------------------------------------------------

typedef struct CostCollector {
    const Walk *walk;
    CostTable table;
    Arena *arena;
} CostCollector;

static void add_row(CostCollector *collector, int entry, Span source, int depth, Cost cost)
{
    CostTable *table = &collector->table;
    Buf code = {.arena = collector->arena};
    if (entry >= 0)
        entry_write_code(collector->walk->trace, entry, source, &code);
    else
        buf_add_one_line(&code, span_text(source));
    *ARENA_ADD(collector->arena, table->rows, table->count) =
        (CostRow){buf_str(&code), entry, depth, cost};
}

// The call at `depth` that an entry happened in.
static const Call *call_at(const Entry *entry, int depth)
{
    const Call *call = entry->inside;
    while (call && call->depth > depth) call = call->caller;
    return call && call->depth == depth ? call : NULL;
}

static void add_rows(CostCollector *collector, int first, int end, int depth)
{
    const Trace *trace = collector->walk->trace;
    for (int i = first; i < end; i++) {
        const Entry *entry = &trace->entries[i];
        const Call *call = call_at(entry, depth + 1);
        int next = call && call->entry_end < end ? call->entry_end : call ? end : i + 1;
        Cost cost = trace_cost(trace, i, next);
        if (call && !cost_is_zero(&cost)) {
            add_row(collector, call->result, call->source, depth, cost);
            add_rows(collector, i, next, depth + 1);
        } else if (!cost_is_zero(&cost)) {
            add_row(collector, i, entry->source, depth, cost);
        }
        i = next - 1;
    }
}

CostTable cost_table(const Walk *walk, int step, Arena *arena)
{
    CostCollector collector = {.walk = walk, .arena = arena};
    for (int i = 0; i < walk->trace->statement_count; i++) {
        const Statement *statement = &walk->trace->statements[i];
        if (statement->step != step || statement->is_claim) continue;
        add_rows(&collector, statement->first_entry, statement->entry_end, 0);
    }
    collector.table.total = trace_cost_of_step(walk->trace, step, &collector.table.left_out);
    return collector.table;
}

// ---- lines ----------------------------------------------------------------------------------

typedef struct CostColumns {
    int code, shape, count[COST_KINDS];
} CostColumns;

static const char *count_text(const Cost *cost, int kind, Arena *arena)
{
    Buf text = {.arena = arena};
    cost_write(&text, cost->count[kind]);
    return buf_text(&text);
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static const char *shape_of(const Walk *walk, const CostRow *row, Arena *arena)
{
    if (row->entry < 0) return "";
    return convention_tuple(walk->trace, row->entry, arena);
}

// Numbers and shapes as wide as they are, the code what is left.
static CostColumns measure(const Walk *walk, const CostTable *table, int columns, Arena *arena)
{
    CostColumns made = {.shape = (int)sizeof "shape" - 1};
    int taken = 0;
    for (int kind = 0; kind < COST_KINDS; kind++) {
        int wide = str_from(count_text(&table->total, kind, arena)).n;
        made.count[kind] = larger(wide, str_from(HEADING[kind]).n);
        taken += GAP + made.count[kind];
    }
    for (int i = 0; i < table->count; i++)
        made.shape = larger(made.shape, str_from(shape_of(walk, &table->rows[i], arena)).n);
    made.code = larger(columns - taken - GAP - made.shape, LEAST_CODE);
    return made;
}

static void add_code(Buf *line, Str code, int columns)
{
    bool cut = utf8_width(code) > columns;
    if (cut) code = utf8_fit(code, columns - 1);
    buf_printf(line, "%.*s%s", STR_ARG(code), cut ? "…" : "");
    buf_add_repeat(line, ' ', columns - utf8_width(code) - cut);
}

static const char *row_line(const CostColumns *columns, int indent, Str code, const char *shape,
                            const Cost *cost, Arena *arena)
{
    Buf line = {.arena = arena};
    buf_add_repeat(&line, ' ', indent);
    add_code(&line, code, columns->code - indent);
    buf_printf(&line, "%*s%-*s", GAP, "", columns->shape, shape);
    for (int kind = 0; kind < COST_KINDS; kind++) {
        const char *text = cost ? count_text(cost, kind, arena) : HEADING[kind];
        buf_printf(&line, "%*s", GAP + columns->count[kind], text);
    }
    return buf_text(&line);
}

const char *const *cost_lines(const Walk *walk, const CostTable *table, int columns, Arena *arena)
{
    CostColumns made = measure(walk, table, columns, arena);
    const char **lines = NEW_ARRAY(arena, const char *, table->count + 2);
    lines[0] = row_line(&made, 0, STR("operation"), "shape", NULL, arena);
    for (int i = 0; i < table->count; i++) {
        const CostRow *row = &table->rows[i];
        int indent = row->depth < MOST_INDENT / INDENT ? row->depth * INDENT : MOST_INDENT;
        if (indent > made.code - 4) indent = 0;
        lines[1 + i] =
            row_line(&made, indent, row->code, shape_of(walk, row, arena), &row->cost, arena);
    }
    lines[1 + table->count] = row_line(&made, 0, STR("together"), "", &table->total, arena);
    return lines;
}

static void print_step(const Walk *walk, int step, int columns, Buf *out, Arena *arena)
{
    CostTable table = cost_table(walk, step, arena);
    buf_printf(out, "step %d/%d  %s\n", step + 1, walk->lesson.step_count,
               walk->lesson.steps[step].title);
    const char *const *lines = cost_lines(walk, &table, columns - INDENT, arena);
    for (int i = 0; table.count && i < table.count + 2; i++)
        buf_printf(out, "%*s%s\n", INDENT, "", lines[i]);
    if (table.count == 0) buf_add(out, STR("  nothing is computed here\n"));
    if (table.left_out)
        buf_printf(out, "%" PRId64 " more operations were not recorded, and are not counted\n",
                   table.left_out);
    buf_add_char(out, '\n');
}

void cost_print(const Walk *walk, int step, int columns, Buf *out)
{
    SCRATCH(scratch);
    buf_printf(out, "%s\n", LEGEND);
    for (int i = 0; i < walk->lesson.step_count; i++) {
        if (step < 0 || step == i) print_step(walk, i, columns, out, &scratch);
    }
    CostTable all = {0};
    all.total = trace_cost_of_step(walk->trace, -1, &all.left_out);
    const char *const *lines = cost_lines(walk, &all, columns - INDENT, &scratch);
    if (step < 0) buf_printf(out, "the whole lesson\n  %s\n  %s\n", lines[0], lines[1]);
}

// ---- what the lesson says that operations cost --------------------------------------------------

// Costs that a lesson states, evaluated and counted.

static const char EXAMPLE[] = "write it like #| cost: scores = n * n * d multiplications";

static bool refuse_kind(const CodeOption *option, Str kind, Error *error)
{
    error_set_at(error, option_place(option, kind), NULL, "'%.*s' is not something that is counted",
                 STR_ARG(kind));
    return error_hint(error, "end with multiplications, additions, exponentials, others or bytes");
}

// value -> NAME "=" EXPRESSION KIND
static bool split(const CodeOption *option, Str *name, CostClaim *claim, Error *error)
{
    Str value = option->value;
    int equals = str_find(value, "="), last = value.n;
    *name = str_trim(str_slice(value, 0, equals));
    while (last > 0 && value.p[last - 1] != ' ') last--;
    Str kind = str_slice(value, last, value.n);
    claim->expression = str_trim(str_slice(value, equals + 1, last));
    if (claim->expression.n == 0 || last <= equals) {
        error_set_at(error, option->at, NULL, "this cost has no number or no unit");
        return error_hint(error, "%s", EXAMPLE);
    }
    return cost_kind(kind, &claim->kind) || refuse_kind(option, kind, error);
}

// The expression as a piece of source of its own, in its place in the file.
static Source *source_of(const CodeOption *option, Str expression, Arena *arena)
{
    const Source *code = option->at.source;
    Place place = source_place(code, (int)(expression.p - code->text.p));
    Source *source = NEW(arena, Source);
    *source = (Source){code->name, expression, place.line, code->is_library, place.column - 1};
    return source;
}

static bool evaluate(Run *run, CostClaim *claim, Error *error)
{
    Arena *arena = &run_trace(run)->arena; // an error may quote it
    const Source *source = source_of(claim->option, claim->expression, arena);
    Buf text = {.arena = arena};
    double value;
    if (!run_show_expression(run, source, &text, NULL, error)) return false;
    bool whole = number_parse_double(buf_str(&text), &value) && value == floor(value);
    if (whole && value >= 0 && value <= 0x1p53) {
        claim->stated = (int64_t)value;
        return true;
    }
    error_set_at(error, (Span){source, 0, source->text.n}, NULL,
                 "a cost is a whole number, but this is %s", buf_text(&text));
    return error_hint(error, "%s", EXAMPLE);
}

bool cost_claim_read(const CodeOption *option, Run *run, CostClaim *claim, Error *error)
{
    Str name;
    *claim = (CostClaim){.option = option};
    if (!split(option, &name, claim, error)) return false;
    const Trace *trace = run_trace(run);
    int binding = trace_find(trace, name, -1);
    if (binding < 0) {
        error_set_at(error, option_place(option, name), NULL, "no tensor is called %.*s so far",
                     STR_ARG(name));
        return error_hint(error, "options name the tensors of their own block");
    }
    claim->counted = trace_cost_of_making(trace, trace->bindings[binding].entry);
    return evaluate(run, claim, error);
}
