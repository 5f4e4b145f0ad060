// The table of operations, and what is done with any of them.
#include "tensor/op.h"

#include "base/bug.h"
#include "tensor/dtype.h"
#include "tensor/formula.h"

#include <math.h>
#include <string.h>

// Every row there is; each stands at the end of its file, grouped by idea.
// clang-format off
#define ALL_OPS(ROW) \
    ROW(add) ROW(sub) ROW(mul) ROW(div) ROW(floordiv) ROW(remainder) ROW(pow) ROW(neg) \
    ROW(matmul) ROW(mm) ROW(bmm) ROW(mv) ROW(dot) \
    ROW(layer_norm) \
    ROW(einsum) ROW(conv1d) ROW(nll_loss) \
    ROW(linear) ROW(addmm) ROW(addmv) ROW(baddbmm) ROW(outer) \
    ROW(eq) ROW(ne) ROW(lt) ROW(le) ROW(gt) ROW(ge) ROW(maximum) ROW(minimum) \
    ROW(and) ROW(or) ROW(xor) ROW(not) ROW(logical_and) ROW(logical_or) ROW(logical_xor) ROW(logical_not) \
    ROW(left_shift) ROW(right_shift) \
    ROW(exp) ROW(log) ROW(sqrt) ROW(rsqrt) ROW(sin) ROW(cos) ROW(tanh) ROW(sigmoid) ROW(abs) \
    ROW(relu) ROW(round) \
    ROW(exp2) ROW(expm1) ROW(log2) ROW(log10) ROW(log1p) ROW(erf) ROW(erfc) ROW(sinh) ROW(cosh) \
    ROW(logit) ROW(tan) ROW(asin) ROW(acos) ROW(atan) ROW(deg2rad) ROW(rad2deg) ROW(atan2) \
    ROW(hypot) ROW(floor) ROW(ceil) ROW(trunc) ROW(frac) ROW(sign) ROW(square) ROW(reciprocal) \
    ROW(isnan) ROW(isinf) ROW(isfinite) ROW(nan_to_num) ROW(positive) \
    ROW(clamp) ROW(clamp_min) ROW(clamp_max) ROW(fmax) ROW(fmin) \
    ROW(fmod) ROW(lerp) ROW(addcmul) ROW(addcdiv) ROW(logaddexp) ROW(xlogy) \
    ROW(leaky_relu) ROW(hardswish) ROW(hardsigmoid) ROW(elu) ROW(celu) ROW(selu) ROW(silu) \
    ROW(mish) ROW(softplus) ROW(logsigmoid) ROW(hardtanh) ROW(relu6) ROW(threshold) ROW(gelu) \
    ROW(sum) ROW(mean) ROW(prod) ROW(any) ROW(all) ROW(var) ROW(std) ROW(cumsum) ROW(cumprod) ROW(nansum) ROW(trace) ROW(norm) ROW(logsumexp) \
    ROW(cosine_similarity) \
    ROW(max) ROW(min) ROW(amax) ROW(amin) ROW(argmax) ROW(argmin) \
    ROW(softmax) ROW(functional_softmax) ROW(log_softmax) ROW(functional_log_softmax) \
    ROW(transpose) ROW(t) ROW(T) ROW(mT) ROW(permute) ROW(contiguous) ROW(clone) ROW(detach) \
    ROW(reshape) ROW(view) ROW(flatten) ROW(unsqueeze) ROW(squeeze) ROW(expand) \
    ROW(getitem) ROW(setitem) ROW(index) ROW(index_put) \
    ROW(index_select) ROW(embedding) ROW(index_fill) ROW(index_copy) ROW(index_add) \
    ROW(sort) ROW(argsort) ROW(topk) ROW(topk_indices) ROW(kthvalue) ROW(kthvalue_indices) \
    ROW(median) ROW(median_indices) ROW(mode) ROW(mode_indices) \
    ROW(cummax) ROW(cummax_indices) ROW(cummin) ROW(cummin_indices) \
    ROW(gather) ROW(scatter) ROW(scatter_add) ROW(scatter_multiply) \
    ROW(select) ROW(narrow) ROW(diagonal) ROW(unfold) ROW(as_strided) ROW(movedim) \
    ROW(repeat) ROW(flip) ROW(roll) ROW(constant_pad_nd) ROW(diag_embed) \
    ROW(masked_select) ROW(masked_scatter) ROW(nonzero) ROW(take) \
    ROW(one_hot) ROW(bincount) ROW(bucketize) ROW(unique) ROW(unique_inverse) ROW(unique_counts) \
    ROW(cat) ROW(stack) \
    ROW(tril) ROW(triu) ROW(masked_fill) ROW(where) \
    ROW(to) ROW(float) ROW(double) ROW(int) ROW(short) ROW(char) ROW(byte) ROW(long) ROW(bool) \
    ROW(tensor) ROW(zeros) ROW(ones) ROW(full) ROW(arange) ROW(linspace) ROW(logspace) ROW(eye) ROW(tril_indices) ROW(triu_indices) \
    ROW(zeros_like) ROW(ones_like) ROW(full_like) \
    ROW(rand) ROW(randn) ROW(randint) ROW(randperm) ROW(bernoulli) ROW(exponential) ROW(multinomial)
// clang-format on

#define DECLARE(name) extern const Op op_##name;
#define LIST(name)    &op_##name,

ALL_OPS(DECLARE)

const Op *const ops[] = {ALL_OPS(LIST) NULL};
const int op_count = (int)(sizeof ops / sizeof *ops) - 1;

// ---- finding ----------------------------------------------------------------------------------

static bool has_name(const Op *op, Str name)
{
    if (str_is(name, op->name)) return true;
    const char *alias = op->aliases ? op->aliases : "";
    while (*alias) {
        size_t length = strcspn(alias, " ");
        if (str_equal(name, (Str){alias, (int)length})) return true;
        alias += length + (alias[length] == ' ');
    }
    return false;
}

const Op *op_find(Str name, unsigned where)
{
    for (int i = 0; i < op_count; i++) {
        bool there = where ? (ops[i]->found & where) != 0 : true;
        if (there && has_name(ops[i], name)) return ops[i];
    }
    return NULL;
}

// How many inputs the signature names ("Tensors" counts as one).
static int input_parameters(const Op *op)
{
    int inputs = 0;
    for (const char *p = op->signature; (p = strchr(p, ':')); p++) {
        Str type = str_trim((Str){p + 1, (int)strcspn(p + 1, ",=")});
        inputs += str_starts(type, "Tensor") || str_starts(type, "Number");
    }
    return inputs;
}

const Op *op_by_symbol(Str symbol, int inputs)
{
    for (int i = 0; i < op_count; i++) {
        const Op *op = ops[i];
        if (op->symbol && str_is(symbol, op->symbol) && input_parameters(op) == inputs) return op;
    }
    return NULL;
}

// ---- running ----------------------------------------------------------------------------------

// Whether the output requires a gradient: where one of the inputs does, unless the program has
// turned that off. Only floats have gradients.
static void mark_gradient(const OpCall *call, const TensorHeap *heap)
{
    Tensor *output = call->output;
    const Tensor *first = call->input_count ? call->input[0] : NULL;
    if (call->is_same) {
        output->requires_grad = first->requires_grad;
        output->is_derived = first->is_derived;
        output->is_parameter = first->is_parameter;
        output->is_leaf_view = first->is_leaf_view;
        return;
    }
    if (heap->without_gradients || call->op->detaches || !dtype_is_float(output->dtype)) return;
    for (int i = 0; i < call->input_count; i++) {
        output->requires_grad = output->requires_grad || call->input[i]->requires_grad;
    }
    output->is_derived = output->requires_grad;
    output->is_leaf_view =
        call->is_view && first->requires_grad && (!first->is_derived || first->is_leaf_view);
}

static Tensor *make_view(OpCall *call, TensorHeap *heap, Error *error)
{
    const Tensor *of = call->input[0];
    if (!tensor_fits(heap, of->dtype, &call->shape, error)) return NULL;
    Tensor *view = tensor_alias(heap, of);
    view->is_number = false;
    view->shape = call->shape;
    memcpy(view->stride, call->stride, sizeof view->stride);
    view->offset = call->offset;
    return view;
}

static Tensor *make_output(const OpCall *call, TensorHeap *heap, Error *error)
{
    return (call->op->writes_all ? tensor_new_unset : tensor_new)(heap, call->dtype, call->shape,
                                                                  error);
}

Tensor *op_apply(OpCall *call, TensorHeap *heap, Error *error)
{
    REQUIRE(call->op->infer);
    call->is_view = call->is_same = false;
    if (!call->op->infer(call, error)) return NULL;
    call->output = call->is_view ? make_view(call, heap, error) : make_output(call, heap, error);
    if (!call->output) return NULL;
    if (!call->is_view) call->op->forward(call);
    mark_gradient(call, heap);
    return call->output;
}

// Products of floats go through BLAS.
enum { CELLS_IN_A_STEP = 64, PRODUCTS_IN_A_STEP = 512, FLOAT_PRODUCTS_IN_A_STEP = 4096 };

int64_t op_work(const OpCall *call)
{
    if (call->is_view) return 1;
    double cells = (double)shape_count(&call->shape), products = 0;
    if (call->op->depth) products = cells * (double)call->op->depth(call);
    for (int i = 0; i < call->input_count; i++) cells += (double)tensor_count(call->input[i]);
    bool is_float = call->dtype == DTYPE_FLOAT32;
    int in_a_step = is_float ? FLOAT_PRODUCTS_IN_A_STEP : PRODUCTS_IN_A_STEP;
    double steps = 1 + cells / CELLS_IN_A_STEP + products / in_a_step;
    return steps < 1e15 ? (int64_t)steps : (int64_t)1e15;
}

// ---- how a cell is made -----------------------------------------------------------------------

void terms_add(Terms *terms, int input, Index at)
{
    terms->term = arena_grow(terms->arena, terms->term, (size_t)terms->count, &terms->capacity,
                             sizeof *terms->term);
    terms->term[terms->count++] = (Term){input, at};
}

void terms_expect(Terms *terms, int64_t count)
{
    size_t needed = (size_t)terms->count + (size_t)count;
    if (count <= 0 || needed <= terms->capacity) return;
    Term *term = NEW_ARRAY(terms->arena, Term, needed);
    for (int i = 0; i < terms->count; i++) term[i] = terms->term[i];
    terms->term = term;
    terms->capacity = needed;
}

void op_sources(const OpCall *call, Index at, Terms *terms)
{
    *terms = (Terms){.kind = TERMS_CONSTANT,
                     .at = at,
                     .term = terms->term,
                     .capacity = terms->capacity,
                     .arena = terms->arena};
    if (call->op->sources) call->op->sources(call, at, terms);
}

static double sum_of_products(const double *value, int count)
{
    double sum = 0;
    for (int i = 0; i + 1 < count; i += 2) sum += value[i] * value[i + 1];
    return count % 2 ? sum + value[count - 1] : sum;
}

// Against the largest term, so that no exponential overflows.
static double exp_over_sum(const double *value, int count, int self)
{
    double largest = -HUGE_VAL, sum = 0;
    for (int i = 0; i < count; i++) largest = fmax(largest, value[i]);
    for (int i = 0; i < count; i++) sum += exp(value[i] - largest);
    return exp(value[self] - largest) / sum;
}

// What an operation cell by cell computes with: integers beyond the dtype of both wrap around
// first.
static const double *as_operands(const OpCall *call, const Terms *terms, const double *values)
{
    DType operand = dtype_together(call->input, call->input_count);
    bool narrow = dtype_is_integer(operand) && dtype_compute(operand) != operand;
    if (!narrow || dtype_is_float(call->dtype)) return values;
    double *held = NEW_ARRAY(terms->arena, double, terms->count + 1);
    for (int i = 0; i < terms->count; i++) held[i] = dtype_held(operand, values[i]);
    return held;
}

double terms_value(const OpCall *call, const Terms *terms, const double *values)
{
    switch (terms->kind) {
    case TERMS_CONSTANT: return (double)NAN;
    case TERMS_MOVED: return values[0];
    case TERMS_SUM_OF_PRODUCTS:
        return dtype_held(call->dtype, sum_of_products(values, terms->count));
    case TERMS_EXP_OVER_SUM: return exp_over_sum(values, terms->count, terms->self);
    case TERMS_FORMULA:
        return dtype_held(
            call->dtype,
            call->op->formula(call, &(Formula){.terms = terms, .exact = values, .term = values}));
    case TERMS_ELEMENTWISE: values = as_operands(call, terms, values); break;
    case TERMS_REDUCTION: break;
    }
    const Op *op = call->op;
    double value =
        op->value_at ? op->value_at(call, terms, values) : op->value(call, values, terms->count);
    return dtype_held(call->dtype, value);
}
