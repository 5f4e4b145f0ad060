// qkv grades: sums up what a class has handed in.
#include "command/school/grades.h"
#include "command/open.h"
#include "lesson/library.h"

#include <string.h>

static bool is_file_twice(const Arguments *arguments, int at)
{
    for (int i = 0; i < at; i++) {
        if (str_is(str_from(arguments->words[i]), arguments->words[at])) return true;
    }
    return false;
}

static bool is_lesson(const char *word)
{
    return str_ends(str_from(word), ".md") || str_ends(str_from(word), ".ipynb");
}

static void add_lesson(Grades *grades, const char *lesson, Session *session,
                       const Arguments *arguments)
{
    Walk *walk = NEW(session->arena, Walk); // stays where it is: its error points into it
    if (open_walk(walk, lesson, session, arguments)) grades->lessons[grades->lesson_count++] = walk;
}

static bool is_handed_in(const Grades *grades, const char *lesson)
{
    for (int i = 0; i < grades->count; i++) {
        const Results *results = &grades->files[i].results;
        for (int k = 0; k < results->count; k++) {
            if (strcmp(results->answers[k].lesson, lesson) == 0) return true;
        }
    }
    return false;
}

// Those that are named, and of the library those that were asked from.
static void add_lessons(Grades *grades, Session *session, const Arguments *arguments)
{
    Library library;
    library_scan(&library, session->arena);
    grades->lessons = NEW_ARRAY(session->arena, Walk *, library.count + arguments->count + 1);
    for (int i = 0; i < arguments->count; i++) {
        if (is_lesson(arguments->words[i]))
            add_lesson(grades, arguments->words[i], session, arguments);
    }
    for (int i = 0; i < library.count; i++) {
        const char *name = library.lessons[i].name;
        if (is_handed_in(grades, name)) add_lesson(grades, name, session, arguments);
    }
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
        if (is_file_twice(arguments, i) || is_lesson(arguments->words[i])) continue;
        if (!grades_add(&grades, arguments->words[i], session->error)) code = EXIT_FAILED;
        command_report(session, session->error);
    }
    add_lessons(&grades, session, arguments);
    grades_settle(&grades, session->messages);
    if (value[OPTION_JSON].given)
        grades_json(&grades, session->out);
    else if (value[OPTION_CSV].given)
        grades_csv(&grades, session->out);
    else
        grades_print(&grades, session->out);
    for (int i = 0; i < grades.lesson_count; i++) open_finish(grades.lessons[i], session);
    return code;
}

const Command command_grades = {
    .name = "grades",
    .words = "[LESSON.md] FILE...",
    .least = 1,
    .most = 10000,
    .summary = "sum up the results that students hand in",
    .options = (const OptionId[]){OPTION_CSV, OPTION_JSON, OPTION_NONE},
    .completes = "file",
    .run = run_grades,
};
