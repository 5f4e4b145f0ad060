// qkv export: the figure of a tensor, as a file.
#include "command/export.h"

#include "command/figures/figures.h"
#include "command/open.h"
#include "command/paper/page.h"
#include "command/school/questions.h"
#include "command/tensor.h"
#include "lesson/library.h"
#include "study/attention/attention.h"
#include "study/names/title.h"
#include "trace/explain/explain.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

// ---- of what ------------------------------------------------------------------------------------

static bool choose_subject(FigureOrder *order, const Arguments *arguments, Session *session)
{
    const OptionValue *value = arguments->value;
    FigureRequest *request = &order->request;
    bool picks = value[OPTION_LAYERS].given || value[OPTION_ROLLOUT].given;
    if (!figure_request_tensor(request, order->kind, order->walk, arguments,
                               picks ? NULL : session->messages, session->error))
        return false;
    if (picks_head(value) >= 0 && !picks && order->kind->one_query) return true; // it is drawn so
    request->pick.head = -1;
    request->is_named |= picks || value[OPTION_HEAD].given;
    return picks_take(order->walk, value, &request->cell, &request->indices, session->error);
}

// ---- numbers instead of a figure ----------------------------------------------------------------

static const CopyFormat *copy_format_of(const OptionValue *value)
{
    const OptionValue *format = &value[OPTION_FORMAT], *output = &value[OPTION_OUTPUT];
    return copy_format(format->given ? format->text : NULL, output->given ? output->text : NULL);
}

static const FigureKind numbers = {.name = "numbers", .one_cell = true};

// To standard output unless a file is named.
static void copy_out(const Walk *walk, const Arguments *arguments, const CopyFormat *format,
                     Session *session)
{
    Arena *arena = session->arena;
    const OptionValue *value = arguments->value, *digits = &value[OPTION_DIGITS];
    FigureOrder order = {.walk = walk, .kind = &numbers};
    if (!choose_subject(&order, arguments, session)) return;
    Cell cell = order.request.cell;
    CopySource source = {.trace = walk->trace,
                         .entry = cell.entry,
                         .at = cell.at,
                         .given = order.request.indices,
                         .digits = digits->given ? (int)digits->integer : -1};
    source.name = arena_printf(arena, "%s%s", tensor_title(walk->trace, cell.entry, arena),
                               index_text(arena, cell.at, source.given));
    const char *path = value[OPTION_OUTPUT].given ? value[OPTION_OUTPUT].text : "-";
    size_t bytes;
    bool force = value[OPTION_FORCE].given;
    if (!copy_tensor(&source, format, path, force, arena, &bytes, session->error)) return;
    if (value[OPTION_QUIET].given || strcmp(path, "-") == 0) return;
    buf_printf(session->out, "wrote %s: %s, %zu bytes\n", path, source.name, bytes);
}

// ---- a figure ----------------------------------------------------------------------------------

static void say_what_was_written(const FigureOrder *order, size_t bytes, Session *session)
{
    if (strcmp(order->path, "-") == 0) return;
    buf_printf(session->out, "wrote %s: ", order->path);
    figure_order_about(order, session->out);
    buf_printf(session->out, "%zu bytes\n", bytes);
}

static void export_one(FigureOrder *order, const Arguments *arguments, Session *session)
{
    const OptionValue *value = arguments->value, *output = &value[OPTION_OUTPUT];
    Buf warnings = {.arena = session->arena};
    order->file.warnings = &warnings;
    if (!choose_subject(order, arguments, session) ||
        !figure_derive(&order->request, order->kind, order->walk, arguments, session->arena,
                       session->messages, session->error) ||
        !panel_options(&order->request, order->walk, arguments, session->arena, session->error) ||
        !focus_options(&order->request, order->kind, order->walk, arguments, session->arena,
                       session->error))
        return;
    order->path = output->given ? output->text : figure_order_path(order, session->arena);
    size_t bytes;
    if (!figure_order_write(order, &bytes, session->error)) return;
    figure_say_warnings(&warnings, session->messages);
    if (!order->kind->whole && !order->request.panels.count)
        tensor_say_open(order->walk, order->request.cell.entry, session->messages);
    if (!value[OPTION_QUIET].given) say_what_was_written(order, bytes, session);
}

static const FigureKind *kind_of(const OptionValue *value)
{
    const OptionValue *kind = &value[OPTION_KIND];
    if (kind->given) return figure_kind_find(kind->text);
    if (value[OPTION_ALL].given) return figure_kind_find("steps");
    if (picks_are_several(value)) return figure_kind_find("heads");
    return figure_kind_find(figure_moves(value) ? "equation" : NULL); // a heatmap does not move
}

void export_figure_of(const Walk *walk, const Arguments *arguments, Session *session)
{
    const OptionValue *all = &arguments->value[OPTION_ALL];
    FigureOrder order = {.walk = walk, .kind = kind_of(arguments->value)};
    if (!figure_options(&order, arguments, session->arena, session->error) ||
        !figure_request_read(&order.request, walk, arguments, session->arena, session->error))
        return;
    if (all->given)
        deck_export(&order, all->text, arguments, session);
    else
        export_one(&order, arguments, session);
}

// ---- questions ---------------------------------------------------------------------------------

static bool is_kind_questions(const OptionValue *value)
{
    return value[OPTION_KIND].given && strcmp(value[OPTION_KIND].text, "questions") == 0;
}

// By --format gift or cards; of --kind questions also csv, which cards are.
static const QuestionFormat *questions_wanted(const OptionValue *value)
{
    const char *format = value[OPTION_FORMAT].given ? value[OPTION_FORMAT].text : NULL;
    if (is_kind_questions(value) && (!format || strcmp(format, "csv") == 0))
        return question_format(format ? "cards" : "gift");
    return format ? question_format(format) : NULL;
}

// What belongs to figures and numbers has no effect on anything else.
static bool only_allowed(const char *allowed, const char *what, const Arguments *arguments,
                         Error *error)
{
    const Option *other = options_beside(allowed, command_export.options, arguments);
    return !other ||
           error_fail(error, "leave it out", "--%s has no meaning for %s", other->name, what);
}

static bool check_questions(const Arguments *arguments, Error *error)
{
    const char *allowed = "format kind output force quiet set tokens hold digits memory files as";
    if (!only_allowed(allowed, "questions", arguments, error)) return false;
    const OptionValue *value = arguments->value;
    bool is_figure = value[OPTION_KIND].given && !is_kind_questions(value);
    if (!is_figure && questions_wanted(value)) return true;
    return error_fail(error, "--format gift", "questions are written as gift or cards");
}

static bool add_questions(const char *name, const QuestionFormat *format, Buf *text, int *count,
                          const Arguments *arguments, Session *session)
{
    Walk walk;
    if (!open_walk(&walk, name, session, arguments)) return false;
    *count += questions_of_lesson(format, &walk, text);
    return open_finish(&walk, session) == EXIT_DONE;
}

// Of the lessons named, or of all of the library.
static ExitCode export_questions(const QuestionFormat *format, const Arguments *arguments,
                                 Session *session)
{
    const OptionValue *output = &arguments->value[OPTION_OUTPUT];
    Buf text = {.arena = session->arena};
    Library library = {.count = 0};
    int count = 0;
    bool ok = true;
    if (!arguments->count) library_scan(&library, session->arena);
    int lessons = arguments->count ? arguments->count : library.count;
    buf_add(&text, str_from(format->head));
    for (int i = 0; i < lessons; i++) {
        const char *name = arguments->count ? arguments->words[i] : library.lessons[i].name;
        ok &= add_questions(name, format, &text, &count, arguments, session);
    }
    if (!count && ok) {
        error_fail(session->error,
                   "a prediction in a lesson is a quote: > **Predict** `scores[0, 1]`",
                   "there is nothing to predict here");
        return EXIT_FAILED;
    }
    const char *path = output->given ? output->text : "-";
    bool force = arguments->value[OPTION_FORCE].given;
    if (!command_write(path, buf_str(&text), force, session)) return EXIT_FAILED;
    if (strcmp(path, "-") != 0 && !arguments->value[OPTION_QUIET].given)
        buf_printf(session->out, "wrote %s: %d questions\n", path, count);
    return ok ? EXIT_DONE : EXIT_FAILED;
}

static bool one_lesson(const Arguments *arguments, Error *error)
{
    if (arguments->count) return true;
    return error_fail(error, "qkv export LESSON [TENSOR ...]", "export needs LESSON [TENSOR ...]");
}

static bool page_named(const Arguments *arguments)
{
    const OptionValue *format = &arguments->value[OPTION_FORMAT];
    return format->given && strcmp(format->text, "page") == 0;
}

static ExitCode export_page(Session *session, const Arguments *arguments)
{
    const char *allowed = "format output force quiet memory files as";
    if (!one_lesson(arguments, session->error) ||
        !only_allowed(allowed, "a page", arguments, session->error))
        return EXIT_USAGE;
    return page_export(arguments, session);
}

static ExitCode run_export(Session *session, const Arguments *arguments)
{
    Walk walk;
    if (page_named(arguments)) return export_page(session, arguments);
    if (questions_wanted(arguments->value) || is_kind_questions(arguments->value)) {
        if (!check_questions(arguments, session->error)) return EXIT_USAGE;
        return export_questions(questions_wanted(arguments->value), arguments, session);
    }
    if (!one_lesson(arguments, session->error)) return EXIT_USAGE;
    const CopyFormat *copied = copy_format_of(arguments->value);
    const FigureKind *kind = copied ? NULL : kind_of(arguments->value);
    if (!export_check(arguments, kind, session->error)) return EXIT_USAGE;
    if (!open_walk(&walk, arguments->words[0], session, arguments)) return EXIT_FAILED;
    if (kind && kind == figure_kind_find("worksheet"))
        worksheets_export(&walk, arguments, session);
    else if (copied)
        copy_out(&walk, arguments, copied, session);
    else
        export_figure_of(&walk, arguments, session);
    return open_finish(&walk, session);
}

const Command command_export = {
    .name = "export",
    .words = "LESSON [TENSOR ...]",
    .most = 10000,
    .summary = "write a figure of a tensor or a lesson, or its numbers",
    .options =
        (const OptionId[]){
            OPTION_CONVENTION,    OPTION_SET,          OPTION_TOKENS,        OPTION_HOLD,
            OPTION_OUTPUT,        OPTION_KIND,         OPTION_FIGURE_SIZE,   OPTION_SCALE,
            OPTION_DPI,           OPTION_FOR,          OPTION_FONT,          OPTION_FORMAT,
            OPTION_RANGE,         OPTION_LABELS,       OPTION_COLUMN_LABELS, OPTION_CAPTION,
            OPTION_FIGURE_THEME,  OPTION_CMAP,         OPTION_DIGITS,        OPTION_NO_VALUES,
            OPTION_TITLE,         OPTION_FORCE,        OPTION_CELL,          OPTION_HEAD,
            OPTION_LAYERS,        OPTION_ROLLOUT,      OPTION_QUERY,         OPTION_SCALE_EACH,
            OPTION_ALL,           OPTION_SEED,         OPTION_QUIET,         OPTION_MEMORY,
            OPTION_FILES,         OPTION_AS,           OPTION_NAME,          OPTION_ROW,
            OPTION_HIGHLIGHT,     OPTION_ANNOTATE,     OPTION_ARROW,         OPTION_COMPARE,
            OPTION_LOG,           OPTION_ROBUST,       OPTION_ANIMATE,       OPTION_SPEED,
            OPTION_LOOPS,         OPTION_PATHS,        OPTION_STEPS,         OPTION_BLANKS,
            OPTION_SHEET_ANSWERS, OPTION_LEAST_WEIGHT, OPTION_BARE,          OPTION_AXES,
            OPTION_LABELS_AT,     OPTION_RAW_TOKENS,   OPTION_BAR_LABEL,     OPTION_PANEL_LETTERS,
            OPTION_GROUPS,        OPTION_MERGE_WORDS,  OPTION_OVER,          OPTION_MASK,
            OPTION_NONE},
    .rules =
        (const OptionRule[]){
            {"all", .excludes = "output", .message = "--all names the files itself, in its folder",
             .hint = "leave --output out; --format svg chooses their format"},
            {"range", .excludes = "robust", .hint = "one of them",
             .message = "--range and --robust both say where the colours end"},
            {"dpi", .excludes = "scale", .message = "--dpi and --scale say the same thing",
             .hint = "one of them"},
            {"bare", .excludes = "bar-label", .hint = "one of them",
             .message = "--bare has no colour bar that --bar-label could be at"},
            {"merge-words", .excludes = "raw-tokens compare over"},
            {"over", .excludes = "compare log"},
            {"seed", .excludes = "set tokens hold"},
            {0}},
    .completes = "lesson",
    .run = run_export,
};
