#include "base/bug.h"

#include <stdio.h>
#include <stdlib.h>

static RescueHook *rescue;

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
