// Four tables. Warm: the least time of a forward pass of several in one process, each side timed
// by itself. Cold: the first one, in which threads start and memory is touched. Training: a step,
// forward, backward and the optimizer's. Whole: a command that reads a file of weights, from start
// to end. qkv and PyTorch take turns, and of each the least counts, since everything else on the
// machine can only make a run longer.
//
// Beside each forward pass stands how long its multiplications alone take at the rate of one large
// product, which is measured as often: no arrangement of the rest is faster.
//
// On one thread and on as many as there are processors, or only on as many as OPENBLAS_NUM_THREADS
// says. PYTHON is the command to compare with: it must find its files below this folder.
#include "torch.h"

#include "process.h"
#include "python.h"

#include "base/machine/share.h"
#include "tensor/matrices/product.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TURNS = 3, MAX_SIZES = 4, TEXT_BYTES = 64 };

static const char RUNS[] = "7"; // in one process
static const char FORWARD[] = "tests/bench/forward.py", FOLDER[] = "build/bench";

typedef struct Listing {
    const char *title, *path;
    double of_token, of_pair,
        of_last; // multiplications: of each, of each two; and of all at the end
    int tokens[MAX_SIZES];
    int mebibytes; // of weights, each of which is read for a token; 0: not of interest
} Listing;

static const Listing listings[] = {
    {"multi-head attention that keeps its weights, d_model = 768, 12 heads",
     "tests/bench/attention.py",
     4 * 768 * 768,
     2 * 768,
     0,
     {128, 512, 1024, 2048},
     0},
    {"GPT-2 small, random weights, every attention map kept",
     "tests/bench/gpt.py",
     12.0 * 12 * 768 * 768,
     12 * 2 * 768,
     50257.0 * 768,
     {64, 512},
     0},
    {"a Llama of 135 million bfloat16 parameters: a token after 128 others, a prompt",
     "tests/bench/llama.py",
     30.0 * 576 * (2 * 576 + 2 * 192 + 3 * 1536),
     30 * 2 * 576,
     49152.0 * 576,
     {1, 128},
     257},
};

typedef struct Bench {
    const char *program, *self, *python;
    double rate; // multiplications in a millisecond, by one thread
    int threads;
} Bench;

// ---- the peak ----------------------------------------------------------------------------------

// Of a product that leaves nothing to be desired, by one thread.
static double measured_rate(void)
{
    enum { ROWS = 1024, SIDE = 768, TRIES = 20 };
    Product product = {.m = ROWS, .k = SIDE, .n = SIDE};
    product.a_row = product.b_row = SIDE;
    product.a_column = product.b_column = 1;
    float *cells = calloc((size_t)2 * ROWS * SIDE + SIDE * SIDE, sizeof *cells);
    if (!cells) return 0;
    float *a = cells, *b = a + ROWS * SIDE, *out = b + SIDE * SIDE;
    for (int i = 0; i < ROWS * SIDE + SIDE * SIDE; i++) cells[i] = (float)(i % 7) - 3;
    double least = HUGE_VAL;
    share_set_threads(1);
    for (int i = 0; i < TRIES; i++) {
        double start = milliseconds_now();
        product_multiply(&product, DTYPE_FLOAT32, &(Factors){.a = a, .b = b, .out = out});
        least = fmin(least, milliseconds_now() - start);
    }
    free(cells);
    return (double)ROWS * SIDE * SIDE / least;
}

// How long it takes to read so much memory, by one thread. Milliseconds; 0: there is none.
static double measured_read(int mebibytes)
{
    enum { TRIES = 9, STREAMS = 8 };
    size_t count = ((size_t)mebibytes << 20) / sizeof(uint64_t);
    uint64_t *cells = malloc(count * sizeof *cells), sums[STREAMS] = {0}, sum = 0;
    double least = HUGE_VAL;
    if (!cells) return 0;
    memset(cells, 1, count * sizeof *cells);
    for (int i = 0; i < TRIES; i++) {
        double start = milliseconds_now();
        for (size_t k = 0; k + STREAMS <= count; k += STREAMS)
            for (int s = 0; s < STREAMS; s++) sums[s] += cells[k + (size_t)s];
        least = fmin(least, milliseconds_now() - start);
    }
    for (int s = 0; s < STREAMS; s++) sum += sums[s];
    free(cells);
    return sum ? least : 0;
}

// ---- a forward pass -----------------------------------------------------------------------------

typedef struct Times {
    double cold, warm; // milliseconds
} Times;

static bool time_side(const char *const *arguments, Times *least)
{
    char text[TEXT_BYTES];
    Process process;
    Times times;
    if (!process_read(arguments, &process, text, sizeof text)) return false;
    if (sscanf(text, "%lf %lf", &times.cold, &times.warm) != 2) return false;
    least->cold = fmin(least->cold, times.cold);
    least->warm = fmin(least->warm, times.warm);
    return true;
}

static bool bench_size(Bench *bench, const Listing *listing, int tokens)
{
    char number[24];
    snprintf(number, sizeof number, "%d", tokens);
    const char *own[] = {bench->self, "forward", listing->path, number, RUNS, NULL};
    const char *other[] = {bench->python, FORWARD, listing->path, number, RUNS, NULL};
    Times mine = {HUGE_VAL, HUGE_VAL}, theirs = mine;
    for (int turn = 0; turn < TURNS; turn++) {
        bench->rate = fmax(bench->rate, measured_rate());
        if (time_side(own, &mine) && time_side(other, &theirs)) continue;
        printf("    n = %-4d failed\n", tokens);
        return false;
    }
    double n = tokens;
    double products = listing->of_token * n + listing->of_pair * n * n + listing->of_last * n;
    printf("    n = %-4d %9.1f %9.1f ms %6.2f %9.1f ms %9.1f %9.1f ms %6.2f\n", tokens, mine.warm,
           theirs.warm, mine.warm / theirs.warm, products / bench->rate / bench->threads, mine.cold,
           theirs.cold, mine.cold / theirs.cold);
    return true;
}

static bool bench_listings(Bench *bench)
{
    bool ok = true;
    printf("  a forward pass   warm: qkv   PyTorch     ratio  at peak      cold: qkv PyTorch     "
           "ratio\n");
    for (size_t i = 0; ok && i < sizeof listings / sizeof *listings; i++) {
        printf("   %s\n", listings[i].title);
        for (int k = 0; ok && k < MAX_SIZES && listings[i].tokens[k]; k++)
            ok = bench_size(bench, &listings[i], listings[i].tokens[k]);
        if (ok && listings[i].mebibytes)
            printf("    reading its weights once, by one thread: %.1f ms\n",
                   measured_read(listings[i].mebibytes));
    }
    return ok;
}

// ---- a step of training -------------------------------------------------------------------------

typedef struct Training {
    const char *title, *path, *tokens;
    double steps; // in what is timed
} Training;

static const Training trainings[] = {
    {"a head of 48 numbers, 16 x 6 words, Adam", "tests/bench/head.py", "6", 100},
    {"a translator, 64 x 13 words, d = 64, 2 + 2 layers", "tests/bench/translator.py", "13", 1},
};

static bool bench_training(const Bench *bench, const Training *training)
{
    const char *own[] = {bench->self, "forward", training->path, training->tokens, RUNS, NULL};
    const char *other[] = {bench->python, FORWARD, training->path, training->tokens, RUNS, NULL};
    Times mine = {HUGE_VAL, HUGE_VAL}, theirs = mine;
    for (int turn = 0; turn < TURNS; turn++) {
        if (time_side(own, &mine) && time_side(other, &theirs)) continue;
        printf("   %s failed\n", training->title);
        return false;
    }
    printf("   %-50s %9.3f %9.3f ms %6.2f\n", training->title, mine.warm / training->steps,
           theirs.warm / training->steps, mine.warm / theirs.warm);
    return true;
}

// What the tape adds to an operation: the same ones with a gradient and without.
static bool bench_node(const Bench *bench)
{
    const char *with[] = {bench->self, "forward", "tests/bench/node.py", "1", RUNS, NULL};
    const char *without[] = {bench->self, "forward", "tests/bench/node.py", "0", RUNS, NULL};
    const double nodes = 1000;
    Times taped = {HUGE_VAL, HUGE_VAL}, plain = taped;
    for (int turn = 0; turn < TURNS; turn++)
        if (!time_side(with, &taped) || !time_side(without, &plain)) return false;
    printf("   a node of the tape: %.2f µs\n", (taped.warm - plain.warm) / nodes * 1e3);
    return true;
}

static bool bench_trainings(const Bench *bench)
{
    bool ok = true;
    printf("  a step of training                                       qkv   PyTorch     ratio\n");
    for (size_t i = 0; ok && i < sizeof trainings / sizeof *trainings; i++)
        ok = bench_training(bench, &trainings[i]);
    return ok && bench_node(bench);
}

// ---- a whole command ----------------------------------------------------------------------------

static bool write_listing(const char *path, int tokens)
{
    char line[512];
    FILE *from = fopen("tests/bench/gpt_file.py", "r"), *to = fopen(path, "w");
    bool ok = from && to;
    while (ok && fgets(line, sizeof line, from)) {
        if (strncmp(line, "TOKENS = ", 9) == 0)
            snprintf(line, sizeof line, "TOKENS = %d\n", tokens);
        ok = fputs(line, to) >= 0;
    }
    if (from) fclose(from);
    return to && fclose(to) == 0 && ok;
}

static bool time_whole(const char *const *arguments, Process *least)
{
    Process process;
    if (!process_run(arguments, &process)) return false;
    least->wall = fmin(least->wall, process.wall);
    least->peak = fmin(least->peak, process.peak);
    return true;
}

static bool bench_whole(const Bench *bench, int tokens)
{
    const char *own[] = {bench->program, "run", "gpt.py", NULL};
    const char *other[] = {bench->python, "gpt.py", NULL};
    Process mine = {.wall = HUGE_VAL, .peak = HUGE_VAL}, theirs = mine;
    bool ok = write_listing("build/bench/gpt.py", tokens) && chdir(FOLDER) == 0;
    for (int turn = 0; ok && turn < TURNS; turn++)
        ok = time_whole(own, &mine) && time_whole(other, &theirs);
    ok = chdir("../..") == 0 && ok;
    if (ok)
        printf("    n = %-4d %9.0f %9.0f ms %6.2f %9.0f %9.0f MiB\n", tokens, mine.wall,
               theirs.wall, mine.wall / theirs.wall, mine.peak, theirs.peak);
    else
        printf("    n = %-4d failed\n", tokens);
    return ok;
}

static bool bench_commands(const Bench *bench)
{
    static const int tokens[] = {16, 128, 1024};
    static const char weights[] = "build/bench/gpt.safetensors";
    const char *write[] = {bench->python, "tests/bench/write_gpt.py", weights, NULL};
    Process process;
    bool ok = access(weights, R_OK) == 0 || process_run(write, &process);
    if (!ok) printf("  whole commands: left out, PyTorch has no safetensors\n");
    if (!ok) return true;
    printf("  the whole command, GPT-2 small from a file of weights\n"
           "                  wall: qkv   PyTorch     ratio  peak: qkv   PyTorch\n");
    for (int i = 0; ok && i < 3; i++) ok = bench_whole(bench, tokens[i]);
    return ok;
}

// ---- what is compared ---------------------------------------------------------------------------

// The name of the file that the library was read from, where the system tells it.
static void print_own_blas(void)
{
    char line[4096], *found = NULL;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && !found && fgets(line, sizeof line, maps)) found = strstr(line, "libopenblas");
    if (maps) fclose(maps);
    printf("  qkv: %s", found ? found : "BLAS unknown\n");
}

static bool print_other(const Bench *bench)
{
    static const char tell[] =
        "import torch; torch.randn(300, 300) @ torch.randn(300, 300)\n"
        "found = {line.split('/', 1)[1].strip() for line in open('/proc/self/maps') if 'blas' in "
        "line}\nprint('PyTorch', torch.__version__ + ':', *sorted(found))";
    const char *arguments[] = {bench->python, "-c", tell, NULL};
    char text[1024];
    Process process;
    if (!python_has("torch", "next to PyTorch")) return false;
    if (!process_read(arguments, &process, text, sizeof text)) return false;
    printf("next to PyTorch: the least time of %d turns\n  %s", TURNS, text);
    return true;
}

static bool bench_threads(Bench *bench, int threads)
{
    char number[24];
    bench->threads = threads;
    snprintf(number, sizeof number, "%d", threads);
    setenv("OPENBLAS_NUM_THREADS", number, 1);
    setenv("OMP_NUM_THREADS", number, 1); // what torch.get_num_threads() is
    printf(" threads: %d\n", threads);
    bool ok = bench_listings(bench) && bench_trainings(bench) && bench_commands(bench);
    printf("  at peak: %.0f GFLOP/s\n", 2e-6 * bench->rate * threads);
    return ok;
}

bool bench_torch(const char *self, const char *program)
{
    static char full[4096];
    const char *wanted = getenv("OPENBLAS_NUM_THREADS");
    Bench bench = {.self = self, .program = realpath(program, full), .python = python()};
    int threads = share_threads();
    if (!bench.program || !print_other(&bench)) return true;
    bench.rate = measured_rate();
    print_own_blas();
    mkdir(FOLDER, 0777);
    bool ok = wanted || bench_threads(&bench, 1);
    return ok && (threads == 1 && !wanted ? true : bench_threads(&bench, threads));
}
