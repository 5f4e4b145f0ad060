#include "support/program.h"

#include "modules/modules.h"

Arena arena;
Buf printed;
Run *program;

void program_open(RunOptions options)
{
    printed = (Buf){.arena = &arena};
    options.out = &printed;
    program = run_new(&options);
}

int program_close(void **state)
{
    (void)state;
    run_free(program);
    arena_free(&arena);
    return 0;
}

const Source *program_source(const char *text)
{
    Source *source = NEW(&arena, Source);
    *source = (Source){.name = "t.py", .text = str_from(text)};
    return source;
}

const char *running(const char *text)
{
    Error error = {.arena = &arena};
    Buf message = {.arena = &arena};
    if (!run_source(program, program_source(text), &error)) error_print(&error, &message);
    return buf_text(&message);
}
