// Loads a BLAS library when the first large product comes. Linked into the program it would start a
// thread for each processor and double the time to the first screen, and lessons with their small
// matrices have no use for it.
#include "tensor/matrices/blas.h"

#include "base/bug.h"
#include "base/memory.h"

#include <cblas.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void Sgemm(CBLAS_ORDER order, CBLAS_TRANSPOSE a_form, CBLAS_TRANSPOSE b_form, blasint m,
                   blasint n, blasint k, float alpha, const float *a, blasint a_lead,
                   const float *b, blasint b_lead, float beta, float *out, blasint out_lead);
typedef void Dgemm(CBLAS_ORDER order, CBLAS_TRANSPOSE a_form, CBLAS_TRANSPOSE b_form, blasint m,
                   blasint n, blasint k, double alpha, const double *a, blasint a_lead,
                   const double *b, blasint b_lead, double beta, double *out, blasint out_lead);

typedef struct Blas {
    Sgemm *sgemm; // both NULL where there is no library
    Dgemm *dgemm;
} Blas;

// Where there is no address space for the buffers of its threads, OpenBLAS waits for it for ever.
static bool has_room(void)
{
    const size_t own = (size_t)256 << 20, of_thread = (size_t)64 << 20;
    long threads = sysconf(_SC_NPROCESSORS_ONLN);
    return memory_allowed() / of_thread >= own / of_thread + (size_t)(threads > 0 ? threads : 1);
}

// Left alone, OpenBLAS's threads look for work for some 25 ms after each product: while the reader
// looks at a screen that does not change. It reads the exponent of 2 clock ticks from here, once.
static void *load(void)
{
    if (!has_room()) return NULL;
    static const char PATIENCE[] = "OPENBLAS_THREAD_TIMEOUT";
    bool is_set = getenv(PATIENCE) != NULL;
    if (!is_set) setenv(PATIENCE, "16", 0);
    void *library = dlopen(QKV_BLAS, RTLD_NOW | RTLD_LOCAL);
    if (!is_set) unsetenv(PATIENCE);
    return library;
}

// QKV_BLAS is the library's file name, from the Makefile.
static const Blas *open_blas(void)
{
    static bool tried;
    static Blas blas;
    if (tried) return &blas;
    tried = true;
    void *library = load();
    void *floats = library ? dlsym(library, "cblas_sgemm") : NULL;
    void *doubles = library ? dlsym(library, "cblas_dgemm") : NULL;
    memcpy(&blas.sgemm, &floats, sizeof blas.sgemm); // C has no cast from object to function
    memcpy(&blas.dgemm, &doubles, sizeof blas.dgemm);
    return &blas;
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
    if (p->m > INT_MAX || p->k > INT_MAX || p->n > INT_MAX) return false;
    *left = layout_of(p->m, p->k, p->a_row, p->a_column);
    *right = layout_of(p->k, p->n, p->b_row, p->b_column);
    return left->fits && right->fits;
}

bool blas_can_multiply(const Product *p, DType dtype)
{
    MatrixLayout left, right;
    if (!layouts_of(p, &left, &right)) return false;
    const Blas *blas = open_blas();
    return dtype == DTYPE_FLOAT32 ? blas->sgemm != NULL : blas->dgemm != NULL;
}

void blas_multiply(const Product *p, DType dtype, const Factors *f)
{
    MatrixLayout left, right;
    const Blas *blas = open_blas();
    double alpha = p->adds ? p->alpha : 1, beta = p->adds ? p->beta : 0;
    int m = (int)p->m, n = (int)p->n, k = (int)p->k;
    REQUIRE(layouts_of(p, &left, &right));
    if (dtype == DTYPE_FLOAT32) {
        blas->sgemm(CblasRowMajor, left.transpose, right.transpose, m, n, k, (float)alpha, f->a,
                    left.lead, f->b, right.lead, (float)beta, f->out, n);
    } else {
        blas->dgemm(CblasRowMajor, left.transpose, right.transpose, m, n, k, alpha, f->a, left.lead,
                    f->b, right.lead, beta, f->out, n);
    }
}
