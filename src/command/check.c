// qkv check: does a lesson hold what it says? Its program runs, its output blocks are what the code
// prints, its live values and its predictions can be computed.
#include "base/utf8.h"
#include "command/open.h"
#include "command/predictions.h"
#include "command/prose_numbers.h"
#include "trace/costs.h"
#include "walk/costs.h"
#include "walk/whatif.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

typedef struct Check {
    App *app;
    Walk *walk;
    ProseNumbers *numbers;
    int claims; // that hold
    int mistakes;
} Check;

static void report(Check *check, Error *error)
{
    if (!error->set) return;
    check->mistakes++;
    command_report(check->app, error);
}

static void plural(Buf *out, int count, const char *noun)
{
    buf_printf(out, "%d %s%s", count, noun, count == 1 ? "" : "s");
}

// ---- output blocks ---------------------------------------------------------------------------

// The place of line number `line` (from 0) of a span of several lines.
static Span span_line(Span span, int line)
{
    Str text = span.source->text;
    int start = span.start;
    while (line > 0 && start < span.end) {
        if (text.p[start++] == '\n') line--;
    }
    int end = start;
    while (end < span.end && text.p[end] != '\n') end++;
    return (Span){span.source, start, end};
}

static Str without_last_line_end(Str text)
{
    while (str_ends(text, "\n")) text.n--;
    return text;
}

static void differ(const CodeBlock *code, int line, Str says, Str prints, Error *error)
{
    error_set_at(error, span_line(code->output_at, line), NULL,
                 "line %d of the output is not what the code prints", line + 1);
    if (prints.p)
        error_hint(error, "it prints %.*s", STR_ARG(prints));
    else if (says.n || line)
        error_hint(error, "drop the line: the code prints no more");
}

// Where an address is (" at 0x7f3a"), what stands before it, and the rest behind it. IPython leaves
// out "object".
static bool cut_address(Str *line, Str *before)
{
    int at = str_find(*line, " at 0x");
    if (at < 0) return false;
    *before = str_slice(*line, 0, at);
    if (str_ends(*before, " object")) before->n -= (int)strlen(" object");
    int end = at + (int)strlen(" at 0x");
    while (end < line->n && isxdigit((unsigned char)line->p[end])) end++;
    *line = str_slice(*line, end, line->n);
    return true;
}

// The addresses of objects are others in each run.
static bool same_line(Str said, Str got)
{
    Str before_said, before_got;
    while (cut_address(&said, &before_said)) {
        if (!cut_address(&got, &before_got) || !str_equal(before_said, before_got)) return false;
    }
    return str_equal(said, got);
}

static void check_output(Check *check, const CodeBlock *code, const Printed *printed)
{
    Str says = without_last_line_end(code->output);
    Str prints = without_last_line_end(str_from(printed->text));
    Error error = {.arena = check->app->arena};
    for (int line = 0; !error.set; line++) {
        Str said = {0}, got = {0};
        bool more_said = str_next_line(&says, &said), more_got = str_next_line(&prints, &got);
        if (!more_said && !more_got) break;
        if (!more_said) {
            error_set_at(&error, code->output_at, NULL,
                         "the code prints more than the output block says");
            error_hint(&error, "after line %d it prints %.*s", line, STR_ARG(got));
        } else if (!more_got || !same_line(said, got)) {
            differ(code, line, said, more_got ? got : (Str){0}, &error);
        }
    }
    check->claims += !error.set;
    report(check, &error);
}

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
        const Tensor *tensor = trace->entries[binding->entry].call.output;
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
    if (!run_string_list(check->walk->run, axis, &labels) || labels >= size) return;
    error_set_at(error, option->at, NULL, "%.*s has %d labels for the %lld positions of %.*s",
                 STR_ARG(axis), labels, (long long)size, STR_ARG(name));
    error_hint(error, "one label for each position of that axis");
}

static void check_axes(Check *check, const CodeOption *option, Str name, const Tensor *tensor,
                       Str axes, Error *error)
{
    int count = 0;
    for (int end = 0; axes.n; axes = str_slice(axes, end + 1, axes.n), count++) {
        end = str_find(axes, ",");
        if (end < 0) end = axes.n;
        Str axis = str_trim(str_slice(axes, 0, end));
        if (count < tensor->shape.ndim)
            check_axis(check, option, name, tensor->shape.dim[count], axis, error);
    }
    if (count <= tensor->shape.ndim) return;
    error_set_at(error, option->at, NULL, "%d axes are named, and %.*s has shape %s", count,
                 STR_ARG(name), shape_tuple(check->app->arena, &tensor->shape));
    error_hint(error, "at most one name for each dimension");
}

static void check_switches(Check *check, const CodeBlock *code, const CodeOption *option)
{
    Str rest = option->value, name;
    while (whatif_next_name(&rest, &name)) {
        if (whatif_fits(check->walk, code, name)) {
            check->claims++;
            continue;
        }
        Error error = {.arena = check->app->arena};
        error_set_at(&error, option->at, NULL, "no operation of this block has a switch \"%.*s\"",
                     STR_ARG(name));
        error_hint(&error, "in qkv learn, W lists the switches of the step");
        report(check, &error);
    }
}

static void check_option(Check *check, const CodeBlock *code, const CodeOption *option)
{
    if (str_is(option->key, "cost")) return; // see check_costs
    if (str_is(option->key, "switch")) {
        check_switches(check, code, option);
        return;
    }
    Error error = {.arena = check->app->arena};
    int equals = str_find(option->value, "=");
    Str name = str_trim(str_slice(option->value, 0, equals));
    const Tensor *tensor = named_tensor(check->walk->trace, name, code);
    if (!tensor) {
        error_set_at(&error, option->at, NULL, "no tensor is called %.*s so far", STR_ARG(name));
        error_hint(&error, "options name the tensors of their own block");
    } else if (str_is(option->key, "axes")) {
        Str axes = str_slice(option->value, equals + 1, option->value.n);
        check_axes(check, option, name, tensor, axes, &error);
    }
    report(check, &error);
}

// ---- costs ------------------------------------------------------------------------------------

static void check_cost(Check *check, const CostClaim *claim)
{
    if (claim->stated == claim->counted) {
        check->claims++;
        return;
    }
    Error error = {.arena = check->app->arena};
    Buf stated = {.arena = error.arena}, counted = {.arena = error.arena};
    cost_write(&stated, claim->stated);
    cost_write(&counted, claim->counted);
    error_set_at(&error, claim->option->at, NULL, "%.*s = %s, but the trace counts %s %s",
                 STR_ARG(claim->expression), buf_text(&stated), buf_text(&counted),
                 cost_name(claim->kind));
    error_hint(&error, "qkv show --cost %s shows the count of every operation",
               check->walk->lesson.source->name);
    report(check, &error);
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
    return error_hint(error, "give the number, and how one gets there");
}

// The walk's questions are in the order of the lesson.
static void check_questions(Check *check)
{
    const Walk *walk = check->walk;
    for (int i = 0; i < walk->question_count; i++) {
        const Question *question = &walk->questions[i];
        if (question->origin != ASKED_BY_LESSON) continue;
        Error error = {.arena = check->app->arena};
        if (prediction_holds(walk, question, &error) && reason_holds(check, question, &error)) {
            check->claims++;
            prediction_warn(walk, question, check->app->arena, check->app->messages);
        }
        report(check, &error);
    }
}

// ---- prose -------------------------------------------------------------------------------------

static void check_prose(Check *check, const Paragraph *paragraph, int count)
{
    for (int i = 0; i < count; i++) {
        Error error = {.arena = check->app->arena};
        if (paragraph[i].kind == PARAGRAPH_LITERAL) continue;
        prose_numbers_hold(check->numbers, &paragraph[i], check->walk->lesson.source,
                           &check->claims, &error);
        report(check, &error);
    }
}

static void check_block_prose(Check *check, const Block *block)
{
    const Prediction *prediction = &block->prediction;
    if (block->kind == BLOCK_PROSE) check_prose(check, &block->prose, 1);
    if (block->kind != BLOCK_PREDICTION) return;
    check_prose(check, prediction->question, prediction->question_count);
    for (int i = 0; i < prediction->choice_count; i++) {
        if (prediction->choices[i].right) check_prose(check, &prediction->choices[i].text, 1);
    }
    check_prose(check, prediction->reason, prediction->reason_count);
}

static void check_intro(Check *check, const Block *block)
{
    check_block_prose(check, block);
    if (block->kind != BLOCK_PREDICTION) return;
    Error error = {.arena = check->app->arena};
    error_set_at(&error, block->prediction.at, NULL,
                 "a prediction above the first step is never asked");
    error_hint(&error, "put it below a ## heading, before the code that computes it");
    report(check, &error);
}

// ---- a lesson --------------------------------------------------------------------------------

static void check_block(Check *check, const Block *block)
{
    if (block->kind == BLOCK_CODE) {
        const Printed *printed = walk_printed(check->walk, &block->code);
        if (printed && !printed->failed && block->code.has_output) {
            check_output(check, &block->code, printed);
        }
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
    bool states_numbers = lesson_format(lesson->source) == FORMAT_MARKDOWN;
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
    for (int i = 0; i < check->walk->cost_count; i++) check_cost(check, &check->walk->costs[i]);
    check_questions(check);
    check->claims += check->walk->live_count + passed_asserts(check->walk);
    report(check, &check->walk->error);
}

static bool check_file(App *app, const char *path, const Arguments *arguments)
{
    Walk walk;
    if (!open_walk(&walk, path, app, arguments)) return false;
    Check check = {.app = app, .walk = &walk, .numbers = prose_numbers_read(&walk, app->arena)};
    check_walk(&check);
    bool quiet = arguments->value[OPTION_QUIET].given;
    if (check.mistakes) {
        buf_printf(app->out, "%s: ", path);
        plural(app->out, check.mistakes, "mistake");
        buf_add_char(app->out, '\n');
    } else if (!quiet) {
        buf_printf(app->out, "%s: ok, ", path);
        plural(app->out, walk.lesson.step_count, "step");
        buf_add(app->out, STR(", "));
        plural(app->out, check.claims, "check");
        buf_add_char(app->out, '\n');
    }
    open_finish(&walk, app);
    return check.mistakes == 0;
}

static ExitCode run_check(App *app, const Arguments *arguments)
{
    ExitCode code = EXIT_DONE;
    for (int i = 0; i < arguments->count; i++) {
        if (!check_file(app, arguments->words[i], arguments)) code = EXIT_FAILED;
        if (!command_flush(app)) return EXIT_FAILED;
    }
    return code;
}

const Command command_check = {
    .name = "check",
    .words = "FILE...",
    .least = 1,
    .most = 10000,
    .summary = "verify lessons: code, stated outputs, live values, predictions",
    .examples = "qkv check my-notes.md\n"
                "qkv check --quiet lessons/*.md # says something only when something is wrong\n",
    .about = "Runs each lesson, and compares what its code prints with the output blocks. Mistakes "
             "are reported as FILE:LINE:COLUMN; the exit code is 1 when there are any.\n",
    .options = (const OptionId[]){OPTION_QUIET, OPTION_SET, OPTION_MEMORY, OPTION_NONE},
    .completes = "file",
    .run = run_check,
};
