// The listing is run up to the line that says what is timed, and the rest of it again and again.
#include "forward.h"

#include "process.h"

#include "base/files/file.h"
#include "modules/modules.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char TIMED[] = "\n# What follows is timed.\n";
static const char MODELS[] = "lessons/translator"; // what listings may import

typedef struct Forward {
    Arena arena;
    Buf printed;
    Run *run;
    const char *path;
} Forward;

static bool run_text(Forward *forward, Str text)
{
    Error error = {.arena = &forward->arena};
    Source *source = NEW(&forward->arena, Source);
    *source = (Source){.name = forward->path, .text = text};
    if (run_source(forward->run, source, &error)) return true;
    fprintf(stderr, "%s: %s\n", forward->path, error.message);
    return false;
}

// The text with another number of tokens.
static Str with_tokens(Forward *forward, Str text, const char *tokens)
{
    Buf buf = {.arena = &forward->arena};
    for (Str line; str_next_line(&text, &line);) {
        if (str_starts(line, "TOKENS = "))
            buf_printf(&buf, "TOKENS = %s\n", tokens);
        else
            buf_printf(&buf, "%.*s\n", STR_ARG(line));
    }
    return buf_str(&buf);
}

static bool time_forward(Forward *forward, Str timed, int runs)
{
    double first = 0, least = HUGE_VAL;
    for (int i = 0; i <= runs; i++) {
        double start = milliseconds_now();
        if (!run_text(forward, timed)) return false;
        double taken = milliseconds_now() - start;
        if (i == 0)
            first = taken;
        else
            least = fmin(least, taken);
    }
    printf("%f %f\n", first, least);
    return true;
}

bool bench_forward(const char *path, const char *tokens, const char *runs)
{
    Forward forward = {.path = path};
    forward.printed.arena = &forward.arena;
    Error error = {.arena = &forward.arena};
    Str text;
    if (!file_read(path, 1 << 20, &forward.arena, &text, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return false;
    }
    text = with_tokens(&forward, text, tokens);
    int end = str_find(text, TIMED);
    forward.run = run_new(&(RunOptions){.out = &forward.printed,
                                        .readable = readable_by(MODELS, path, &forward.arena),
                                        .step_limit = INT64_MAX,
                                        .is_unrecorded = true});
    bool ok = end >= 0 && run_text(&forward, str_slice(text, 0, end)) &&
              time_forward(&forward, str_slice(text, end, text.n), (int)strtol(runs, NULL, 10));
    run_free(forward.run);
    arena_free(&forward.arena);
    return ok;
}
