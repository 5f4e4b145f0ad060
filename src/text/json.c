// Everything that `--json` prints, built as a tree of jansson and written at once. JSON has no NaN
// and no infinity, so these are strings. A float32 is first turned into its shortest decimal and
// printed with nine significant digits: 0.1 is written as 0.1, not as 0.10000000149.
#include "text/json.h"

#include "base/memory.h"
#include "base/text/number.h"
#include "base/text/utf8.h"
#include "base/text/visible.h"
#include "study/arithmetic/chain.h"
#include "tensor/dtype.h"
#include "tensor/op.h"
#include "text/assigned.h"
#include "walk/cost_table.h"

#include <math.h>
#include <stdlib.h>

// The shortest decimals of a float32 have at most nine digits.
enum { FLOAT_DIGITS = 9 };

void json_begin(void)
{
    json_set_alloc_funcs(memory_new, memory_free);
}

// JSON has an escape for what is not safe to show. It can only be inside a string.
void json_print(json_t *json, Buf *out)
{
    SCRATCH(scratch);
    Buf text = {.arena = &scratch};
    json_tree_print(json, JSON_REAL_PRECISION(FLOAT_DIGITS), &text);
    char spelling[VISIBLE_BYTES];
    int length;
    for (Str rest = buf_str(&text); rest.n; rest = str_slice(rest, length, rest.n)) {
        uint32_t code = utf8_decode(rest, &length);
        if (visible_spelling(code, spelling))
            buf_printf(out, "\\u%04x", (unsigned)code);
        else
            buf_add(out, str_slice(rest, 0, length));
    }
    buf_add_char(out, '\n');
}

// ---- numbers ---------------------------------------------------------------------------------

static json_t *real(double value, DType dtype)
{
    if (isnan(value)) return json_tree_text("NaN");
    if (isinf(value)) return json_tree_text(value < 0 ? "-Infinity" : "Infinity");
    SCRATCH(arena);
    Buf shortest = {.arena = &arena};
    if (dtype == DTYPE_FLOAT64)
        number_repr_double(&shortest, value);
    else
        number_repr_float(&shortest, (float)value);
    double rounded = value;
    number_parse_double(buf_str(&shortest), &rounded);
    return json_tree_have(json_real(rounded));
}

static json_t *cell_json(const Tensor *tensor, Index at)
{
    if (dtype_is_float(tensor->dtype)) return real(tensor_get(tensor, at), tensor->dtype);
    int64_t value = tensor_get_int(tensor, at);
    return tensor->dtype == DTYPE_BOOL ? json_boolean(value) : json_tree_have(json_integer(value));
}

// Nested lists down from dimension `dim`, at the cells that `at` leads to.
static json_t *values(const Tensor *tensor, int dim, Index at)
{
    if (dim == tensor->shape.ndim) return cell_json(tensor, at);
    json_t *list = json_tree_have(json_array());
    for (at.at[dim] = 0; at.at[dim] < tensor->shape.dim[dim]; at.at[dim]++) {
        json_tree_append(list, values(tensor, dim + 1, at));
    }
    return list;
}

// ---- places in a source ----------------------------------------------------------------------

static const JsonRecord EXTENT = {
    sizeof(SourceExtent),
    (const JsonField[]){JSON_FIELD("file", SourceExtent, file, TEXT),
                        JSON_FIELD("line", SourceExtent, line, COUNT),
                        JSON_FIELD("column", SourceExtent, column, COUNT),
                        JSON_FIELD("end_line", SourceExtent, end_line, COUNT),
                        JSON_FIELD("end_column", SourceExtent, end_column, COUNT),
                        {0}}};

static const JsonRecord PROBLEM = {
    sizeof(Problem), (const JsonField[]){JSON_STRUCT("at", Problem, at, PART, &EXTENT),
                                         JSON_FIELD("severity", Problem, severity, TEXT),
                                         JSON_FIELD("message", Problem, message, TEXT),
                                         JSON_FIELD("hint", Problem, hint, NULLABLE),
                                         {0}}};

json_t *json_problem(const Problem *problem)
{
    return json_record(&PROBLEM, problem);
}

static json_t *span_json(Span span)
{
    SourceExtent extent = span_extent(span);
    return span.source ? json_record(&EXTENT, &extent) : json_null();
}

// ---- a walk ----------------------------------------------------------------------------------

static json_t *shape_json(const Tensor *tensor)
{
    json_t *shape = json_tree_have(json_array());
    for (int i = 0; i < tensor->shape.ndim; i++) {
        json_tree_append(shape, json_integer(tensor->shape.dim[i]));
    }
    return shape;
}

// What its axes are and what it is, where anything is known of them.
static void put_axes(json_t *object, const Trace *trace, int entry)
{
    TensorAxes axes = axes_of(trace, entry);
    json_t *names = json_tree_have(json_array());
    bool is_known = false;
    for (int d = 0; d < axes.ndim; d++) {
        json_tree_append(names, json_tree_text(axis_name(&axes.of[d])));
        is_known |= axes.of[d].kind != AXIS_UNKNOWN;
    }
    if (is_known) {
        json_tree_put(object, "axes", json_incref(names));
        json_tree_put(object, "role", json_tree_text(role_title(trace, entry)));
    }
    json_decref(names);
}

static json_t *tensor_json(const char *name, const Trace *trace, int entry)
{
    const Tensor *tensor = trace->entries[entry].call.output;
    json_t *object = json_tree_of("{s:o, s:o, s:s}", "name", json_tree_text(name), "shape",
                                  shape_json(tensor), "dtype", dtype_name(tensor->dtype));
    put_axes(object, trace, entry);
    json_tree_put(object, "operation", json_integer(entry));
    json_tree_put(object, "values", values(tensor, 0, (Index){0}));
    return object;
}

// Where the program's reader finds what made an entry.
static void put_code(json_t *object, const Trace *trace, int entry)
{
    SCRATCH(scratch);
    Span written = entry_written(trace, entry);
    json_tree_put(object, "code", json_tree_text(str_copy(&scratch, span_text(written))));
    json_tree_put(object, "span", span_json(written));
}

static json_t *operation_json(const Trace *trace, int entry)
{
    const Entry *made = &trace->entries[entry];
    const OpCall *call = &made->call;
    json_t *inputs = json_tree_have(json_array());
    for (int i = 0; i < call->input_count; i++)
        json_tree_append(inputs, json_integer(call->input[i]->origin));
    const char *inside = made->inside ? call_whole_title(made->inside) : NULL;
    json_t *object = json_tree_of(
        "{s:i, s:s, s:o, s:o, s:o, s:s, s:o, s:b, s:s}", "operation", entry, "op", call->op->name,
        "name", made->name ? json_tree_text(made->name) : json_null(), "inputs", inputs, "shape",
        shape_json(call->output), "dtype", dtype_name(call->output->dtype), "inside",
        inside ? json_tree_text(inside) : json_null(), "moves", call->op->moves, "role",
        role_title(trace, entry));
    put_axes(object, trace, entry);
    put_code(object, trace, entry);
    if (made->gradient) json_tree_put(object, "gradient_of", json_integer(made->gradient->of));
    return object;
}

static json_t *operations_json(const Trace *trace, int step)
{
    json_t *list = json_tree_have(json_array());
    for (int s = 0; s < trace->statement_count; s++) {
        const Statement *statement = &trace->statements[s];
        for (int e = statement->first_entry; e < statement->entry_end && statement->step == step;
             e++)
            json_tree_append(list, operation_json(trace, e));
    }
    return list;
}

static json_t *index_json(const Tensor *tensor, Index at)
{
    json_t *list = json_tree_have(json_array());
    for (int i = 0; i < tensor->shape.ndim; i++) json_tree_append(list, json_integer(at.at[i]));
    return list;
}

// What a reader is not shown before it was asked: a cell, or the answer to a choice.
static json_t *hidden_json(const Walk *walk, int step)
{
    json_t *list = json_tree_have(json_array());
    for (int i = 0; i < walk->ran.question_count; i++) {
        const Question *question = &walk->ran.questions[i];
        Cell cell = question->cell;
        bool is_cell = cell.entry >= 0;
        if (question->step != step) continue;
        json_t *index =
            is_cell ? index_json(trace_output(walk->trace, cell.entry), cell.at) : json_null();
        json_tree_append(
            list,
            json_tree_of("{s:o, s:o, s:o, s:i, s:o}", "asks", json_tree_text(question->name),
                         "operation", is_cell ? json_integer(cell.entry) : json_null(), "index",
                         index, "choices", question_choices(question), "span",
                         span_json(question->prediction ? question->prediction->at : (Span){0})));
    }
    return list;
}

static json_t *step_json(const Walk *walk, int step)
{
    json_t *tensors = json_tree_have(json_array());
    Assigned assigned = assigned_in_step(step);
    while (assigned_next(&assigned, walk->trace)) {
        const Binding *binding = &walk->trace->bindings[assigned.binding];
        json_tree_append(tensors, tensor_json(binding->name, walk->trace, binding->entry));
    }
    return json_tree_of("{s:o, s:o, s:o, s:o}", "title",
                        json_tree_text(walk->lesson.steps[step].title), "tensors", tensors,
                        "operations", operations_json(walk->trace, step), "hidden",
                        hidden_json(walk, step));
}

void json_walk(const Walk *walk, int step, Buf *out)
{
    json_t *steps = json_tree_have(json_array());
    for (int i = 0; i < walk->lesson.step_count; i++) {
        if (step < 0 || step == i) json_tree_append(steps, step_json(walk, i));
    }
    json_print(json_tree_of("{s:i, s:o, s:o, s:o}", "schema", JSON_SCHEMA, "lesson",
                            json_tree_text(walk->lesson.title), "file",
                            json_tree_text(walk->lesson.source->name), "steps", steps),
               out);
}

// ---- what it costs ---------------------------------------------------------------------------

static json_t *cost_json(const Cost *cost)
{
    json_t *object = json_tree_have(json_object());
    for (int i = 0; i < COST_KINDS; i++)
        json_tree_put(object, cost_name((CostKind)i), json_integer(cost->count[i]));
    return object;
}

static json_t *cost_row_json(const Walk *walk, const CostRow *row, Arena *arena)
{
    json_t *shape =
        row->entry < 0 ? json_null() : shape_json(walk->trace->entries[row->entry].call.output);
    return json_tree_of("{s:o, s:i, s:o, s:o}", "code", json_tree_text(str_copy(arena, row->code)),
                        "depth", row->depth, "shape", shape, "cost", cost_json(&row->cost));
}

static json_t *step_costs_json(const Walk *walk, int step)
{
    SCRATCH(scratch);
    CostTable table = cost_table(walk, step, &scratch);
    json_t *operations = json_tree_have(json_array());
    for (int i = 0; i < table.count; i++)
        json_tree_append(operations, cost_row_json(walk, &table.rows[i], &scratch));
    return json_tree_of("{s:o, s:o, s:o}", "title", json_tree_text(walk->lesson.steps[step].title),
                        "operations", operations, "cost", cost_json(&table.total));
}

void json_costs(const Walk *walk, int step, Buf *out)
{
    json_t *steps = json_tree_have(json_array());
    for (int i = 0; i < walk->lesson.step_count; i++) {
        if (step < 0 || step == i) json_tree_append(steps, step_costs_json(walk, i));
    }
    int64_t left_out;
    Cost total = trace_cost_of_step(walk->trace, step, &left_out);
    json_print(json_tree_of("{s:o, s:o, s:o}", "lesson", json_tree_text(walk->lesson.title),
                            "steps", steps, "cost", cost_json(&total)),
               out);
}

// ---- what heads do ------------------------------------------------------------------------------

static json_t *scores_json(const Pattern *pattern)
{
    json_t *object = json_tree_have(json_object());
    for (int kind = PATTERN_FIRST_SCORED; kind < PATTERN_KINDS; kind++) {
        if (!pattern_is_measured(pattern, (PatternKind)kind)) continue;
        const PatternScore *of = &pattern->of[kind];
        json_t *score = json_tree_of("{s:f, s:f, s:I}", "score", of->score, "chance", of->chance,
                                     "counted", (json_int_t)of->counted);
        json_tree_put(object, pattern_kind_name((PatternKind)kind), score);
    }
    return object;
}

static json_t *survey_head_json(const SurveyHead *head)
{
    const Pattern *pattern = &head->pattern;
    bool has_name = pattern->kind > PATTERN_SMALL, has_token = pattern->kind == PATTERN_ONE;
    return json_tree_of("{s:I, s:s?, s:o, s:o, s:o}", "head", (json_int_t)head->number, "pattern",
                        has_name ? pattern_kind_name(pattern->kind) : NULL, "token",
                        has_token ? json_integer(pattern->column) : json_null(), "entropy",
                        pattern->kind ? json_real(pattern->entropy) : json_null(), "scores",
                        scores_json(pattern));
}

static json_t *survey_layer_json(const HeadSurvey *survey, int layer)
{
    const AttentionLayer *its = &survey->layers[layer];
    Matrix matrix = slices_matrix(&its->attention.slices, 0);
    const SurveyHead *first = survey_layer(survey, layer);
    bool has_place = its->made_at && *its->made_at;
    json_t *heads = json_tree_have(json_array());
    for (int i = 0; i < survey_heads(survey, layer); i++)
        json_tree_append(heads, survey_head_json(&first[i]));
    return json_tree_of("{s:o, s:o*, s:I, s:I, s:I, s:i, s:o}", "name", json_tree_text(its->name),
                        "made_at", has_place ? json_tree_text(its->made_at) : NULL, "rows",
                        (json_int_t)matrix.rows, "columns", (json_int_t)matrix.columns, "items",
                        (json_int_t)its->attention.slices.items, "calls", its->calls, "heads",
                        heads);
}

void json_survey(const HeadSurvey *survey, Buf *out)
{
    json_t *layers = json_tree_have(json_array()), *missing = json_tree_have(json_object());
    for (int i = 0; i < survey->layer_count; i++)
        json_tree_append(layers, survey_layer_json(survey, i));
    for (int kind = PATTERN_FIRST_SCORED; kind < PATTERN_KINDS; kind++) {
        const char *why = survey_why_not(survey, (PatternKind)kind);
        if (why) json_tree_put(missing, pattern_kind_name((PatternKind)kind), json_tree_text(why));
    }
    json_print(json_tree_of("{s:o, s:o}", "layers", layers, "not_measured", missing), out);
}

// ---- where a cell came from ------------------------------------------------------------------

static json_t *named_cell(const Trace *trace, Cell cell, Arena *arena)
{
    return json_tree_of("{s:o, s:o, s:i, s:s}", "cell",
                        json_tree_text(cell_name(trace, cell, arena)), "value",
                        cell_json(trace->entries[cell.entry].call.output, cell.at), "operation",
                        cell.entry, "role", role_title(trace, cell.entry));
}

enum { MOST_SOURCES = 200000 };

typedef struct JsonDerivation {
    const Trace *trace;
    int digits;
    int sources; // so far
    Arena arena;
} JsonDerivation;

static void add_sources(JsonDerivation *d, json_t *object, Cell cell, int depth)
{
    Arithmetic arithmetic = {0};
    explain_cell(d->trace, cell, d->digits, &d->arena, &arithmetic);
    Buf text = {.arena = &d->arena};
    arithmetic_write(&arithmetic, false, &text);
    const OpCall *call = &d->trace->entries[arithmetic.cell.entry].call;
    json_tree_put(object, "op", json_tree_text(arithmetic.hold ? "held" : call->op->name));
    if (arithmetic.hold)
        json_tree_put(object, "was", cell_json(call->held->computed, arithmetic.cell.at));
    json_tree_put(object, "text", json_tree_text(buf_text(&text)));
    put_axes(object, d->trace, arithmetic.cell.entry);
    put_code(object, d->trace, arithmetic.cell.entry);
    json_t *sources = json_tree_have(json_array());
    json_tree_put(object, "sources", sources);
    d->sources += arithmetic.terms.count;
    for (int i = 0; i < arithmetic.terms.count && d->sources <= MOST_SOURCES; i++) {
        json_t *source = named_cell(d->trace, arithmetic.source[i], &d->arena);
        json_tree_append(sources, source);
        if (depth > 1) add_sources(d, source, arithmetic.source[i], depth - 1);
    }
}

// Of a gradient's cell the chain rule, by what the cell that it is about feeds.
static void add_chain(JsonDerivation *d, json_t *object, Cell gradient)
{
    ChainRule rule;
    Buf text = {.arena = &d->arena};
    if (!chain_of_gradient(d->trace, gradient, &d->arena, &rule)) return;
    json_t *terms = json_tree_have(json_array());
    Arithmetic sum = chain_arithmetic(d->trace, &rule, d->digits, &d->arena);
    arithmetic_write(&sum, false, &text);
    for (int i = 0; i < rule.count; i++) {
        json_t *term = named_cell(d->trace, rule.terms[i].of, &d->arena);
        json_tree_put(term, "slope", json_real(rule.terms[i].slope));
        json_tree_append(terms, term);
    }
    json_tree_put(object, "chain_rule",
                  json_tree_of("{s:o, s:o, s:b, s:o}", "of",
                               json_tree_text(cell_name(d->trace, rule.cell, &d->arena)), "text",
                               json_tree_text(buf_text(&text)), "adds_up", rule.adds_up, "terms",
                               terms));
}

bool json_cell(const Trace *trace, Cell cell, int depth, int digits, const char *why, Buf *out,
               Error *error)
{
    JsonDerivation derivation = {.trace = trace, .digits = digits};
    json_t *object = named_cell(trace, cell, &derivation.arena);
    json_tree_put(object, "schema", json_integer(JSON_SCHEMA));
    add_sources(&derivation, object, cell, depth);
    add_chain(&derivation, object, cell);
    if (why) json_tree_put(object, "why", json_tree_text(why));
    arena_free(&derivation.arena);
    if (derivation.sources <= MOST_SOURCES) {
        json_print(object, out);
        return true;
    }
    json_decref(object);
    error_set(error, NULL, "more than %d sources", MOST_SOURCES);
    return error_hint(error, "a smaller --depth");
}

static json_t *needs_json(const char *needs)
{
    json_t *list = json_tree_have(json_array());
    Str rest = needs ? str_from(needs) : (Str){0};
    while (rest.n) {
        Str need = str_take(&rest, ",");
        json_tree_append(list, json_stringn(need.p, (size_t)need.n));
    }
    return list;
}

static const JsonRecord LISTED = {
    sizeof(ListedLesson),
    (const JsonField[]){JSON_FIELD("name", ListedLesson, name, TEXT),
                        JSON_FIELD("steps", ListedLesson, steps, INT),
                        JSON_FIELD("title", ListedLesson, title, TEXT),
                        JSON_FIELD("path", ListedLesson, path, TEXT),
                        JSON_FIELD("summary", ListedLesson, summary, TEXT),
                        JSON_FIELD("done", ListedLesson, done, INT),
                        JSON_FIELD("answers", ListedLesson, answers, NULLABLE),
                        JSON_FIELD("due", ListedLesson, due, INT),
                        JSON_FIELD("number", ListedLesson, number, COUNT),
                        JSON_FIELD("part", ListedLesson, part, NULLABLE),
                        JSON_FIELD("minutes", ListedLesson, minutes, COUNT),
                        {0}}};

void json_lessons(const LessonList *lessons, Buf *out)
{
    json_t *list = json_tree_have(json_array());
    for (int i = 0; i < lessons->count; i++) {
        json_t *lesson = json_record(&LISTED, &lessons->rows[i]);
        json_tree_put(lesson, "needs", needs_json(lessons->rows[i].needs));
        json_tree_append(list, lesson);
    }
    json_print(list, out);
}
