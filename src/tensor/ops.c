// The table of operations, and finding one in it.
#include "tensor/op.h"

#include <string.h>

// Every row there is, grouped by idea.
// clang-format off
#define ALL_OPS(ROW) \
    ROW(add) ROW(sub) ROW(mul) ROW(div) ROW(floordiv) ROW(remainder) ROW(pow) ROW(neg) \
    ROW(matmul) ROW(mm) ROW(bmm) ROW(mv) ROW(dot) \
    ROW(layer_norm) \
    ROW(einsum) ROW(nll_loss) \
    ROW(linear) ROW(addmm) ROW(addmv) ROW(baddbmm) ROW(outer) \
    ROW(eq) ROW(ne) ROW(lt) ROW(le) ROW(gt) ROW(ge) ROW(maximum) ROW(minimum) \
    ROW(and) ROW(or) ROW(xor) ROW(not) ROW(logical_and) ROW(logical_or) ROW(logical_xor) ROW(logical_not) \
    ROW(left_shift) ROW(right_shift) \
    ROW(exp) ROW(log) ROW(sqrt) ROW(rsqrt) ROW(sin) ROW(cos) ROW(tanh) ROW(sigmoid) ROW(abs) \
    ROW(relu) ROW(round) \
    ROW(exp2) ROW(expm1) ROW(log2) ROW(log10) ROW(log1p) ROW(erf) ROW(erfc) ROW(sinh) ROW(cosh) \
    ROW(tan) ROW(asin) ROW(acos) ROW(atan) ROW(deg2rad) ROW(rad2deg) ROW(atan2) \
    ROW(hypot) ROW(floor) ROW(ceil) ROW(trunc) ROW(frac) ROW(sign) ROW(sgn) ROW(square) ROW(reciprocal) \
    ROW(isnan) ROW(isinf) ROW(isfinite) ROW(positive) \
    ROW(clamp) ROW(clamp_min) ROW(clamp_max) ROW(fmax) ROW(fmin) \
    ROW(fmod) ROW(lerp) ROW(addcmul) ROW(addcdiv) ROW(logaddexp) ROW(xlogy) ROW(logit) \
    ROW(leaky_relu) ROW(elu) ROW(selu) ROW(silu) \
    ROW(logsigmoid) ROW(hardtanh) ROW(relu6) ROW(threshold) ROW(gelu) \
    ROW(sum) ROW(mean) ROW(prod) ROW(any) ROW(all) ROW(var) ROW(std) ROW(cumsum) ROW(cumprod) ROW(norm) ROW(logsumexp) \
    ROW(cosine_similarity) \
    ROW(max) ROW(min) ROW(amax) ROW(amin) ROW(argmax) ROW(argmin) \
    ROW(softmax) ROW(functional_softmax) ROW(log_softmax) ROW(functional_log_softmax) \
    ROW(transpose) ROW(t) ROW(T) ROW(mT) ROW(permute) ROW(contiguous) ROW(clone) ROW(detach) \
    ROW(reshape) ROW(view) ROW(flatten) ROW(unsqueeze) ROW(squeeze) ROW(expand) \
    ROW(getitem) ROW(setitem) ROW(index) ROW(index_put) \
    ROW(index_select) ROW(embedding) \
    ROW(sort) ROW(argsort) ROW(topk) ROW(kthvalue) ROW(median) ROW(mode) ROW(cummax) ROW(cummin) \
    ROW(gather) ROW(scatter) ROW(scatter_add) ROW(scatter_multiply) \
    ROW(select) ROW(narrow) ROW(diagonal) ROW(unfold) ROW(as_strided) \
    ROW(repeat) ROW(flip) ROW(constant_pad_nd) \
    ROW(nonzero) \
    ROW(cat) ROW(stack) \
    ROW(tril) ROW(triu) ROW(masked_fill) ROW(where) \
    ROW(to) ROW(float) ROW(double) ROW(int) ROW(short) ROW(char) ROW(byte) ROW(long) ROW(bool) \
    ROW(half) ROW(bfloat16) \
    ROW(tensor) ROW(zeros) ROW(ones) ROW(full) ROW(arange) ROW(linspace) ROW(eye) ROW(tril_indices) ROW(triu_indices) \
    ROW(zeros_like) ROW(ones_like) ROW(full_like) \
    ROW(_softmax_backward_data) ROW(_log_softmax_backward_data) ROW(tanh_backward) \
    ROW(_sum_of_products) ROW(_moment) ROW(_layer_norm_backward) ROW(_layer_norm_backward_weight) ROW(_layer_norm_backward_bias) \
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
