// Loads a BLAS library when the first large product comes. Linked into the program it would start a
// thread for each processor and double the time to the first screen, and lessons with their small
// matrices have no use for it.
#include "tensor/matrices/blas.h"

#include "base/bug.h"
#include "base/machine/share.h"
#include "base/memory.h"

#include <cblas.h>
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void Sgemm(CBLAS_ORDER order, CBLAS_TRANSPOSE a_form, CBLAS_TRANSPOSE b_form, blasint m,
                   blasint n, blasint k, float alpha, const float *a, blasint a_lead,
                   const float *b, blasint b_lead, float beta, float *out, blasint out_lead);
typedef void Dgemm(CBLAS_ORDER order, CBLAS_TRANSPOSE a_form, CBLAS_TRANSPOSE b_form, blasint m,
                   blasint n, blasint k, double alpha, const double *a, blasint a_lead,
                   const double *b, blasint b_lead, double beta, double *out, blasint out_lead);

typedef struct Blas {
    Sgemm *sgemm; // both NULL where there is no library, or one that multiplies wrongly
    Dgemm *dgemm;
    char *(*config)(void); // these two NULL: it is not OpenBLAS
    char *(*kernel)(void);
    bool is_wrong;
    bool one_at_a_time; // it has no locks: no two threads may multiply
} Blas;

static Blas blas;
static pthread_once_t opened = PTHREAD_ONCE_INIT;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

// Where there is no address space for the buffers of its threads, OpenBLAS waits for it for ever.
static bool has_room(void)
{
    const size_t own = (size_t)256 << 20, of_thread = (size_t)64 << 20;
    return memory_allowed() / of_thread >= own / of_thread + (size_t)share_threads();
}

// ---- the kernel ---------------------------------------------------------------------------------

static const char KERNEL[] = "OPENBLAS_CORETYPE";

#ifdef __x86_64__
static bool is_one_of(const char *kernels, const char *kernel)
{
    const char *at = strstr(kernels, kernel);
    size_t length = strlen(kernel);
    return at && length > 0 && (at == kernels || at[-1] == ' ') &&
           (at[length] == ' ' || at[length] == '\0');
}
#endif

// A kernel for this processor that is better than the one that OpenBLAS chose; NULL: there is none.
// What it chooses for a processor that is newer than itself may be one for processors of 2004.
static const char *better_kernel(const char *kernel, const char *config)
{
    (void)kernel, (void)config;
#ifdef __x86_64__
    static const char LACK_AVX2[] =
        "Prescott Atom Core2 Penryn Dunnington Nehalem Sandybridge Nano Opteron Opteron_SSE3 "
        "Barcelona Bobcat Bulldozer Piledriver Steamroller";
    int patch = 99;
    (void)sscanf(config, "OpenBLAS 0.3.%d", &patch);
    // Debian's builds before this one multiply wrongly with AVX-512 (OpenBLAS issues 2986, 3454).
    bool is_wide_right = patch >= 20;
    bool is_wide = is_one_of("SkylakeX Cooperlake SapphireRapids", kernel);
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return NULL;
    if (is_wide ? is_wide_right : !is_one_of(LACK_AVX2, kernel)) return NULL;
    bool has_wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    return has_wide && is_wide_right ? "SkylakeX" : "Haswell";
#else
    return NULL;
#endif
}

// ---- opening ------------------------------------------------------------------------------------

// The threads that multiply are those of base/machine/share.h: OpenBLAS, which reads this once,
// need start none, and then gives each of them the same bits whatever the others do. QKV_BLAS is
// the library's file name, from the Makefile.
static void *load(const char *kernel)
{
    static const char THREADS[] = "OPENBLAS_NUM_THREADS";
    const char *set = getenv(THREADS);
    char *before = set ? strdup(set) : NULL;
    setenv(THREADS, "1", 1);
    if (kernel) setenv(KERNEL, kernel, 1);
    void *library = dlopen(QKV_BLAS, RTLD_NOW | RTLD_LOCAL);
    if (kernel) unsetenv(KERNEL);
    if (before)
        setenv(THREADS, before, 1);
    else
        unsetenv(THREADS);
    free(before);
    return library;
}

// `function` points at a pointer to a function: C has no cast from object to function.
static void find(void *library, const char *name, void *function)
{
    void *found = library ? dlsym(library, name) : NULL;
    memcpy(function, &found, sizeof found);
}

static void *load_and_ask(const char *kernel)
{
    void *library = load(kernel);
    find(library, "openblas_get_config", &blas.config);
    find(library, "openblas_get_corename", &blas.kernel);
    return library;
}

// OpenBLAS chooses its kernel when it is loaded, so one that can do better is loaded again. A
// kernel that the environment names is kept.
static void *load_best(void)
{
    void *library = has_room() ? load_and_ask(NULL) : NULL;
    if (getenv(KERNEL) || !blas.kernel || !blas.config) return library;
    const char *better = better_kernel(blas.kernel(), blas.config());
    if (!better) return library;
    dlclose(library);
    return load_and_ask(better);
}

// Small whole numbers have exact sums, in whatever order they are added. Each side is more than a
// kernel multiplies at a time, and no multiple of that.
enum { SIDE = 131, CELLS = SIDE * SIDE };

#define MULTIPLIES_RIGHT(name, Cell, dtype)                                                        \
    static bool name(void)                                                                         \
    {                                                                                              \
        Cell *a = calloc(3 * CELLS, sizeof *a), *b = a + CELLS, *out = b + CELLS;                  \
        if (!a) bug_no_memory();                                                                   \
        for (int i = 0; i < CELLS; i++) a[i] = (Cell)(i % 7 - 3), b[i] = (Cell)(i % 5 - 2);        \
        Product p = {.m = SIDE,                                                                    \
                     .n = SIDE,                                                                    \
                     .k = SIDE,                                                                    \
                     .a_row = SIDE,                                                                \
                     .a_column = 1,                                                                \
                     .b_row = 1,                                                                   \
                     .b_column = SIDE,                                                             \
                     .out_row = SIDE};                                                             \
        blas_multiply(&p, dtype, &(Factors){.a = a, .b = b, .out = out});                          \
        bool right = true;                                                                         \
        for (int at = 0; at < CELLS; at++) {                                                       \
            const Cell *x = a + at / SIDE * SIDE, *y = b + at % SIDE * SIDE;                       \
            Cell sum = 0;                                                                          \
            for (int k = 0; k < SIDE; k++) sum += x[k] * y[k];                                     \
            right = right && out[at] == sum;                                                       \
        }                                                                                          \
        free(a);                                                                                   \
        return right;                                                                              \
    }

MULTIPLIES_RIGHT(multiplies_floats, float, DTYPE_FLOAT32)
MULTIPLIES_RIGHT(multiplies_doubles, double, DTYPE_FLOAT64)

// The first product that is not small also prepares the memory of all: OpenMP's kind of the library
// does that without a lock.
static void open_blas(void)
{
    void *library = load_best();
    int (*kind)(void) = NULL;
    find(library, "cblas_sgemm", &blas.sgemm);
    find(library, "cblas_dgemm", &blas.dgemm);
    find(library, "openblas_get_parallel", &kind);
    blas.one_at_a_time = !kind || kind() == 0;
    if (!blas.sgemm || !blas.dgemm) return;
    blas.is_wrong = !multiplies_floats() || !multiplies_doubles();
    if (!blas.is_wrong) return;
    blas.sgemm = NULL;
    blas.dgemm = NULL;
}

// How BLAS may read a matrix: rows one after the other, or columns.
typedef struct MatrixLayout {
    bool fits;
    CBLAS_TRANSPOSE transpose;
    int lead; // elements from row to row (or from column to column)
} MatrixLayout;

static MatrixLayout layout_of(int64_t rows, int64_t columns, int64_t row, int64_t column)
{
    bool by_rows = (column == 1 || columns == 1) && (row >= columns || rows == 1);
    bool by_columns = (row == 1 || rows == 1) && (column >= rows || columns == 1);
    int64_t lead = by_rows ? (rows == 1 ? columns : row) : (columns == 1 ? rows : column);
    if (lead < 1 || lead > INT_MAX) by_rows = by_columns = false;
    return (MatrixLayout){by_rows || by_columns, by_rows ? CblasNoTrans : CblasTrans, (int)lead};
}

// How both operands can be read; false where they cannot.
static bool layouts_of(const Product *p, MatrixLayout *left, MatrixLayout *right)
{
    if (p->m > INT_MAX || p->k > INT_MAX || p->out_row > INT_MAX) return false;
    *left = layout_of(p->m, p->k, p->a_row, p->a_column);
    *right = layout_of(p->k, p->n, p->b_row, p->b_column);
    return left->fits && right->fits;
}

bool blas_can_multiply(const Product *p, DType dtype)
{
    MatrixLayout left, right;
    if (!layouts_of(p, &left, &right)) return false;
    pthread_once(&opened, open_blas);
    return dtype == DTYPE_FLOAT32 ? blas.sgemm != NULL : blas.dgemm != NULL;
}

void blas_multiply(const Product *p, DType dtype, const Factors *f)
{
    MatrixLayout left, right;
    double alpha = p->adds ? p->alpha : 1, beta = p->adds ? p->beta : 0;
    int m = (int)p->m, n = (int)p->n, k = (int)p->k;
    REQUIRE(layouts_of(p, &left, &right));
    if (blas.one_at_a_time) pthread_mutex_lock(&turn);
    if (dtype == DTYPE_FLOAT32) {
        blas.sgemm(CblasRowMajor, left.transpose, right.transpose, m, n, k, (float)alpha, f->a,
                   left.lead, f->b, right.lead, (float)beta, f->out, (int)p->out_row);
    } else {
        blas.dgemm(CblasRowMajor, left.transpose, right.transpose, m, n, k, alpha, f->a, left.lead,
                   f->b, right.lead, beta, f->out, (int)p->out_row);
    }
    if (blas.one_at_a_time) pthread_mutex_unlock(&turn);
}

// What OpenBLAS says of itself is its name, its version and how it was built.
void blas_library(Buf *out)
{
    pthread_once(&opened, open_blas);
    bool is_there = blas.sgemm || blas.is_wrong;
    const char *name = !is_there ? "no BLAS found" : blas.config ? blas.config() : "a BLAS";
    Str rest = str_from(name), word;
    for (int i = 0; i < 2 && str_next_word(&rest, &word); i++)
        buf_printf(out, "%s%.*s", i > 0 ? " " : "", STR_ARG(word));
    if (blas.kernel) buf_printf(out, " for %s", blas.kernel());
    if (blas.is_wrong) buf_add(out, STR(" (it multiplies wrongly here, and is not used)"));
}

const char *blas_warning(void)
{
    return blas.is_wrong
               ? "the BLAS library multiplies wrongly on this processor, and is not used: "
                 "large products are slow; `qkv --version` names it\n"
               : NULL;
}
