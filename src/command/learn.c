// `qkv learn`: the interactive walk through a lesson, on the screen or, with --linear, line by
// line.
#include "command/export.h"
#include "command/open.h"
#include "command/reopen.h"
#include "terminal/watch.h"
#include "tui/tui.h"
#include "walk/runs/iteration.h"

#include <string.h>
#include <unistd.h>

TuiOptions learn_options(const Arguments *arguments)
{
    const OptionValue *value = arguments->value;
    return (TuiOptions){
        .color = (ColorChoice)value[OPTION_COLOR].integer,
        .theme = value[OPTION_SCREEN_THEME].text,
        .signs = open_signs(arguments),
        .palette = value[OPTION_PALETTE].text,
        .no_mouse = value[OPTION_NO_MOUSE].given,
        .no_motion = value[OPTION_NO_MOTION].given,
        .export_figure = export_from_screen,
        .preview_figure = export_preview,
        .draw_figure = export_picture,
    };
}

// Without a name: the first lesson that is not done, by way of the list of all; at the very first
// start the first lesson itself.
static const char *lesson_to_begin(const LessonList *list, TuiOptions *options, Session *session)
{
    for (int i = 0; i < list->count; i++) options->start_on_lessons |= list->rows[i].begun;
    if (list->count) return list->rows[lessons_unfinished(list)].name;
    error_fail(session->error, "qkv learn FILE.md", "no lessons are installed");
    return NULL;
}

// Where the reader goes on to: another lesson, or a quiz or a presentation, and then back.
typedef struct Onward {
    const char *lesson; // NULL: nowhere
    LeaveFor what;
    const char *about; // the lesson that it is of; NULL: the one that was left
} Onward;

static void choose(void *onward, const ListedLesson *lesson)
{
    *(Onward *)onward = (Onward){.lesson = lesson->name};
}

static void leave(void *onward, LeaveFor what, const char *lesson)
{
    *(Onward *)onward = (Onward){.what = what, .about = lesson};
}

static void walk_on_terminal(Walk *walk, const char *lesson, int step, TuiOptions *options,
                             Session *session, const Arguments *arguments)
{
    Error warning = {.arena = session->arena};
    Progress progress = {.arena = session->arena, .warning = &warning};
    bool fresh = arguments->value[OPTION_FRESH].given;
    options->note = progress_open(&progress, walk, lesson, fresh, step);
    options->keep = progress_keep;
    options->keep_context = &progress;
    options->known_as = progress.key;
    options->start_in_walk = step >= 0;
    const char *stopped = walk_stopped_loop(walk, session->arena);
    if (options->start_on_lessons || stopped) options->note = stopped;
    if (warning.set)
        options->note = arena_printf(session->arena, "Not remembered: %s", warning.message);
    Reopen *reopen = reopen_begin(walk, lesson, &progress, session, arguments);
    options->attend = reopen ? reopen_attend : NULL;
    options->attend_context = reopen;
    if (!session->error->set) tui_run(walk, options, session->error);
    command_report(session, &warning); // no failure: the session was one
}

// A quiz of a lesson, or presenting it, as its command would.
static void run_other(const Onward *onward, const char *lesson, Session *session,
                      const Arguments *arguments)
{
    const Command *command = onward->what == LEAVE_FOR_QUIZ ? &command_quiz : &command_present;
    Arguments own = *arguments;
    const char *words[] = {onward->about ? onward->about : lesson};
    own.words = words;
    own.count = 1;
    command->run(session, &own);
    command_report(session, session->error);
    if (onward->what != LEAVE_FOR_QUIZ) return;
    Str typed;
    buf_add(session->out, STR("\nEnter goes back to the lesson. "));
    if (command_flush(session)) command_read(session->out, &typed);
}

// ---- line by line -----------------------------------------------------------------------------

static const char *lesson_after(const LessonList *list, const char *name)
{
    int here = lessons_find(list, name);
    return here >= 0 && here + 1 < list->count ? list->rows[here + 1].name : NULL;
}

// Goes on until the input ends or "q" is typed.
void learn_by_lines(Walk *walk, LinearOptions options, Reopen *reopen, Session *session)
{
    options.ascii = walk->program.ascii;
    options.export_figure = export_from_screen;
    Linear *linear = linear_open(walk, &options);
    buf_add(session->out, linear_begin(linear));
    Str typed;
    while (command_flush(session) && !linear_has_quit(linear)) {
        if (!command_read(session->out, &typed)) {
            buf_add_char(session->out, '\n');
            command_flush(session);
            break;
        }
        TuiWatch watch = {0};
        if (reopen) watch = reopen_attend(reopen, walk, NULL);
        if (watch.says) buf_printf(session->out, "%s\n", watch.says);
        if (watch.ran) {
            linear_close(linear);
            linear = linear_open(walk, &options);
        }
        buf_add(session->out, linear_line(linear, typed));
    }
    if (options.keep) options.keep(options.keep_context, walk);
    linear_close(linear);
}

static void walk_in_lines(Walk *walk, const char *lesson, int step, const LessonList *list,
                          Session *session, const Arguments *arguments)
{
    Error warning = {.arena = session->arena};
    Progress progress = {.arena = session->arena, .warning = &warning, .by_words = true};
    LinearOptions options = {.keep = progress_keep, .keep_context = &progress};
    bool fresh = arguments->value[OPTION_FRESH].given;
    options.note = progress_open(&progress, walk, lesson, fresh, step);
    options.next = lesson_after(list, progress.key);
    const char *stopped = walk_stopped_loop(walk, session->arena);
    if (stopped) options.note = stopped;
    Reopen *reopen = reopen_begin(walk, lesson, &progress, session, arguments);
    if (!session->error->set) learn_by_lines(walk, options, reopen, session);
    command_report(session, &warning); // no failure: the session was one
}

// ---- the command --------------------------------------------------------------------------------

// Without `options` line by line.
static ExitCode learn_lesson(const char *lesson, TuiOptions *options, const LessonList *list,
                             Session *session, const Arguments *arguments)
{
    Walk walk;
    int step;
    session->watch = options ? watch_line_stops() : watch_sentence();
    if (!open_walk_here(&walk, lesson, session, arguments)) return EXIT_FAILED;
    open_shuffle(&walk, session);
    bool ok = open_step(&walk, arguments, &step, session->error);
    if (ok && options)
        walk_on_terminal(&walk, lesson, step, options, session, arguments);
    else if (ok)
        walk_in_lines(&walk, lesson, step, list, session, arguments);
    return open_finish(&walk, session);
}

// Why not, if it cannot be done with these standard streams.
static bool has_streams(const char *lesson, bool is_linear, Error *error)
{
    bool read_from_input = open_takes_input(lesson);
    if (is_linear && read_from_input)
        return error_fail(error, "qkv learn --linear FILE.md",
                          "with --linear standard input is for what you type");
    if (is_linear || ((isatty(STDIN_FILENO) || read_from_input) && isatty(STDOUT_FILENO)))
        return true;
    error_set(error, NULL, "learn needs a terminal");
    return error_hint(error, "--linear goes line by line; qkv show %s prints the walk as text",
                      lesson);
}

static ExitCode run_learn(Session *session, const Arguments *arguments)
{
    TuiOptions options = learn_options(arguments);
    bool ascii = open_is_ascii(arguments);
    LessonList list = catalog(session, ascii);
    Arguments next = *arguments; // --step and --fresh are for the first lesson
    const char *lesson =
        arguments->count ? arguments->words[0] : lesson_to_begin(&list, &options, session);
    if (!lesson) return EXIT_FAILED;
    bool is_linear = arguments->value[OPTION_LINEAR].given;
    if (!has_streams(lesson, is_linear, session->error)) return EXIT_FAILED;
    if (is_linear) return learn_lesson(lesson, NULL, &list, session, arguments);
    Onward onward = {0};
    options.lessons = &list;
    options.choose = choose;
    options.leave = open_takes_input(lesson) ? NULL : leave;
    options.choose_context = &onward;
    ExitCode code = learn_lesson(lesson, &options, &list, session, &next);
    while (onward.lesson || onward.what) {
        session->messages->n = 0; // why a program failed was said in its walk
        next.value[OPTION_STEP].given = next.value[OPTION_FRESH].given = false;
        options.start_on_lessons = false;
        if (onward.what) run_other(&onward, lesson, session, &next);
        if (onward.lesson) lesson = onward.lesson;
        list = catalog(session, ascii);
        onward = (Onward){0};
        code = learn_lesson(lesson, &options, &list, session, &next);
    }
    return code;
}

const Command command_learn = {
    .name = "learn",
    .words = "[LESSON]",
    .most = 1,
    .summary = "walk through a lesson in the terminal",
    .options =
        (const OptionId[]){OPTION_CONVENTION,   OPTION_STEP,      OPTION_SET,     OPTION_TOKENS,
                           OPTION_HOLD,         OPTION_DIGITS,    OPTION_WATCH,   OPTION_LINEAR,
                           OPTION_SCREEN_THEME, OPTION_COLOR,     OPTION_SIGNS,   OPTION_ASCII,
                           OPTION_NO_MOUSE,     OPTION_NO_MOTION, OPTION_PALETTE, OPTION_FRESH,
                           OPTION_MEMORY,       OPTION_FILES,     OPTION_AS,      OPTION_NAME,
                           OPTION_AXES,         OPTION_NONE},
    .completes = "lesson",
    .run = run_learn,
};
