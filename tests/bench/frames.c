#include "frames.h"

#include "lesson/library.h"
#include "tui/core/draw.h"
#include "tui/core/input.h"
#include "tui/parts/motion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    COLUMNS = 200,
    ROWS = 60,
    KEYS = 60,
    MOST_TIMES = 24, // as long as in the lesson, of a matrix with 700,000 times as many cells
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

typedef struct FrameCase {
    const char *title;
    const char *start; // keys that lead there
    const char *keys;  // pressed again and again, each timed with its frame
} FrameCase;

static const FrameCase small_cases[] = {
    {"  eight-steps: the walk, Space", "", "<Space>"},
    {"  eight-steps: arrows", "]]]]]]]]", "<Left><Up><Right><Down>"},
    {"  eight-steps: the large view, arrows", "]]]]]]]]z", "<Left><Up><Right><Down>"},
};
static const FrameCase large_cases[] = {
    {"  4096 x 4096: the walk, Space", "", "<Space>"},
    {"  4096 x 4096: arrows", "]", "<Down><Right>"},
    {"  4096 x 4096: the large view, arrows", "]zg2000,1000<CR>", "<Down><Right>"},
    {"  4096 x 4096: pages", "]z", "<PgDn>"},
    {"  4096 x 4096: next peak", "]zg2000,0<CR>", "}"},
    {"  4096 x 4096: heat, arrows", "]zzg2000,1000<CR>", "<Down><Right>"},
    {"  4096 x 4096: small heat, arrows", "]zzzg2000,1000<CR>", "<Down><Right>"},
    {"  4096 x 4096: all of it, arrows", "]zzzzg2000,1000<CR>", "<Down><Right>"},
    {"  4096 x 4096: lines of attention", "]T", "<Down>"},
    {"  4096 x 4096: what if", "]]]W", "<Tab>"},
    {"  4096 x 4096: what an edit changed", "e5<CR>d", "<Down><Up>"},
};

static const FrameCase masked_cases[] = {
    {"  4096 x 4096, masked: the walk, Space", "", "<Space>"},
    {"  4096 x 4096, masked: arrows", "]", "<Down><Right>"},
    {"  4096 x 4096, masked: stages", "", "[]"},
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void press(App *app, Str *rest)
{
    Error error = {0};
    Key key;
    motion_note(app);
    if (key_parse(rest, &key, &error)) app_key(app, key);
    motion_begin(app);
}

static void draw_once(const App *app)
{
    Arena arena = {0};
    draw(app, &arena);
    arena_free(&arena);
}

// Prints and returns the median.
static double bench_case(Walk *walk, const FrameCase *one)
{
    App app;
    Motion motion = {0};
    walk_go_to_step(walk, 0);
    app_init(&app, walk, &(TuiOptions){0}, COLUMNS, ROWS);
    app.motion = &motion;
    Str start = str_from(one->start), rest = {0};
    while (start.n) press(&app, &start);
    draw_once(&app);
    double times[KEYS];
    for (int i = 0; i < KEYS; i++) {
        if (rest.n == 0) rest = str_from(one->keys);
        double from = now();
        press(&app, &rest);
        draw_once(&app);
        times[i] = now() - from;
    }
    qsort(times, KEYS, sizeof *times, by_size);
    printf("%-44s %8.2f ms CPU   (at most %.2f)\n", one->title, times[KEYS / 2], times[KEYS - 1]);
    motion_free(&app);
    app_free(&app);
    return times[KEYS / 2];
}

// Sets the longest median.
static bool bench_walk(const char *path, const FrameCase *cases, size_t count, double *longest)
{
    Arena arena = {0};
    Error error = {.arena = &arena};
    Walk walk;
    bool ok = walk_open(&walk, path, &(WalkOptions){0}, &error);
    *longest = 0;
    for (size_t i = 0; ok && i < count; i++) {
        double time = bench_case(&walk, &cases[i]);
        if (time > *longest) *longest = time;
    }
    if (ok)
        walk_close(&walk);
    else
        printf("%s: %s\n", path, error.message);
    arena_free(&arena);
    return ok;
}

// Of each lesson: term by term from its middle on, and stage by stage.
static bool bench_lessons(const char *only)
{
    Arena arena = {0};
    Library library;
    library_scan(&library, &arena);
    bool ok = true;
    for (int i = 0; ok && i < library.count; i++) {
        const char *name = library.lessons[i].name;
        if (only && strcmp(name, only) != 0) continue;
        FrameCase cases[] = {
            {arena_printf(&arena, "  %s: Space", name), "]]]]", "<Space>"},
            {arena_printf(&arena, "  %s: stages", name), "", "]"},
            {arena_printf(&arena, "  %s: arrows", name), "]]]]", "]<Down><Right>"},
        };
        double median;
        ok = bench_walk(library.lessons[i].path, cases, COUNT(cases), &median);
    }
    arena_free(&arena);
    return ok;
}

// The same of a listing.
static bool bench_listing(const char *listing, const FrameCase *cases, size_t count,
                          double *longest)
{
    char path[] = "/tmp/qkv-bench-XXXXXX.py";
    int file = mkstemps(path, 3);
    if (file < 0) return false;
    bool ok = write(file, listing, strlen(listing)) == (ssize_t)strlen(listing);
    close(file);
    ok = ok && bench_walk(path, cases, count, longest);
    unlink(path);
    return ok;
}

bool bench_frames(const char *only)
{
    static const char ATTENTION[] = "import torch\ntorch.manual_seed(0)\n"
                                    "q = torch.randn(4096, 64)\nk = torch.randn(4096, 64)\n"
                                    "scores = q @ k.T / 8\n"
                                    "weights = torch.softmax(scores, dim=-1)\n";
    static const char MASKED[] = "import torch\ntorch.manual_seed(0)\n"
                                 "scores = torch.randn(4096, 4096)\n"
                                 "mask = torch.tril(torch.ones(4096, 4096))\n"
                                 "masked = scores.masked_fill(mask == 0, float('-inf'))\n"
                                 "weights = torch.softmax(masked, dim=-1)\n"
                                 "order = weights.argmax(dim=-1)\n";
    printf("from a key to its first frame, at %dx%d\n", COLUMNS, ROWS);
    if (!bench_lessons(only)) return false;
    if (only) return true;
    double lesson, large, masked;
    bool ok = bench_walk("eight-steps", small_cases, COUNT(small_cases), &lesson) &&
              bench_listing(ATTENTION, large_cases, COUNT(large_cases), &large) &&
              bench_listing(MASKED, masked_cases, COUNT(masked_cases), &masked);
    if (!ok) return false;
    double slowest = large > masked ? large : masked;
    bool fast = slowest <= MOST_TIMES * lesson;
    printf("%-44s %8.1f times         (%s %d)\n", "  the slowest of 4096 x 4096, of the lesson",
           slowest / lesson, fast ? "at most" : "TOO SLOW: at most", MOST_TIMES);
    return fast;
}
