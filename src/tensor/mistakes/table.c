// The usual mistakes: which operation, what the mistake is called, what was done, what is computed
// in place of the right thing (make.c), and where it is done too late, what then.
#include "tensor/mistake.h"
#include "tensor/op.h"

#include <string.h>

// Without the cells that hide: -10000, as BERT adds it, is as good as -inf.
#define SEEN "masked_fill(x, lt(x, -9999), 0)"

static const Mistake TABLE[] = {
    // ---- moves
    {"transpose t T mT permute", "not transposed", "$x was not transposed", .made = "x"},
    {NULL, "reshaped, not transposed",
     "$x was reshaped, which keeps the order of its numbers, not transposed", .made = "reshaped(x)",
     .is_rare = true},
    {"unsqueeze getitem", "new axis forgotten",
     "$x was not turned into a column first: its numbers ran along the rows",
     .made = "x if new_axis"},
    {"cat", "joined in the other order", "the tensors were joined in the other order",
     .made = "reversed(x)", .is_rare = true},
    // ---- products
    {"matmul mm bmm", "operands changed places", "$x and $y changed places",
     .made = "mT(out) if of_turned"},
    {NULL, "the other order", "$Y @ $X was computed, not $X @ $Y",
     .made = "self(y, x) if of_matrices", .is_rare = true},
    {NULL, "cell by cell", "$x and $y were multiplied cell by cell, not row by column",
     .made = "like_out(mul(x, y)) if not outer"},
    {"linear", "bias forgotten", "the bias $z was not added", .made = "without(2)"},
    {NULL, "weight not transposed",
     "$y was not transposed: a linear layer multiplies by the rows of its weight",
     .made = "self(x, t(y)) if matrix y"},
    {"einsum", "operands changed places", "$x and $y changed places",
     .made = "mT(out) if quadratic out and asks"},
    {NULL, "second operand transposed", "the last two letters of $y changed places",
     .made = "self(x, mT(y)) if quadratic y"},
    {NULL, "first operand transposed", "the last two letters of $x changed places",
     .made = "self(mT(x), y) if quadratic x"},
    // ---- softmax
    {"softmax", "softmax down the columns", "the softmax ran down the columns of $x, not $d",
     .made = "along(-2)"},
    {NULL, "softmax along the rows", "the softmax ran along the rows of $x, not $d",
     .made = "along(-1)"},
    {NULL, "softmax along the first dimension", "the softmax ran along dimension 0 of $x, not $d",
     .made = "along(0)", .is_rare = true},
    {NULL, "without the exponential", "$x was divided by its sum without the exponential",
     .made = "div(" SEEN ", total(" SEEN "))"},
    {NULL, "not divided by the sum", "that is the exponential alone, not divided by the sum",
     .made = "exp(x)"},
    {NULL, "softmax forgotten", "the softmax of $x was not taken", .made = "x"},
    {"_softmax_backward_data", "row sum forgotten",
     "the sum over the row was not subtracted: that is $y alone", .made = "mul(x, y)"},
    {NULL, "the other weights forgotten",
     "that is the slope of $y by itself; raising one weight lowers the others, which count too",
     .made = "mul(mul(x, y), sub(1, y))"},
    {NULL, "softmax skipped",
     "$x was passed on unchanged: it must be multiplied by the slopes of the softmax", .made = "x"},
    {"_log_softmax_backward_data", "row sum forgotten",
     "the probability times the sum of $x was not subtracted", .made = "x"},
    // ---- sums, means, variances
    {"sum", "mean for sum", "that is the mean of $x, not the sum", .made = "mean(self)"},
    {NULL, "sum along the rows", "the sum ran along the rows of $x, not $d", .made = "along(-1)"},
    {NULL, "sum down the columns", "the sum ran down the columns of $x, not $d",
     .made = "along(-2)"},
    {"mean", "sum for mean", "that is the sum of $x, not divided by how many there are",
     .made = "sum(self)"},
    {NULL, "mean along the rows", "the mean was taken along the rows of $x, not $d",
     .made = "along(-1)"},
    {NULL, "mean down the columns", "the mean was taken down the columns of $x, not $d",
     .made = "along(-2)"},
    {"var std", "divided by n - 1", "the squares were divided by n - 1, not by n",
     .made = "other_divisor(1) if by_n"},
    {NULL, "divided by n", "the squares were divided by n, not by n - 1",
     .made = "other_divisor(0) if not by_n"},
    {NULL, "root taken", "that is the standard deviation, the square root of the variance",
     .made = "std(self)"},
    {NULL, "root forgotten", "that is the variance: its square root was not taken",
     .made = "var(self)"},
    {"layer_norm", "shift forgotten", "the shift at the end was not added", .made = "without(2)"},
    {NULL, "not normalised", "$x was not normalised", .made = "x"},
    // ---- arithmetic
    {"add", "mask with 0 in place of -inf", "$y was not added, or was 0 where it should hide",
     .made = "x if hides y"},
    {NULL, "mask after softmax", "$y was applied after $n, not before", .made = "x if hides y",
     .late = "masked_fill(shares, lt(y, -9999), 0)"},
    {NULL, "second addend forgotten", "$y was not added", .made = "x if not hides y"},
    {NULL, "first addend forgotten", "$x was not added", .made = "y if not hides y"},
    {"sub", "subtracted in the wrong order", "$y - $x was computed, not $x - $y",
     .made = "self(y, x)"},
    {NULL, "not subtracted", "$y was not subtracted from $x", .made = "x"},
    {"mul", "scale forgotten", "$x was not multiplied by $y",
     .made = "x if number y and not square"},
    {NULL, "multiplied by the square of the scale",
     "$x was multiplied by the square of $y, not by $y",
     .made = "self(self(x, y), y) if number y and not square", .is_rare = true},
    {NULL, "divided by the scale", "$x was divided by $y, not multiplied by it",
     .made = "div(x, y) if number y"},
    {NULL, "not multiplied", "$x was not multiplied by $y",
     .made = "x if not number y and not square"},
    {NULL, "not squared", "$x was not squared", .made = "x if square"},
    {"div", "scale forgotten", "$x was not divided by $y", .made = "x if number y and not square"},
    {NULL, "divided by the square of the scale", "$x was divided by the square of $y, not by $y",
     .made = "self(self(x, y), y) if number y and not square", .is_rare = true},
    {NULL, "multiplied by the scale", "$x was multiplied by $y, not divided by it",
     .made = "mul(x, y) if number y"},
    {NULL, "not divided", "$x was not divided by $y", .made = "x if not number y and not square"},
    {"pow", "multiplied", "$x was multiplied by $y, not raised to it", .made = "mul(x, y)",
     .is_rare = true},
    {NULL, "not squared", "$x was not squared", .made = "x if two y"},
    {NULL, "not raised", "$x was not raised to $y", .made = "x if not two y"},
    // ---- curves
    {"exp", "without the exponential", "the exponential of $x was not taken", .made = "x"},
    {"tanh", "tanh forgotten", "the tanh of $x was not taken", .made = "x"},
    {"sigmoid", "sigmoid forgotten", "the sigmoid of $x was not taken", .made = "x"},
    {"relu", "relu forgotten", "the negative numbers in $x were not set to 0", .made = "x"},
    {"gelu", "gelu forgotten", "the gelu of $x was not taken", .made = "x"},
    {"sqrt", "root forgotten", "the square root of $x was not taken", .made = "x"},
    {"sin", "cosine for sine", "that is the cosine, but the sine is needed", .made = "cos(x)"},
    {"cos", "sine for cosine", "that is the sine, but the cosine is needed", .made = "sin(x)"},
    // ---- masks
    {"masked_fill", "mask with 0 in place of -inf", "0 was filled in instead of $z",
     .made = "self(x, y, 0) if hides z"},
    {NULL, "mask after softmax", "the mask was applied after $n, not before",
     .made = "x if hides z", .late = "masked_fill(shares, y, 0)"},
    {NULL, "mask forgotten", "the mask was not applied to $x", .made = "x"},
    {NULL, "mask inverted", "the mask was inverted: what it should show was hidden",
     .made = "self(x, logical_not(y), z)"},
    {"where", "mask with 0 in place of -inf", "0 was filled in instead of $y",
     .made = "self(x, 0, z) if hides y"},
    {NULL, "mask with 0 in place of -inf", "0 was filled in instead of $z",
     .made = "self(x, y, 0) if hides z"},
    {NULL, "condition inverted", "the condition was inverted",
     .made = "self(logical_not(x), y, z)"},
    {"tril triu", "mask forgotten", "all of $x was kept, not just one triangle", .made = "x"},
};

static const Mistake *const END = TABLE + sizeof TABLE / sizeof *TABLE;

const Mistake *mistakes_of(const Op *op)
{
    for (const Mistake *mistake = TABLE; mistake < END; mistake++) {
        if (mistake->of && str_names(str_from(mistake->of), str_from(op->name))) return mistake;
    }
    return NULL;
}

const Mistake *mistake_after(const Mistake *mistake)
{
    return ++mistake == END || mistake->of ? NULL : mistake;
}

Mistake mistake_temperature(double temperature)
{
    return (Mistake){.name = "temperature",
                     .words = "$x is divided by the temperature",
                     .made = "self(div(x, temperature)) if fractional x",
                     .temperature = temperature};
}
