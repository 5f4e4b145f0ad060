// qkv run: a listing, printing what Python with torch prints.
#include "modules/modules.h"

#include "base/files/file.h"
#include "command/command.h"
#include "lesson/kind.h"
#include "lesson/library.h"
#include "terminal/watch.h"

#include <string.h>
#include <unistd.h>

// What a program printed before it failed comes out before the message.
static bool run_piece(Run *run, const Source *source, bool shows_value, Session *session)
{
    session->watch->begin(session->watch, false);
    bool ok = (shows_value ? run_cell : run_source)(run, source, session->error);
    session->watch->end(session->watch);
    return command_flush(session) && ok;
}

// An error that was expected is shown, and what comes behind it runs.
static bool run_block(Run *run, const CodeBlock *code, Session *session)
{
    if (run_piece(run, code->source, code->shows_value, session)) return true;
    if (!code_expects(code, session->error)) return false;
    command_report(session, session->error);
    return command_flush(session);
}

static void run_lesson(Run *run, const Lesson *lesson, Session *session)
{
    for (int s = 0; s < lesson->step_count; s++) {
        const Step *step = &lesson->steps[s];
        for (int b = 0; b < step->count; b++) {
            const Block *block = &step->blocks[b];
            if (block->kind == BLOCK_CODE && !run_block(run, &block->code, session)) return;
        }
    }
}

// What is no file is a lesson's name.
static bool names_a_file(const char *word)
{
    return kind_is_stream(word) || strchr(word, '/') || str_ends(str_from(word), ".py") ||
           access(word, F_OK) == 0;
}

static bool refuse_data(const char *word, Error *error)
{
    error_set(error, NULL, "%s is a file of tensors, and no program", word);
    return error_hint(error, "qkv show %s", word);
}

static void run_file(Run *run, const char *path, Session *session)
{
    Lesson lesson;
    Source *source = NEW(session->arena, Source);
    if (!library_read(path, session->arena, source, session->error)) {
        error_hint(session->error, "qkv run FILE.py, or qkv lessons for the names of lessons");
        return;
    }
    LessonFormat format = lesson_format(source);
    if (format == FORMAT_DATA) {
        refuse_data(path, session->error);
    } else if (format != FORMAT_LISTING) {
        if (lesson_parse(source, session->arena, &lesson, session->error))
            run_lesson(run, &lesson, session);
    } else if (!file_check_text(source, session->error)) {
        error_hint(session->error, "a listing is Python text, saved as UTF-8");
    } else if (run_piece(run, source, false, session) && run_end(run, session->error)) {
        command_flush(session);
    }
}

static void run_word(Run *run, const char *word, Session *session)
{
    Lesson lesson;
    if (names_a_file(word))
        run_file(run, word, session);
    else if (library_open(word, session->arena, &lesson, session->error))
        run_lesson(run, &lesson, session);
}

static Readable readable_of(const Arguments *arguments, Arena *arena)
{
    const char *word = arguments->words[0];
    const char *path = names_a_file(word) ? word : library_path(word, arena);
    return readable_by(arguments->value[OPTION_FILES].text, path, arena);
}

static ExitCode run_run(Session *session, const Arguments *arguments)
{
    session->watch = watch_line_stops();
    kind_set(arguments->value[OPTION_AS].text);
    RunOptions options = {
        .out = session->out,
        .messages = session->messages,
        .memory_limit = arguments->value[OPTION_MEMORY].bytes,
        .readable = readable_of(arguments, session->arena),
        .argv = arguments->rest,
        .step_limit = 1000LL * 1000 * 1000 * 1000, // hours: training takes its time
        .pulse = &session->watch->pulse,
        .is_unrecorded = true,
        .stop_is_raised = true,
    };
    Run *run = run_new(&options);
    session->verbatim = true; // the program's own output
    run_word(run, arguments->words[0], session);
    bool failed = session->error->set;
    int status;
    run_has_ended(run, &status);
    command_report(session, session->error);
    run_free(run);
    return failed && !status ? EXIT_FAILED : (ExitCode)status;
}

const Command command_run = {
    .name = "run",
    .words = "FILE [ARGUMENTS]",
    .least = 1,
    .most = 1,
    .takes_rest = true,
    .summary = "run a PyTorch listing, a notebook, or the code of a lesson",
    .options = (const OptionId[]){OPTION_MEMORY, OPTION_FILES, OPTION_AS, OPTION_NONE},
    .completes = "file",
    .run = run_run,
};
