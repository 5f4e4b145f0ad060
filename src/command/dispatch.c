// From argv to an exit code: finds the command, takes its options, prints what it has to say.
#include "command/about/help.h"
#include "command/open.h"
#include "command/settings.h"
#include "command/version.h"

#include "base/bug.h"
#include "base/files/mapping.h"
#include "base/memory.h"
#include "base/text/guess.h"
#include "lesson/library.h"
#include "terminal/watch.h"
#include "text/json.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static int finish(Session *session, ExitCode code)
{
    if (!session->error->set && !mapping_is_whole(session->error)) code = EXIT_FAILED;
    command_report(session, session->error);
    if (!command_flush(session) && code == EXIT_DONE) code = EXIT_FAILED;
    command_report(session, session->error);
    command_flush(session);
    return (int)code;
}

// ---- finding the command ---------------------------------------------------------------------

static bool looks_like_a_lesson(const char *word)
{
    Str name = str_from(word);
    return str_ends(name, ".md") || str_ends(name, ".py") || str_ends(name, ".ipynb") ||
           strchr(word, '/') || access(word, F_OK) == 0;
}

static ExitCode unknown_command(Session *session, const char *word)
{
    Guess guess = {.name = str_from(word)};
    for (const Command *const *c = session->commands; *c; c++)
        guess_try(&guess, str_from((*c)->name));
    if (looks_like_a_lesson(word)) {
        error_set(session->error, NULL, "%s is not a command; did you mean \"qkv learn %s\"?", word,
                  word);
    } else if (guess.best.n) {
        error_set(session->error, NULL, "%s is not a command; did you mean \"qkv %.*s\"?", word,
                  STR_ARG(guess.best));
    } else {
        error_set(session->error, NULL, "%s is not a command", word);
    }
    error_hint(session->error, "qkv help lists the commands");
    return EXIT_USAGE;
}

static bool right_number_of_words(Session *session, const Command *command,
                                  const Arguments *arguments)
{
    if (arguments->count > command->most) {
        error_set(session->error, NULL, "%s: one word too many: %s", command->name,
                  arguments->words[command->most]);
    } else if (arguments->count < command->least) {
        error_set(session->error, NULL, "%s needs %s", command->name, command->words);
    } else {
        return true;
    }
    if (*command->words) error_hint(session->error, "qkv %s %s", command->name, command->words);
    return false;
}

// The command's word, and the arguments behind its options.
static const char *const *rest_of(Session *session, const Arguments *arguments, int argc, int own,
                                  const char *const *argv)
{
    const char **rest = NEW_ARRAY(session->arena, const char *, argc - own + 2);
    int count = 0;
    rest[count++] = arguments->words[0];
    if (own < argc && strcmp(argv[own], "--") == 0) own++;
    while (own < argc) rest[count++] = argv[own++];
    return rest;
}

static ExitCode open_and_run(const Command *command, Session *session, const Arguments *arguments)
{
    Walk walk;
    if (!open_walk(&walk, arguments->words[0], session, arguments)) return EXIT_FAILED;
    command->run_on(&walk, arguments, session);
    return open_finish(&walk, session);
}

// The first `own` arguments are the command's.
static ExitCode run_command(Session *session, const Command *command, int skip, int own, int argc,
                            const char *const *argv)
{
    Arguments arguments;
    if (!options_parse(own, argv, skip, command->options, session->arena, &arguments,
                       session->error) ||
        !right_number_of_words(session, command, &arguments) ||
        !options_check(command->rules, &arguments, session->error)) {
        error_hint(session->error, "qkv help %s", command->name);
        return EXIT_USAGE;
    }
    settings_take(command, &arguments, session);
    memory_bound(arguments.value[OPTION_MEMORY].bytes);
    if (command->takes_rest) arguments.rest = rest_of(session, &arguments, argc, own, argv);
    return command->run ? command->run(session, &arguments)
                        : open_and_run(command, session, &arguments);
}

static ExitCode without_command(Session *session, int argc, const char *const *argv)
{
    if (argc == 1 && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
        return run_command(session, &command_learn, 0, argc, argc, argv);
    }
    if (argc > 1) {
        error_fail(session->error, "qkv help lists the commands", "no command given");
        return EXIT_USAGE;
    }
    help_overview(session->commands, session->out);
    return EXIT_DONE;
}

static ExitCode dispatch(Session *session, int argc, const char *const *argv)
{
    Glance glance;
    if (!options_glance(argc, argv, &glance, session->error)) {
        error_hint(session->error, "qkv help");
        return EXIT_USAGE;
    }
    const char *word = glance.command ? argv[glance.command] : NULL;
    const Command *command = word ? command_find(session->commands, word) : NULL;
    int own = argc;
    if (command && command->takes_rest && glance.word)
        own = options_end(argc, argv, glance.word + 1, command->options);
    if (glance.help && glance.help < own) {
        if (command)
            help_command(command, session->out);
        else
            help_overview(session->commands, session->out);
        return EXIT_DONE;
    }
    if (glance.version && glance.version < own) {
        version_print(session->out);
        return EXIT_DONE;
    }
    if (!word) return without_command(session, argc, argv);
    if (!command) return unknown_command(session, word);
    return run_command(session, command, glance.command, own, argc, argv);
}

// What a program has printed when memory is gone; there is one App in a process.
static Session *printing;

static void print_rest(void)
{
    command_flush(printing);
}

int command_main(const Command *const *commands, int argc, char **argv)
{
    SCRATCH(arena);
    Buf out = {.arena = &arena};
    Error error = {.arena = &arena};
    Buf messages = {.arena = &arena};
    Session session = {.commands = commands,
                       .arena = &arena,
                       .out = &out,
                       .messages = &messages,
                       .error = &error,
                       .watch = watch_line()};
    printing = &session;
    signal(SIGXFSZ, SIG_IGN); // a file that may grow no further is an error of write()
    bug_set_last_words(print_rest);
    json_begin();
    library_started_as(argv[0]);
    int code = finish(&session, dispatch(&session, argc, (const char *const *)argv));
    bug_set_last_words(NULL);
    return code;
}
