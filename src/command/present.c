// qkv present: the walk for a projector, what size it needs, and its notes in another terminal.
#include "command/export.h"
#include "command/follow.h"
#include "command/open.h"
#include "command/saved/saved.h"
#include "tui/tui.h"

#include <string.h>
#include <unistd.h>

enum { LEAST_COLUMNS = 60, LEAST_ROWS = 16 };

// ---- does it fit? -----------------------------------------------------------------------------

static void print_needs(const TuiNeed *needs, int steps, const OptionValue *size, Buf *out)
{
    buf_add(out, STR("step  needs\n"));
    for (int i = 0; i < steps; i++) {
        bool is_cut = size->given && !needs[i].fits && !needs[i].is_part;
        const char *cut = is_cut ? "does not fit  " : "";
        const char *what = needs[i].what ? needs[i].what : "";
        const char *between = *cut || *what ? "  " : "";
        Buf needed = {.arena = out->arena};
        if (needs[i].is_part)
            buf_add(&needed, STR("in part"));
        else
            buf_printf(&needed, "%dx%d", needs[i].columns, needs[i].rows);
        int width = *between ? 7 : 0;
        buf_printf(out, "%4d  %-*s%s%s%s\n", i + 1, width, buf_text(&needed), between, cut, what);
    }
}

// "10, 11" of the steps that no wall shows whole.
static const char *steps_in_part(const TuiNeed *needs, int steps, Arena *arena)
{
    Buf list = {.arena = arena};
    for (int i = 0; i < steps; i++) {
        if (needs[i].is_part) buf_printf(&list, "%s%d", list.n ? ", " : "", i + 1);
    }
    return buf_text(&list);
}

// All sizes that are needed, in one.
static bool print_check(Walk *walk, const Arguments *arguments, Session *session)
{
    const OptionValue *size = &arguments->value[OPTION_SCREEN_SIZE];
    int columns = size->given ? size->columns : LEAST_COLUMNS;
    int rows = size->given ? size->rows : LEAST_ROWS;
    int steps = walk->lesson.step_count, most_columns = 0, most_rows = 0, cut = 0;
    TuiOptions options = {.mode = MODE_PRESENT};
    TuiNeed *needs = NEW_ARRAY(session->arena, TuiNeed, steps + 1);
    tui_needs(walk, columns, rows, &options, session->arena, needs);
    print_needs(needs, steps, size, session->out);
    for (int i = 0; i < steps; i++) {
        if (needs[i].is_part) continue;
        if (needs[i].columns > most_columns) most_columns = needs[i].columns;
        if (needs[i].rows > most_rows) most_rows = needs[i].rows;
        cut += !needs[i].fits;
    }
    if (most_columns) buf_printf(session->out, "all   %dx%d\n", most_columns, most_rows);
    const char *part = steps_in_part(needs, steps, session->arena);
    bool several = strchr(part, ',') != NULL;
    if (*part)
        buf_printf(session->out,
                   "in part: step%s matrices that no wall shows whole. %s slides show the "
                   "rows and columns at hand;\n"
                   "qkv export makes a figure of all.\n",
                   arena_printf(session->arena, several ? "s %s have" : " %s has", part),
                   several ? "Their" : "Its");
    if (!size->given || cut == 0) return true;
    error_set(session->error, NULL, "%d of %d steps do not fit into %dx%d", cut, steps, columns,
              rows);
    return error_hint(session->error, "a smaller font, so that the terminal has %dx%d",
                      most_columns, most_rows);
}

// ---- presenting ---------------------------------------------------------------------------------

static void present(Walk *walk, const char *lesson, TuiOptions *options, Session *session)
{
    Error warning = {.arena = session->arena};
    Follow *follow = options->mode == MODE_NOTES
                         ? follow_notes(walk, lesson, session->arena, &warning)
                         : follow_presenter(walk, lesson, session->arena, &warning);
    options->attend = follow ? follow_attend : NULL;
    options->attend_context = follow;
    if (warning.set) options->note = warning.message;
    tui_run(walk, options, session->error);
    if (follow) follow_end(follow);
    command_report(session, &warning); // no failure: it was presented
}

static bool has_terminal(const char *lesson, Session *session)
{
    bool read_from_input = open_takes_input(lesson);
    if ((isatty(STDIN_FILENO) || read_from_input) && isatty(STDOUT_FILENO)) return true;
    error_set(session->error, NULL, "present needs a terminal");
    return error_hint(session->error, "qkv show %s prints the walk as text", lesson);
}

static ExitCode run_present(Session *session, const Arguments *arguments)
{
    const OptionValue *value = arguments->value;
    const char *lesson = arguments->words[0];
    Walk walk;
    int step;
    if (!value[OPTION_CHECK].given && !has_terminal(lesson, session)) return EXIT_FAILED;
    if (!open_walk_here(&walk, lesson, session, arguments)) return EXIT_FAILED;
    TuiOptions options = learn_options(arguments);
    options.mode = value[OPTION_NOTES].given ? MODE_NOTES : MODE_PRESENT;
    bool own_background = options.mode == MODE_PRESENT && !options.theme;
    if (own_background) options.theme = "light"; // most rooms are
    if (!open_step(&walk, arguments, &step, session->error)) return open_finish(&walk, session);
    Error unsaved = {.arena = session->arena};
    Progress progress = {.arena = session->arena, .warning = &unsaved, .on_wall = true};
    if (options.mode == MODE_PRESENT && !value[OPTION_CHECK].given) {
        // The next time it goes on where the class was.
        options.note = progress_open(&progress, &walk, lesson, value[OPTION_FRESH].given, step);
        options.keep = progress_keep;
        options.keep_context = &progress;
    } else if (step >= 0) {
        walk_go_to_step(&walk, step);
    }
    if (value[OPTION_CHECK].given)
        print_check(&walk, arguments, session);
    else
        present(&walk, lesson, &options, session);
    command_report(session, &unsaved); // no failure: it was presented
    return open_finish(&walk, session);
}

const Command command_present = {
    .name = "present",
    .words = "LESSON",
    .least = 1,
    .most = 1,
    .summary = "show a lesson on a projector, one equation at a time",
    .options =
        (const OptionId[]){OPTION_CONVENTION,  OPTION_STEP,   OPTION_SET,          OPTION_TOKENS,
                           OPTION_HOLD,        OPTION_DIGITS, OPTION_SCREEN_THEME, OPTION_PALETTE,
                           OPTION_COLOR,       OPTION_SIGNS,  OPTION_ASCII,        OPTION_NO_MOUSE,
                           OPTION_NO_MOTION,   OPTION_FRESH,  OPTION_NOTES,        OPTION_CHECK,
                           OPTION_SCREEN_SIZE, OPTION_MEMORY, OPTION_FILES,        OPTION_AS,
                           OPTION_NONE},
    .completes = "lesson",
    .rules = (const OptionRule[]){{"check", .excludes = "notes"}, {"size", .needs = "check"}, {0}},
    .run = run_present,
};
