// The sheets of a class: one for each seed, in one file, and the same filled in, as they are or in
// a file beside. Each seed runs the lesson again, so that what was drawn is copied.
#include "command/figures/figures.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_SHEETS = 500 };

typedef struct SheetFile {
    const char *path;
    bool answers;
    Figure figure;
} SheetFile;

typedef struct Worksheets {
    Walk *walk;
    const Arguments *arguments;
    Session *session;
    FigureOrder order;
    int64_t first, last; // seeds; -1: the lesson's own numbers
    Reseed *reseed;      // NULL: likewise
    SheetFile file[2];
    int files;
    bool *left_out; // of each step, on the sheet at hand
    Buf *without;   // of each step: the seeds whose sheets are without it, ", 3, 7"
    int *lacking;   // how many
    const char **why;
} Worksheets;

// ---- what is asked for ------------------------------------------------------------------------

static bool read_order(Worksheets *sheets)
{
    const OptionValue *value = sheets->arguments->value, *seed = &value[OPTION_SEED];
    Arena *arena = sheets->session->arena;
    Error *error = sheets->session->error;
    sheets->order = (FigureOrder){.walk = sheets->walk, .kind = figure_kind_find("worksheet")};
    FigureOrder *order = &sheets->order;
    sheets->first = seed->given ? seed->integer : -1;
    sheets->last = seed->given ? seed->last : -1;
    if (sheets->last - sheets->first >= MOST_SHEETS)
        return error_fail(error, "several commands, each for a part of them",
                          "more than %d sheets in one file", MOST_SHEETS);
    return figure_options(order, sheets->arguments, arena, error) &&
           figure_request_read(&order->request, sheets->walk, sheets->arguments, arena, error);
}

static bool name_files(Worksheets *sheets)
{
    const OptionValue *value = sheets->arguments->value, *output = &value[OPTION_OUTPUT];
    const OptionValue *answers = &value[OPTION_SHEET_ANSWERS];
    FigureOrder *order = &sheets->order;
    Error *error = sheets->session->error;
    bool beside = answers->given && answers->text[0];
    order->request.tasks.answers = answers->given && !beside;
    order->path = output->given ? output->text : figure_order_path(order, sheets->session->arena);
    sheets->file[0] = (SheetFile){.path = order->path, .answers = order->request.tasks.answers};
    sheets->file[1] = (SheetFile){.path = answers->text, .answers = true};
    sheets->files = 1 + beside;
    if (beside && strcmp(order->path, answers->text) == 0)
        return error_fail(error, "another name for one of them",
                          "%s: the sheets and their answers cannot be one file", order->path);
    for (int i = 0; i < sheets->files; i++) {
        if (!figure_order_may_write(order, sheets->file[i].path, error)) return false;
    }
    return true;
}

// ---- sheets -----------------------------------------------------------------------------------

static void leave_out(Worksheets *sheets, int64_t seed)
{
    for (int i = 0; i < sheets->walk->lesson.step_count; i++) {
        const char *why = reseed_spoilt(sheets->reseed, i);
        sheets->left_out[i] = why != NULL;
        if (!why) continue;
        sheets->why[i] = why;
        sheets->lacking[i]++;
        buf_printf(&sheets->without[i], ", %" PRId64, seed);
    }
}

static bool add_sheet(Worksheets *sheets, int64_t seed, const Measure *measure)
{
    SCRATCH(scratch);
    bool is_only = sheets->first == sheets->last; // then its walk stays
    Arena *arena = is_only ? sheets->session->arena : &scratch;
    Error *error = sheets->session->error;
    FigureOrder order = sheets->order;
    order.request = (FigureRequest){.look = order.request.look};
    if (sheets->reseed) {
        if (!reseed_walk(sheets->reseed, seed)) return false;
        leave_out(sheets, seed);
    }
    if (!figure_request_read(&order.request, sheets->walk, sheets->arguments, arena, error))
        return false;
    order.request.tasks.seed = seed;
    order.request.tasks.left_out = sheets->left_out;
    for (int i = 0; i < sheets->files; i++) {
        SheetFile *file = &sheets->file[i];
        Figure figure = {.arena = arena};
        order.path = file->path;
        order.request.tasks.answers = file->answers;
        if (!figure_order_build(&order, &figure, measure, error)) return false;
        if (is_only)
            file->figure = figure;
        else
            figure_append(&file->figure, &figure);
    }
    return true;
}

// A note for each step that some sheet is without.
static void say_left_out(const Worksheets *sheets)
{
    int64_t count = sheets->last - sheets->first + 1;
    for (int i = 0; i < sheets->walk->lesson.step_count; i++) {
        if (!sheets->lacking[i]) continue;
        bool some = sheets->lacking[i] < count;
        buf_printf(sheets->session->messages, "qkv: step %d, %s, is left out%s%s: %s\n", i + 1,
                   sheets->walk->lesson.steps[i].title, some ? " of sheet " : "",
                   some ? buf_text(&sheets->without[i]) + 2 : "", sheets->why[i]);
    }
}

// ---- files ------------------------------------------------------------------------------------

static bool write_file(const Worksheets *sheets, SheetFile *file)
{
    SCRATCH(arena);
    Session *session = sheets->session;
    Figure *figure = &file->figure;
    size_t bytes;
    int64_t count = sheets->last - sheets->first + 1;
    int pages = figure_pages(figure);
    if (count > 1)
        figure->description =
            arena_printf(&arena, "%s %" PRId64 " to %" PRId64 ", %d pages",
                         file->answers ? "Answers to the worksheets" : "Worksheets", sheets->first,
                         sheets->last, pages);
    if (!export_figure(figure, file->path, &sheets->order.file, &arena, &bytes, session->error))
        return false;
    if (strcmp(file->path, "-") == 0 || sheets->arguments->value[OPTION_QUIET].given) return true;
    const char *what = file->answers && sheets->files > 1 ? "answers" : "worksheet";
    buf_printf(session->out, "wrote %s: %s, ", file->path, what);
    if (count > 1) buf_printf(session->out, "%" PRId64 " sheets, %d pages, ", count, pages);
    buf_printf(session->out, "%zu bytes\n", bytes);
    return true;
}

static bool draw_sheets(Worksheets *sheets)
{
    const Measure measure = export_measure(sheets->order.request.look.font);
    for (int64_t seed = sheets->first; seed <= sheets->last; seed++) {
        if (!add_sheet(sheets, seed, &measure)) return false;
    }
    return true;
}

void worksheets_export(Walk *walk, const Arguments *arguments, Session *session)
{
    Worksheets sheets = {.walk = walk, .arguments = arguments, .session = session};
    Arena *arena = session->arena;
    int steps = walk->lesson.step_count + 1;
    Buf warnings = {.arena = arena};
    if (!read_order(&sheets) || !name_files(&sheets)) return;
    sheets.left_out = NEW_ARRAY(arena, bool, steps);
    sheets.lacking = NEW_ARRAY(arena, int, steps);
    sheets.why = NEW_ARRAY(arena, const char *, steps);
    sheets.without = NEW_ARRAY(arena, Buf, steps);
    for (int i = 0; i < steps; i++) sheets.without[i].arena = arena;
    for (int i = 0; i < sheets.files; i++) sheets.file[i].figure.arena = arena;
    sheets.order.file.warnings = &warnings;
    if (sheets.first >= 0) {
        sheets.reseed = reseed_new(walk, &sheets.order.request.tasks, arguments, session);
        if (!sheets.reseed) return;
    }
    if (!draw_sheets(&sheets)) return;
    say_left_out(&sheets);
    for (int i = 0; i < sheets.files && write_file(&sheets, &sheets.file[i]); i++) continue;
    figure_say_warnings(&warnings, session->messages);
}
