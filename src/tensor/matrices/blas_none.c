// Where there is no BLAS, as in a page: every product is computed by our own loops.
#include "tensor/matrices/blas.h"

bool blas_can_multiply(const Product *product UNUSED, DType dtype UNUSED)
{
    return false;
}

void blas_multiply(const Product *product UNUSED, DType dtype UNUSED, const Factors *factors UNUSED)
{
}

const char *blas_warning(void)
{
    return NULL;
}

void blas_library(Buf *out)
{
    buf_add(out, STR("no BLAS"));
}
