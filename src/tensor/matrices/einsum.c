// einsum: sums of products of cells, written with a letter for each index.
//
//   ij,jk->ik     letters that are not after the arrow are summed over
//   bii->bi       a letter twice is a diagonal
//   ...ij->...ji  the dots are the dimensions that no letter names, broadcast
//   ij,jk         without an arrow, letters that occur once, in alphabetical order
//
// Operands are multiplied two at a time, from left to right, each time as a batch of matrix
// products; what no later operand needs is summed over at once (PyTorch's Linear.cpp).
#include "tensor/matrices/einsum.h"
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/formula.h"

#include <string.h>

// ---- reading -----------------------------------------------------------------------------------

static int letter_of(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    return -1;
}

// One operand's letters, or the result's: "b...ij". The dots count as ELLIPSIS.
static bool read_labels(Str text, int before, int operand, Labels *labels, Error *error)
{
    *labels = (Labels){0};
    bool dots = false;
    for (int i = 0; i < text.n; i++) {
        char c = text.p[i];
        int label = letter_of(c);
        if (c == ' ') continue;
        if (c == '.') {
            bool three = i + 2 < text.n && text.p[i + 1] == '.' && text.p[i + 2] == '.';
            if (!three || dots) {
                const char *what =
                    operand < 0 ? "output" : arena_printf(error->arena, "operand %d", operand);
                return error_set(error, "RuntimeError",
                                 three ? "einsum(): found '.' for %s for which an ellipsis was "
                                         "already found"
                                       : "einsum(): found '.' for %s that is not part of any "
                                         "ellipsis",
                                 what);
            }
            dots = true;
            i += 2;
            label = ELLIPSIS;
        } else if (label < 0) {
            return error_set(error, "RuntimeError",
                             "einsum(): invalid subscript given at index %d in the equation "
                             "string, subscripts must be in [a-zA-Z]",
                             before + i);
        }
        if (labels->count >= MAX_LABELS) return error_too_many_dims(error, labels->count + 1);
        labels->label[labels->count++] = label;
    }
    return true;
}

static int letters_in(const Labels *labels)
{
    int letters = 0;
    for (int i = 0; i < labels->count; i++) letters += labels->label[i] != ELLIPSIS;
    return letters;
}

// The dots become labels of their own, DOTS and on, right-aligned to the widest of all operands.
static void expand_dots(Labels *labels, int dims, int widest)
{
    Labels out = {0};
    for (int i = 0; i < labels->count; i++) {
        if (labels->label[i] != ELLIPSIS) {
            out.label[out.count++] = labels->label[i];
            continue;
        }
        for (int d = 0; d < dims && out.count < MAX_LABELS; d++)
            out.label[out.count++] = DOTS + widest - dims + d;
    }
    *labels = out;
}

static bool has_dots(const Labels *labels)
{
    for (int i = 0; i < labels->count; i++) {
        if (labels->label[i] == ELLIPSIS) return true;
    }
    return false;
}

static bool dims_fit(const Labels *labels, int operand, const Tensor *tensor, Error *error)
{
    int letters = letters_in(labels), ndim = tensor->shape.ndim;
    bool dots = has_dots(labels);
    if (dots ? letters <= ndim : letters == ndim) return true;
    if (dots) {
        return error_set(error, "RuntimeError",
                         "einsum(): the number of subscripts in the equation (%d) is more than the "
                         "number of dimensions (%d) for operand %d",
                         letters, ndim, operand);
    }
    return error_set(error, "RuntimeError",
                     "einsum(): the number of subscripts in the equation (%d) does not match the "
                     "number of dimensions (%d) for operand %d and no ellipsis was given",
                     letters, ndim, operand);
}

static char letter(int label)
{
    return label >= 26 ? (char)('a' + label - 26) : (char)('A' + label);
}

static bool set_size(Einsum *e, int label, int64_t size, int operand, Error *error)
{
    if (e->size[label] < 0 || e->size[label] == 1) {
        e->size[label] = size;
        return true;
    }
    if (size == 1 || size == e->size[label]) return true;
    if (label >= DOTS) {
        return error_set(error, "RuntimeError",
                         "einsum(): operands do not broadcast with remapped shapes "
                         "[original->remapped]");
    }
    return error_set(error, "RuntimeError",
                     "einsum(): subscript %c has size %lld for operand %d which does not broadcast "
                     "with previously seen size %lld",
                     letter(label), (long long)size, operand, (long long)e->size[label]);
}

static bool read_operand(Einsum *e, const OpCall *call, int k, Str text, int before, Error *error)
{
    const Tensor *tensor = call->input[k];
    Labels *labels = &e->operand[k];
    if (!read_labels(text, before, k, labels, error) || !dims_fit(labels, k, tensor, error))
        return false;
    int dims = has_dots(labels) ? tensor->shape.ndim - letters_in(labels) : 0;
    e->dots[k] = dims;
    if (dims > e->widest) e->widest = dims;
    return true;
}

// A letter that occurs twice in one operand is a diagonal: the sizes must be equal.
static bool is_square(const Labels *labels, int operand, const Shape *shape, Error *error)
{
    for (int d = 0; d < labels->count; d++) {
        for (int before = 0; before < d; before++) {
            if (labels->label[before] != labels->label[d] || shape->dim[before] == shape->dim[d])
                continue;
            return error_set(error, "RuntimeError",
                             "einsum(): subscript %c is repeated for operand %d but the sizes "
                             "don't match, %lld != %lld",
                             letter(labels->label[d]), operand, (long long)shape->dim[d],
                             (long long)shape->dim[before]);
        }
    }
    return true;
}

static bool read_sizes(Einsum *e, const OpCall *call, Error *error)
{
    for (int k = 0; k < e->count; k++) {
        Labels *labels = &e->operand[k];
        expand_dots(labels, e->dots[k], e->widest);
        if (!is_square(labels, k, &call->input[k]->shape, error)) return false;
        for (int d = 0; d < labels->count; d++) {
            int64_t size = call->input[k]->shape.dim[d];
            if (!set_size(e, labels->label[d], size, k, error)) return false;
        }
    }
    return true;
}

// Without an arrow: the dots, then the letters that occur once.
static void implicit_result(Einsum *e)
{
    int times[LABELS] = {0};
    for (int k = 0; k < e->count; k++) {
        for (int d = 0; d < e->operand[k].count; d++) times[e->operand[k].label[d]]++;
    }
    for (int i = 0; i < e->widest; i++) e->result.label[e->result.count++] = DOTS + i;
    for (int label = 0; label < DOTS && e->result.count < MAX_LABELS; label++) {
        if (times[label] == 1) e->result.label[e->result.count++] = label;
    }
}

static bool result_fits(const Einsum *e, Error *error)
{
    for (int i = 0; i < e->result.count; i++) {
        int label = e->result.label[i];
        for (int j = 0; j < i; j++) {
            if (e->result.label[j] == label) {
                return error_set(error, "RuntimeError",
                                 "einsum(): output subscript %c appears more than once in the "
                                 "output",
                                 letter(label));
            }
        }
        if (e->size[label] < 0) {
            return error_set(error, "RuntimeError",
                             "einsum(): output subscript %c does not appear in the equation for "
                             "any input operand",
                             letter(label));
        }
    }
    return e->result.count <= MAX_DIMS || error_too_many_dims(error, e->result.count);
}

static bool read_result(Einsum *e, Str equation, int arrow, Error *error)
{
    if (arrow < 0) {
        implicit_result(e);
    } else {
        Str text = str_slice(equation, arrow + 2, equation.n);
        if (!read_labels(text, arrow + 2, -1, &e->result, error)) return false;
        expand_dots(&e->result, e->widest, e->widest);
    }
    return result_fits(e, error);
}

static bool wrong_count(bool more, Error *error)
{
    return error_set(error, "RuntimeError",
                     more
                         ? "einsum(): more operands were provided than specified in the equation"
                         : "einsum(): fewer operands were provided than specified in the equation");
}

bool einsum_read(const OpCall *call, Einsum *e, Error *error)
{
    *e = (Einsum){.count = call->input_count};
    for (int i = 0; i < LABELS; i++) e->size[i] = -1;
    if (call->input_count > MAX_EINSUM) {
        return error_set(error, "NotImplementedError", "einsum() takes at most %d operands here",
                         MAX_EINSUM);
    }
    Str equation = str_from(call_str(call, 0, ""));
    int arrow = str_find(equation, "->");
    Str rest = str_slice(equation, 0, arrow < 0 ? equation.n : arrow);
    for (int k = 0;; k++) {
        int comma = str_find(rest, ",");
        Str text = str_slice(rest, 0, comma < 0 ? rest.n : comma);
        if (k >= e->count) return wrong_count(false, error);
        if (!read_operand(e, call, k, text, (int)(text.p - equation.p), error)) return false;
        if (comma < 0 && k + 1 < e->count) return wrong_count(true, error);
        if (comma < 0) break;
        rest = str_slice(rest, comma + 1, rest.n);
    }
    if (!read_sizes(e, call, error)) return false;
    return read_result(e, equation, arrow, error);
}

// ---- the operation -----------------------------------------------------------------------------

// Different letters there are.
static int letters_used(const Einsum *e)
{
    int used = 0;
    for (int label = 0; label < LABELS; label++) used += e->size[label] >= 0;
    return used;
}

// Nothing is multiplied and nothing summed: the cells in another order, or a diagonal.
static bool infer_rearranged(OpCall *call, const Einsum *e)
{
    const Tensor *in = call->input[0];
    call->is_view = true;
    call->offset = in->offset;
    for (int d = 0; d < e->result.count; d++) {
        call->stride[d] = 0;
        for (int k = 0; k < e->operand[0].count; k++) {
            if (e->operand[0].label[k] == e->result.label[d]) call->stride[d] += in->stride[k];
        }
    }
    return true;
}

void einsum_needs(const Einsum *e, int next, bool kept[LABELS])
{
    memset(kept, 0, LABELS * sizeof *kept);
    for (int d = 0; d < e->result.count; d++) kept[e->result.label[d]] = true;
    for (int k = next; k < e->count; k++) {
        for (int d = 0; d < e->operand[k].count; d++) kept[e->operand[k].label[d]] = true;
    }
}

bool einsum_sums(const Einsum *e)
{
    bool kept[LABELS];
    einsum_needs(e, e->count, kept);
    for (int label = 0; label < LABELS; label++) {
        if (e->size[label] >= 0 && e->size[label] != 1 && !kept[label]) return true;
    }
    return false;
}

bool einsum_is_empty(const Einsum *e)
{
    for (int label = 0; label < LABELS; label++) {
        if (e->size[label] == 0) return true;
    }
    return false;
}

// Is no letter of more than one cell in both operands summed over? What one of them
// has alone is added up first.
static bool multiplies_only(const OpCall *call, const Einsum *e)
{
    bool kept[LABELS];
    einsum_needs(e, e->count, kept);
    for (int d = 0; e->count == 2 && d < e->operand[0].count; d++) {
        int label = e->operand[0].label[d];
        if (kept[label] || call->input[0]->shape.dim[d] == 1) continue;
        for (int i = 0; i < e->operand[1].count; i++) {
            if (e->operand[1].label[i] == label && call->input[1]->shape.dim[i] != 1) return false;
        }
    }
    return e->count == 2;
}

static bool einsum_infer(OpCall *call, Error *error)
{
    Einsum e;
    if (call->input_count == 0) {
        return error_set(error, "RuntimeError", "einsum(): must provide at least one operand");
    }
    if (!einsum_read(call, &e, error)) return false;
    call->dtype = dtype_together(call->input, e.count);
    for (int k = 1; k < e.count && !multiplies_only(call, &e); k++) {
        call->dtype = call->input[0]->dtype;
        if (call->input[k]->dtype == call->dtype) continue;
        return error_set(error, "RuntimeError", "expected scalar type %s but found %s",
                         dtype_title(call->dtype), dtype_title(call->input[k]->dtype));
    }
    call->shape = (Shape){.ndim = e.result.count};
    for (int d = 0; d < e.result.count; d++) call->shape.dim[d] = e.size[e.result.label[d]];
    if (e.count == 1 && e.result.count == letters_used(&e)) return infer_rearranged(call, &e);
    if (e.count == 1 && !dtype_is_float(call->dtype)) call->dtype = DTYPE_INT64; // as sum
    if (call->dtype == DTYPE_BOOL && einsum_sums(&e))
        return error_not_implemented(error, "bmm", DTYPE_BOOL);
    return einsum_fits(call, &e, error);
}

// Runs through the values of the letters that are summed over, for one cell of the result.
typedef struct EinsumSteps {
    int label[LABELS];
    int count;
    int64_t at[LABELS]; // the value of each label
} EinsumSteps;

static void steps_begin(const Einsum *e, Index at, EinsumSteps *steps)
{
    bool kept[LABELS];
    *steps = (EinsumSteps){0};
    einsum_needs(e, e->count, kept);
    for (int d = 0; d < e->result.count; d++) steps->at[e->result.label[d]] = at.at[d];
    for (int label = 0; label < LABELS; label++) {
        if (e->size[label] >= 0 && !kept[label]) steps->label[steps->count++] = label;
    }
}

// The next combination; false after the last.
static bool steps_next(const Einsum *e, EinsumSteps *steps)
{
    for (int i = steps->count - 1; i >= 0; i--) {
        int label = steps->label[i];
        if (++steps->at[label] < e->size[label]) return true;
        steps->at[label] = 0;
    }
    return false;
}

static Index operand_cell(const Einsum *e, const Tensor *tensor, int k, const EinsumSteps *steps)
{
    Index cell = {0};
    for (int d = 0; d < e->operand[k].count; d++)
        cell.at[d] = tensor->shape.dim[d] == 1 ? 0 : steps->at[e->operand[k].label[d]];
    return cell;
}

static void einsum_sources(const OpCall *call, Index at, Terms *terms)
{
    static const TermsKind kinds[] = {TERMS_FORMULA, TERMS_REDUCTION, TERMS_SUM_OF_PRODUCTS};
    Einsum e;
    EinsumSteps steps;
    Error none = {.set = true};
    einsum_read(call, &e, &none);
    steps_begin(&e, at, &steps);
    terms->kind = kinds[e.count <= 2 ? e.count : 0];
    terms->self = -1;
    if (einsum_is_empty(&e)) return;
    do {
        for (int k = 0; k < e.count; k++)
            terms_add(terms, k, operand_cell(&e, call->input[k], k, &steps));
    } while (steps_next(&e, &steps));
    if (e.count == 1 && terms->count == 1) terms->kind = TERMS_MOVED;
}

// 1*2*3 + 4*5*6
static double einsum_formula(const OpCall *call, Formula *f)
{
    int factors = call->input_count, products = f->terms->count / factors;
    double sum = 0;
    for (int i = 0; i < products; i++) {
        double product = 1;
        bool shown = formula_shows(f, i, products, " + ");
        for (int k = 0; k < factors; k++) {
            product *= f->term[i * factors + k];
            if (!shown) continue;
            if (k) formula_write(f, "*");
            formula_term(f, i * factors + k);
        }
        sum += product;
    }
    return sum;
}

// Three operands and more are multiplied two at a time, over a dimension each.
static int64_t einsum_depth(const OpCall *call)
{
    int64_t depth = 0;
    for (int i = 0; i < call->input_count && call->input_count > 2; i++) {
        const Shape *shape = &call->input[i]->shape;
        int64_t longest = 1;
        for (int d = 0; d < shape->ndim; d++) {
            if (shape->dim[d] > longest) longest = shape->dim[d];
        }
        depth += longest;
    }
    return call->input_count > 2 ? depth : cost_depth(call);
}

static void einsum_cost(const OpCall *call, Cost *cost)
{
    Einsum e;
    Error none = {.set = true};
    int64_t cells = shape_count(&call->shape), products = cells ? 1 : 0;
    einsum_read(call, &e, &none);
    EinsumSteps steps;
    steps_begin(&e, (Index){0}, &steps);
    for (int i = 0; i < steps.count; i++) products = cost_times(products, e.size[steps.label[i]]);
    if (products == 0) return;
    cost_add(cost, COST_MULTIPLICATIONS, cost_times(cells, products), e.count - 1);
    cost_sums(cost, COST_ADDITIONS, cells, products);
}

OP_ROW(einsum, "equation: str, operands: Tensors...", "(...), (...) -> (...)",
       "products of cells of all operands, summed over the letters that the result does not have",
       IN_TORCH, .notation = {.between = " + "}, .layout = einsum_layout, .forward = einsum_forward,
       .sources = einsum_sources, .value = value_summed, .formula = einsum_formula,
       .depth = einsum_depth, .cost = einsum_cost)
