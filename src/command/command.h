// Commands: one row each, one file each (learn.c has command_learn; help and completion are in
// about/). main.c lists the rows; --help, the manual page and shell completion are printed from
// them.
#pragma once

#include "base/machine/pulse.h"
#include "command/options.h"

typedef struct Command Command;
struct Walk;
struct RunOptions;

// What a command works with. It adds its result to `out`, which goes to standard output when it
// returns, also after a failure; then messages and the error, if set, go to standard error.
typedef struct Session {
    const Command *const *commands; // NULL-terminated
    Arena *arena;                   // until the process ends
    Buf *out;
    Buf *messages;
    Error *error;
    Watch *watch;                                      // notified when a program runs
    void (*report)(void *context, const Error *error); // takes those that `messages` would have
    void *report_context;
    bool verbatim; // what is in `out` goes byte for byte to what is no terminal
} Session;

typedef enum ExitCode { EXIT_DONE, EXIT_FAILED, EXIT_USAGE } ExitCode;

struct Command {
    const char *name;
    const char *words;       // "LESSON [TENSOR]": the arguments beside the options, for help
    int least, most;         // how many words
    bool takes_rest;         // behind its word and its options all is a program's: Arguments.rest
    const char *summary;     // one phrase, lower case
    const OptionId *options; // ended by OPTION_NONE
    const char *completes;   // what the first word is, for shells: "lesson", "file", "command",
                             // or the possible words themselves
    const OptionRule *rules; // which of them go together; ended by an empty one; NULL: all
    ExitCode (*run)(Session *session, const Arguments *arguments);
    // In place of `run`: with the first word, a lesson, open.
    void (*run_on)(struct Walk *walk, const Arguments *arguments, Session *session);
};

extern const Command command_learn, command_lessons, command_show, command_explain, command_run,
    command_model, command_export, command_check, command_quiz, command_present, command_help,
    command_completion, command_new, command_grades;

// The whole program: takes the command line apart, runs the command, prints, and returns the exit
// code (dispatch.c).
int command_main(const Command *const *commands, int argc, char **argv);

// The row called `name`, or NULL.
const Command *command_find(const Command *const *commands, const char *name);

// Adds the error to the messages, or gives it to session->report, if it is set, and clears it.
void command_report(Session *session, Error *error);

// Writes what is in session->out and session->messages, safe to show (base/text/visible.h), and
// empties both. False when standard output cannot be written: the error is set, unless the reader
// just went away
// (`| head`).
bool command_flush(Session *session);

// A line of standard input, trimmed, in the arena of `out`. Input that is not typed is repeated
// there. False: the input has ended.
bool command_read(Buf *out, Str *typed);

// Runs a program that is made for a command, of modules of src/library: it prints into
// `options->out`. Its error has no place, which would mean nothing to the reader.
bool command_python(Str program, const struct RunOptions *options, Error *error);

// Writes a text to a file as a whole; to "-" it is added to `out`. False: the error is set.
bool command_write(const char *path, Str text, bool replace, Session *session);
