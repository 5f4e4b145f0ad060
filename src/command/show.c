// qkv show: the whole walk as text, for pipes, files and people who prefer to read.
#include "command/export.h"
#include "command/open.h"
#include "command/paper/paper.h"
#include "command/tensor.h"
#include "export/export.h"
#include "text/assigned.h"
#include "text/json.h"
#include "text/matrix.h"
#include "text/survey.h"
#include "walk/cost_table.h"
#include "walk/places/outline.h"

#include <string.h>

enum {
    TEXT_COLUMNS = 78,
    MOST_CELLS = 10000000, // printed as JSON or lines
};

// ---- for other programs ----------------------------------------------------------------------

static void print_cells(const Walk *walk, int step, Buf *out)
{
    for (int i = 0; i < walk->lesson.step_count; i++) {
        if (step >= 0 && step != i) continue;
        Assigned assigned = assigned_in_step(i);
        while (assigned_next(&assigned, walk->trace)) {
            const Binding *binding = &walk->trace->bindings[assigned.binding];
            const Tensor *tensor = walk->trace->entries[binding->entry].call.output;
            matrix_print_cells(out, tensor, binding->name);
        }
    }
}

static bool not_too_many(const Walk *walk, int step, Error *error)
{
    int64_t cells = 0;
    for (int i = 0; i < walk->lesson.step_count; i++) {
        Assigned assigned = assigned_in_step(i);
        while ((step < 0 || step == i) && assigned_next(&assigned, walk->trace)) {
            int entry = walk->trace->bindings[assigned.binding].entry;
            cells += tensor_count(walk->trace->entries[entry].call.output);
            if (cells <= MOST_CELLS) continue;
            return error_fail(error, "one step alone, with --step N",
                              "more than %d numbers to print", MOST_CELLS);
        }
    }
    return true;
}

void show_screen(Walk *walk, TuiOptions options, const Arguments *arguments, Session *session)
{
    const OptionValue *size = &arguments->value[OPTION_SCREEN_SIZE];
    const OptionValue *keys = &arguments->value[OPTION_KEYS];
    options.export_figure = NULL; // looking must not write files
    tui_screen(walk, size->given ? size->columns : 80, size->given ? size->rows : 24,
               keys->given ? keys->text : "", &options, session->out, session->error);
}

static void show_screen_of_step(Walk *walk, int step, const Arguments *arguments, Session *session)
{
    TuiOptions options = learn_options(arguments);
    options.start_in_walk = step >= 0;
    if (step >= 0) walk_go_to_step(walk, step);
    show_screen(walk, options, arguments, session);
}

static void print_heads(const Walk *walk, const Arguments *arguments, Session *session)
{
    HeadSurvey survey;
    Error none = {.arena = session->error->arena};
    Error *error = walk->ran.error.set ? &none : session->error; // then it did not come that far
    if (!survey_make(&survey, walk->trace, (Sight){0}, -1, session->out->arena, error)) return;
    bool is_said = false;
    for (int i = 0; i < survey.layer_count && !is_said; i++)
        is_said = tensor_say_open(walk, survey.layers[i].attention.entry, session->messages);
    if (arguments->value[OPTION_JSON].given)
        json_survey(&survey, session->out);
    else
        survey_print(&survey, TEXT_COLUMNS, session->out);
}

// ---- on paper ----------------------------------------------------------------------------------

static PaperKind paper_kind(const OptionValue *value)
{
    bool handout = value[OPTION_HANDOUT].given, answers = value[OPTION_ANSWERS].given;
    if (handout) return answers ? PAPER_BOTH : PAPER_HANDOUT;
    return answers ? PAPER_ANSWERS : PAPER_WHOLE;
}

// By an option, else by the ending of the file.
static const char *format_name(const OptionValue *value)
{
    const OptionValue *output = &value[OPTION_OUTPUT];
    Str path = output->given ? str_from(output->text) : (Str){0};
    if (value[OPTION_PAPER_FORMAT].given) return value[OPTION_PAPER_FORMAT].text;
    if (value[OPTION_HTML].given || str_ends(path, ".html")) return "html";
    if (value[OPTION_MD].given || str_ends(path, ".md")) return "markdown";
    return "text";
}

static void print_paper(const Walk *walk, int step, const Arguments *arguments, Session *session)
{
    const OptionValue *value = arguments->value, *output = &value[OPTION_OUTPUT];
    Buf text = {.arena = session->arena};
    Measure measure = export_measure(NULL);
    paper_print(walk, step, paper_kind(value), paper_format(format_name(value)), &measure, &text);
    const char *path = output->given ? output->text : "-";
    bool ok = command_write(path, buf_str(&text), value[OPTION_FORCE].given, session);
    if (ok && strcmp(path, "-") != 0)
        buf_printf(session->out, "wrote %s, %d bytes\n", path, text.n);
}

// ---- the command -----------------------------------------------------------------------------

// "--plain" is what it was called when it was the only plain thing.
static bool is_cells(const OptionValue *value)
{
    return value[OPTION_CELLS].given || value[OPTION_PLAIN].given;
}

static void print_walk(Walk *walk, int step, const Arguments *arguments, Session *session)
{
    const OptionValue *value = arguments->value;
    bool machine =
        (value[OPTION_JSON].given && !value[OPTION_COST].given && !value[OPTION_HEADS].given) ||
        is_cells(value);
    if (machine && !not_too_many(walk, step, session->error)) return;
    if (value[OPTION_HEADS].given)
        print_heads(walk, arguments, session);
    else if (value[OPTION_COST].given && value[OPTION_JSON].given)
        json_costs(walk, step, session->out);
    else if (value[OPTION_COST].given)
        cost_print(walk, step, TEXT_COLUMNS, session->out);
    else if (value[OPTION_JSON].given)
        json_walk(walk, step, session->out);
    else if (is_cells(value))
        print_cells(walk, step, session->out);
    else if (value[OPTION_OUTLINE].given)
        outline_print(walk, step, TEXT_COLUMNS, session->out);
    else if (value[OPTION_SCREEN].given)
        show_screen_of_step(walk, step, arguments, session);
    else
        print_paper(walk, step, arguments, session);
}

const OptionRule show_rules[] = {
    {"json outline screen", .excludes = "json cells plain outline screen",
     .message = "--json, --cells, --outline and --screen cannot be used together"},
    {"handout answers format html md output",
     .excludes = "json cells plain outline screen cost heads",
     .message = "--handout, --answers, --html, --md and -o are for the text"},
    {"format html md", .excludes = "format html md",
     .message = "--format, --html and --md cannot be used together"},
    {"force", .needs = "output", .message = "--force needs -o"},
    {"cost", .excludes = "cells plain outline screen",
     .message = "--cost prints a table, or with --json the same for programs"},
    {"heads", .excludes = "cost step cells plain outline screen",
     .message = "--heads prints a table of the whole run, or with --json the same for programs"},
    {"next", .excludes = "layer heads",
     .message = "--next is about what follows the text, and records no layer of it"},
    {"keys", .needs = "screen"},
    {"size", .needs = "screen"},
    {0}};

void show_walk(Walk *walk, const Arguments *arguments, Session *session)
{
    int step;
    if (open_step(walk, arguments, &step, session->error))
        print_walk(walk, step, arguments, session);
}

const Command command_show = {
    .name = "show",
    .words = "LESSON",
    .least = 1,
    .most = 1,
    .summary = "print a lesson as text, with all its numbers",
    .options =
        (const OptionId[]){
            OPTION_CONVENTION,  OPTION_STEP,         OPTION_HANDOUT, OPTION_ANSWERS, OPTION_HTML,
            OPTION_MD,          OPTION_PAPER_FORMAT, OPTION_OUTPUT,  OPTION_FORCE,   OPTION_SET,
            OPTION_TOKENS,      OPTION_HOLD,         OPTION_DIGITS,  OPTION_JSON,    OPTION_CELLS,
            OPTION_PLAIN,       OPTION_OUTLINE,      OPTION_COST,    OPTION_HEADS,   OPTION_SCREEN,
            OPTION_SCREEN_SIZE, OPTION_KEYS,         OPTION_SIGNS,   OPTION_ASCII,   OPTION_MEMORY,
            OPTION_FILES,       OPTION_AS,           OPTION_NAME,    OPTION_AXES,    OPTION_NONE},
    .completes = "lesson",
    .rules = show_rules,
    .run_on = show_walk,
};
