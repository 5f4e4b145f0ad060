// Each listing repeats its forward pass REPEATS times. `forward` is the wall time of a run with
// many less that of a run with one, divided: what starts and initialises cancels out on both sides.
// `whole` is the run with one. qkv and PyTorch take turns, and of each the shortest of several runs
// counts, since everything else on the machine can only make a run longer.
//
// On as many threads as OPENBLAS_NUM_THREADS says, or as there are processors.
#include "torch.h"

#include "process.h"

#include "base/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TURNS = 3, MAX_SIZES = 4 };

static const char *const python = "/usr/bin/python3"; // Debian's, to which python3-torch belongs

typedef struct Listing {
    const char *title, *path;
    struct {
        int tokens, repeats; // repeats: enough that a forward pass shows beside the start
    } size[MAX_SIZES];
} Listing;

static const Listing listings[] = {
    {"multi-head attention that keeps its weights, d_model = 768, 12 heads",
     "tests/bench/attention.py",
     {{128, 21}, {512, 8}, {1024, 4}, {2048, 2}}},
    {"GPT-2 small, random weights, every attention map kept",
     "tests/bench/gpt.py",
     {{64, 4}, {512, 2}}},
};

typedef struct Side {
    const char *arguments[4]; // of the command, without the listing
    double once, often;       // wall milliseconds
} Side;

// `line` with its number replaced, where it is `name = number`.
static bool write_setting(FILE *file, Str line, const char *name, int number)
{
    Str rest = str_slice(line, (int)strlen(name), line.n);
    if (!str_starts(line, name) || !str_starts(rest, " = ")) return false;
    fprintf(file, "%s = %d\n", name, number);
    return true;
}

static bool write_listing(Str text, const char *path, int tokens, int repeats)
{
    FILE *file = fopen(path, "w");
    if (!file) return false;
    for (Str line; str_next_line(&text, &line);) {
        if (write_setting(file, line, "TOKENS", tokens)) continue;
        if (write_setting(file, line, "REPEATS", repeats)) continue;
        fprintf(file, "%.*s\n", STR_ARG(line));
    }
    return fclose(file) == 0;
}

static bool shortest_run(const Side *side, const char *path, double *shortest)
{
    const char *arguments[5] = {NULL};
    int count = 0;
    while (side->arguments[count]) {
        arguments[count] = side->arguments[count];
        count++;
    }
    arguments[count] = path;
    Process process;
    if (!process_run(arguments, &process)) return false;
    *shortest = fmin(*shortest, process.wall);
    return true;
}

static bool take_turns(Side *sides, Str text, const char *path, int tokens, int repeats)
{
    for (int turn = 0; turn < TURNS; turn++) {
        if (!write_listing(text, path, tokens, 1)) return false;
        for (int i = 0; i < 2; i++) {
            if (!shortest_run(&sides[i], path, &sides[i].once)) return false;
        }
        if (!write_listing(text, path, tokens, repeats)) return false;
        for (int i = 0; i < 2; i++) {
            if (!shortest_run(&sides[i], path, &sides[i].often)) return false;
        }
    }
    return true;
}

static bool bench_size(const char *program, Str text, const char *path, int tokens, int repeats)
{
    Side sides[] = {
        {{program, "run", NULL}, HUGE_VAL, HUGE_VAL},
        {{python, NULL}, HUGE_VAL, HUGE_VAL},
    };
    if (!take_turns(sides, text, path, tokens, repeats)) {
        printf("    n = %-4d failed\n", tokens);
        return false;
    }
    double forward[2];
    for (int i = 0; i < 2; i++) forward[i] = (sides[i].often - sides[i].once) / (repeats - 1);
    printf("    n = %-4d %9.1f %9.1f ms %6.2f %11.0f %7.0f ms %6.2f\n", tokens, forward[0],
           forward[1], forward[0] / forward[1], sides[0].once, sides[1].once,
           sides[0].once / sides[1].once);
    return true;
}

static bool bench_listing(const char *program, const Listing *listing, const char *path)
{
    Arena arena = {0};
    Error error = {.arena = &arena};
    Str text;
    bool ok = file_read(listing->path, 1 << 20, &arena, &text, &error);
    printf("  %s\n", listing->title);
    if (!ok) printf("    %s\n", error.message);
    for (int i = 0; ok && i < MAX_SIZES && listing->size[i].tokens; i++) {
        ok = bench_size(program, text, path, listing->size[i].tokens, listing->size[i].repeats);
    }
    arena_free(&arena);
    return ok;
}

static bool bench_threads(const char *program, long threads, const char *path)
{
    char number[24];
    snprintf(number, sizeof number, "%ld", threads);
    setenv("OPENBLAS_NUM_THREADS", number, 1);
    setenv("OMP_NUM_THREADS", number, 1); // what torch.get_num_threads() is
    printf("threads: %-2s  forward: qkv   PyTorch     ratio  whole: qkv PyTorch     ratio\n",
           number);
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof listings / sizeof *listings; i++) {
        ok = bench_listing(program, &listings[i], path);
    }
    return ok;
}

static bool has_torch(void)
{
    static const char find[] = "import importlib.util\nexit(not importlib.util.find_spec('torch'))";
    const char *arguments[] = {python, "-c", find, NULL};
    Process process;
    return access(python, X_OK) == 0 && process_run(arguments, &process);
}

bool bench_torch(const char *program)
{
    if (!has_torch()) {
        printf("next to PyTorch: left out, %s cannot import torch (Debian: python3-torch)\n",
               python);
        return true;
    }
    char path[] = "/tmp/qkv-bench-XXXXXX";
    int file = mkstemp(path);
    if (file < 0) return false;
    close(file);
    const char *wanted = getenv("OPENBLAS_NUM_THREADS");
    long threads = wanted ? strtol(wanted, NULL, 10) : sysconf(_SC_NPROCESSORS_ONLN);
    printf("next to PyTorch, wall time, shortest of %d\n", TURNS);
    bool ok = bench_threads(program, threads > 1 ? threads : 1, path);
    unlink(path);
    return ok;
}
