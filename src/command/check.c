// qkv check: verifies lessons, one after the other, and with --update writes what it can correct.
#include "check/check.h"

#include "check/outputs.h"
#include "check/seal.h"
#include "command/open.h"
#include "lesson/kind.h"
#include "tui/tui.h"

#include <string.h>

typedef struct Checking {
    Session *session;
    const Arguments *arguments;
    const char *path;
} Checking;

static bool has(const Checking *checking, OptionId option)
{
    return checking->arguments->value[option].given;
}

static void plural(Buf *out, int count, const char *noun)
{
    buf_printf(out, "%d %s%s", count, noun, count == 1 ? "" : "s");
}

static void say_mistakes(const Checking *checking, const Checked *found)
{
    Buf *out = checking->session->out;
    buf_printf(out, "%s: ", checking->path);
    plural(out, found->mistakes, "mistake");
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
static void say_by_chance(const Checking *checking, const Checked *found)
{
    Buf *out = checking->session->out;
    int count = found->by_chance, in_shape = found->in_shape;
    if (!count) return;
    buf_printf(out, "%s: drawn without a seed: ", checking->path);
    plural(out, count, "output");
    buf_add(out, STR(" cannot be compared; "));
    if (in_shape == count)
        buf_add(out, count == 1 ? STR("its shape agrees\n") : STR("their shapes agree\n"));
    else
        buf_printf(out, "the shapes of %d agree\n", in_shape);
}

// ---- does it fit a wall? ------------------------------------------------------------------------

typedef struct WallSize {
    int columns, rows;
} WallSize;

// Which steps do not fit. Returns how many.
static int say_what_is_cut(const Checking *checking, Walk *walk, WallSize size)
{
    Session *session = checking->session;
    TuiOptions options = {.mode = MODE_PRESENT};
    int steps = walk->lesson.step_count, cut = 0;
    TuiNeed *needs = NEW_ARRAY(session->arena, TuiNeed, steps + 1);
    tui_needs(walk, size.columns, size.rows, &options, session->arena, needs);
    for (int i = 0; i < steps; i++) {
        if (needs[i].fits) continue;
        if (!cut++)
            buf_printf(session->out,
                       "%s: these steps do not fit a projected screen of %dx%d:", checking->path,
                       size.columns, size.rows);
        buf_printf(session->out, "%s %d", cut > 1 ? "," : "", i + 1);
        if (needs[i].is_part)
            buf_add(session->out, STR(" (too large for any)"));
        else
            buf_printf(session->out, " (%dx%d)", needs[i].columns, needs[i].rows);
    }
    if (cut) buf_add_char(session->out, '\n');
    return cut;
}

// The terminal that a lesson is written for, or all that is asked about. With --size it is a
// demand.
static bool fits(const Checking *checking, Walk *walk)
{
    static const WallSize usual = {80, 24}, smallest = {60, 16};
    const OptionValue *size = &checking->arguments->value[OPTION_WALL_SIZE];
    if (size->given) return !say_what_is_cut(checking, walk, (WallSize){size->columns, size->rows});
    if (lesson_format(walk->lesson.source) != FORMAT_MARKDOWN) return true;
    if (has(checking, OPTION_QUIET)) return true;
    say_what_is_cut(checking, walk, usual);
    if (has(checking, OPTION_VERBOSE)) say_what_is_cut(checking, walk, smallest);
    return true;
}

// ---- a lesson -----------------------------------------------------------------------------------

// The walk is open, and closed here.
static bool check_walk(const Checking *checking, Walk *walk)
{
    Session *session = checking->session;
    Checked found = check_lesson(walk, session->arena, session->messages);
    if (found.mistakes)
        say_mistakes(checking, &found);
    else if (!has(checking, OPTION_QUIET))
        say_ok(checking, walk->lesson.step_count, &found);
    if (!has(checking, OPTION_QUIET)) say_by_chance(checking, &found);
    bool ok = fits(checking, walk) && found.mistakes == 0;
    open_finish(walk, session);
    return ok;
}

static bool check_file(const Checking *checking)
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
    Buf unsaid = {.arena = checking->session->arena};
    Checked found = check_lesson(&walk, checking->session->arena, &unsaid);
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

static bool update_file(const Checking *checking)
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
    ExitCode code = EXIT_DONE;
    for (int i = 0; i < arguments->count; i++) {
        Checking checking = {session, arguments, arguments->words[i]};
        bool ok = (arguments->value[OPTION_UPDATE].given ? update_file : check_file)(&checking);
        if (!ok) code = EXIT_FAILED;
        if (!command_flush(session)) return EXIT_FAILED;
    }
    return code;
}

const Command command_check = {
    .name = "check",
    .words = "FILE...",
    .least = 1,
    .most = 10000,
    .summary = "verify lessons: code, outputs, live values, predictions, prose",
    .options = (const OptionId[]){OPTION_UPDATE, OPTION_DRY_RUN, OPTION_QUIET, OPTION_WALL_SIZE,
                                  OPTION_SET, OPTION_HOLD, OPTION_MEMORY, OPTION_FILES, OPTION_AS,
                                  OPTION_NONE},
    .completes = "file",
    .rules =
        (const OptionRule[]){
            {"dry-run", .needs = "update"},
            {"update", .excludes = "set hold",
             .message = "--update does not write what other numbers than the lesson's give",
             .hint = "leave out --set and --hold"},
            {0}},
    .run = run_check,
};
