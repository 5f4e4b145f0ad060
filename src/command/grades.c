// qkv grades: sums up what a class has handed in.
#include "command/school/grades.h"
#include "command/command.h"

static bool is_file_twice(const Arguments *arguments, int at)
{
    for (int i = 0; i < at; i++) {
        if (str_is(str_from(arguments->words[i]), arguments->words[at])) return true;
    }
    return false;
}

static ExitCode run_grades(Session *session, const Arguments *arguments)
{
    const OptionValue *value = arguments->value;
    if (value[OPTION_JSON].given && value[OPTION_CSV].given) {
        error_set(session->error, NULL, "--json and --csv cannot be used together");
        error_hint(session->error, "qkv help grades");
        return EXIT_USAGE;
    }
    Grades grades = {.arena = session->arena};
    ExitCode code = EXIT_DONE;
    for (int i = 0; i < arguments->count; i++) {
        if (is_file_twice(arguments, i)) continue;
        if (!grades_add(&grades, arguments->words[i], session->error)) code = EXIT_FAILED;
        command_report(session, session->error);
    }
    grades_settle(&grades, session->messages);
    if (value[OPTION_JSON].given)
        grades_json(&grades, session->out);
    else if (value[OPTION_CSV].given)
        grades_csv(&grades, session->out);
    else
        grades_print(&grades, session->out);
    return code;
}

const Command command_grades = {
    .name = "grades",
    .words = "FILE...",
    .least = 1,
    .most = 10000,
    .summary = "sum up the results that students hand in",
    .examples = "qkv grades handed-in/*.json          # who, and which questions were missed\n"
                "qkv grades handed-in/*.json --csv    # for a spreadsheet\n",
    .about = "Takes the files that qkv quiz --results writes. The first table has a row for each "
             "file, the second a row for each question, the most missed first. A damaged file is "
             "named and left out. A file for a different version of the lesson than most of the "
             "files is named, and its questions are not counted. Students can edit these files, so "
             "use them for exercises and not for exams.\n",
    .options = (const OptionId[]){OPTION_CSV, OPTION_JSON, OPTION_NONE},
    .completes = "file",
    .run = run_grades,
};
