// From a lesson to its mistakes: block by block, then its costs and its questions.
#include "check/check.h"

#include "check/chance.h"
#include "check/outputs.h"
#include "check/prose.h"
#include "check/seal.h"
#include "lesson/library.h"
#include "lesson/options.h"
#include "tensor/op.h"
#include "trace/explain/costs.h"
#include "walk/cost_table.h"
#include "walk/edits/whatif.h"
#include "walk/goals.h"
#include "walk/heads.h"
#include "walk/live.h"

typedef struct Check {
    Walk *walk;
    Arena *arena;
    ProseNumbers *numbers;
    Chance chance;
    Checked found;
} Check;

// ---- axes and roles -------------------------------------------------------------------------

// The tensor that an option of `code` names: assigned in this block or else before it, the one
// with most dimensions; NULL when there is none.
static const Tensor *named_tensor(const Trace *trace, Str name, const CodeBlock *code)
{
    const Tensor *found = NULL;
    bool here = false;
    for (int i = 0; i < trace->binding_count; i++) {
        const Binding *binding = &trace->bindings[i];
        if (!str_is(name, binding->name)) continue;
        bool in_code = trace->statements[binding->statement].source.source == code->source;
        const Tensor *tensor = trace_output(trace, binding->entry);
        if (here && !in_code) break;
        if (!found || in_code > here || tensor->shape.ndim > found->shape.ndim) found = tensor;
        here |= in_code;
    }
    return found;
}

static void check_axis(Check *check, const CodeOption *option, Str name, int64_t size, Str axis,
                       Error *error)
{
    int labels;
    if (!run_string_list(check->walk->ran.run, axis, &labels)) {
        const char *list = run_only_string_list(check->walk->ran.run, size);
        if (!list || !str_nearest(axis, &list, 1)) return;
        error_set_at(error, option_place(option, axis), NULL,
                     "warning: %.*s is no list of strings, so %.*s has no labels", STR_ARG(axis),
                     STR_ARG(name));
        error_hint(error, "did you mean %s?", list);
        return;
    }
    if (labels >= size) return;
    error_set_at(error, option_place(option, axis), NULL,
                 "%.*s has %d label%s for the %lld positions of %.*s", STR_ARG(axis), labels,
                 labels == 1 ? "" : "s", (long long)size, STR_ARG(name));
    error_hint(error, "one label for each position of that axis");
}

// A dimension of one position needs no name.
static bool leaves_unnamed(const Shape *shape, int named)
{
    bool leaves = named > shape->ndim;
    for (int dim = named; dim < shape->ndim; dim++) leaves |= shape->dim[dim] > 1;
    return leaves;
}

static void check_axes(Check *check, const CodeOption *option, Str name, const Tensor *tensor,
                       Str axes, Error *error)
{
    int count = 0;
    for (; axes.n; count++) {
        Str axis = str_take(&axes, ",");
        if (count < tensor->shape.ndim)
            check_axis(check, option, name, tensor->shape.dim[count], axis, error);
    }
    if (error->set || !leaves_unnamed(&tensor->shape, count)) return;
    bool too_many = count > tensor->shape.ndim;
    error_set_at(error, option->at, NULL, "%s%d axes are named, and %.*s has shape %s",
                 too_many ? "" : "warning: ", count, STR_ARG(name),
                 shape_tuple(check->arena, &tensor->shape));
    error_hint(error, "one name for each dimension");
}

static void check_switches(Check *check, const CodeBlock *code, const CodeOption *option)
{
    Str rest = option->value, name;
    while (whatif_next_name(&rest, &name)) {
        Error error = {.arena = check->arena};
        if (whatif_fits(check->walk, code, name, &error)) {
            check->found.claims++;
            continue;
        }
        if (error.set) {
            error_place(&error, option_place(option, name));
        } else {
            error_set_at(&error, option_place(option, name), NULL,
                         "no operation of this block has a switch \"%.*s\"", STR_ARG(name));
            const char *names = whatif_names(check->walk, code, check->arena);
            error_hint(&error, *names ? "one of: %s" : "leave it out%s: there are none", names);
        }
        findings_add(&check->found.findings, &error);
    }
}

// The tensors that the block gives names to.
static void hint_at_names(const Trace *trace, const CodeBlock *code, Error *error)
{
    Buf names = {.arena = error->arena};
    for (int i = 0; i < trace->binding_count; i++) {
        const Binding *binding = &trace->bindings[i];
        if (trace->statements[binding->statement].source.source != code->source) continue;
        Str rest = buf_str(&names);
        bool known = false;
        while (rest.n && !known) known = str_is(str_take(&rest, ","), binding->name);
        if (!known) buf_printf(&names, "%s%s", names.n ? ", " : "", binding->name);
    }
    error_hint(error,
               names.n ? "the tensors of this block are %s"
                       : "options name the tensors of their own block%s",
               buf_text(&names));
}

static void check_option(Check *check, const CodeBlock *code, const CodeOption *option)
{
    if (str_is(option->key, "cost")) return;   // see check_cost
    if (str_is(option->key, "record")) return; // refused when the lesson opens, if wrong
    if (str_is(option->key, "switch")) {
        check_switches(check, code, option);
        return;
    }
    Error error = {.arena = check->arena};
    int equals = str_find(option->value, "=");
    Str name = str_trim(str_slice(option->value, 0, equals));
    const Tensor *tensor = named_tensor(check->walk->trace, name, code);
    if (!tensor) {
        error_set_at(&error, option_place(option, name), NULL, "no tensor is called %.*s so far",
                     STR_ARG(name));
        hint_at_names(check->walk->trace, code, &error);
    } else if (str_is(option->key, "axes")) {
        Str axes = str_slice(option->value, equals + 1, option->value.n);
        check_axes(check, option, name, tensor, axes, &error);
    }
    findings_add(&check->found.findings, &error);
}

// ---- costs ------------------------------------------------------------------------------------

// "7,500 multiplications and 6,000 additions"
static const char *counts(const Cost *cost, Arena *arena)
{
    Buf text = {.arena = arena};
    for (int kind = 0, left = 0; kind < COST_KINDS; kind++) {
        left = 0;
        for (int later = kind + 1; later < COST_KINDS; later++) left += cost->count[later] > 0;
        if (!cost->count[kind]) continue;
        if (text.n) buf_add(&text, left ? STR(", ") : STR(" and "));
        cost_write(&text, cost->count[kind]);
        buf_printf(&text, " %s", cost_name((CostKind)kind));
    }
    return text.n ? buf_text(&text) : "nothing";
}

static void check_cost(Check *check, const CostClaim *claim)
{
    if (claim->stated == claim->counted.count[claim->kind]) {
        check->found.claims++;
        return;
    }
    Buf stated = {.arena = check->found.findings.arena};
    cost_write(&stated, claim->stated);
    const char *equals = " = ", *expression = arena_printf(check->found.findings.arena, "%.*s",
                                                           STR_ARG(claim->expression));
    if (str_is(claim->expression, buf_text(&stated))) equals = expression = "";
    findings_say(&check->found.findings, claim->option->at,
                 arena_printf(check->arena, "qkv show --cost %s shows the count of every operation",
                              check->walk->lesson.source->name),
                 "%s%s%s %s are stated, but the trace counts %s", expression, equals,
                 buf_text(&stated), cost_name(claim->kind), counts(&claim->counted, check->arena));
}

// ---- predictions -----------------------------------------------------------------------------

// Who answered wrong must find the right number in the reason.
static bool reason_holds(Check *check, const Question *question, Error *error)
{
    const Prediction *prediction = question->prediction;
    bool asks = question->has_value && !prediction->choice_count && prediction->reason_count;
    if (!asks || prose_states(check->numbers, prediction, question->value)) return true;
    error_set_at(error, prediction->at, NULL, "the reason does not state what %s is: %s",
                 question->name, question->text);
    return error_hint(error, "give the number, and say how to get there");
}

// The walk's questions are in the order of the lesson.
static void check_questions(Check *check)
{
    const Walk *walk = check->walk;
    for (int i = 0; i < walk->ran.question_count; i++) {
        const Question *question = &walk->ran.questions[i];
        if (question->origin != ASKED_BY_LESSON) continue;
        Error error = {.arena = check->arena};
        if (prediction_holds(walk, question, &error) && reason_holds(check, question, &error)) {
            check->found.claims++;
            prediction_warn(walk, question, &check->found.findings);
        }
        findings_add(&check->found.findings, &error);
    }
}

// ---- goals --------------------------------------------------------------------------------------

static void check_goal(Check *check, const Inline *goal)
{
    Walk *walk = check->walk;
    Span at = {goal->live, 0, goal->live->text.n};
    Buf value = {.arena = check->arena};
    Error error = {.arena = check->arena};
    if (!live_expression(walk->ran.run, goal->live, &value, NULL, &error)) {
        findings_add(&check->found.findings, &error);
        return;
    }
    bool is_bool = str_is(buf_str(&value), "True") || str_is(buf_str(&value), "False");
    if (!is_bool)
        error_set_at(&error, at, NULL, "this goal is %s, neither True nor False", buf_text(&value));
    else if (str_is(buf_str(&value), "True"))
        error_set_at(&error, at, NULL, "this goal is reached before anything is changed");
    else if (goal->text.n && !goal_is_reached_by_its_way(walk, goal, &error) && !error.set)
        error_set_at(&error, at, NULL, "this goal is not reached by %.*s", STR_ARG(goal->text));
    error_place(&error, at);
    check->found.claims += !error.set;
    findings_add(&check->found.findings, &error);
}

static void check_goals(Check *check)
{
    const Walk *walk = check->walk;
    for (int i = 0; i < walk->program.goal_count && !walk->ran.error.set; i++)
        check_goal(check, walk->program.goals[i].goal);
}

// ---- prose -------------------------------------------------------------------------------------

static void check_prose(Check *check, const Paragraph *paragraph, int count, Str asked)
{
    for (int i = 0; i < count; i++) {
        Error error = {.arena = check->arena};
        if (paragraph[i].kind == PARAGRAPH_LITERAL) continue;
        prose_holds(check->numbers, &paragraph[i], asked, check->walk->lesson.source,
                    &check->found.claims, &error);
        findings_add(&check->found.findings, &error);
    }
}

static void check_picture(Check *check, const Paragraph *picture)
{
    const Source *name = picture->inlines[0].live;
    Cell cell = walk_picture(check->walk, picture);
    if (cell.entry < 0 || !picture->heads || heads_are_several(check->walk, cell.entry)) return;
    findings_say(&check->found.findings, (Span){name, 0, name->text.n},
                 "without : heads it is the matrix in colours", "%.*s has no heads to show",
                 STR_ARG(name->text));
}

static void check_block_prose(Check *check, const Block *block)
{
    const Prediction *prediction = &block->prediction;
    if (block->kind == BLOCK_PROSE) {
        if (block->prose.kind == PARAGRAPH_PICTURE) check_picture(check, &block->prose);
        check_prose(check, &block->prose, 1, (Str){0});
        prediction_warn_of_quote(check->walk->lesson.source, &block->prose, &check->found.findings);
    }
    if (block->kind != BLOCK_PREDICTION) return;
    Str asked = prediction->cell ? str_trim(prediction->cell->text) : (Str){0};
    check_prose(check, prediction->question, prediction->question_count, asked);
    for (int i = 0; i < prediction->choice_count; i++) {
        if (prediction->choices[i].right)
            check_prose(check, &prediction->choices[i].text, 1, asked);
    }
    check_prose(check, prediction->reason, prediction->reason_count, asked);
}

static void check_intro(Check *check, const Block *block)
{
    check_block_prose(check, block);
    if (block->kind != BLOCK_PREDICTION) return;
    findings_say(&check->found.findings, block->prediction.at,
                 "put it below a ## heading, before the code that computes it",
                 "a prediction above the first step is never asked");
}

// A name is enough here: a number is no part of a lesson's name.
static void check_needs(Check *check, const Lesson *lesson)
{
    Library library;
    if (lesson->front.need_count) library_scan(&library, check->arena);
    for (int i = 0; i < lesson->front.need_count; i++) {
        Str need = lesson->front.needs[i];
        if (library_called(&library, need)) continue;
        int start = (int)(need.p - lesson->source->text.p);
        findings_say(&check->found.findings, (Span){lesson->source, start, start + need.n},
                     "needs: names of lessons, as qkv lessons lists them",
                     "no lesson is called %.*s", STR_ARG(need));
    }
}

// ---- the seal -----------------------------------------------------------------------------------

// Where a mistake was found, which number is wrong was said already, and better.
static void check_seal(Check *check)
{
    if (check->found.findings.mistakes) return;
    Error error = {.arena = check->arena};
    check->found.only_seal =
        !seal_holds(&check->walk->lesson, check->arena, &check->found.sealed, &error);
    findings_add(&check->found.findings, &error);
}

// ---- a lesson --------------------------------------------------------------------------------

static void check_output(Check *check, const CodeBlock *code, const Printed *printed)
{
    ByChance why = CHANCE_NONE;
    if (!output_is_said(code, printed, check->arena))
        why = chance_explains(&check->chance, check->walk, code, check->arena);
    check->found.by_chance += why != CHANCE_NONE;
    check->found.in_shape += why == CHANCE_SHAPES;
    if (why == CHANCE_NONE)
        check->found.claims += output_holds(check->walk, code, printed, &check->found.findings);
}

static void check_raises(Check *check, const CodeBlock *code, const Printed *printed)
{
    if (!code->raises || !*code->raises) return;
    if (printed->failed) {
        error_hint(&check->walk->ran.error, "the saved output ends with %s", code->raises);
        return;
    }
    if (printed->raised >= 0) {
        check->found.claims++;
        return;
    }
    findings_say(&check->found.findings, code->raises_at,
                 "run the notebook in Jupyter and save it again",
                 "this cell was saved with %s, and raises none now", code->raises);
}

static void check_block(Check *check, const Block *block)
{
    if (block->kind == BLOCK_CODE) {
        const Printed *printed = walk_printed(check->walk, &block->code);
        if (printed) check_raises(check, &block->code, printed);
        if (printed && !printed->failed && block->code.has_output)
            check_output(check, &block->code, printed);
        for (int i = 0; printed && !printed->failed && i < block->code.option_count; i++) {
            check_option(check, &block->code, &block->code.options[i]);
        }
    }
}

static int passed_asserts(const Walk *walk)
{
    int count = 0;
    for (int i = 0; i < walk->trace->statement_count; i++) {
        count += str_starts(span_text(walk->trace->statements[i].source), "assert");
    }
    return count;
}

static void check_walk(Check *check)
{
    const Lesson *lesson = &check->walk->lesson;
    bool is_markdown = lesson_format(lesson->source) == FORMAT_MARKDOWN;
    check_needs(check, lesson);
    // Of a program that stopped half-way, numbers in the prose would be missing for that reason.
    bool states_numbers = is_markdown && !check->walk->ran.error.set;
    for (int b = 0; b < lesson->intro_count && states_numbers; b++) {
        check_intro(check, &lesson->intro[b]);
    }
    for (int s = 0; s < lesson->step_count; s++) {
        const Step *step = &lesson->steps[s];
        for (int b = 0; b < step->count; b++) check_block(check, &step->blocks[b]);
        for (int b = 0; b < step->count && states_numbers; b++) {
            check_block_prose(check, &step->blocks[b]);
        }
    }
    for (int i = 0; i < check->walk->ran.cost_count; i++)
        check_cost(check, &check->walk->ran.costs[i]);
    check_questions(check);
    check_goals(check);
    check->found.claims += check->walk->ran.live_count + passed_asserts(check->walk);
    findings_add(&check->found.findings, &check->walk->ran.error);
    if (is_markdown) labels_warn(check->walk, &check->found.findings);
    if (is_markdown) slips_warn(check->walk, &check->found.findings);
    if (is_markdown) check_seal(check);
}

Checked check_lesson(Walk *walk, Arena *arena)
{
    Check check = {.walk = walk,
                   .arena = arena,
                   .found.findings.arena = arena,
                   .numbers = prose_numbers_read(walk, arena),
                   .chance = chance_new(walk)};
    check_walk(&check);
    chance_free(&check.chance);
    findings_sort(&check.found.findings, walk->lesson.source);
    return check.found;
}
