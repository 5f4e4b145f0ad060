// How a piece of program ends that did not run to its end: with an error for the user, or because
// it asked for that (SystemExit).
#include "lang/evaluation/flow.h"

static void copy_error(Error *to, const Error *from)
{
    Arena *arena = to->arena;
    *to = *from;
    to->arena = arena;
    to->kind = from->kind ? str_copy(arena, str_from(from->kind)) : NULL;
    to->message = str_copy(arena, str_from(from->message));
    to->hint = from->hint ? str_copy(arena, str_from(from->hint)) : NULL;
}

// SystemExit(None), SystemExit(3), or SystemExit(what is told).
static void end_program(Run *run)
{
    Value exception = run->raised.exception, code = NONE;
    hold(run, exception);
    error_forget(run);
    if (exception.type)
        code = value_get_attribute(run, exception, name_of(&run->names, STR("code")));
    run->ending.has_ended = true;
    if (!code.type || code.type == &type_none) return;
    if (value_is_integer(code)) {
        run->ending.status = (int)(value_integer(code) & 0xFF);
        return;
    }
    Buf text = {.arena = &run->scratch};
    value_str(run, code, &text);
    run->ending.status = 1;
    buf_add(run->messages, buf_str(&text));
    buf_add_char(run->messages, '\n');
}

enum { INTERRUPTED = 130 }; // what a shell has for a program that SIGINT ended

bool run_finish_piece(Run *run, Error *error)
{
    if (!run_has_failed(run)) return true;
    bool ends = error_is(run, "SystemExit");
    if (error_is(run, "KeyboardInterrupt")) run->ending.status = INTERRUPTED;
    if (ends)
        end_program(run);
    else
        error_describe(run);
    bool failed = run_has_failed(run);
    if (failed) copy_error(error, run->error);
    error_forget(run);
    run->handled = NULL;
    return !failed;
}

bool run_has_ended(const Run *run, int *status)
{
    *status = run->ending.status;
    return run->ending.has_ended;
}
