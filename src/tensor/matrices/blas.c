// Loads a BLAS library when the first large product comes. Linked into the program it would start a
// thread for each processor and double the time to the first screen, and lessons with their small
// matrices have no use for it.
#include "tensor/matrices/blas.h"

#include "base/bug.h"
#include "base/memory.h"
#include "base/share.h"

#include <cblas.h>
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef void Sgemm(CBLAS_ORDER order, CBLAS_TRANSPOSE a_form, CBLAS_TRANSPOSE b_form, blasint m,
                   blasint n, blasint k, float alpha, const float *a, blasint a_lead,
                   const float *b, blasint b_lead, float beta, float *out, blasint out_lead);
typedef void Dgemm(CBLAS_ORDER order, CBLAS_TRANSPOSE a_form, CBLAS_TRANSPOSE b_form, blasint m,
                   blasint n, blasint k, double alpha, const double *a, blasint a_lead,
                   const double *b, blasint b_lead, double beta, double *out, blasint out_lead);

typedef struct Blas {
    Sgemm *sgemm; // both NULL where there is no library
    Dgemm *dgemm;
    char *(*name)(void); // NULL: it is not OpenBLAS
    bool one_at_a_time;  // it has no locks: no two threads may multiply
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

// The threads that multiply are those of base/share.h: OpenBLAS, which reads this once, need start
// none, and then gives each of them the same bits whatever the others do.
static void *load(void)
{
    if (!has_room()) return NULL;
    static const char THREADS[] = "OPENBLAS_NUM_THREADS";
    const char *set = getenv(THREADS);
    char *before = set ? strdup(set) : NULL;
    setenv(THREADS, "1", 1);
    void *library = dlopen(QKV_BLAS, RTLD_NOW | RTLD_LOCAL);
    if (before)
        setenv(THREADS, before, 1);
    else
        unsetenv(THREADS);
    free(before);
    return library;
}

// The first product that is not small prepares the memory of all: OpenMP's kind of the library does
// that without a lock.
static void multiply_once(void)
{
    enum { SIDE = 128 };
    float *cells = calloc(2 * SIDE * SIDE, sizeof *cells);
    if (!cells) bug_no_memory();
    blas.sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, SIDE, SIDE, SIDE, 1, cells, SIDE, cells,
               SIDE, 0, cells + SIDE * SIDE, SIDE);
    free(cells);
}

// QKV_BLAS is the library's file name, from the Makefile.
static void open_blas(void)
{
    void *library = load();
    void *floats = library ? dlsym(library, "cblas_sgemm") : NULL;
    void *doubles = library ? dlsym(library, "cblas_dgemm") : NULL;
    void *name = library ? dlsym(library, "openblas_get_config") : NULL;
    void *parallel = library ? dlsym(library, "openblas_get_parallel") : NULL;
    memcpy(&blas.sgemm, &floats, sizeof blas.sgemm); // C has no cast from object to function
    memcpy(&blas.dgemm, &doubles, sizeof blas.dgemm);
    memcpy(&blas.name, &name, sizeof blas.name);
    int (*kind)(void) = NULL;
    memcpy(&kind, &parallel, sizeof kind);
    blas.one_at_a_time = !kind || kind() == 0;
    if (blas.sgemm) multiply_once();
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
    const char *name = !blas.sgemm ? "no BLAS found" : blas.name ? blas.name() : "a BLAS";
    Str rest = str_from(name), word;
    for (int i = 0; i < 2 && str_next_word(&rest, &word); i++)
        buf_printf(out, "%s%.*s", i > 0 ? " " : "", STR_ARG(word));
}
