// make bench: what a user waits for, measured in one run. It prints, and judges no
// time by itself: it fails where one thing takes much longer than another of the same run.
//
//   bench PROGRAM [frames [LESSON]]    PROGRAM is build/qkv; frames: only from a key to the frame
//   bench PROGRAM torch                only next to PyTorch
//   bench forward LISTING TOKENS RUNS  one listing, timed within this process
//   bench bytes                        only what a terminal is sent for a key
//   bench weights [all] [PART]         does a step take as long in every expression (with PART)?
//
// Of the commands, the CPU time of the whole process counts (user + system, as the kernel tells
// it of a finished child), median of several runs. Attention is timed by the wall clock against
// three plain loops compiled with the same flags, and the two results are compared.
#include "bytes.h"
#include "figures.h"
#include "forward.h"
#include "frames.h"
#include "process.h"
#include "python.h"
#include "timing.h"
#include "torch.h"
#include "weights.h"

#include "tensor/op.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ATTENTION_RUNS = 5, TOKENS = 1024, FEATURES = 64 };

static bool bench_command(const char *title, const char *const *arguments)
{
    return time_command(title, arguments, TIMED_RUNS) >= 0;
}

static bool bench_first_frame(const char *program)
{
    const char *arguments[] = {program, "show", "eight-steps", "--screen", "--size", "80x24", NULL};
    return bench_command("eight-steps, start to first frame at 80x24", arguments);
}

// ---- attention --------------------------------------------------------------------------------

typedef struct Attention {
    TensorHeap heap;
    Arena arena;
    Error error;
    Tensor *q, *k, *v; // (n, d) each
} Attention;

// Numbers between -1 and 1 from a small fixed generator, the same in every run.
static Tensor *new_operand(Attention *a, unsigned seed)
{
    Shape shape = {2, {TOKENS, FEATURES}};
    Tensor *tensor = tensor_new(&a->heap, DTYPE_FLOAT32, shape, &a->error);
    if (!tensor) return NULL;
    float *cells = tensor_floats(tensor);
    for (int i = 0; i < TOKENS * FEATURES; i++) {
        seed = seed * 1664525u + 1013904223u;
        cells[i] = (float)(seed >> 8) / 8388608.0f - 1.0f;
    }
    return tensor;
}

static Tensor *apply(Attention *a, const Op *op, Tensor *x, Tensor *y, Arg first, Arg second)
{
    if (!op || !x) return NULL;
    Tensor **inputs = NEW_ARRAY(&a->arena, Tensor *, 2);
    inputs[0] = x;
    inputs[1] = y;
    OpCall call = {.op = op, .input = inputs, .input_count = y ? 2 : 1, .arena = &a->arena};
    call.arg[0] = first;
    call.arg[1] = second;
    return op_apply(&call, &a->heap, &a->error);
}

static Tensor *attention_by_operations(Attention *a)
{
    const Op *matmul = op_by_symbol(str_from("@"), 2), *divide = op_by_symbol(str_from("/"), 2);
    const Op *transpose = op_find(str_from("transpose"), IN_TENSOR);
    const Op *softmax = op_find(str_from("softmax"), IN_FUNCTIONAL);
    Arg none = {0}, row = {ARG_INT, .i = 0, .f = 0}, column = {ARG_INT, .i = 1, .f = 1};
    Tensor *root = tensor_from_double(&a->heap, sqrt(FEATURES), &a->error);
    Tensor *keys = apply(a, transpose, a->k, NULL, row, column);
    Tensor *scores = keys ? apply(a, matmul, a->q, keys, none, none) : NULL;
    Tensor *scaled = scores && root ? apply(a, divide, scores, root, none, none) : NULL;
    Tensor *weights = apply(a, softmax, scaled, NULL, column, none);
    return weights ? apply(a, matmul, weights, a->v, none, none) : NULL;
}

// out (m, n) = x (m, k) @ y (k, n), or @ y.T with y (n, k): the loops of a textbook.
static void naive_matmul(const float *x, const float *y, bool transposed, float *out, int m, int k,
                         int n)
{
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int l = 0; l < k; l++)
                sum += x[i * k + l] * (transposed ? y[j * k + l] : y[l * n + j]);
            out[i * n + j] = sum;
        }
    }
}

static void naive_softmax(float *row, int count)
{
    float top = row[0], sum = 0;
    for (int j = 1; j < count; j++) top = fmaxf(top, row[j]);
    for (int j = 0; j < count; j++) sum += row[j] = expf(row[j] - top);
    for (int j = 0; j < count; j++) row[j] /= sum;
}

static void attention_by_loops(const Attention *a, float *weights, float *out)
{
    naive_matmul(tensor_floats(a->q), tensor_floats(a->k), true, weights, TOKENS, FEATURES, TOKENS);
    for (int i = 0; i < TOKENS * TOKENS; i++) weights[i] /= sqrtf(FEATURES);
    for (int i = 0; i < TOKENS; i++) naive_softmax(weights + i * TOKENS, TOKENS);
    naive_matmul(weights, tensor_floats(a->v), false, out, TOKENS, TOKENS, FEATURES);
}

static double largest_difference(const Tensor *a, const float *b)
{
    double largest = 0;
    for (int i = 0; i < TOKENS * FEATURES; i++) {
        largest = fmax(largest, fabs((double)tensor_floats(a)[i] - (double)b[i]));
    }
    return largest;
}

static Tensor *time_attention(Attention *a, double *operations, double *loops, float *out)
{
    float *weights = NEW_ARRAY(&a->arena, float, TOKENS *TOKENS);
    double fast[ATTENTION_RUNS], slow[ATTENTION_RUNS];
    Tensor *result = attention_by_operations(a); // not timed: threads start, memory is touched
    for (int run = 0; run < ATTENTION_RUNS && result; run++) {
        double start = milliseconds_now();
        result = attention_by_operations(a);
        double between = milliseconds_now();
        attention_by_loops(a, weights, out);
        fast[run] = between - start;
        slow[run] = milliseconds_now() - between;
    }
    if (!result) return NULL;
    *operations = median(fast, ATTENTION_RUNS);
    *loops = median(slow, ATTENTION_RUNS);
    return result;
}

// False when an operation fails, or when the two ways disagree.
static bool bench_attention(void)
{
    Attention a = {.error = {.arena = &a.arena}};
    double operations = 0, loops = 0, difference = HUGE_VAL;
    a.q = new_operand(&a, 1);
    a.k = new_operand(&a, 2);
    a.v = new_operand(&a, 3);
    float *out = NEW_ARRAY(&a.arena, float, TOKENS *FEATURES);
    Tensor *result = a.v ? time_attention(&a, &operations, &loops, out) : NULL;
    if (result) difference = largest_difference(result, out);
    if (difference < 1e-4) {
        printf("attention forward, n = %d, d = %d\n", TOKENS, FEATURES);
        printf("%-44s %8.1f ms\n", "  softmax(q @ k.T / sqrt(d)) @ v", operations);
        printf("%-44s %8.1f ms       (%.1f times as long; largest difference %.1g)\n",
               "  the same in three plain loops", loops, loops / operations, difference);
    } else {
        printf("attention forward failed: %s\n", a.error.set ? a.error.message : "wrong result");
    }
    tensor_heap_free(&a.heap);
    arena_free(&a.arena);
    return difference < 1e-4;
}

// ---- the interpreter's own cost ----------------------------------------------------------------

typedef struct Loop {
    const char *title, *program; // which runs its loop LOOP_STEPS times
} Loop;

enum { LOOP_STEPS = 500000, LOOP_RUNS = 5 };

static const Loop loops[] = {
    {"  x = x + 1", "x = 0\nfor i in range(500000):\n    x = x + 1\n"},
    {"  a function of the program",
     "def f(a, b):\n    return a + b\nx = 0\nfor i in range(500000):\n    x = f(x, i)\n"},
    {"  a method that sets an attribute",
     "class A:\n    x = 0\n    def step(self):\n        self.x = self.x + 1\n"
     "a = A()\nfor i in range(500000):\n    a.step()\n"},
    {"  a list, a dict, a string",
     "for i in range(500000):\n    x = [i, 'a']\n    d = {'k': x}\n    s = d['k'][1] + 'b'\n"},
    {"  a deque: one out, one in", "from collections import deque\nd = deque(range(50))\n"
                                   "for i in range(500000):\n    d.append(d.popleft())\n"},
    {"  a Counter of a long list", "from collections import Counter\n"
                                   "c = Counter([i % 1000 for i in range(500000)])\n"},
    {"  deepcopy of lists in a list",
     "import copy\nx = copy.deepcopy([[i, 2] for i in range(500000)])\n"},
    {"  y = x + 1 on three cells",
     "import torch\nx = torch.ones(3)\nfor i in range(500000):\n    y = x + 1\n"},
};

// Median CPU milliseconds of the whole process.
static double loop_time(const char *program, const char *word, const char *path)
{
    const char *direct[] = {program, word, path, NULL}, *plain[] = {program, path, NULL};
    double times[LOOP_RUNS];
    for (int run = 0; run < LOOP_RUNS; run++) {
        times[run] = run_once(word ? direct : plain);
        if (times[run] < 0) return -1;
    }
    return median(times, LOOP_RUNS);
}

static bool bench_loop(const char *program, const Loop *loop, const char *path, bool compared)
{
    FILE *file = fopen(path, "w");
    if (!file) return false;
    fputs(loop->program, file);
    fclose(file);
    double own = loop_time(program, "run", path);
    if (own < 0) return false;
    printf("%-44s %8.2f us", loop->title, own * 1e3 / LOOP_STEPS);
    bool torch = strstr(loop->program, "torch") != NULL; // its start alone takes a second
    double other = !torch && compared ? loop_time(python(), NULL, path) : -1;
    if (other > 0) printf("       (Python: %.2f us)", other * 1e3 / LOOP_STEPS);
    printf("\n");
    return true;
}

static bool bench_loops(const char *program)
{
    char path[] = "build/loop-XXXXXX"; // which PYTHON finds, too
    int file = mkstemp(path);
    if (file < 0) return false;
    close(file);
    printf("the interpreter, one turn of a loop with its start in it\n");
    bool ok = true, compared = python_has("sys", "the same loops");
    for (size_t i = 0; ok && i < sizeof loops / sizeof *loops; i++) {
        ok = bench_loop(program, &loops[i], path, compared);
    }
    unlink(path);
    return ok;
}

static bool bench_steps(char **argument)
{
    bool all = *argument && strcmp(*argument, "all") == 0;
    return bench_weights(argument[all], all);
}

int main(int argc, char **argv)
{
    if (argc >= 2 && strcmp(argv[1], "weights") == 0) return bench_steps(argv + 2) ? 0 : 1;
    if (argc == 5 && strcmp(argv[1], "forward") == 0)
        return bench_forward(argv[2], argv[3], argv[4]) ? 0 : 1;
    if (argc == 2 && strcmp(argv[1], "bytes") == 0) return bench_bytes() ? 0 : 1;
    if (argc == 3 && strcmp(argv[2], "torch") == 0) return bench_torch(argv[0], argv[1]) ? 0 : 1;
    bool only_frames = (argc == 3 || argc == 4) && strcmp(argv[2], "frames") == 0;
    if (argc != 2 && !only_frames) {
        fprintf(stderr, "usage: bench PROGRAM [torch | frames [LESSON]]\n       bench bytes\n");
        return 2;
    }
    if (only_frames) return bench_frames(argv[3]) ? 0 : 1;
    bool exported = bench_figures(argv[1]), shown = bench_first_frame(argv[1]);
    bool framed = bench_frames(NULL), few = bench_bytes();
    bool computed = bench_attention(), looped = bench_loops(argv[1]);
    bool compared = bench_torch(argv[0], argv[1]);
    return exported && shown && framed && few && computed && looped && compared ? 0 : 1;
}
