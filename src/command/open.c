// What all commands that take a lesson do first: run it, put the numbers of `--set 'x[0,1]=3'`
// into their cells and run it again with them, and choose what is shown if no tensor is named.
// What they do last, reporting the errors, is here as well, since a message quotes the lesson's
// source, which goes when the walk is closed.
#include "command/open.h"

#include "base/text/ascii.h"
#include "lesson/kind.h"
#include "lesson/shuffle.h"
#include "state/state.h"
#include "terminal/signs.h"
#include "trace/names/roles.h"
#include "walk/edits/hold.h"
#include "walk/edits/labelling.h"
#include "walk/edits/words.h"

#include <string.h>
#include <unistd.h>

// "x[0,1]=3"
static bool set_number(Walk *walk, const char *text, Error *error)
{
    Str whole = str_from(text);
    int equals = str_find(whole, "=");
    if (equals < 0) return error_fail(error, "--set 'x[0,1]=3'", "--set %s lacks a =", text);
    return edit_add(walk, str_slice(whole, 0, equals), str_slice(whole, equals + 1, whole.n),
                    error);
}

// A hold that finds nothing to hold, or less than there is, is no silent success.
static void say_what_is_not_held(const Walk *walk, Session *session)
{
    Edit *edits;
    int count = walk_edits(walk, session->arena, &edits);
    for (int i = 0; i < count; i++) {
        const Edit *edit = &edits[i];
        if (!edit->hold) continue;
        if (!edit->is_done)
            buf_printf(session->messages,
                       "qkv: %s is not held: the program makes no such part now\n", edit->shown);
        else if (edit->times < edit->of)
            buf_printf(session->messages, "qkv: %s is held %d of %d times: 'every time' is all\n",
                       edit->shown, edit->times, edit->of);
    }
}

// What asserts claim of other numbers need not hold any more; it is said, and no failure.
static bool set_numbers(Walk *walk, Session *session, const Arguments *arguments)
{
    const OptionValue *set = &arguments->value[OPTION_SET], *hold = &arguments->value[OPTION_HOLD];
    const OptionValue *tokens = &arguments->value[OPTION_TOKENS];
    if (tokens->given && !walk_tokens(walk, str_from(tokens->text), session->error)) return false;
    for (int i = 0; i < set->text_count; i++) {
        if (!set_number(walk, set->texts[i], session->error)) return false;
    }
    for (int i = 0; i < hold->text_count; i++) {
        if (!hold_add(walk, str_from(hold->texts[i]), session->error)) return false;
    }
    if (!set->given && !hold->given) return true;
    walk_rerun(walk);
    const char *broken = walk_broken_claims(walk, session->arena);
    if (broken)
        buf_printf(session->messages, "qkv: with --%s %s\n", set->given ? "set" : "hold", broken);
    say_what_is_not_held(walk, session);
    return true;
}

// An option that would have no effect is refused.
static bool check_name(const char *lesson, const OptionValue *name, Error *error)
{
    if (!name->given) return true;
    bool has_names =
        !kind_is_stream(lesson) && !str_has_word("npy csv tsv", str_from(kind_of_file(lesson)));
    if (has_names) {
        error_set(error, NULL, "--name is for the array of a .npy or .csv file");
        return error_hint(error, "leave it out: what is in %s has names", lesson);
    }
    for (const char *c = name->text; *c; c++) {
        if (ascii_is_alnum(*c) || *c == '_') continue;
        return error_fail(error, "letters, digits and _; --title writes any text above a figure",
                          "--name %s is no name in Python", name->text);
    }
    if (*name->text && !ascii_is_digit(*name->text)) return true;
    return error_fail(error, "--title writes any text above a figure",
                      "--name %s does not begin with a letter", name->text);
}

// --axes is of the tensor that the command line names, or of all of a file; so it is where an
// expression is typed.
static const char *axes_wanted(const Arguments *arguments, Arena *arena)
{
    const OptionValue *value = arguments->value;
    const OptionValue *axes = &value[value[OPTION_AXES].given ? OPTION_AXES : OPTION_WHAT_AXES];
    if (!axes->given || !axes->text[0]) return NULL;
    if (arguments->count < 2 || strchr(axes->text, '=')) return axes->text;
    Str name = str_from(arguments->words[1]);
    int slice = str_find(name, ":");
    while (slice > 0 && name.p[slice] != '[') slice--;
    if (slice > 0) name = str_slice(name, 0, slice);
    for (int i = 0; i < name.n; i++) {
        bool is_behind = i && name.p[i - 1] == ']' && name.p[i] != '[';
        if (is_behind || strchr("(+*/, ", name.p[i])) return axes->text;
    }
    return arena_printf(arena, "%.*s=%s", STR_ARG(name), axes->text);
}

static bool open_with(Walk *walk, const char *lesson, WalkOptions options, Session *session,
                      const Arguments *arguments)
{
    options.memory_limit = arguments->value[OPTION_MEMORY].bytes;
    options.watch = session->watch;
    const OptionValue *convention = &arguments->value[OPTION_CONVENTION];
    options.convention_is_given = convention->given;
    options.columns = convention->given && strcmp(convention->text, "columns") == 0;
    options.name = arguments->value[OPTION_NAME].text;
    options.axes = axes_wanted(arguments, session->arena);
    kind_set(arguments->value[OPTION_AS].text);
    if (!check_name(lesson, &arguments->value[OPTION_NAME], session->error)) {
        command_report(session, session->error);
        return false;
    }
    if (!walk_open(walk, lesson, &options, session->error) ||
        (!walk->ran.error.set && !axes_apply(walk, session->error)) ||
        !set_numbers(walk, session, arguments)) {
        open_finish(walk, session);
        return false;
    }
    const OptionValue *digits = &arguments->value[OPTION_DIGITS];
    if (digits->given) walk->view.digits = (int)digits->integer;
    return true;
}

SignSet open_signs(const Arguments *arguments)
{
    const OptionValue *value = arguments->value;
    return value[OPTION_ASCII].given ? SIGNS_ASCII : (SignSet)value[OPTION_SIGNS].integer;
}

bool open_is_ascii(const Arguments *arguments)
{
    SignSet wanted = open_signs(arguments);
    return signs_chosen(wanted, locale_choose(signs_need_utf8(wanted)), NULL) == SIGNS_ASCII;
}

bool open_text(Walk *walk, const char *name, const char *text, const char *files, bool here,
               Session *session, const Arguments *arguments)
{
    bool ascii = here ? open_is_ascii(arguments) : open_signs(arguments) == SIGNS_ASCII;
    WalkOptions options = {.text = text, .files = files, .ascii = ascii};
    return open_with(walk, name, options, session, arguments);
}

bool open_walk(Walk *walk, const char *lesson, Session *session, const Arguments *arguments)
{
    return open_text(walk, lesson, NULL, arguments->value[OPTION_FILES].text, false, session,
                     arguments);
}

bool open_walk_here(Walk *walk, const char *lesson, Session *session, const Arguments *arguments)
{
    return open_text(walk, lesson, NULL, arguments->value[OPTION_FILES].text, true, session,
                     arguments);
}

bool open_takes_input(const char *lesson)
{
    return strcmp(lesson, "-") == 0 || strcmp(lesson, "/dev/stdin") == 0;
}

// Answers that come through a pipe were written for the lesson's own order.
void open_shuffle(Walk *walk, Session *session)
{
    Error unheard = {.arena = session->arena}; // reported when the state is saved
    if (isatty(STDIN_FILENO)) shuffle_choices(&walk->lesson, state_reader(&unheard));
}

bool open_step(const Walk *walk, const Arguments *arguments, int *step, Error *error)
{
    const OptionValue *value = &arguments->value[OPTION_STEP];
    *step = value->given ? (int)value->integer - 1 : -1;
    int count = walk->lesson.step_count;
    if (*step < count) return true;
    error_set(error, NULL, "there is no step %d", *step + 1);
    return error_hint(error, "%s has steps 1 to %d", walk->lesson.name, count);
}

// Messages are made while the lesson's source, which they quote, is still there.
ExitCode open_finish(Walk *walk, Session *session)
{
    bool failed = session->error->set || walk->ran.error.set;
    command_report(session, &walk->ran.error); // first: what is missing may be missing for it
    command_report(session, session->error);
    walk_close(walk);
    return failed ? EXIT_FAILED : EXIT_DONE;
}
