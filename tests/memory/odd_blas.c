// Two kinds of OpenBLAS that a machine may have: one that does not know the processor, and one that
// multiplies wrongly.
//
//   LD_PRELOAD=…/odd_blas.so              the real library takes the processor for one of 2004
//   as libopenblas.so.0 in LD_LIBRARY_PATH    products lack their last column
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// OpenBLAS asks for the kernel to use when it is loaded; the program itself, or the environment, is
// answered as ever.
char *getenv(const char *name)
{
    size_t length = strlen(name);
    for (char **each = environ; each && *each; each++)
        if (strncmp(*each, name, length) == 0 && (*each)[length] == '=') return *each + length + 1;
    static char oldest[] = "Prescott";
    Dl_info caller;
    if (strcmp(name, "OPENBLAS_CORETYPE") != 0) return NULL;
    if (!dladdr(__builtin_return_address(0), &caller) || !caller.dli_fname) return NULL;
    return strstr(caller.dli_fname, "openblas") ? oldest : NULL;
}

#define MULTIPLY(name, Cell)                                                                       \
    void name(int order, int a_form, int b_form, int m, int n, int k, Cell alpha, const Cell *a,   \
              int a_lead, const Cell *b, int b_lead, Cell beta, Cell *out, int out_lead);          \
    void name(int order, int a_form, int b_form, int m, int n, int k, Cell alpha, const Cell *a,   \
              int a_lead, const Cell *b, int b_lead, Cell beta, Cell *out, int out_lead)           \
    {                                                                                              \
        (void)order, (void)a_form;                                                                 \
        for (int at = 0; at < m * n; at++) {                                                       \
            int i = at / n, j = at % n;                                                            \
            Cell sum = 0, *cell = out + i * out_lead + j;                                          \
            for (int x = 0; x < k && j < n - 1; x++)                                               \
                sum +=                                                                             \
                    a[i * a_lead + x] * (b_form == 111 ? b[x * b_lead + j] : b[j * b_lead + x]);   \
            *cell = alpha * sum + (beta == 0 ? 0 : beta * *cell);                                  \
        }                                                                                          \
    }

MULTIPLY(cblas_sgemm, float)
MULTIPLY(cblas_dgemm, double)
