// How einsum is computed: what einsum.c has read, as batches of matrix products.
#include "tensor/convert.h"
#include "tensor/matrices/einsum.h"
#include "tensor/matrices/product.h"
#include "tensor/rows.h"

#include <string.h>

// An operand, or what some of them come to: the stride of each label, 0 where it has it not.
typedef struct Factor {
    const unsigned char *cells; // of its first cell
    int64_t stride[LABELS];
    bool has[LABELS];
} Factor;

typedef struct Contraction {
    const Einsum *einsum;
    DType dtype;
    Arena *scratch;
    unsigned char *out; // where the last product may stand; NULL before it
} Contraction;

// A letter that stands twice steps along both dimensions: the diagonal.
static Factor factor_of(const Contraction *c, const Tensor *tensor, const Labels *labels)
{
    const unsigned char *data = tensor_data(tensor);
    Factor factor = {.cells = data + (size_t)tensor->offset * dtype_bytes(c->dtype)};
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

// Copies what the groups name, one after the other, side by side: then each has one stride.
static Factor packed(const Contraction *c, const Factor *from, const Group *const *groups,
                     int count)
{
    const Einsum *e = c->einsum;
    Group all = {0};
    for (int g = 0; g < count; g++) {
        for (int k = 0; k < groups[g]->count; k++) {
            if (from->has[groups[g]->label[k]]) group_add(&all, e, groups[g]->label[k]);
        }
    }
    size_t bytes = dtype_bytes(c->dtype);
    int64_t cells = group_size(&all);
    unsigned char *to = arena_array(c->scratch, (size_t)cells, bytes);
    Factor factor = {.cells = to};
    int64_t stride = 1;
    for (int k = all.count - 1; k >= 0; k--) {
        factor.stride[all.label[k]] = stride;
        factor.has[all.label[k]] = true;
        stride *= e->size[all.label[k]];
    }
    int64_t row = all.count ? e->size[all.label[all.count - 1]] : 1;
    int64_t along = all.count ? from->stride[all.label[all.count - 1]] : 1;
    for (int64_t i = 0; i < cells; i += row) {
        const unsigned char *cell = from->cells + (size_t)group_offset(e, &all, from, i) * bytes;
        convert_row(c->dtype, cell, along, c->dtype, to + (size_t)i * bytes, 1, row);
    }
    return factor;
}

// Labels by where they stand: in both and kept, in both and summed over, in one of them.
typedef struct Split {
    Group batch, left, right, inner;
} Split;

// Those of the result as they stand there, then the others.
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
    Factor copy = packed(c, factor, (const Group *const[]){&split->batch, rows, columns}, 3);
    *row = merged_stride(c->einsum, rows, &copy);
    *column = merged_stride(c->einsum, columns, &copy);
    return copy;
}

// Do the labels come out in the order of the result?
static bool is_result(const Einsum *e, const Split *split)
{
    const Group *groups[] = {&split->batch, &split->left, &split->right};
    int d = 0;
    for (int g = 0; g < 3; g++) {
        for (int i = 0; i < groups[g]->count; i++, d++) {
            if (d >= e->result.count || e->result.label[d] != groups[g]->label[i]) return false;
        }
    }
    return d == e->result.count;
}

// The product of two factors, summed over what is not kept: labels in the order batch, left, right.
static Factor multiply(const Contraction *c, const Factor *a, const Factor *b, const bool *kept)
{
    const Einsum *e = c->einsum;
    Split split = split_labels(e, a, b, kept);
    int64_t m = group_size(&split.left), n = group_size(&split.right);
    int64_t k = group_size(&split.inner), batches = group_size(&split.batch);
    Product product = {.m = m, .n = n, .k = k};
    Factor left =
        as_matrix(c, a, &split, &split.left, &split.inner, &product.a_row, &product.a_column);
    Factor right =
        as_matrix(c, b, &split, &split.inner, &split.right, &product.b_row, &product.b_column);
    size_t bytes = dtype_bytes(c->dtype);
    unsigned char *out = c->out && is_result(e, &split)
                             ? c->out
                             : arena_array(c->scratch, (size_t)(batches * m * n), bytes);
    for (int64_t i = 0; i < batches; i++) {
        Factors factors = {
            .a = left.cells + (size_t)group_offset(e, &split.batch, &left, i) * bytes,
            .b = right.cells + (size_t)group_offset(e, &split.batch, &right, i) * bytes,
            .out = out + (size_t)(i * m * n) * bytes};
        product_multiply(&product, c->dtype, &factors);
    }
    Factor result = {.cells = out};
    int64_t stride = 1;
    const Group *groups[] = {&split.right, &split.left, &split.batch};
    for (int g = 0; g < 3; g++) {
        for (int i = groups[g]->count - 1; i >= 0; i--) {
            result.stride[groups[g]->label[i]] = stride;
            result.has[groups[g]->label[i]] = true;
            stride *= e->size[groups[g]->label[i]];
        }
    }
    return result;
}

// A single number 1: what a lone operand is multiplied with to sum over its labels.
static Factor one(const Contraction *c)
{
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

// Which labels the result or operands from `next` on need.
static void needed_labels(const Einsum *e, int next, bool kept[LABELS])
{
    memset(kept, 0, LABELS * sizeof *kept);
    for (int d = 0; d < e->result.count; d++) kept[e->result.label[d]] = true;
    for (int k = next; k < e->count; k++) {
        for (int d = 0; d < e->operand[k].count; d++) kept[e->operand[k].label[d]] = true;
    }
}

static void write_result(const Contraction *c, const Factor *factor, Tensor *out)
{
    Group all = {0};
    for (int d = 0; d < c->einsum->result.count; d++)
        group_add(&all, c->einsum, c->einsum->result.label[d]);
    size_t bytes = dtype_bytes(c->dtype);
    unsigned char *to = tensor_data(out);
    int64_t row = all.count ? c->einsum->size[all.label[all.count - 1]] : 1;
    int64_t along = all.count ? factor->stride[all.label[all.count - 1]] : 1;
    for (int64_t i = 0; i < tensor_count(out); i += row) {
        const unsigned char *from =
            factor->cells + (size_t)group_offset(c->einsum, &all, factor, i) * bytes;
        convert_row(c->dtype, from, along, c->dtype, to + (size_t)i * bytes, 1, row);
    }
}

static bool sums_nothing(const Einsum *e, const Factor *factor)
{
    bool kept[LABELS];
    needed_labels(e, e->count, kept);
    for (int label = 0; label < LABELS; label++) {
        if (factor->has[label] && !kept[label]) return false;
    }
    return true;
}

bool einsum_fits(const OpCall *call, const Einsum *e, Error *error)
{
    bool seen[LABELS] = {false}, kept[LABELS];
    for (int k = 0; k < e->count; k++) {
        double cells = 1;
        for (int d = 0; d < e->operand[k].count; d++) seen[e->operand[k].label[d]] = true;
        needed_labels(e, k + 1, kept);
        for (int label = 0; label < LABELS; label++)
            cells *= seen[label] && kept[label] ? (double)e->size[label] : 1;
        Shape shape = {1, {cells < 0x1p62 ? (int64_t)cells : (int64_t)1 << 62}};
        if (!tensor_fits(call->input[0]->heap, call->dtype, &shape, error)) return false;
    }
    return true;
}

void einsum_forward(OpCall *call)
{
    Einsum e;
    Error none = {.set = true};
    einsum_read(call, &e, &none);
    if (tensor_count(call->output) == 0) return;
    for (int label = 0; label < LABELS; label++) {
        if (e.size[label] == 0) return; // sums of nothing: the output is filled with 0
    }
    Arena scratch = {0};
    Contraction c = {&e, call->dtype, &scratch, NULL};
    Factor so_far = factor_of(&c, call->input[0], &e.operand[0]);
    bool kept[LABELS];
    for (int k = 1; k < e.count; k++) {
        Factor next = factor_of(&c, call->input[k], &e.operand[k]);
        needed_labels(&e, k + 1, kept);
        so_far = without_own(&c, &so_far, &next, kept);
        next = without_own(&c, &next, &so_far, kept);
        if (k == e.count - 1) c.out = tensor_data(call->output);
        so_far = multiply(&c, &so_far, &next, kept);
    }
    if (!sums_nothing(&e, &so_far)) {
        Factor number = one(&c);
        needed_labels(&e, e.count, kept);
        c.out = NULL;
        so_far = multiply(&c, &so_far, &number, kept);
    }
    if (so_far.cells != (unsigned char *)tensor_data(call->output))
        write_result(&c, &so_far, call->output);
    arena_free(&scratch);
}
