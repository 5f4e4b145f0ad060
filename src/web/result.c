// One result at a time, in its own arena.
#include "web/result.h"

#include <emscripten.h>

static Arena arena;
static const char *result = "";

EMSCRIPTEN_KEEPALIVE const char *web_result(void)
{
    return result;
}

Buf result_begin(void)
{
    arena_free(&arena);
    result = "";
    return (Buf){.arena = &arena};
}

void result_set(Str text)
{
    Buf out = {.arena = &arena};
    buf_add(&out, text);
    result = buf_text(&out);
}

void result_error(const Error *error)
{
    Buf out = {.arena = &arena};
    error_print(error, &out);
    result = buf_text(&out);
}
