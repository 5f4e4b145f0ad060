// Batches of matrices are multiplied one by one, straight from the strides of their tensors: a
// transposed weight or heads that lie apart are not copied. product.c does the multiplying.
#include "tensor/matrices/matrices.h"

#include "base/machine/share.h"
#include "tensor/matrices/product.h"
#include "tensor/rows.h"

enum { PART_WORK = 1 << 17 }; // multiplications that are worth being shared out

Shape matrices_batch(const Shape *shape)
{
    Shape batch = *shape;
    batch.ndim = shape->ndim > 2 ? shape->ndim - 2 : 0;
    return batch;
}

static Product product_of(const Tensor *a, const Tensor *b)
{
    const Shape *s = &a->shape, *t = &b->shape;
    Product p = {.m = 1, .n = 1, .k = s->dim[s->ndim - 1], .a_column = a->stride[s->ndim - 1]};
    if (s->ndim > 1) {
        p.m = s->dim[s->ndim - 2];
        p.a_row = a->stride[s->ndim - 2];
    }
    if (t->ndim > 1) {
        p.n = t->dim[t->ndim - 1];
        p.b_row = b->stride[t->ndim - 2];
        p.b_column = b->stride[t->ndim - 1];
    } else {
        p.b_row = b->stride[0];
    }
    return p;
}

// Several matrices times the same one are a single tall matrix, if their rows follow on.
static bool fold_batches(Product *p, const Tensor *a, const Tensor *b, const Tensor *added)
{
    if (b->shape.ndim > 2 || a->shape.ndim < 3 || (added && added->shape.ndim > 1)) return false;
    int64_t step = p->a_row, rows = p->m;
    for (int d = a->shape.ndim - 3; d >= 0; d--) {
        if (a->shape.dim[d] != 1 && a->stride[d] != rows * step) return false;
        rows *= a->shape.dim[d];
    }
    p->m = rows;
    return true;
}

static Tensor batch_view(const Tensor *tensor)
{
    Tensor view = *tensor;
    view.shape = matrices_batch(&tensor->shape);
    return view;
}

// The stride of a dimension counted from the last one; 0 where the tensor is the same all along.
static int64_t stride_from_end(const Tensor *tensor, int from_end)
{
    int d = tensor->shape.ndim - from_end;
    return d < 0 || tensor->shape.dim[d] == 1 ? 0 : tensor->stride[d];
}

// A vector on either side leaves one dimension for the matrix of the result.
static void add_to_product(Product *p, const Tensor *a, const Tensor *b, const Added *added)
{
    int columns = b->shape.ndim > 1, rows = a->shape.ndim > 1;
    p->adds = true;
    p->alpha = added->alpha;
    p->beta = added->beta;
    p->added_column = columns ? stride_from_end(added->tensor, 1) : 0;
    p->added_row = rows ? stride_from_end(added->tensor, 1 + columns) : 0;
}

static void *cells_at(const Tensor *tensor, int64_t at)
{
    unsigned char *data = tensor_data(tensor);
    return data + (size_t)at * dtype_bytes(tensor->dtype);
}

static void multiply_at(const Product *product, const Tensor *const tensor[4], const int64_t at[4])
{
    Factors factors = {.a = cells_at(tensor[1], at[1]),
                       .b = cells_at(tensor[2], at[2]),
                       .out = cells_at(tensor[0], at[0])};
    if (tensor[3]) factors.added = cells_at(tensor[3], at[3]);
    if (tensor[2]->dtype == DTYPE_BFLOAT16)
        halves_multiply(product, &factors);
    else
        product_multiply(product, tensor[0]->dtype, &factors);
}

// `at` of a batch of the addend: it may have fewer dimensions than the result.
static Tensor added_batch(const Tensor *added, const Tensor *a, const Tensor *b)
{
    Tensor view = *added;
    int matrix = (a->shape.ndim > 1) + (b->shape.ndim > 1);
    view.shape.ndim = added->shape.ndim > matrix ? added->shape.ndim - matrix : 0;
    return view;
}

typedef struct Batches {
    const Product *product;
    const Tensor *const *tensor;
    Rows rows; // at their beginning
} Batches;

static void multiply_some(void *context, int64_t from, int64_t to)
{
    const Batches *batches = context;
    Rows rows = batches->rows;
    int64_t first = from / rows.length * rows.length; // of the present row
    rows_seek(&rows, from / rows.length);
    for (; first < to && rows_next(&rows); first += rows.length) {
        for (int64_t i = first < from ? from - first : 0; i < rows.length && first + i < to; i++) {
            int64_t at[4];
            for (int t = 0; t < 4; t++) at[t] = rows.offset[t] + i * rows.stride[t];
            multiply_at(batches->product, batches->tensor, at);
        }
    }
}

static void multiply_batches(const Product *product, const Tensor *const tensor[4])
{
    const Tensor *out = tensor[0], *a = tensor[1], *b = tensor[2];
    Tensor a_batch = batch_view(a), b_batch = batch_view(b), out_batch = *out, more = {0};
    shape_broadcast(&a_batch.shape, &b_batch.shape, &out_batch.shape);
    if (tensor[3]) more = added_batch(tensor[3], a, b);
    Batches batches = {.product = product, .tensor = tensor};
    rows_begin(&batches.rows, &out_batch.shape,
               (const Tensor *const[]){&out_batch, &a_batch, &b_batch, &more}, tensor[3] ? 4 : 3);
    double each = (double)product->m * (double)product->k * (double)product->n;
    int64_t part = 1 + (int64_t)(PART_WORK / (each + 1));
    share_out(shape_count(&out_batch.shape), part, multiply_some, &batches);
}

void matrices_multiply(const Tensor *a, const Tensor *b, const Tensor *out, const Added *added)
{
    if (tensor_count(out) == 0) return;
    Product product = product_of(a, b);
    const Tensor *more = added ? added->tensor : NULL;
    const Tensor *const tensor[4] = {out, a, b, more};
    if (added) add_to_product(&product, a, b, added);
    if (fold_batches(&product, a, b, more)) {
        multiply_at(&product, tensor,
                    (int64_t[]){out->offset, a->offset, b->offset, more ? more->offset : 0});
        return;
    }
    multiply_batches(&product, tensor);
}
