// conv1d: a window of weights that slides along the last dimension.
//
// For each group of channels the windows are laid out as the columns of a matrix, which the weights
// are multiplied with.
#include "base/share.h"
#include "tensor/call.h"
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/layout.h"
#include "tensor/matrices/product.h"

#include <string.h>

// input (batch, in, length), weight (out, in / groups, width)
typedef struct Conv {
    int64_t batch, in, length, out, width, groups;
    int64_t stride, dilation, before, after; // before, after: zeros around the input
    int64_t steps;                           // length of the result
    bool unbatched;                          // input (in, length)
} Conv;

static int64_t single(const OpCall *call, int arg, int64_t otherwise)
{
    const Arg *given = &call->arg[arg];
    if (given->kind == ARG_INTS) return given->count ? given->ints[0] : otherwise;
    return call_int(call, arg, otherwise);
}

static void read_padding(const OpCall *call, Conv *conv)
{
    const char *word = call->arg[1].kind == ARG_STR ? call->arg[1].text : "";
    int64_t reach = conv->dilation * (conv->width - 1);
    bool same = strcmp(word, "same") == 0;
    conv->before = same ? reach / 2 : *word ? 0 : single(call, 1, 0);
    conv->after = same ? reach - reach / 2 : conv->before;
}

static Conv conv_of(const OpCall *call)
{
    const Shape *in = &call->input[0]->shape, *weight = &call->input[1]->shape;
    bool unbatched = in->ndim == 2;
    Conv conv = {.batch = unbatched ? 1 : in->dim[0],
                 .in = in->dim[in->ndim - 2],
                 .length = in->dim[in->ndim - 1],
                 .out = weight->dim[0],
                 .width = weight->dim[2],
                 .groups = call_int(call, 3, 1),
                 .stride = single(call, 0, 1),
                 .dilation = single(call, 2, 1),
                 .unbatched = unbatched};
    read_padding(call, &conv);
    conv.steps = (conv.length + conv.before + conv.after - conv.dilation * (conv.width - 1) - 1) /
                     conv.stride +
                 1;
    return conv;
}

// ---- checks ------------------------------------------------------------------------------------

static bool dims_fit(const OpCall *call, Error *error)
{
    const Shape *in = &call->input[0]->shape, *weight = &call->input[1]->shape;
    if (weight->ndim != 3 || in->ndim < 2 || in->ndim > 3) {
        return error_set(error, "RuntimeError",
                         "Expected 2D (unbatched) or 3D (batched) input to conv1d, but got input "
                         "of size: %s",
                         shape_list(error->arena, in));
    }
    return true;
}

// Sizes that no arithmetic overflows with: everything fits into memory.
static bool numbers_fit(const OpCall *call, Error *error)
{
    enum { MOST = 1 << 30 };
    static const char *const name[] = {"stride", "padding", "dilation"};
    for (int arg = 0; arg < 3; arg++) {
        if (call->arg[arg].kind == ARG_STR) continue;
        int64_t value = single(call, arg, 1);
        if (arg == 1 && value < 0)
            return error_set(error, "RuntimeError", "negative padding is not supported");
        if (arg == 0 && value <= 0)
            return error_set(error, "RuntimeError", "non-positive stride is not supported");
        if (arg == 2 && value <= 0)
            return error_set(error, "RuntimeError", "dilation should be greater than zero");
        if (value > MOST) return error_set(error, "RuntimeError", "%s is too large", name[arg]);
    }
    return true;
}

static bool padding_fits(const OpCall *call, Error *error)
{
    const char *word = call->arg[1].kind == ARG_STR ? call->arg[1].text : "valid";
    bool same = strcmp(word, "same") == 0;
    if (!same && strcmp(word, "valid") != 0)
        return error_set(error, "RuntimeError", "Invalid padding string: '%s'", word);
    if (!same || single(call, 0, 1) == 1) return true;
    return error_set(error, "RuntimeError",
                     "padding='same' is not supported for strided convolutions");
}

static bool channels_fit(const OpCall *call, Error *error)
{
    const Shape *in = &call->input[0]->shape, *weight = &call->input[1]->shape;
    int64_t groups = call_int(call, 3, 1), channels = in->dim[in->ndim - 2];
    const char *sizes = shape_list(error->arena, weight);
    if (groups <= 0)
        return error_set(error, "RuntimeError", "non-positive groups is not supported");
    if (weight->dim[0] % groups != 0) {
        return error_set(error, "RuntimeError",
                         "Given groups=%lld, expected weight to be divisible by %lld at dimension "
                         "0, but got weight of size %s instead",
                         (long long)groups, (long long)groups, sizes);
    }
    if (channels == weight->dim[1] * groups) return true;
    Shape batched = *in;
    if (in->ndim == 2) batched = (Shape){3, {1, in->dim[0], in->dim[1]}};
    error_set(error, "RuntimeError",
              "Given groups=%lld, weight of size %s, expected input%s to have %lld channels, but "
              "got %lld channels instead",
              (long long)groups, sizes, shape_list(error->arena, &batched),
              (long long)(weight->dim[1] * groups), (long long)channels);
    return error_hint(error, "conv1d takes (batch, channels, length): is a transpose missing?");
}

static bool bias_fits(const OpCall *call, Error *error)
{
    const Tensor *bias = call_input(call, 2);
    const Shape *weight = &call->input[1]->shape;
    if (!bias || (bias->shape.ndim == 1 && bias->shape.dim[0] == weight->dim[0])) return true;
    return error_set(error, "RuntimeError",
                     "Given weight of size %s, expected bias to be 1-dimensional with %lld "
                     "elements, but got bias of size %s instead",
                     shape_list(error->arena, weight), (long long)weight->dim[0],
                     shape_list(error->arena, &bias->shape));
}

static bool width_fits(const Conv *conv, Error *error)
{
    if (conv->width == 0)
        return error_set(error, "RuntimeError", "kernel size should be greater than zero");
    int64_t padded = conv->length + conv->before + conv->after;
    int64_t window = conv->dilation * (conv->width - 1) + 1;
    if (padded >= window) return true;
    return error_set(error, "RuntimeError",
                     "Calculated padded input size per channel: (%lld). Kernel size: (%lld). "
                     "Kernel size can't be greater than actual input size",
                     (long long)padded, (long long)window);
}

static bool conv1d_infer(OpCall *call, Error *error)
{
    bool ok = dims_fit(call, error) && numbers_fit(call, error) && padding_fits(call, error) &&
              channels_fit(call, error) && bias_fits(call, error);
    if (!ok) return false;
    Conv conv = conv_of(call);
    if (!width_fits(&conv, error)) return false;
    call->dtype = call->input[0]->dtype;
    for (int k = 1; k < call->input_count; k++) {
        DType dtype = call->input[k]->dtype;
        if (dtype == call->dtype) continue;
        if (k == 1)
            return error_set(error, "RuntimeError", "expected scalar type %s but found %s",
                             dtype_title(call->dtype), dtype_title(dtype));
        return error_set(error, "RuntimeError",
                         "Input type (%s) and bias type (%s) should be the same",
                         dtype_c_name(call->dtype), dtype_c_name(dtype));
    }
    call->shape = conv.unbatched ? (Shape){2, {conv.out, conv.steps}}
                                 : (Shape){3, {conv.batch, conv.out, conv.steps}};
    return call->dtype != DTYPE_BOOL ||
           error_not_implemented(error, "slow_conv2d_cpu", call->dtype);
}

// ---- computing ---------------------------------------------------------------------------------

enum { MOST_CELLS = 1 << 23 }; // of the matrix of windows: long inputs take several

// What is computed with: cells side by side.
typedef struct Work {
    Conv conv;
    DType dtype;
    size_t bytes;
    const unsigned char *in, *weight, *bias;
    unsigned char *out, *windows, *product;
    int64_t out_stride[3]; // of batch, channel, step
    int64_t chunk;         // steps at a time
} Work;

// One row of the matrix of windows: what one weight of one channel meets, from a step on.
static void lay_out_row(const Work *work, const unsigned char *channel, int64_t tap, int64_t from,
                        int64_t steps, unsigned char *row)
{
    const Conv *c = &work->conv;
    int64_t start = tap * c->dilation - c->before + from * c->stride, step = 0;
    size_t bytes = work->bytes;
    for (; step < steps && start + step * c->stride < 0; step++)
        memset(row + (size_t)step * bytes, 0, bytes);
    int64_t inside = steps - step, most = (c->length - 1 - start) / c->stride - step + 1;
    if (start + step * c->stride >= c->length) most = 0;
    if (inside > most) inside = most;
    convert_row(work->dtype, channel + (size_t)(start + step * c->stride) * bytes, c->stride,
                work->dtype, row + (size_t)step * bytes, 1, inside);
    step += inside;
    memset(row + (size_t)step * bytes, 0, (size_t)(steps - step) * bytes);
}

// Some steps of one group of channels, the i-th of all batches.
static void convolve(const Work *work, int64_t i, int64_t from, int64_t steps)
{
    const Conv *c = &work->conv;
    int64_t channels = c->in / c->groups, outs = c->out / c->groups, inner = channels * c->width;
    const unsigned char *first = work->in + (size_t)(i * channels * c->length) * work->bytes;
    for (int64_t row = 0; row < inner; row++) {
        lay_out_row(work, first + (size_t)(row / c->width * c->length) * work->bytes,
                    row % c->width, from, steps,
                    work->windows + (size_t)(row * steps) * work->bytes);
    }
    Product product = {.m = outs,
                       .k = inner,
                       .n = steps,
                       .a_row = inner,
                       .a_column = 1,
                       .b_row = steps,
                       .b_column = 1,
                       .adds = work->bias != NULL,
                       .alpha = 1,
                       .beta = 1,
                       .added_row = 1};
    int64_t group = i % c->groups;
    Factors factors = {.a = work->weight + (size_t)(group * outs * inner) * work->bytes,
                       .b = work->windows,
                       .out = work->product};
    if (work->bias) factors.added = work->bias + (size_t)(group * outs) * work->bytes;
    product_multiply(&product, work->dtype, &factors);
    for (int64_t o = 0; o < outs; o++) {
        int64_t channel = group * outs + o;
        int64_t to = i / c->groups * work->out_stride[0] + channel * work->out_stride[1] +
                     from * work->out_stride[2];
        convert_row(work->dtype, work->product + (size_t)(o * steps) * work->bytes, 1, work->dtype,
                    work->out + (size_t)to * work->bytes, work->out_stride[2], steps);
    }
}

static void conv1d_forward(OpCall *call)
{
    Work work = {.conv = conv_of(call), .dtype = call->dtype, .bytes = dtype_bytes(call->dtype)};
    const Conv *c = &work.conv;
    if (tensor_count(call->output) == 0) return;
    Arena scratch = {0};
    const Tensor *bias = call_input(call, 2);
    work.in = tensor_contiguous_cells(call->input[0], call->dtype, &scratch);
    work.weight = tensor_contiguous_cells(call->input[1], call->dtype, &scratch);
    work.bias = bias ? tensor_contiguous_cells(bias, call->dtype, &scratch) : NULL;
    work.out = tensor_data(call->output);
    memcpy(work.out_stride + c->unbatched, call->output->stride,
           (3 - c->unbatched) * sizeof(int64_t));
    int64_t inner = c->in / c->groups * c->width, rows = inner > c->out ? inner : c->out;
    work.chunk = rows < MOST_CELLS ? MOST_CELLS / (rows + 1) + 1 : 1;
    if (work.chunk > c->steps) work.chunk = c->steps;
    work.windows = arena_array(&scratch, (size_t)(inner * work.chunk), work.bytes);
    work.product = arena_array(&scratch, (size_t)(c->out * work.chunk), work.bytes);
    for (int64_t i = 0; i < c->batch * c->groups; i++) {
        for (int64_t from = 0; from < c->steps && share_goes_on(); from += work.chunk) {
            int64_t left = c->steps - from;
            convolve(&work, i, from, left < work.chunk ? left : work.chunk);
        }
    }
    arena_free(&scratch);
}

// Only weights that meet a cell: the zeros around the input add nothing.
static void conv1d_sources(const OpCall *call, Index at, Terms *terms)
{
    Conv c = conv_of(call);
    int lead = !c.unbatched;
    int64_t channels = c.in / c.groups, out = at.at[lead], step = at.at[lead + 1];
    int64_t group = out / (c.out / c.groups);
    terms->kind = TERMS_SUM_OF_PRODUCTS;
    for (int64_t i = 0; i < channels * c.width; i++) {
        int64_t position = step * c.stride + i % c.width * c.dilation - c.before;
        if (position < 0 || position >= c.length) continue;
        Index cell = {0};
        if (lead) cell.at[0] = at.at[0];
        cell.at[lead] = group * channels + i / c.width;
        cell.at[lead + 1] = position;
        terms_add(terms, 0, cell);
        terms_add(terms, 1, (Index){{out, i / c.width, i % c.width}});
    }
    if (call_input(call, 2)) terms_add(terms, call_which(call, 2), (Index){{out}});
}

// How many of a window's cells lie inside the input, over all steps and taps.
static int64_t cells_met(const Conv *c, int64_t *empty)
{
    int64_t met = 0;
    *empty = 0;
    for (int64_t step = 0; step < c->steps; step++) {
        int64_t before = met;
        for (int64_t tap = 0; tap < c->width; tap++) {
            int64_t position = step * c->stride + tap * c->dilation - c->before;
            met += position >= 0 && position < c->length;
        }
        *empty += met == before;
    }
    return met;
}

static void conv1d_cost(const OpCall *call, Cost *cost)
{
    Conv c = conv_of(call);
    int64_t empty, met = cells_met(&c, &empty), channels = c.in / c.groups;
    int64_t rows = c.steps ? shape_count(&call->shape) / c.steps : 0;
    if (channels == 0) return;
    cost_add(cost, COST_MULTIPLICATIONS, rows * channels, met);
    // Without a bias the first product of a window is added to nothing.
    int64_t first = call_input(call, 2) ? 0 : c.steps - empty;
    cost_add(cost, COST_ADDITIONS, rows, channels * met - first);
}

// The tensor as PyTorch convolves it: with a dimension of size 1 before the last.
static Tensor as_image(const Tensor *of)
{
    Tensor image = *of;
    int last = of->shape.ndim - 1;
    image.shape.ndim = 4;
    for (int d = 0; d < 4; d++) {
        int own = d - (d > 2) - (last < 2);
        image.shape.dim[d] = own < 0 || d == 2 ? 1 : of->shape.dim[own];
        image.stride[d] = own < 0 ? of->shape.dim[0] * of->stride[0] : of->stride[own];
    }
    image.stride[2] = image.shape.dim[3] * image.stride[3];
    return image;
}

// With the channels closest where the weights have them so, or an input that needed no copy.
static void conv1d_layout(const OpCall *call, int64_t *stride)
{
    const Tensor *in = call->input[0];
    Tensor image = as_image(in), weight = as_image(call->input[1]);
    bool last = (tensor_is_contiguous(in) && layout_suggests_channels_last(&image)) ||
                layout_suggests_channels_last(&weight);
    shape_strides(&call->shape, stride);
    if (!last) return;
    int channel = call->shape.ndim - 2;
    stride[channel] = 1;
    stride[channel + 1] = call->shape.dim[channel];
}

const Op op_conv1d = {
    .name = "conv1d",
    .effort = 3,
    .signature = "input: Tensor, weight: Tensor, bias: Tensor? = None, stride: ints = 1, "
                 "padding: padding = 0, dilation: ints = 1, groups: int = 1",
    .shape = "(b, i, l), (o, i, k), (o) -> (b, o, l)",
    .doc = "multiply a window of the input and the weights of one output channel pair by pair, add "
           "up, and add the bias",
    .found = IN_TORCH | IN_FUNCTIONAL,
    .notation = {.between = " + "},
    .layout = conv1d_layout,
    .infer = conv1d_infer,
    .forward = conv1d_forward,
    .sources = conv1d_sources,
    .depth = cost_depth,
    .cost = conv1d_cost,
};
