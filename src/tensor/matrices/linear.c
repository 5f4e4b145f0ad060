// Products of matrices with something added: linear and the addmm family; and the products that
// are no sums of several: outer, inner.
#include "tensor/cost.h"
#include "tensor/elementwise/elementwise.h"
#include "tensor/formula.h"
#include "tensor/matrices/matrices.h"

#include <math.h>

// ---- linear ------------------------------------------------------------------------------------

// The weight with its two dimensions exchanged; a vector as it is.
static Tensor flipped(const Tensor *weight)
{
    Tensor view = *weight;
    if (weight->shape.ndim < 2) return view;
    view.shape.dim[0] = weight->shape.dim[1];
    view.shape.dim[1] = weight->shape.dim[0];
    view.stride[0] = weight->stride[1];
    view.stride[1] = weight->stride[0];
    return view;
}

// PyTorch's words where a product and what is added to it are one operation.
static bool same_dtypes(const Tensor *added, const Tensor *a, const Tensor *b, Error *error)
{
    bool of_added = added->dtype != b->dtype;
    if (!of_added && a->dtype == b->dtype) return true;
    return error_set(error, "RuntimeError",
                     "%s and mat2 must have the same dtype, but got %s and %s",
                     of_added ? "self" : "mat1", dtype_title(of_added ? added->dtype : a->dtype),
                     dtype_title(b->dtype));
}

// The rows of all batches below each other, where that needs no copy.
static bool is_one_matrix(const OpCall *call)
{
    const Tensor *input = call->input[0];
    return input->shape.ndim == 2 || tensor_is_contiguous(input);
}

static bool bias_fits(const OpCall *call, const OpCall *product, Error *error)
{
    const Tensor *bias = call->input[2];
    Shape shape = product->shape;
    if (is_one_matrix(call)) {
        int64_t columns = shape.dim[shape.ndim - 1];
        int64_t rows = columns ? shape_count(&shape) / columns : 0;
        if (shape_expands(bias, &(Shape){.ndim = 2, .dim = {rows, columns}}, error)) return true;
    } else if (bias->dtype != product->dtype) {
        return error_set(error, "RuntimeError", "expected scalar type %s but found %s",
                         dtype_title(product->dtype), dtype_title(bias->dtype));
    } else {
        if (!shape_broadcast_with(&shape, bias, error)) return false;
        if (shape_equal(&shape, &product->shape)) return true;
        error_set(error, "RuntimeError",
                  "output with shape %s doesn't match the broadcast shape %s",
                  shape_list(error->arena, &product->shape), shape_list(error->arena, &shape));
    }
    return error_hint(error, "one number for each output: the bias has shape (%lld,)",
                      (long long)call->input[1]->shape.dim[0]);
}

static bool dtypes_fit(const OpCall *call, Error *error)
{
    const Tensor *input = call->input[0], *weight = call->input[1], *bias = call_input(call, 2);
    if (!bias || weight->shape.ndim != 2 || !is_one_matrix(call)) return true;
    return same_dtypes(bias, input, weight, error) ||
           error_hint(error, "the input is %s, the weight %s, the bias %s: .float()",
                      dtype_title(input->dtype), dtype_title(weight->dtype),
                      dtype_title(bias->dtype));
}

static bool linear_infer(OpCall *call, Error *error)
{
    Tensor weight = flipped(call->input[1]);
    if (!dtypes_fit(call, error)) return false;
    if (weight.shape.ndim > 2) {
        return error_set(error, "RuntimeError",
                         "t() expects a tensor with <= 2 dimensions, but self is %dD",
                         weight.shape.ndim);
    }
    const Tensor *input = call->input[0], *bias = call_input(call, 2);
    bool added = input->shape.ndim == 2 ||
                 (input->shape.ndim == 3 && tensor_is_contiguous(input)) ||
                 (input->shape.ndim == 1 && bias && bias->shape.ndim == 1);
    if (bias && weight.shape.ndim == 1 && added)
        return error_set(error, "RuntimeError", "mat2 must be a matrix, got 1-D tensor");
    OpCall product = {.op = call->op, .input_count = 2, .arena = call->arena};
    product.input = (Tensor *[]){call->input[0], &weight};
    if (!matmul_infer(&product, error)) {
        const Shape *s = &call->input[1]->shape;
        if (s->ndim != 2 || call->input[0]->dtype != call->input[1]->dtype) return false;
        return error_hint(error,
                          "the weight has shape %s: the last dimension of the input must "
                          "be %lld, and it is %s",
                          shape_tuple(error->arena, s), (long long)s->dim[1],
                          shape_tuple(error->arena, &call->input[0]->shape));
    }
    if (call->input_count > 2 && !bias_fits(call, &product, error)) return false;
    call->shape = product.shape;
    call->dtype = product.dtype;
    return true;
}

static void linear_forward(OpCall *call)
{
    Tensor weight = flipped(call->input[1]);
    bool biased = call->input_count > 2;
    Added added = {.tensor = biased ? call->input[2] : NULL, .alpha = 1, .beta = 1};
    matrices_multiply(call->input[0], &weight, call->output, biased ? &added : NULL);
}

static void linear_sources(const OpCall *call, Index at, Terms *terms)
{
    const Shape *in = &call->input[0]->shape, *weight = &call->input[1]->shape;
    int64_t inner = in->dim[in->ndim - 1];
    Index x = at, w = {0};
    if (weight->ndim == 2) w.at[0] = at.at[call->shape.ndim - 1];
    terms->kind = TERMS_SUM_OF_PRODUCTS;
    for (int64_t k = 0; k < inner && !terms_suffice(terms); k++) {
        x.at[in->ndim - 1] = w.at[weight->ndim - 1] = k;
        terms_add(terms, 0, x);
        terms_add(terms, 1, w);
    }
    if (call->input_count > 2)
        terms_add(terms, 2, index_broadcast(&call->input[2]->shape, &call->shape, at));
}

static void linear_cost(const OpCall *call, Cost *cost)
{
    const Shape *in = &call->input[0]->shape;
    cost_products(cost, shape_count(&call->shape), in->dim[in->ndim - 1], call->input_count > 2);
}

// Turned is the weight: W x, where rows have x @ W.T.
OP_ROW(linear, "input: Tensor, weight: Tensor, bias: Tensor? = None",
       "(..., k), (n, k), (n) -> (..., n)",
       "multiply a row of the input and a row of the weight pair by pair, add up, and add the bias",
       IN_FUNCTIONAL, .turned = 1u << 1, .traits = OP_WRITES_ALL | OP_READS_WEIGHT,
       .notation = {.between = " + "}, .forward = linear_forward, .sources = linear_sources,
       .depth = cost_depth, .cost = linear_cost)

// ---- addmm, addmv, baddbmm, addbmm -------------------------------------------------------------

static double factor(const OpCall *call, int arg)
{
    double value = call_float(call, arg, 1);
    return dtype_is_float(call->dtype) ? value : trunc(value); // as PyTorch's integers
}

// The product of inputs 1 and 2 as a call of its own.
static OpCall product_call(const OpCall *call)
{
    OpCall product = {.op = call->op, .input_count = 2, .arena = call->arena};
    product.input = call->input + 1;
    product.shape = call->shape;
    product.dtype = call->dtype;
    return product;
}

static bool infer_added(OpCall *call, Error *error)
{
    OpCall product = product_call(call);
    if (!matmul_infer(&product, error)) return false;
    call->shape = product.shape;
    call->dtype = product.dtype;
    if (call->input[0]->dtype != call->dtype) {
        return error_set(error, "RuntimeError", "expected scalar type %s but found %s",
                         dtype_title(call->input[0]->dtype), dtype_title(call->dtype));
    }
    return shape_expands(call->input[0], &call->shape, error);
}

static void added_forward(OpCall *call)
{
    Added added = {call->input[0], factor(call, 1), factor(call, 0)};
    matrices_multiply(call->input[1], call->input[2], call->output, &added);
}

// Terms of the product are of the inputs after the first.
static void add_product(const OpCall *call, Index at, Terms *terms)
{
    OpCall product = product_call(call);
    int first = terms->count;
    matmul_sources(&product, at, terms);
    for (int i = first; i < terms->count; i++) terms->term[i].input++;
}

static bool is_plain(const OpCall *call)
{
    return factor(call, 0) == 1 && factor(call, 1) == 1;
}

static void added_sources(const OpCall *call, Index at, Terms *terms)
{
    add_product(call, at, terms);
    terms_add(terms, 0, index_broadcast(&call->input[0]->shape, &call->shape, at));
    terms->kind = is_plain(call) ? TERMS_SUM_OF_PRODUCTS : TERMS_FORMULA;
    terms->self = -1;
}

// 0.5 * 1 + 2 * (1*4 + 0*4)
static double added_formula(const OpCall *call, Formula *f)
{
    int products = (f->terms->count - 1) / 2;
    double beta = factor(call, 0), alpha = factor(call, 1), added = 0;
    if (beta != 0) {
        formula_constant(f, beta);
        formula_write(f, " * ");
        added = beta * formula_term(f, 2 * products);
        formula_write(f, " + ");
    }
    formula_constant(f, alpha);
    formula_write(f, " * (");
    formula_patterns(f, "$x*$y", " + ", 2, products);
    formula_write(f, ")");
    return added + alpha * terms_products(f->term, 2 * products);
}

// A factor of 1 is no multiplication, and what is multiplied by 0 is not added.
static void added_cost(const OpCall *call, Cost *cost)
{
    const Shape *left = &call->input[1]->shape;
    int64_t cells = shape_count(&call->shape);
    double beta = factor(call, 0), alpha = factor(call, 1);
    cost_products(cost, cells, left->dim[left->ndim - 1], beta != 0);
    if (beta != 0 && beta != 1) cost_add(cost, COST_MULTIPLICATIONS, cells, 1);
    if (alpha != 1) cost_add(cost, COST_MULTIPLICATIONS, cells, 1);
}

static bool need_dims(const OpCall *call, int input, int dims, const char *message, Error *error)
{
    return call->input[input]->shape.ndim == dims ||
           error_set(error, "RuntimeError", "%s", message);
}

static bool addmm_infer(OpCall *call, Error *error)
{
    return need_dims(call, 1, 2, "mat1 must be a matrix, got 1-D tensor", error) &&
           need_dims(call, 2, 2, "mat2 must be a matrix, got 1-D tensor", error) &&
           same_dtypes(call->input[0], call->input[1], call->input[2], error) &&
           infer_added(call, error);
}

#define ADDED_ROW                                                                                  \
    .notation = {.between = " + "}, .forward = added_forward, .sources = added_sources,            \
    .formula = added_formula, .depth = cost_depth, .cost = added_cost

OP_ROW(addmm, "input: Tensor, mat1: Tensor, mat2: Tensor, beta: scalar = 1, alpha: scalar = 1",
       "(m, n), (m, k), (k, n) -> (m, n)",
       "multiply a row of the first matrix and a column of the second pair by pair, add up, "
       "and add the input",
       IN_TORCH | IN_TENSOR, ADDED_ROW)

static bool addmv_infer(OpCall *call, Error *error)
{
    const Shape *a = &call->input[1]->shape, *b = &call->input[2]->shape;
    if (a->ndim != 2 || b->ndim != 1 || call->input[0]->shape.ndim > 1) {
        return error_set(error, "RuntimeError", "vector + matrix @ vector expected, got %d, %d, %d",
                         call->input[0]->shape.ndim, a->ndim, b->ndim);
    }
    if (call->input[1]->dtype == DTYPE_BFLOAT16)
        return error_set(error, "NotImplementedError",
                         "addmv of bfloat16 is not there in qkv; of .float() it is");
    return infer_added(call, error);
}

OP_ROW(addmv, "input: Tensor, mat: Tensor, vec: Tensor, beta: scalar = 1, alpha: scalar = 1",
       "(m), (m, k), (k) -> (m)",
       "multiply a row of the matrix and the vector pair by pair, add up, and add the input",
       IN_TORCH | IN_TENSOR, .effort = {3}, ADDED_ROW)

// PyTorch looks at the sizes that the result has before it looks at the batches themselves.
static bool has_batch_sizes(const OpCall *call, Error *error)
{
    int dim;
    return shape_wrap_dim(1, call->input[1]->shape.ndim, &dim, error) &&
           shape_wrap_dim(2, call->input[2]->shape.ndim, &dim, error);
}

static bool baddbmm_infer(OpCall *call, Error *error)
{
    DType a = call->input[0]->dtype, b = call->input[1]->dtype, c = call->input[2]->dtype;
    if (a != b && b == c) {
        return error_set(error, "RuntimeError",
                         "Input dtypes must be the same, got: input %s, batch1: %s, batch2: %s",
                         dtype_c_name(a), dtype_c_name(b), dtype_c_name(c));
    }
    OpCall product = product_call(call);
    return has_batch_sizes(call, error) && matmul_batches_fit(&product, error) &&
           infer_added(call, error);
}

OP_ROW(baddbmm,
       "input: Tensor, batch1: Tensor, batch2: Tensor, beta: scalar = 1, alpha: scalar = 1",
       "(b, m, n), (b, m, k), (b, k, n) -> (b, m, n)",
       "in each batch: multiply the left row and the right column pair by pair, add "
       "up, and add the input",
       IN_TORCH | IN_TENSOR, ADDED_ROW)

// ---- outer, inner ------------------------------------------------------------------------------

static bool outer_infer(OpCall *call, Error *error)
{
    static const char *const name[] = {"self", "vec2"};
    for (int i = 0; i < 2; i++) {
        if (call->input[i]->shape.ndim == 1) continue;
        return error_set(error, "RuntimeError", "outer: Expected 1-D argument %s, but got %d-D",
                         name[i], call->input[i]->shape.ndim);
    }
    call->dtype = call_promoted(call);
    call->shape = (Shape){2, {call->input[0]->shape.dim[0], call->input[1]->shape.dim[0]}};
    return true;
}

static void outer_sources(const OpCall *call UNUSED, Index at, Terms *terms)
{
    terms->kind = TERMS_SUM_OF_PRODUCTS;
    terms_add(terms, 0, (Index){{at.at[0]}});
    terms_add(terms, 1, (Index){{at.at[1]}});
}

static void outer_forward(OpCall *call)
{
    Tensor column = *call->input[0];
    column.shape = (Shape){2, {column.shape.dim[0], 1}};
    column.stride[1] = 1;
    OpCall product = *call;
    product.input = (Tensor *[]){&column, call->input[1]};
    elementwise_mul(&product);
}

OP_ROW(outer, "input: Tensor, vec2: Tensor", "(m), (n) -> (m, n)",
       "a cell of the first vector times a cell of the second", IN_TORCH | IN_TENSOR,
       .aliases = "ger", .forward = outer_forward, .sources = outer_sources)
