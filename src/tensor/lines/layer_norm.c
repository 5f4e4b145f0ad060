// layer_norm: each row is shifted and scaled to mean 0 and variance 1, then by a weight and a bias.
//
// Mean and variance are Welford's, of 8 numbers side by side, in chunks of 16 that are joined as a
// tree: PyTorch's order (moments_utils.h, layer_norm_kernel.cpp), to the last bit.
#include "tensor/lines/layer_norm.h"
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/float/pair.h"
#include "tensor/float/rows.h"
#include "tensor/formula.h"
#include "tensor/slip.h"

#include <math.h>

enum { LANES = 8, CHUNK = 16, MOST_LEVELS = 64 };

// ---- mean and variance -------------------------------------------------------------------------

// Of `count` numbers in each lane: the mean, and the sum of squared distances from it.
typedef struct Moments {
    int64_t count;
    float mean[LANES], squares[LANES];
} Moments;

LANE void join(Moments *into, const Moments *more, int lanes)
{
    int64_t count = into->count + more->count;
    float share = count ? (float)more->count / (float)count : 0;
    for (int i = 0; i < lanes; i++) {
        float delta = more->mean[i] - into->mean[i];
        into->mean[i] = fused(share, delta, into->mean[i]);
        into->squares[i] += fused(delta * delta * share, (float)into->count, more->squares[i]);
    }
    into->count = count;
}

LANE Moments of_chunk(const float *in, int64_t rows)
{
    Moments chunk = {.count = rows};
    for (int64_t j = 0; j < rows; j++) {
        float part = 1 / (float)(j + 1);
        for (int i = 0; i < LANES; i++) {
            float x = in[j * LANES + i], delta = x - chunk.mean[i];
            chunk.mean[i] = fused(delta, part, chunk.mean[i]);
            chunk.squares[i] = fused(delta, x - chunk.mean[i], chunk.squares[i]);
        }
    }
    return chunk;
}

static int levels_for(int64_t chunks)
{
    int levels = 0;
    while (levels < MOST_LEVELS - 1 && (int64_t)1 << levels < chunks) levels++;
    return levels;
}

// All full rows of 8; a chunk that completes a level moves it one up.
LANE Moments of_eights(const float *in, int64_t rows)
{
    int64_t chunks = (rows + CHUNK - 1) / CHUNK;
    int levels = levels_for(chunks);
    Moments level[MOST_LEVELS];
    for (int k = 0; k < levels || k == 0; k++) level[k] = (Moments){0};
    for (int64_t i = 0; i < chunks; i++) {
        int64_t left = rows - i * CHUNK;
        Moments chunk = of_chunk(in + i * CHUNK * LANES, left < CHUNK ? left : CHUNK);
        join(&level[0], &chunk, LANES);
        int64_t mask = i + 1;
        for (int j = 1; j < levels && (mask & 1) == 0; j++, mask >>= 1) {
            join(&level[j], &level[j - 1], LANES);
            level[j - 1] = (Moments){0};
        }
    }
    for (int k = 1; k < levels; k++) join(&level[0], &level[k], LANES);
    return level[0];
}

FOR_AVX2 static Moments eights_avx2(const float *in, int64_t rows)
{
    return of_eights(in, rows);
}

static Moments eights_any(const float *in, int64_t rows)
{
    return of_eights(in, rows);
}

void row_moments(const float *in, int64_t n, float *mean, float *variance)
{
    int64_t rows = n / LANES;
    Moments eights = (HAVE_AVX2() ? eights_avx2 : eights_any)(in, rows), all = {0};
    for (int64_t i = rows * LANES; i < n; i++) {
        float delta = in[i] - all.mean[0];
        all.count++;
        all.mean[0] += delta / (float)all.count;
        all.squares[0] += delta * (in[i] - all.mean[0]);
    }
    for (int i = 0; i < LANES; i++) {
        Moments lane = {.count = rows, .mean = {eights.mean[i]}, .squares = {eights.squares[i]}};
        join(&all, &lane, 1);
    }
    *mean = all.mean[0];
    *variance = all.squares[0] / (float)n;
}

// ---- rows --------------------------------------------------------------------------------------

// The weight is b, the bias c.
#define SCALED_LOOP(name)                                                                          \
    static void name(float *out, const float *a, const float *b, const float *c, float mean,       \
                     float scale, int64_t n)                                                       \
    {                                                                                              \
        INDEPENDENT for (int64_t i = 0; i < n; i++) out[i] =                                       \
            fused((a[i] - mean) * scale, b[i], c[i]);                                              \
    }

FOR_AVX2 SCALED_LOOP(scale_avx2) SCALED_LOOP(scale_any)

    typedef struct Norm {
    const OpCall *call;
    int64_t rows, n; // n cells in each row
    double eps;
} Norm;

static void norm_floats(const Norm *norm, Arena *scratch)
{
    const Tensor *weight = call_input(norm->call, 1), *bias = call_input(norm->call, 2);
    const float *in = contiguous_floats(norm->call->input[0], scratch), *w, *b;
    float *out = tensor_floats(norm->call->output);
    float *ones = arena_array(scratch, (size_t)norm->n, sizeof *ones);
    float *zeros = arena_array(scratch, (size_t)norm->n, sizeof *zeros);
    for (int64_t i = 0; i < norm->n; i++) ones[i] = 1, zeros[i] = 0;
    w = weight ? contiguous_floats(weight, scratch) : ones;
    b = bias ? contiguous_floats(bias, scratch) : zeros;
    for (int64_t r = 0; r < norm->rows; r++, in += norm->n, out += norm->n) {
        float mean, variance;
        row_moments(in, norm->n, &mean, &variance);
        float scale = 1 / sqrtf(variance + (float)norm->eps);
        (HAVE_AVX2() ? scale_avx2 : scale_any)(out, in, w, b, mean, scale, norm->n);
    }
}

static void norm_doubles(const Norm *norm, Arena *scratch)
{
    const Tensor *weight = call_input(norm->call, 1), *bias = call_input(norm->call, 2);
    const double *in = contiguous_doubles(norm->call->input[0], scratch);
    const double *w = weight ? contiguous_doubles(weight, scratch) : NULL;
    const double *b = bias ? contiguous_doubles(bias, scratch) : NULL;
    double *out = tensor_doubles(norm->call->output);
    for (int64_t r = 0; r < norm->rows; r++, in += norm->n, out += norm->n) {
        double mean = 0, squares = 0;
        for (int64_t i = 0; i < norm->n; i++) mean += in[i];
        mean /= (double)norm->n;
        for (int64_t i = 0; i < norm->n; i++) squares += (in[i] - mean) * (in[i] - mean);
        double scale = 1 / sqrt(squares / (double)norm->n + norm->eps);
        for (int64_t i = 0; i < norm->n; i++)
            out[i] = (in[i] - mean) * scale * (w ? w[i] : 1) + (b ? b[i] : 0);
    }
}

// ---- the operation -----------------------------------------------------------------------------

static Shape normalized_shape(const OpCall *call)
{
    Shape shape = {.ndim = call->arg[0].count};
    for (int d = 0; d < shape.ndim && d < MAX_DIMS; d++) shape.dim[d] = call->arg[0].ints[d];
    return shape;
}

static bool ends_with(const Shape *shape, const Shape *end)
{
    int lead = shape->ndim - end->ndim;
    for (int d = 0; lead >= 0 && d < end->ndim; d++) {
        if (shape->dim[lead + d] != end->dim[d]) return false;
    }
    return lead >= 0;
}

static bool input_fits(const OpCall *call, const Shape *wanted, Error *error)
{
    const Shape *shape = &call->input[0]->shape;
    if (ends_with(shape, wanted)) return true;
    Arena *arena = error->arena;
    const char *list = shape_list(arena, wanted);
    error_set(error, "RuntimeError",
              "Given normalized_shape=%s, expected input with shape [*, %s, but got input of "
              "size%s",
              list, list + 1, shape_list(arena, shape));
    return error_hint(error, "normalized_shape are the last sizes of the input, %s",
                      shape_tuple(arena, shape));
}

static bool parameter_fits(const OpCall *call, int parameter, const Shape *wanted, Error *error)
{
    const Tensor *tensor = call_input(call, parameter);
    const char *name = parameter == 1 ? "weight" : "bias";
    if (!tensor) return true;
    if (!shape_equal(&tensor->shape, wanted)) {
        return error_set(error, "RuntimeError",
                         "Expected %s to be of same shape as normalized_shape, but got %s of shape "
                         "%s and normalized_shape = %s",
                         name, name, shape_list(error->arena, &tensor->shape),
                         shape_list(error->arena, wanted));
    }
    if (tensor->dtype == call->input[0]->dtype) return true;
    const Tensor *weight = call_input(call, 1);
    if (tensor != weight && weight && weight->dtype == call->input[0]->dtype)
        return error_set(error, "RuntimeError", "expected scalar type %s but found %s",
                         dtype_title(weight->dtype), dtype_title(tensor->dtype));
    if (tensor->dtype == DTYPE_FLOAT32)
        return error_set(error, "RuntimeError",
                         "mixed dtype (CPU): all inputs must share same datatype.");
    return error_set(error, "RuntimeError",
                     "mixed dtype (CPU): expect parameter to have scalar type of Float");
}

static bool layer_norm_infer(OpCall *call, Error *error)
{
    int count = call->arg[0].count;
    if (count < 1 || count > MAX_DIMS) {
        return error_set(error, "RuntimeError",
                         "Expected normalized_shape to be at least 1-dimensional, i.e., containing "
                         "at least one element, but got normalized_shape = []");
    }
    Shape wanted = normalized_shape(call);
    bool ok = parameter_fits(call, 1, &wanted, error) && parameter_fits(call, 2, &wanted, error) &&
              input_fits(call, &wanted, error);
    if (!ok) return false;
    call->shape = call->input[0]->shape;
    call->dtype = call->input[0]->dtype;
    return dtype_is_float(call->dtype) ||
           not_implemented(error, "LayerNormKernelImpl", call->dtype);
}

static void layer_norm_forward(OpCall *call)
{
    Shape wanted = normalized_shape(call);
    Norm norm = {.call = call, .n = shape_count(&wanted), .eps = call_float(call, 1, 1e-5)};
    if (tensor_count(call->output) == 0) return;
    norm.rows = tensor_count(call->output) / norm.n;
    Arena scratch = {0};
    (call->dtype == DTYPE_FLOAT32 ? norm_floats : norm_doubles)(&norm, &scratch);
    arena_free(&scratch);
}

// The row, then the weight and the bias of the cell.
static void layer_norm_sources(const OpCall *call, Index at, Terms *terms)
{
    Shape wanted = normalized_shape(call);
    int lead = call->shape.ndim - wanted.ndim;
    Index own = {0}, step = {0};
    for (int d = 0; d < wanted.ndim; d++) own.at[d] = at.at[lead + d];
    terms->kind = TERMS_FORMULA;
    terms->self = (int)index_ravel(&wanted, own);
    do {
        for (int d = 0; d < wanted.ndim; d++) at.at[lead + d] = step.at[d];
        terms_add(terms, 0, at);
    } while (index_next(&wanted, &step));
    for (int parameter = 1; parameter <= 2; parameter++) {
        if (call_input(call, parameter)) terms_add(terms, call_which(call, parameter), own);
    }
}

static double layer_norm_formula(const OpCall *call, Formula *f)
{
    Shape wanted = normalized_shape(call);
    int n = (int)shape_count(&wanted), next = n;
    double mean = 0, squares = 0, eps = call_float(call, 1, 1e-5);
    for (int i = 0; i < n; i++) mean += f->exact[i] / n;
    for (int i = 0; i < n; i++) squares += (f->exact[i] - mean) * (f->exact[i] - mean);
    formula_write(f, "(");
    double cell = formula_term(f, f->terms->self);
    formula_write(f, " - ");
    cell -= formula_part(f, "mean", mean);
    formula_write(f, ") / sqrt(");
    double variance = formula_part(f, "var", squares / n);
    formula_write(f, " + ");
    formula_constant(f, eps);
    formula_write(f, ")");
    cell /= sqrt(variance + eps);
    if (call_input(call, 1)) {
        formula_write(f, " * ");
        cell *= formula_term(f, next++);
    }
    if (call_input(call, 2)) {
        formula_write(f, " + ");
        cell += formula_term(f, next);
    }
    return cell;
}

// Of each row the mean, the variance and its root; of each cell its distance, divided.
static void layer_norm_cost(const OpCall *call, Cost *cost)
{
    Shape wanted = normalized_shape(call);
    int64_t cells = shape_count(&call->shape), n = shape_count(&wanted);
    if (n == 0) return;
    cost_sums(cost, COST_ADDITIONS, 2 * (cells / n), n);
    cost_add(cost, COST_ADDITIONS, cells / n, 1); // eps
    cost_add(cost, COST_ADDITIONS, cells, call_input(call, 2) ? 2 : 1);
    cost_add(cost, COST_MULTIPLICATIONS, cells / n, 2);
    cost_add(cost, COST_MULTIPLICATIONS, cells, call_input(call, 1) ? 3 : 2);
    cost_add(cost, COST_OTHERS, cells / n, 1);
}

const Op op_layer_norm = {
    .name = "layer_norm",
    .effort = 7,
    .wide_effort = 3,
    .signature = "input: Tensor, normalized_shape: ints, weight: Tensor? = None, "
                 "bias: Tensor? = None, eps: float = 1e-05",
    .shape = "(..., n), (n), (n) -> (..., n)",
    .doc = "the cell as its distance from the row's mean in standard deviations, times weight, "
           "plus bias",
    .found = IN_TORCH | IN_FUNCTIONAL,
    .writes_all = true,
    .notation = {"layer_norm(", ", ", ")", NULL},
    .infer = layer_norm_infer,
    .forward = layer_norm_forward,
    .sources = layer_norm_sources,
    .formula = layer_norm_formula,
    .cost = layer_norm_cost,
    .slips = slips_layer_norm,
};
