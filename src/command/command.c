// What commands share: the table of rows, and the two streams.
#include "command/command.h"

#include "base/files/file.h"
#include "base/text/visible.h"
#include "modules/modules.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const Command *command_find(const Command *const *commands, const char *name)
{
    for (; *commands; commands++) {
        if (strcmp((*commands)->name, name) == 0) return *commands;
    }
    return NULL;
}

void command_report(Session *session, Error *error)
{
    if (error->set && session->report)
        session->report(session->report_context, error);
    else if (error->set)
        error_print(error, session->messages);
    *error = (Error){.arena = error->arena};
}

bool command_read(Buf *out, Str *typed)
{
    enum { MOST_LINE = 1000 };
    Buf line = {.arena = out->arena};
    int c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (c != '\r' && line.n < MOST_LINE) buf_add_char(&line, (char)c);
    }
    bool more = c != EOF || line.n > 0;
    *typed = str_trim(buf_str(&line));
    if (more && !isatty(STDIN_FILENO)) buf_printf(out, "%.*s\n", STR_ARG(*typed));
    return more;
}

bool command_flush(Session *session)
{
    bool ok = session->verbatim && !isatty(STDOUT_FILENO)
                  ? file_write_all(STDOUT_FILENO, buf_text(session->out), (size_t)session->out->n)
                  : visible_write(STDOUT_FILENO, buf_str(session->out));
    // Where SIGPIPE is ignored a closed pipe is an error like any other: what was cut may be
    // needed.
    if (!ok) error_set(session->error, NULL, "standard output: %s", strerror(errno));
    visible_write(STDERR_FILENO, buf_str(session->messages));
    session->out->n = session->messages->n = 0;
    return ok;
}

bool command_write(const char *path, Str text, bool replace, Session *session)
{
    FileWriter file;
    if (strcmp(path, "-") == 0) {
        buf_add(session->out, text);
        return true;
    }
    return file_create(&file, path, replace, session->arena, session->error) &&
           file_write(&file, text.p, (size_t)text.n, session->error) &&
           file_commit(&file, session->error);
}

bool command_python(Str program, const RunOptions *options, Error *error)
{
    Error own = {.arena = error->arena};
    Source source = {.name = "qkv", .text = program};
    Run *run = run_new(options);
    bool ok = run_source(run, &source, &own);
    if (!ok) error_set(error, NULL, "%s", own.message);
    if (!ok && own.hint) error_hint(error, "%s", own.hint);
    run_free(run);
    return ok;
}
