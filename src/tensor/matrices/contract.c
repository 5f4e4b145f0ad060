// How einsum is computed: what einsum.c has read, as batches of matrix products.
#include "tensor/convert.h"
#include "tensor/matrices/einsum.h"
#include "tensor/matrices/product.h"
#include "tensor/rows.h"

// An operand, or what some of them come to: the stride of each label, 0 where it has it not.
typedef struct Factor {
    const unsigned char *cells; // of its first cell
    int64_t stride[LABELS];
    bool has[LABELS];
} Factor;

typedef struct Contraction {
    const Einsum *einsum;
    DType dtype;
    Arena *scratch;    // NULL: only the layout of the result is asked for
    const Tensor *out; // where the last product may be written; NULL before it
} Contraction;

// A letter that occurs twice steps along both dimensions: the diagonal.
static Factor factor_of(const Contraction *c, const Tensor *given, const Labels *labels)
{
    Tensor in_dtype = *given;
    const Tensor *tensor = given->dtype == c->dtype ? given : &in_dtype;
    const unsigned char *data = tensor_data(given);
    Factor factor = {.cells = data + (size_t)given->offset * dtype_bytes(c->dtype)};
    if (tensor == &in_dtype) { // a lone operand that is summed
        shape_strides(&given->shape, in_dtype.stride);
        if (c->scratch) factor.cells = tensor_contiguous_cells(given, c->dtype, c->scratch);
    }
    for (int d = 0; d < labels->count; d++) {
        if (tensor->shape.dim[d] == 1 && c->einsum->size[labels->label[d]] != 1) continue;
        factor.stride[labels->label[d]] += tensor->stride[d];
        factor.has[labels->label[d]] = true;
    }
    return factor;
}

// Some of the labels, as the dimensions of one tensor.
typedef struct Group {
    int label[LABELS];
    int count;
    int64_t size; // all combinations
} Group;

static void group_add(Group *group, const Einsum *e, int label)
{
    if (!group->count) group->size = 1;
    group->label[group->count++] = label;
    group->size *= e->size[label];
}

static int64_t group_size(const Group *group)
{
    return group->count ? group->size : 1;
}

// The one stride that runs through all combinations in order; -1 where there is none.
static int64_t merged_stride(const Einsum *e, const Group *group, const Factor *factor)
{
    int64_t stride = 0, covered = 1;
    for (int i = group->count - 1; i >= 0; i--) {
        int label = group->label[i];
        if (e->size[label] == 1) continue;
        if (covered == 1)
            stride = factor->stride[label];
        else if (factor->stride[label] != stride * covered)
            return -1;
        covered *= e->size[label];
    }
    return stride;
}

// Offset, in cells, of the i-th combination.
static int64_t group_offset(const Einsum *e, const Group *group, const Factor *factor, int64_t i)
{
    int64_t offset = 0;
    for (int k = group->count - 1; k >= 0; k--) {
        int64_t size = e->size[group->label[k]];
        offset += i % size * factor->stride[group->label[k]];
        i /= size;
    }
    return offset;
}

// Copies all combinations of a group from where `from` has them to where `to` has them in `cells`.
static void copy_cells(const Contraction *c, const Group *all, const Factor *from, const Factor *to,
                       unsigned char *cells)
{
    const Einsum *e = c->einsum;
    size_t bytes = dtype_bytes(c->dtype);
    int last = all->count ? all->label[all->count - 1] : 0;
    int64_t row = all->count ? e->size[last] : 1;
    for (int64_t i = 0; i < group_size(all); i += row) {
        const unsigned char *cell = from->cells + (size_t)group_offset(e, all, from, i) * bytes;
        convert_row(c->dtype, cell, from->stride[last], c->dtype,
                    cells + (size_t)group_offset(e, all, to, i) * bytes, to->stride[last], row);
    }
}

// The labels of three groups, one group after the other; of those only what `of` has, if not NULL.
static Group joined(const Einsum *e, const Group *const groups[3], const Factor *of)
{
    Group all = {0};
    for (int g = 0; g < 3; g++) {
        for (int k = 0; k < groups[g]->count; k++) {
            if (!of || of->has[groups[g]->label[k]]) group_add(&all, e, groups[g]->label[k]);
        }
    }
    return all;
}

// All combinations of a group in order, without gaps.
static Factor side_by_side(const Einsum *e, const Group *all)
{
    Factor factor = {0};
    int64_t stride = 1;
    for (int k = all->count - 1; k >= 0; k--) {
        int64_t size = e->size[all->label[k]];
        factor.stride[all->label[k]] = stride;
        factor.has[all->label[k]] = true;
        stride *= size > 0 ? size : 1;
    }
    return factor;
}

// Copies what the groups name, one after the other, side by side: then each has one stride.
static Factor packed(const Contraction *c, const Factor *from, const Group *const groups[3])
{
    Group all = joined(c->einsum, groups, from);
    unsigned char *to = arena_array(c->scratch, (size_t)group_size(&all), dtype_bytes(c->dtype));
    Factor factor = side_by_side(c->einsum, &all);
    factor.cells = to;
    copy_cells(c, &all, from, &factor, to);
    return factor;
}

// Labels by where they occur: in both and kept, in both and summed over, in one of them.
typedef struct Split {
    Group batch, left, right, inner;
    Group kept; // the first three, in the order of the result
} Split;

// Those of the result in its order, then the others.
static void labels_in_order(const Einsum *e, int order[LABELS])
{
    bool seen[LABELS] = {false};
    int count = 0;
    for (int d = 0; d < e->result.count; d++) {
        order[count++] = e->result.label[d];
        seen[e->result.label[d]] = true;
    }
    for (int label = 0; label < LABELS; label++) {
        if (!seen[label]) order[count++] = label;
    }
}

static Split split_labels(const Einsum *e, const Factor *a, const Factor *b, const bool *kept)
{
    Split split = {0};
    int order[LABELS];
    labels_in_order(e, order);
    for (int i = 0; i < LABELS; i++) {
        int label = order[i];
        bool in_a = a->has[label], in_b = b->has[label];
        if (e->size[label] < 0 || (!in_a && !in_b)) continue;
        Group *group = !kept[label]   ? &split.inner
                       : in_a && in_b ? &split.batch
                       : in_a         ? &split.left
                                      : &split.right;
        group_add(group, e, label);
        if (kept[label]) group_add(&split.kept, e, label);
    }
    return split;
}

// A factor in which each of the two groups of its matrix has one stride.
static Factor as_matrix(const Contraction *c, const Factor *factor, const Split *split,
                        const Group *rows, const Group *columns, int64_t *row, int64_t *column)
{
    *row = merged_stride(c->einsum, rows, factor);
    *column = merged_stride(c->einsum, columns, factor);
    if (*row >= 0 && *column >= 0) return *factor;
    Factor copy = packed(c, factor, (const Group *const[]){&split->batch, rows, columns});
    *row = merged_stride(c->einsum, rows, &copy);
    *column = merged_stride(c->einsum, columns, &copy);
    return copy;
}

// The layout where nothing is summed: PyTorch multiplies elementwise.
static Factor elementwise_order(const Einsum *e, const Group *all, const Factor *a, const Factor *b)
{
    Factor result = side_by_side(e, all);
    const Factor *factors[] = {a, b};
    Tensor tensors[2] = {{.shape.ndim = all->count}, {.shape.ndim = all->count}};
    Shape shape = {.ndim = all->count};
    int64_t stride[MAX_DIMS];
    for (int d = 0; d < all->count; d++) {
        int label = all->label[d];
        shape.dim[d] = e->size[label];
        for (int k = 0; k < 2; k++) {
            tensors[k].stride[d] = factors[k]->stride[label];
            tensors[k].shape.dim[d] = factors[k]->has[label] ? e->size[label] : 1;
        }
    }
    layout_of(&shape, (Tensor *[]){&tensors[0], &tensors[1]}, 2, stride);
    for (int d = 0; d < all->count; d++) result.stride[all->label[d]] = stride[d];
    return result;
}

// Does the product lie in memory as the output does?
static bool lies_as_output(const Contraction *c, const Factor *product)
{
    for (int d = 0; c->out && d < c->out->shape.ndim; d++) {
        int label = c->einsum->result.label[d];
        if (c->out->shape.dim[d] != 1 && c->out->stride[d] != product->stride[label]) return false;
    }
    return c->out != NULL;
}

static void multiply_matrices(const Contraction *c, const Split *split, const Factor *a,
                              const Factor *b, unsigned char *out)
{
    const Einsum *e = c->einsum;
    Product product = {.m = group_size(&split->left),
                       .n = group_size(&split->right),
                       .k = group_size(&split->inner)};
    product.alone = product.k == 1 && e->count > 1;
    Factor left =
        as_matrix(c, a, split, &split->left, &split->inner, &product.a_row, &product.a_column);
    Factor right =
        as_matrix(c, b, split, &split->inner, &split->right, &product.b_row, &product.b_column);
    size_t bytes = dtype_bytes(c->dtype);
    for (int64_t i = 0; i < group_size(&split->batch); i++) {
        Factors factors = {
            .a = left.cells + (size_t)group_offset(e, &split->batch, &left, i) * bytes,
            .b = right.cells + (size_t)group_offset(e, &split->batch, &right, i) * bytes,
            .out = out + (size_t)(i * product.m * product.n) * bytes};
        product_multiply(&product, c->dtype, &factors);
    }
}

// The product of two factors, summed over what is not kept.
static Factor multiply(const Contraction *c, const Factor *a, const Factor *b, const bool *kept)
{
    Split split = split_labels(c->einsum, a, b, kept);
    bool sums = group_size(&split.inner) != 1;
    if (!c->scratch && !sums && split.kept.count <= MAX_DIMS)
        return elementwise_order(c->einsum, &split.kept, a, b);
    Group all =
        joined(c->einsum, (const Group *const[]){&split.batch, &split.left, &split.right}, NULL);
    Factor result = side_by_side(c->einsum, &all);
    if (!c->scratch) return result;
    unsigned char *out =
        lies_as_output(c, &result)
            ? tensor_data(c->out)
            : arena_array(c->scratch, (size_t)group_size(&all), dtype_bytes(c->dtype));
    multiply_matrices(c, &split, a, b, out);
    result.cells = out;
    return result;
}

// A single number 1: what a lone operand is multiplied with to sum over its labels.
static Factor one(const Contraction *c)
{
    if (!c->scratch) return (Factor){0};
    unsigned char *cell = arena_array(c->scratch, 1, sizeof(int64_t));
    double value = 1;
    convert_row(DTYPE_FLOAT64, &value, 1, c->dtype, cell, 1, 1);
    return (Factor){.cells = cell};
}

// Sums over the labels that neither the other factor nor anything later has.
static Factor without_own(const Contraction *c, const Factor *factor, const Factor *other,
                          const bool *kept)
{
    bool needed[LABELS], all = true;
    for (int label = 0; label < LABELS; label++) {
        needed[label] = kept[label] || other->has[label];
        all &= needed[label] || !factor->has[label];
    }
    if (all) return *factor;
    Factor number = one(c);
    return multiply(c, factor, &number, needed);
}

static void write_result(const Contraction *c, const Factor *factor, Tensor *out)
{
    const unsigned char *data = tensor_data(out);
    if (factor->cells == data) return;
    Factor to = {.cells = data};
    Group all = {0};
    for (int d = 0; d < c->einsum->result.count; d++) {
        group_add(&all, c->einsum, c->einsum->result.label[d]);
        to.stride[all.label[d]] = out->stride[d];
    }
    copy_cells(c, &all, factor, &to, tensor_data(out));
}

bool einsum_fits(const OpCall *call, const Einsum *e, Error *error)
{
    bool seen[LABELS] = {false}, kept[LABELS];
    for (int k = 0; k < e->count; k++) {
        double cells = 1;
        for (int d = 0; d < e->operand[k].count; d++) seen[e->operand[k].label[d]] = true;
        einsum_needs(e, k + 1, kept);
        for (int label = 0; label < LABELS; label++)
            cells *= seen[label] && kept[label] ? (double)e->size[label] : 1;
        Shape shape = {1, {cells < 0x1p62 ? (int64_t)cells : (int64_t)1 << 62}};
        if (!tensor_fits(call->input[0]->heap, call->dtype, &shape, error)) return false;
    }
    return true;
}

// Multiplies the operands, from left to right. `out`: where the result may be written.
static Factor contract(Contraction *c, const OpCall *call, const Tensor *out)
{
    const Einsum *e = c->einsum;
    Factor so_far = factor_of(c, call->input[0], &e->operand[0]);
    bool kept[LABELS];
    for (int k = 1; k < e->count; k++) {
        Factor next = factor_of(c, call->input[k], &e->operand[k]);
        einsum_needs(e, k + 1, kept);
        so_far = without_own(c, &so_far, &next, kept);
        next = without_own(c, &next, &so_far, kept);
        if (k == e->count - 1) c->out = out;
        so_far = multiply(c, &so_far, &next, kept);
    }
    einsum_needs(e, e->count, kept);
    c->out = NULL;
    return without_own(c, &so_far, &(Factor){0}, kept);
}

void einsum_layout(const OpCall *call, int64_t *stride)
{
    Einsum e;
    Error none = {.set = true};
    einsum_read(call, &e, &none);
    shape_strides(&call->shape, stride);
    if (e.count == 1 || (shape_count(&call->shape) == 0 && einsum_sums(&e))) return;
    Contraction c = {.einsum = &e, .dtype = call->dtype};
    Factor result = contract(&c, call, NULL);
    for (int d = 0; d < e.result.count; d++) stride[d] = result.stride[e.result.label[d]];
}

void einsum_forward(OpCall *call)
{
    Einsum e;
    Error none = {.set = true};
    einsum_read(call, &e, &none);
    if (einsum_is_empty(&e)) return; // sums of nothing: the output is filled with 0
    SCRATCH(scratch);
    Contraction c = {.einsum = &e, .dtype = call->dtype, .scratch = &scratch};
    Factor result = contract(&c, call, call->output);
    write_result(&c, &result, call->output);
}
