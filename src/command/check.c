// qkv check: verifies lessons, one after the other, and with --update writes what it can correct.
// What is found is printed for people, with --json for programs, with --github as annotations.
#include "check/check.h"

#include "check/outputs.h"
#include "check/seal.h"
#include "command/open.h"
#include "lesson/kind.h"
#include "text/json.h"
#include "tui/tui.h"

#include <string.h>

typedef struct Checking {
    Session *session;
    const Arguments *arguments;
    const char *path;
    json_t *files, *problems; // of --json
    int errors, warnings, notices;
} Checking;

static bool has(const Checking *checking, OptionId option)
{
    return checking->arguments->value[option].given;
}

static void plural(Buf *out, int count, const char *noun)
{
    buf_printf(out, "%d %s%s", count, noun, count == 1 ? "" : "s");
}

// ---- for other programs -------------------------------------------------------------------------

// As a workflow command of GitHub has it: a property also without what ends one.
static void add_escaped(const char *text, const char *special, Buf *out)
{
    for (; *text; text++) {
        if (strchr(special, *text))
            buf_printf(out, "%%%02X", (unsigned)*text);
        else
            buf_add_char(out, *text);
    }
}

static void annotate(const Problem *problem, Buf *out)
{
    const SourceExtent *at = &problem->at;
    buf_printf(out, "::%s file=", problem->severity);
    add_escaped(at->file, "%\r\n:,", out);
    if (at->line) buf_printf(out, ",line=%d,endLine=%d,col=%d", at->line, at->end_line, at->column);
    if (at->line && at->line == at->end_line) buf_printf(out, ",endColumn=%d", at->end_column);
    buf_add(out, STR("::"));
    add_escaped(problem->message, "%\r\n", out);
    if (problem->hint) buf_add(out, STR("%0Atry: "));
    if (problem->hint) add_escaped(problem->hint, "%\r\n", out);
    buf_add_char(out, '\n');
}

static void tell(Checking *checking, Problem problem)
{
    bool is_error = strcmp(problem.severity, "error") == 0;
    bool is_warning = strcmp(problem.severity, "warning") == 0;
    *(is_error ? &checking->errors : is_warning ? &checking->warnings : &checking->notices) += 1;
    if (!problem.at.file) problem.at.file = checking->path;
    if (checking->problems)
        json_tree_append(checking->problems, json_problem(&problem));
    else
        annotate(&problem, checking->session->out);
}

static void tell_error(void *checking, const Error *error)
{
    Str message = str_from(error->message);
    bool is_warning = str_take_start(&message, WARNING);
    const char *kind = error->kind ? error->kind : "", *between = *kind && message.n ? ": " : "";
    tell(checking, (Problem){.at = span_extent(error->at),
                             .severity = is_warning ? "warning" : "error",
                             .message = arena_printf(error->arena, "%s%s%.*s", kind, between,
                                                     STR_ARG(message)),
                             .hint = error->hint});
}

static void begin_telling(Checking *checking)
{
    Session *session = checking->session;
    bool is_json = has(checking, OPTION_JSON);
    if (!is_json && !has(checking, OPTION_GITHUB)) return;
    if (is_json) checking->files = json_tree_have(json_array());
    if (is_json) checking->problems = json_tree_have(json_array());
    session->report = tell_error;
    session->report_context = checking;
}

static void end_telling(Checking *checking)
{
    checking->session->report = NULL;
    if (!checking->files) return;
    json_t *summary = json_tree_of("{s:i, s:i, s:i, s:i}", "files", checking->arguments->count,
                                   "errors", checking->errors, "warnings", checking->warnings,
                                   "notices", checking->notices);
    json_print(json_tree_of("{s:i, s:o, s:o, s:o}", "schema", JSON_SCHEMA, "files", checking->files,
                            "problems", checking->problems, "summary", summary),
               checking->session->out);
}

// What is no finding, but to be known of the lesson.
static void say_note(Checking *checking, const char *severity, const Buf *text)
{
    if (checking->session->report)
        tell(checking, (Problem){.severity = severity, .message = buf_text(text)});
    else
        buf_printf(checking->session->out, "%s: %s\n", checking->path, buf_text(text));
}

// ---- for people ---------------------------------------------------------------------------------

static void say_mistakes(const Checking *checking, const Checked *found)
{
    Buf *out = checking->session->out;
    buf_printf(out, "%s: ", checking->path);
    plural(out, found->findings.mistakes, "mistake");
    buf_add_char(out, '\n');
}

static void say_ok(const Checking *checking, int steps, const Checked *found)
{
    Buf *out = checking->session->out;
    buf_printf(out, "%s: ok, ", checking->path);
    plural(out, steps, "step");
    buf_add(out, STR(", "));
    plural(out, found->claims, "check");
    buf_add(out, found->sealed ? STR(", sealed\n") : STR("\n"));
}

// Numbers that no seed decides are others each time.
static void say_by_chance(Checking *checking, const Checked *found)
{
    Buf text = {.arena = checking->session->arena};
    int count = found->by_chance, in_shape = found->in_shape;
    if (!count) return;
    buf_add(&text, STR("drawn without a seed: "));
    plural(&text, count, "output");
    buf_add(&text, STR(" cannot be compared; "));
    if (in_shape == count)
        buf_add(&text, count == 1 ? STR("its shape agrees") : STR("their shapes agree"));
    else
        buf_printf(&text, "the shapes of %d agree", in_shape);
    say_note(checking, "notice", &text);
}

// ---- does it fit a wall? ------------------------------------------------------------------------

typedef struct WallSize {
    int columns, rows;
} WallSize;

// Which steps do not fit. Returns how many.
static int say_what_is_cut(Checking *checking, Walk *walk, WallSize size, const char *severity)
{
    Session *session = checking->session;
    Buf text = {.arena = session->arena};
    TuiOptions options = {.mode = MODE_PRESENT};
    int steps = walk->lesson.step_count, cut = 0;
    TuiNeed *needs = NEW_ARRAY(session->arena, TuiNeed, steps + 1);
    tui_needs(walk, size.columns, size.rows, &options, session->arena, needs);
    for (int i = 0; i < steps; i++) {
        if (needs[i].fits) continue;
        if (!cut++)
            buf_printf(&text, "these steps do not fit a projected screen of %dx%d:", size.columns,
                       size.rows);
        buf_printf(&text, "%s %d", cut > 1 ? "," : "", i + 1);
        if (needs[i].is_part)
            buf_add(&text, STR(" (too large for any)"));
        else
            buf_printf(&text, " (%dx%d)", needs[i].columns, needs[i].rows);
    }
    if (cut) say_note(checking, severity, &text);
    return cut;
}

// The terminal that a lesson is written for, or all that is asked about. With --size it is a
// demand.
static bool fits(Checking *checking, Walk *walk)
{
    static const WallSize usual = {80, 24}, smallest = {60, 16};
    const OptionValue *size = &checking->arguments->value[OPTION_WALL_SIZE];
    if (size->given)
        return !say_what_is_cut(checking, walk, (WallSize){size->columns, size->rows}, "error");
    if (lesson_format(walk->lesson.source) != FORMAT_MARKDOWN) return true;
    if (has(checking, OPTION_QUIET)) return true;
    say_what_is_cut(checking, walk, usual, "notice");
    if (has(checking, OPTION_VERBOSE)) say_what_is_cut(checking, walk, smallest, "notice");
    return true;
}

// ---- a lesson -----------------------------------------------------------------------------------

// The walk is open, and closed here.
static bool check_walk(Checking *checking, Walk *walk)
{
    Session *session = checking->session;
    int steps = walk->lesson.step_count;
    Checked found = check_lesson(walk, session->arena);
    bool ok = found.findings.mistakes == 0;
    for (int i = 0; i < found.findings.count; i++)
        command_report(session, &found.findings.items[i]);
    if (checking->files)
        json_tree_append(checking->files,
                         json_tree_of("{s:o, s:b, s:i, s:i, s:b}", "file",
                                      json_tree_text(checking->path), "ok", ok, "steps", steps,
                                      "checks", found.claims, "sealed", found.sealed));
    else if (!ok)
        say_mistakes(checking, &found);
    else if (!has(checking, OPTION_QUIET))
        say_ok(checking, steps, &found);
    if (!has(checking, OPTION_QUIET)) say_by_chance(checking, &found);
    ok &= fits(checking, walk);
    open_finish(walk, session);
    return ok;
}

static bool check_file(Checking *checking)
{
    Walk walk;
    return open_walk(&walk, checking->path, checking->session, checking->arguments) &&
           check_walk(checking, &walk);
}

// ---- --update -----------------------------------------------------------------------------------

// Only what was named as a file is written: "eight-steps" is a lesson of the library.
static bool may_update(const Walk *walk, const Checking *checking, Error *error)
{
    const Source *source = walk->lesson.source;
    if (lesson_format(source) != FORMAT_MARKDOWN || kind_is_stream(checking->path))
        return error_fail(error, "qkv check without --update",
                          "--update writes lessons: Markdown files, and %s is none",
                          checking->path);
    if (strcmp(source->name, checking->path) == 0) return true;
    error_set(error, NULL, "--update writes only files that are named as such");
    return error_hint(error, "qkv check --update %s", source->name);
}

static bool open_corrected(const Checking *checking, const Patch *patch, Walk *walk)
{
    const char *text = str_copy(checking->session->arena, patch_result(patch));
    const char *files = checking->arguments->value[OPTION_FILES].text;
    return open_text(walk, checking->path, text, files, false, checking->session,
                     checking->arguments);
}

// Nothing may be wrong before the lesson is sealed again, but the seal.
static bool reseal(const Checking *checking, Patch *patch)
{
    Walk walk;
    if (!open_corrected(checking, patch, &walk)) return false;
    Checked found = check_lesson(&walk, checking->session->arena);
    if (found.only_seal) update_seal(&walk.lesson, patch);
    walk_close(&walk);
    return true;
}

static bool make_change(const Checking *checking, const Patch *patch)
{
    Session *session = checking->session;
    patch_print(patch, checking->path, session->out);
    if (has(checking, OPTION_DRY_RUN)) {
        buf_printf(session->out, "%s: nothing is written (--dry-run)\n", checking->path);
        return true;
    }
    if (!command_flush(session)) return false; // a change that could not be shown is not made
    return command_write(checking->path, patch_result(patch), true, session);
}

static bool update_file(Checking *checking)
{
    Session *session = checking->session;
    Walk walk, corrected;
    if (!open_walk(&walk, checking->path, session, checking->arguments)) return false;
    bool may = may_update(&walk, checking, session->error);
    if (!may || walk.ran.error.set) return open_finish(&walk, session), false;
    Patch patch = {.arena = session->arena};
    patch.old =
        (Str){str_copy(session->arena, walk.lesson.source->text), walk.lesson.source->text.n};
    update_outputs(&walk, &patch);
    open_finish(&walk, session);
    if (!reseal(checking, &patch)) return false;
    bool ok = !patch.count || make_change(checking, &patch);
    command_report(session, session->error);
    if (ok && patch.count && has(checking, OPTION_DRY_RUN)) return check_file(checking);
    return ok && open_corrected(checking, &patch, &corrected) && check_walk(checking, &corrected);
}

// ---- the command --------------------------------------------------------------------------------

static ExitCode run_check(Session *session, const Arguments *arguments)
{
    Checking checking = {.session = session, .arguments = arguments};
    bool is_good = true, is_told = true;
    begin_telling(&checking);
    for (int i = 0; i < arguments->count && is_told; i++) {
        checking.path = arguments->words[i];
        is_good &= (has(&checking, OPTION_UPDATE) ? update_file : check_file)(&checking);
        is_told = command_flush(session);
    }
    end_telling(&checking);
    return is_good && is_told ? EXIT_DONE : EXIT_FAILED;
}

const Command command_check = {
    .name = "check",
    .words = "FILE...",
    .least = 1,
    .most = 10000,
    .summary = "verify lessons: code, outputs, live values, predictions, prose",
    .options = (const OptionId[]){OPTION_UPDATE, OPTION_DRY_RUN, OPTION_JSON, OPTION_GITHUB,
                                  OPTION_QUIET, OPTION_WALL_SIZE, OPTION_SET, OPTION_HOLD,
                                  OPTION_MEMORY, OPTION_FILES, OPTION_AS, OPTION_NONE},
    .completes = "file",
    .rules =
        (const OptionRule[]){
            {"dry-run", .needs = "update"},
            {"json github", .excludes = "json github update"},
            {"update", .excludes = "set hold",
             .message = "--update does not write what other numbers than the lesson's give",
             .hint = "leave out --set and --hold"},
            {0}},
    .run = run_check,
};
