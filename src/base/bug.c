// Ends the process when the program itself is wrong (a bug) or memory is gone. In the latter case
// nothing may be allocated any more, so the message is a fixed text that is written without stdio.
#include "base/bug.h"

#include "base/files/unfinished.h"
#include "base/text/visible.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static RescueHook *rescue;
static LastWords *last_words;

void bug_set_rescue(RescueHook *hook)
{
    rescue = hook;
}

void bug_rescue(void)
{
    RescueHook *hook = rescue;
    rescue = NULL;
    if (hook) hook();
}

_Noreturn void bug_abort(const char *file, int line, const char *what)
{
    bug_rescue();
    fprintf(stderr, "qkv: internal error at %s:%d: %s\n", file, line, what);
    abort();
}

void bug_set_last_words(LastWords *hook)
{
    last_words = hook;
}

static _Noreturn void end_at_once(Str text, Str more)
{
    enum { FAILED = 1 };
    visible_write(STDERR_FILENO, text);
    visible_write(STDERR_FILENO, more);
    _Exit(FAILED);
}

// Nothing can be taken apart properly any more: what that needs may need memory.
static void end_without_memory(void)
{
    bug_rescue();
    unfinished_remove();
    LastWords *hook = last_words;
    last_words = NULL;
    if (hook) hook();
}

_Noreturn void bug_over_budget(size_t bytes)
{
    char text[80];
    snprintf(text, sizeof text, "qkv: out of memory: this takes more than %zu MiB\n", bytes >> 20);
    end_without_memory();
    end_at_once(str_from(text), STR("  try: a smaller file, or a larger limit with --memory\n"));
}

_Noreturn void bug_no_memory(void)
{
    end_without_memory();
    end_at_once(STR("qkv: out of memory\n"),
                STR("  try: smaller sizes, or a machine or a limit (ulimit -v) with more of it\n"));
}

_Noreturn void bug_file_gone(const char *name)
{
    bug_rescue();
    unfinished_remove();
    visible_write(STDERR_FILENO, STR("qkv: "));
    end_at_once(str_from(name), STR(" was changed while it was in use\n"
                                    "  try: once more, when nobody writes to it\n"));
}
