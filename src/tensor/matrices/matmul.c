// Matrix products.
//
// All forms are one: batches of (m, k) times (k, n), where a vector counts as a row on the left and
// as a column on the right. matrices.c does the multiplying.
#include "tensor/autograd.h"
#include "tensor/call.h"
#include "tensor/matrices/matrices.h"

// ---- ways --------------------------------------------------------------------------------------

// How PyTorch multiplies them. Its words depend on that, its numbers do not.
typedef enum Way { WAY_DOT, WAY_MV, WAY_MM, WAY_BMM } Way;

// Are all dimensions of a batch of matrices but the last one folded into one without a copy?
static bool folds(const Tensor *batch, bool flipped)
{
    const Shape *shape = &batch->shape;
    for (int d = 0; d + 2 < shape->ndim; d++) {
        int next = d + 3 < shape->ndim || !flipped ? d + 1 : d + 2;
        if (batch->stride[d] != batch->stride[next] * shape->dim[next]) return false;
    }
    return true;
}

static Way way_of(const Tensor *a, const Tensor *b)
{
    bool right_is_larger = b->shape.ndim > a->shape.ndim;
    const Tensor *large = right_is_larger ? b : a, *small = right_is_larger ? a : b;
    if (large->shape.ndim == 1) return WAY_DOT;
    if (large->shape.ndim == 2) return b->shape.ndim == 1 ? WAY_MV : WAY_MM;
    bool folded = small->shape.ndim <= 2 && (autograd_of(small)->requires_grad ||
                                             (a->shape.ndim != 2 && folds(large, right_is_larger)));
    return !folded ? WAY_BMM : small->shape.ndim == 1 ? WAY_MV : WAY_MM;
}

// ---- shapes ------------------------------------------------------------------------------------

static int64_t inner_size_of_right(const Shape *shape)
{
    return shape->dim[shape->ndim > 1 ? shape->ndim - 2 : 0];
}

// The two dimensions of each matrix exchanged.
static Shape flipped(const Shape *shape)
{
    Shape other = *shape;
    other.dim[shape->ndim - 1] = shape->dim[shape->ndim - 2];
    other.dim[shape->ndim - 2] = shape->dim[shape->ndim - 1];
    return other;
}

// The size before the matrix's columns: what folds into the rows.
static int64_t rows_of(const Shape *shape)
{
    Shape rows = *shape;
    rows.ndim = shape->ndim > 1 ? shape->ndim - 1 : 0;
    return shape_count(&rows);
}

// The commonest mistake is a right operand that should have been transposed.
static bool hint_shapes(const OpCall *call, Error *error)
{
    const Shape *a = &call->input[0]->shape, *b = &call->input[1]->shape;
    Arena *arena = error->arena;
    if (b->ndim > 1 && b->dim[b->ndim - 1] == a->dim[a->ndim - 1]) {
        Shape fitting = flipped(b);
        return error_hint(error, "transposed, the right one has shape %s, which fits: use %s",
                          shape_tuple(arena, &fitting), b->ndim == 2 ? ".T" : ".transpose(-2, -1)");
    }
    return error_hint(error,
                      "the shapes are %s and %s; the columns of the left one must be as many as "
                      "the rows of the right one",
                      shape_tuple(arena, a), shape_tuple(arena, b));
}

static bool vectors_differ(const OpCall *call, Error *error)
{
    long long a = call->input[0]->shape.dim[0], b = call->input[1]->shape.dim[0];
    return error_set(error, "RuntimeError",
                     "inconsistent tensor size, expected tensor [%lld] and src [%lld] to have the "
                     "same number of elements, but got %lld and %lld elements respectively",
                     a, b, a, b);
}

// matrix @ vector, the batches of the matrix folded into its rows.
static bool vector_differs(const Shape *matrix, int64_t rows, const Shape *vector, Error *error)
{
    return error_set(error, "RuntimeError",
                     "size mismatch, got input (%lld), mat (%lldx%lld), vec (%lld)",
                     (long long)rows, (long long)rows, (long long)matrix->dim[matrix->ndim - 1],
                     (long long)vector->dim[0]);
}

static bool matrices_differ(const Shape *a, const Shape *b, Error *error)
{
    Shape left = *a;
    if (a->ndim == 1) left = (Shape){.ndim = 2, .dim = {1, a->dim[0]}};
    if (a->ndim > 2) {
        left = (Shape){.ndim = 2, .dim = {rows_of(a), a->dim[a->ndim - 1]}};
    }
    return error_set(error, "RuntimeError", "mat1 and mat2 shapes cannot be multiplied (%s and %s)",
                     shape_times(error->arena, &left, "x"), shape_times(error->arena, b, "x"));
}

static bool batches_differ(int64_t batch, int64_t columns, int64_t other_batch, int64_t other_rows,
                           Error *error)
{
    return error_set(error, "RuntimeError",
                     "Expected size for first two dimensions of batch2 tensor to be: [%lld, %lld] "
                     "but got: [%lld, %lld].",
                     (long long)batch, (long long)columns, (long long)other_batch,
                     (long long)other_rows);
}

static bool matrices_of_batches_differ(const Shape *a, const Shape *b, Error *error)
{
    Shape left = matrices_batch(a), right = matrices_batch(b), batch = right;
    if (!shape_broadcast(&left, &right, &batch))
        return shape_broadcast_with(&left, &(Tensor){.shape = right}, error);
    int64_t count = shape_count(&batch);
    return batches_differ(count, a->dim[a->ndim - 1], count, inner_size_of_right(b), error);
}

// The inner sizes do not fit. Where the right one is the larger, PyTorch multiplies the other way
// round, all matrices flipped.
static bool sizes_do_not_fit(const OpCall *call, Error *error)
{
    const Shape *a = &call->input[0]->shape, *b = &call->input[1]->shape;
    bool right_is_larger = b->ndim > a->ndim;
    Way way = way_of(call->input[0], call->input[1]);
    if (way == WAY_DOT) {
        vectors_differ(call, error);
    } else if (way == WAY_BMM) {
        matrices_of_batches_differ(a, b, error);
    } else if (right_is_larger && b->ndim > 2) {
        Shape matrices = flipped(b), matrix = flipped(a);
        if (way == WAY_MV)
            vector_differs(&matrices, rows_of(&matrices), a, error);
        else
            matrices_differ(&matrices, &matrix, error);
    } else if (way == WAY_MV) {
        vector_differs(a, rows_of(a), b, error);
    } else {
        matrices_differ(a, b, error);
    }
    return hint_shapes(call, error);
}

static bool same_dtype(OpCall *call, Way way, Error *error)
{
    static const char *const kernel[] = {
        [WAY_DOT] = "dot",
        [WAY_MV] = "addmv_impl_cpu",
        [WAY_MM] = "addmm_impl_cpu_",
        [WAY_BMM] = "bmm",
    };
    DType a = call->input[0]->dtype, b = call->input[1]->dtype;
    call->dtype = a;
    const Shape *left = &call->input[0]->shape;
    bool nothing = shape_count(&call->shape) == 0 || left->dim[left->ndim - 1] == 0;
    if (nothing && (way == WAY_MV || way == WAY_BMM)) { // no kernel is asked for
        call->dtype = b;
        return true;
    }
    if (a == DTYPE_BOOL && (a == b || way == WAY_MV || way == WAY_BMM))
        return error_not_implemented(error, kernel[way], a);
    if (a == b) return true;
    if (way == WAY_MM)
        error_set(error, "RuntimeError",
                  "expected m1 and m2 to have the same dtype, but got: %s != %s", dtype_c_name(a),
                  dtype_c_name(b));
    else
        error_set(error, "RuntimeError",
                  way == WAY_DOT
                      ? "dot : expected both vectors to have same dtype, but found %s and %s"
                      : "expected scalar type %s but found %s",
                  dtype_title(a), dtype_title(b));
    return error_hint(error, "convert one of them: .float() or .long()");
}

static bool matmul_shape(OpCall *call, Error *error)
{
    const Shape *a = &call->input[0]->shape, *b = &call->input[1]->shape;
    if (a->dim[a->ndim - 1] != inner_size_of_right(b)) return sizes_do_not_fit(call, error);
    Shape left = matrices_batch(a), shape = left, right = matrices_batch(b);
    if (!shape_broadcast(&left, &right, &shape)) {
        Tensor batch = {.shape = right};
        return shape_broadcast_with(&left, &batch, error);
    }
    if (a->ndim > 1) shape.dim[shape.ndim++] = a->dim[a->ndim - 2];
    if (b->ndim > 1) shape.dim[shape.ndim++] = b->dim[b->ndim - 1];
    call->shape = shape;
    return true;
}

bool matmul_infer(OpCall *call, Error *error)
{
    int a = call->input[0]->shape.ndim, b = call->input[1]->shape.ndim;
    if (a == 0 || b == 0) {
        error_set(error, "RuntimeError",
                  "both arguments to matmul need to be at least 1D, but they are %dD and %dD", a,
                  b);
        return error_hint(error, "* multiplies by a single number");
    }
    if (!matmul_shape(call, error)) return false;
    return same_dtype(call, way_of(call->input[0], call->input[1]), error);
}

// Of two vectors of halves PyTorch rounds each product, and adds them as floats.
static bool add_rounded_products(const OpCall *call)
{
    const Tensor *a = call->input[0], *b = call->input[1];
    if (!dtype_is_half(call->halves) || a->shape.ndim != 1 || b->shape.ndim != 1) return false;
    float sum = 0;
    for (Index at = {0}; at.at[0] < a->shape.dim[0]; at.at[0]++)
        sum += call_stepped(call, (float)(tensor_get(a, at) * tensor_get(b, at)));
    tensor_set(call->output, (Index){0}, (double)sum);
    return true;
}

static void matmul_forward(OpCall *call)
{
    if (add_rounded_products(call)) return;
    matrices_multiply(call->input[0], call->input[1], call->output, NULL);
}

// ---- sources -----------------------------------------------------------------------------------

// The cell of an input in the matrix that meets the batch of `at`, at (row, column).
static Index matrix_cell(const Shape *shape, const Shape *batch, Index at, int64_t row,
                         int64_t column, bool left)
{
    Shape own = matrices_batch(shape);
    Index index = index_broadcast(&own, batch, at);
    if (shape->ndim == 1) {
        index.at[0] = left ? column : row;
    } else {
        index.at[shape->ndim - 2] = row;
        index.at[shape->ndim - 1] = column;
    }
    return index;
}

void matmul_sources(const OpCall *call, Index at, Terms *terms)
{
    const Shape *a = &call->input[0]->shape, *b = &call->input[1]->shape;
    int matrix_dims = (a->ndim > 1) + (b->ndim > 1);
    Shape batch = call->shape;
    batch.ndim -= matrix_dims;
    int64_t i = a->ndim > 1 ? at.at[batch.ndim] : 0;
    int64_t j = b->ndim > 1 ? at.at[call->shape.ndim - 1] : 0;
    terms->kind = TERMS_SUM_OF_PRODUCTS;
    terms_expect(terms, 2 * a->dim[a->ndim - 1]);
    for (int64_t k = 0; k < a->dim[a->ndim - 1] && !terms_suffice(terms); k++) {
        terms_add(terms, 0, matrix_cell(a, &batch, at, i, k, true));
        terms_add(terms, 1, matrix_cell(b, &batch, at, k, j, false));
    }
}

static int64_t matmul_depth(const OpCall *call)
{
    const Shape *a = &call->input[0]->shape;
    return a->dim[a->ndim - 1];
}

// A product; the forms whose factors are both matrices may be seen transposed.
#define PRODUCT_ROW                                                                                \
    .notation = {.between = " + "}, .forward = matmul_forward, .sources = matmul_sources,          \
    .depth = matmul_depth
#define MATRICES_ROW PRODUCT_ROW, .turns = true, .traits = OP_WRITES_ALL | OP_READS_WEIGHT

OP_ROW(matmul, "input: Tensor, other: Tensor", "(..., m, k), (..., k, n) -> (..., m, n)",
       "multiply the left row and the right column "
       "pair by pair and add up",
       IN_TORCH | IN_TENSOR, .symbol = "@", MATRICES_ROW)

// ---- the forms for one number of dimensions ----------------------------------------------------

static bool mm_infer(OpCall *call, Error *error)
{
    if (call->input[0]->shape.ndim != 2)
        return error_set(error, "RuntimeError", "self must be a matrix");
    if (call->input[1]->shape.ndim != 2)
        return error_set(error, "RuntimeError", "mat2 must be a matrix");
    return matmul_shape(call, error) && same_dtype(call, WAY_MM, error);
}

OP_ROW(mm, "input: Tensor, mat2: Tensor", "(m, k), (k, n) -> (m, n)",
       "multiply the left row and the right column "
       "pair by pair and add up",
       IN_TORCH | IN_TENSOR, MATRICES_ROW)

bool matmul_batches_fit(const OpCall *call, Error *error)
{
    const Shape *a = &call->input[0]->shape, *b = &call->input[1]->shape;
    if (a->ndim != 3) return error_set(error, "RuntimeError", "batch1 must be a 3D tensor");
    if (b->ndim != 3) return error_set(error, "RuntimeError", "batch2 must be a 3D tensor");
    return (a->dim[0] == b->dim[0] && a->dim[2] == b->dim[1]) ||
           batches_differ(a->dim[0], a->dim[2], b->dim[0], b->dim[1], error);
}

static bool bmm_infer(OpCall *call, Error *error)
{
    bool batches = call->input[0]->shape.ndim == 3 && call->input[1]->shape.ndim == 3;
    if (!matmul_batches_fit(call, error)) return batches && hint_shapes(call, error);
    return matmul_shape(call, error) && same_dtype(call, WAY_BMM, error);
}

OP_ROW(bmm, "input: Tensor, mat2: Tensor", "(b, m, k), (b, k, n) -> (b, m, n)",
       "in each batch: multiply the left row and the right column pair by pair and "
       "add up",
       IN_TORCH | IN_TENSOR, MATRICES_ROW)

static bool mv_infer(OpCall *call, Error *error)
{
    const Shape *a = &call->input[0]->shape, *b = &call->input[1]->shape;
    if (a->ndim == 0) return error_no_dimensions(error);
    if (a->ndim != 2 || b->ndim != 1) {
        return error_set(error, "RuntimeError", "vector + matrix @ vector expected, got 1, %d, %d",
                         a->ndim, b->ndim);
    }
    return matmul_shape(call, error) && same_dtype(call, WAY_MV, error);
}

OP_ROW(mv, "input: Tensor, vec: Tensor", "(m, k), (k) -> (m)",
       "multiply a row of the matrix and the vector "
       "pair by pair and add up",
       IN_TORCH | IN_TENSOR, .effort = {3}, PRODUCT_ROW)

static bool dot_infer(OpCall *call, Error *error)
{
    int a = call->input[0]->shape.ndim, b = call->input[1]->shape.ndim;
    if (a != 1 || b != 1) {
        return error_set(error, "RuntimeError", "1D tensors expected, but got %dD and %dD tensors",
                         a, b);
    }
    return same_dtype(call, WAY_DOT, error) && matmul_shape(call, error);
}

OP_ROW(dot, "input: Tensor, tensor: Tensor", "(k), (k) -> ()",
       "multiply the two vectors "
       "pair by pair and add up",
       IN_TORCH | IN_TENSOR, PRODUCT_ROW)
