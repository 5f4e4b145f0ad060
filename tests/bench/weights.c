// A step is to last about as long whatever it is: a program that does long work in one step would
// else run far past its limit. Time is the processor's; the plain loop is timed again and again,
// so that a machine which is busy otherwise slows both.
#include "weights.h"

#include "tensor/op.h"
#include "timing.h"

#include "base/files/file.h"
#include "lang/interp.h"
#include "modules/modules.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char LIST[] = "tests/bench/weights.txt";

#define PLAIN "for k in range(100): a = fun(k % 7 + a); o.k = [k, a]; o.get(); z = f'{k}b'"

enum { TRIES = 2 };
static const double ENOUGH = 2; // milliseconds

typedef struct Bench {
    Arena arena;
    Buf printed;
    Run *run;
    double plain;          // milliseconds of a step of a plain loop
    int light, fit, heavy; // expressions
    bool every, failed;
} Bench;

typedef struct Weight {
    double steps, time; // of one turn; milliseconds
} Weight;

static double cpu_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

// The message that the text ended with, or NULL.
static const char *run_text(Bench *bench, const char *text)
{
    Error error = {.arena = &bench->arena};
    Source *source = NEW(&bench->arena, Source);
    *source = (Source){.name = LIST, .text = str_from(text)};
    bool ok = run_source(bench->run, source, &error);
    buf_cut(&bench->printed, 0);
    return ok ? NULL : error.message;
}

static const char *time_turns(Bench *bench, Str line, int turns, Weight *weight)
{
    // What a statement has allocated is counted when the next begins.
    const char *text =
        arena_printf(&bench->arena, "for _ in range(%d):\n %.*s\npass", turns, STR_ARG(line));
    int64_t steps = bench->run->work.steps;
    double start = cpu_milliseconds();
    const char *message = run_text(bench, text);
    weight->time = (cpu_milliseconds() - start) / turns;
    weight->steps = (double)(bench->run->work.steps - steps) / turns;
    return message;
}

// The least of some tries: whatever else the machine does only adds.
static const char *time_line(Bench *bench, Str line, Weight *weight)
{
    Weight once;
    const char *message = time_turns(bench, line, 1, &once);
    int turns = once.time < ENOUGH ? (int)(ENOUGH / (once.time + 1e-3)) + 1 : 1;
    weight->time = HUGE_VAL;
    for (int i = 0; !message && i < TRIES; i++) {
        message = time_turns(bench, line, turns, &once);
        if (once.time < weight->time) *weight = once;
        if (once.time > 20 * ENOUGH) break;
    }
    return message;
}

static void time_plain(Bench *bench)
{
    Weight weight;
    const char *message = time_line(bench, STR(PLAIN), &weight);
    if (message) printf("plain loop: %s\n", message);
    bench->plain = weight.time / weight.steps;
}

static void judge(Bench *bench, Str line, const char *tensor, const Weight *weight)
{
    double each = weight->time / weight->steps, ratio = each / bench->plain;
    bench->light += ratio > 2;
    bench->heavy += ratio < 0.5;
    bench->fit += ratio >= 0.5 && ratio <= 2;
    if (!bench->every && ratio <= 2 && ratio >= 0.5) return;
    printf("%8.2f %9.1f ns %12.0f steps %10.3f ms  %s%s%.*s\n", ratio, each * 1e6, weight->steps,
           weight->time, tensor, *tensor ? "  " : "", STR_ARG(line));
    fflush(stdout);
}

// ---- the list -----------------------------------------------------------------------------------

static bool has_word(Str line, const char *word)
{
    for (int i = 0, end; i < line.n; i = end + 1) {
        end = str_word(line, i);
        if (end > i && str_is(str_slice(line, i, end), word)) return true;
        if (end < i) end = i;
    }
    return false;
}

// An expression with X stands for one with each of these; those that refuse one are left out.
static void time_with_tensors(Bench *bench, Str line)
{
    static const char *const tensors[] = {"f", "d", "i", "b", "h", "t", "v", "w", "s"};
    const char *message = NULL;
    int timed = 0;
    for (size_t t = 0; t < sizeof tensors / sizeof *tensors; t++) {
        Weight weight;
        run_text(bench, arena_printf(&bench->arena, "X = %s", tensors[t]));
        const char *refused = time_line(bench, line, &weight);
        if (!refused) judge(bench, line, tensors[t], &weight);
        if (refused) message = refused;
        timed += !refused;
    }
    if (timed) return;
    printf("%.*s: %s\n", STR_ARG(line), message);
    bench->failed = true;
}

static void time_alone(Bench *bench, Str line)
{
    Weight weight;
    const char *message = time_line(bench, line, &weight);
    if (!message) {
        judge(bench, line, "", &weight);
        return;
    }
    printf("%.*s: %s\n", STR_ARG(line), message);
    bench->failed = true;
}

static void bench_lines(Bench *bench, Str rest, const char *part)
{
    int lines = 0;
    for (Str line; str_next_line(&rest, &line);) {
        if (!line.n || line.p[0] == '#') continue;
        if (line.p[0] == '!') {
            run_text(bench, arena_printf(&bench->arena, "%.*s", line.n - 2, line.p + 2));
            continue;
        }
        if (part && str_find(line, part) < 0) continue;
        if (lines++ % 10 == 0) time_plain(bench);
        if (has_word(line, "X"))
            time_with_tensors(bench, line);
        else
            time_alone(bench, line);
    }
}

// What no line names. "max_indices" is the other half of max.
static void tell_missing(Bench *bench, Str list)
{
    for (int i = 0; i < op_count; i++) {
        const Op *op = ops[i];
        Buf names = {.arena = &bench->arena};
        buf_printf(&names, "%s %s", op->name, op->aliases ? op->aliases : "");
        bool found = op->symbol && str_find(list, op->symbol) >= 0;
        Str rest = buf_str(&names);
        while (!found && rest.n) {
            int end = str_word(rest, 0);
            found = has_word(list, arena_printf(&bench->arena, "%.*s", end, rest.p));
            rest = str_slice(rest, end + 1, rest.n);
        }
        if (!found) printf("no expression: %s\n", op->name);
        if (!found) bench->failed = true;
    }
}

bool bench_weights(const char *part, bool every)
{
    Bench bench = {.every = every};
    bench.printed.arena = &bench.arena;
    Error error = {.arena = &bench.arena};
    Str list;
    if (!file_read(LIST, 1 << 20, &bench.arena, &list, &error)) {
        printf("%s\n", error.message);
        return false;
    }
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    int begin = str_find(list, "\n---\n");
    bench.run = run_new(
        &(RunOptions){.out = &bench.printed, .step_limit = INT64_MAX, .is_unrecorded = true});
    const char *message = run_text(&bench, arena_printf(&bench.arena, "%.*s\n", begin, list.p));
    if (message) printf("%s\n", message);
    Str rest = str_slice(list, begin + 5, list.n);
    if (!message) bench_lines(&bench, rest, part);
    tell_missing(&bench, rest);
    printf("%d within a factor of two, %d shorter than their steps, %d longer\n", bench.fit,
           bench.heavy, bench.light);
    bool ok = !message && !bench.failed && !bench.light;
    run_free(bench.run);
    arena_free(&bench.arena);
    return ok;
}
