// Any bytes as a program: it runs to its end or stops with one message that points into it, or into
// the text that it gave to exec().
#include "fuzz/fuzz.h"

#include "base/text/utf8.h"
#include "modules/modules.h"

#include <string.h>

static void check_error(const Error *error, const Source *source, Arena *arena)
{
    CHECK(error->set && error->message && (*error->message || error->kind));
    const Source *at = error->at.source;
    CHECK(at && (at == source || strcmp(at->name, "<string>") == 0));
    CHECK(0 <= error->at.start && error->at.start <= error->at.end);
    CHECK(error->at.end <= at->text.n);
    Buf message = {.arena = arena};
    error_print(error, &message);
    if (utf8_valid(source->text)) CHECK(utf8_valid(buf_str(&message)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena = {0};
    Source source = {.name = "fuzz.py", .text = {(const char *)data, (int)size}};
    Error error = {.arena = &arena};
    Buf printed = {.arena = &arena};
    Run *run = run_new(&(RunOptions){
        .out = &printed, .memory_limit = 1 << 20, .object_limit = 8 << 20, .step_limit = 20000});
    bool ok = run_source(run, &source, &error) && run_end(run, &error);
    CHECK(ok != error.set);
    if (!ok) check_error(&error, &source, &arena);
    run_free(run);
    arena_free(&arena);
    return 0;
}
