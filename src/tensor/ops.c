// The table of operations, and what is done with any of them.
#include "tensor/op.h"

#include "base/bug.h"

#include <math.h>
#include <string.h>

// Every row there is; each stands at the end of its file, grouped by idea.
// clang-format off
#define ALL_OPS(ROW) \
    ROW(add) ROW(sub) ROW(mul) ROW(div) ROW(floordiv) ROW(remainder) ROW(pow) ROW(neg) \
    ROW(matmul) ROW(mm) ROW(bmm) ROW(mv) ROW(dot) \
    ROW(eq) ROW(ne) ROW(lt) ROW(le) ROW(gt) ROW(ge) ROW(maximum) ROW(minimum) \
    ROW(and) ROW(or) ROW(xor) ROW(not) ROW(logical_and) ROW(logical_or) ROW(logical_not) \
    ROW(exp) ROW(log) ROW(sqrt) ROW(rsqrt) ROW(sin) ROW(cos) ROW(tanh) ROW(sigmoid) ROW(abs) \
    ROW(relu) ROW(round) \
    ROW(sum) ROW(mean) ROW(prod) ROW(any) ROW(all) ROW(var) ROW(std) ROW(cumsum) \
    ROW(max) ROW(min) ROW(amax) ROW(amin) ROW(argmax) ROW(argmin) \
    ROW(softmax) ROW(log_softmax) \
    ROW(transpose) ROW(t) ROW(T) ROW(mT) ROW(permute) ROW(contiguous) ROW(clone) ROW(detach) \
    ROW(reshape) ROW(view) ROW(flatten) ROW(unsqueeze) ROW(squeeze) ROW(expand) \
    ROW(getitem) ROW(setitem) \
    ROW(cat) ROW(stack) \
    ROW(tril) ROW(triu) ROW(masked_fill) ROW(where) \
    ROW(to) ROW(float) ROW(long) ROW(bool) \
    ROW(tensor) ROW(zeros) ROW(ones) ROW(full) ROW(arange) ROW(linspace) ROW(eye) \
    ROW(zeros_like) ROW(ones_like) ROW(full_like)
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

Tensor *op_apply(OpCall *call, TensorHeap *heap, Error *error)
{
    REQUIRE(call->op->infer);
    call->is_view = false;
    if (!call->op->infer(call, error)) return NULL;
    if (call->is_view) return call->output = make_view(call, heap, error);
    call->output = tensor_new(heap, call->dtype, call->shape, error);
    if (call->output) call->op->forward(call);
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

void op_sources(const OpCall *call, Index at, Terms *terms)
{
    *terms = (Terms){.kind = TERMS_CONSTANT, .arena = terms->arena};
    if (call->op->sources) call->op->sources(call, at, terms);
}

static double sum_of_products(const double *value, int count)
{
    double sum = 0;
    for (int i = 0; i + 1 < count; i += 2) sum += value[i] * value[i + 1];
    return sum;
}

// Against the largest term, so that no exponential overflows.
static double exp_over_sum(const double *value, int count, int self)
{
    double largest = -HUGE_VAL, sum = 0;
    for (int i = 0; i < count; i++) largest = fmax(largest, value[i]);
    for (int i = 0; i < count; i++) sum += exp(value[i] - largest);
    return exp(value[self] - largest) / sum;
}

static double as_dtype(DType dtype, double value)
{
    return dtype == DTYPE_BOOL ? value != 0 : value;
}

double terms_value(const OpCall *call, const Terms *terms, const double *values)
{
    switch (terms->kind) {
    case TERMS_CONSTANT: return (double)NAN;
    case TERMS_MOVED: return values[0];
    case TERMS_SUM_OF_PRODUCTS: return sum_of_products(values, terms->count);
    case TERMS_EXP_OVER_SUM: return exp_over_sum(values, terms->count, terms->self);
    case TERMS_ELEMENTWISE:
    case TERMS_REDUCTION: break;
    }
    return as_dtype(call->dtype, call->op->value(call, values, terms->count));
}
