// Tensors that are not computed from others: torch.zeros, arange, linspace, eye and their like.
//
// The floats must equal PyTorch's to the last bit, so they are computed in its order. arange is
// start + step*i, but PyTorch's vector kernel rounds the first number of eight to float32 and adds
// step*lane to that. linspace counts up from the start for its first half and down from the end
// for the second, each with step = (end - start) / (steps - 1).
#include "tensor/create.h"

#include "tensor/call.h"
#include "tensor/convert.h"
#include "tensor/float/bits.h"

#include <math.h>

bool create_shape(const int64_t *sizes, int count, Shape *shape, Error *error)
{
    if (count > MAX_DIMS) return error_too_many_dims(error, count);
    *shape = (Shape){.ndim = count};
    for (int d = 0; d < count; d++) shape->dim[d] = sizes[d];
    for (int d = 0; d < count; d++) {
        if (sizes[d] >= 0) continue;
        return error_set(error, "RuntimeError",
                         "Trying to create tensor with negative dimension %lld: %s",
                         (long long)sizes[d], shape_list(error->arena, shape));
    }
    return true;
}

Tensor *create_full(TensorHeap *heap, DType dtype, Shape shape, const Tensor *value, Error *error)
{
    Tensor *tensor = tensor_new(heap, dtype, shape, error);
    if (tensor) tensor_assign(tensor, value);
    return tensor;
}

// ---- sequences ---------------------------------------------------------------------------------

static bool right_way(bool no_step, bool wrong_way, Error *error)
{
    if (no_step) return error_set(error, "RuntimeError", "step must be nonzero");
    if (!wrong_way) return true;
    return error_set(error, "RuntimeError",
                     "upper bound and larger bound inconsistent with step sign");
}

// PyTorch's vectors of eight floats are made from their first one, two vectors at a time; the cells
// that do not fill two are made one by one (RangeFactoriesKernel.cpp).
enum { LANES = 8, HALF_LANES = 16 };

static int64_t cells_in_vectors(int64_t cells)
{
    return cells - cells % (2 * LANES);
}

static void fill_arange(float *cell, int64_t cells, double start, double step)
{
    int64_t in_vectors = cells_in_vectors(cells);
    for (int64_t i = 0; i < cells; i++) {
        int64_t lane = i < in_vectors ? i % LANES : 0;
        float first = (float)(start + step * (double)(i - lane));
        cell[i] = (float)((double)first + step * (double)lane);
    }
}

static void fill_arange_doubles(double *cell, int64_t cells, double start, double step)
{
    for (int64_t i = 0; i < cells; i++) cell[i] = start + step * (double)i;
}

// In PyTorch's kernel for halves the first number of 16 is rounded, two times 16 at a time.
static void fill_arange_halves(Tensor *tensor, int64_t cells, float start, float step)
{
    int64_t in_vectors = cells - cells % (2 * HALF_LANES);
    for (int64_t i = 0; i < cells; i++) {
        int64_t lane = i < in_vectors ? i % HALF_LANES : 0;
        double first = (double)(start + step * (float)(i - lane));
        if (i < in_vectors) first = dtype_held(tensor->dtype, first);
        tensor_set(tensor, (Index){{i}}, (double)((float)first + step * (float)lane));
    }
}

Tensor *create_arange(TensorHeap *heap, DType dtype, double start, double end, double step,
                      Error *error)
{
    if (!right_way(step == 0, false, error)) return NULL;
    if (!isfinite(start) || !isfinite(end)) {
        error_set(error, "RuntimeError", "unsupported range: %g -> %g", start, end);
        return NULL;
    }
    if (!right_way(isnan(step), (step > 0) != (end >= start) && end != start, error)) return NULL;
    double count = ceil((end - start) / step);
    int64_t cells = count < 0x1p62 ? (int64_t)count : INT64_MAX;
    Shape shape = {.ndim = 1, .dim = {cells}};
    Tensor *tensor = tensor_new(heap, dtype, shape, error);
    if (!tensor) return NULL;
    if (dtype == DTYPE_FLOAT64)
        fill_arange_doubles(tensor_doubles(tensor), cells, start, step);
    else if (dtype_is_half(dtype))
        fill_arange_halves(tensor, cells, (float)start, (float)step);
    else
        fill_arange(tensor_floats(tensor), cells, start, step);
    return tensor;
}

Tensor *create_arange_ints(TensorHeap *heap, int64_t start, int64_t end, int64_t step, Error *error)
{
    if (!right_way(step == 0, (step > 0) != (end >= start) && end != start, error)) return NULL;
    // As unsigned numbers: the distance may be larger than any int64.
    uint64_t distance =
        step > 0 ? (uint64_t)end - (uint64_t)start : (uint64_t)start - (uint64_t)end;
    uint64_t size = step > 0 ? (uint64_t)step : 0 - (uint64_t)step;
    uint64_t cells = distance / size + (distance % size != 0);
    Shape shape = {.ndim = 1, .dim = {cells > INT64_MAX ? INT64_MAX : (int64_t)cells}};
    Tensor *tensor = tensor_new(heap, DTYPE_INT64, shape, error);
    if (!tensor) return NULL;
    int64_t *cell = tensor_ints(tensor);
    for (uint64_t i = 0; i < cells; i++) cell[i] = (int64_t)((uint64_t)start + i * (uint64_t)step);
    return tensor;
}

// From both ends to the middle.
static void fill_linspace(float *cell, int64_t cells, float first, float last)
{
    float step = cells > 1 ? (last - first) / (float)(cells - 1) : 0;
    for (int64_t i = 0; i < cells; i++) {
        bool left = i < cells / 2 || cells == 1;
        cell[i] = left ? fused(step, (float)i, first) : fused(-step, (float)(cells - 1 - i), last);
    }
}

static void fill_linspace_doubles(double *cell, int64_t cells, double first, double last)
{
    double step = cells > 1 ? (last - first) / (double)(cells - 1) : 0;
    for (int64_t i = 0; i < cells; i++) {
        bool left = i < cells / 2 || cells == 1;
        cell[i] = left ? first + step * (double)i : last - step * (double)(cells - 1 - i);
    }
}

// Each product and sum is rounded.
static void fill_linspace_halves(Tensor *tensor, int64_t cells, double first, double last)
{
    DType dtype = tensor->dtype;
    first = dtype_held(dtype, first);
    last = dtype_held(dtype, last);
    double steps = dtype_held(dtype, (double)(cells - 1));
    double step = cells > 1 ? dtype_held(dtype, dtype_held(dtype, last - first) / steps) : 0;
    for (int64_t i = 0; i < cells; i++) {
        bool left = i < cells / 2 || cells == 1;
        double away = dtype_held(dtype, (double)(left ? i : cells - 1 - i));
        away = dtype_held(dtype, step * away);
        tensor_set(tensor, (Index){{i}}, left ? first + away : last - away);
    }
}

static Tensor *new_steps(TensorHeap *heap, DType dtype, int64_t steps, Error *error)
{
    if (steps < 0) {
        error_set(error, "RuntimeError", "number of steps must be non-negative");
        return NULL;
    }
    return tensor_new(heap, dtype, (Shape){.ndim = 1, .dim = {steps}}, error);
}

Tensor *create_linspace(TensorHeap *heap, DType dtype, double start, double end, int64_t steps,
                        Error *error)
{
    Tensor *tensor = new_steps(heap, dtype, steps, error);
    if (!tensor) return NULL;
    if (dtype == DTYPE_FLOAT64)
        fill_linspace_doubles(tensor_doubles(tensor), steps, start, end);
    else if (dtype_is_half(dtype))
        fill_linspace_halves(tensor, steps, start, end);
    else
        fill_linspace(tensor_floats(tensor), steps, (float)start, (float)end);
    return tensor;
}

Tensor *create_eye(TensorHeap *heap, DType dtype, int64_t rows, int64_t columns, Error *error)
{
    if (rows < 0 || columns < 0) {
        error_set(error, "RuntimeError", "%s must be greater or equal to 0, got %lld",
                  rows < 0 ? "n" : "m", (long long)(rows < 0 ? rows : columns));
        return NULL;
    }
    Tensor *tensor = tensor_new(heap, dtype, (Shape){.ndim = 2, .dim = {rows, columns}}, error);
    if (!tensor) return NULL;
    for (int64_t i = 0; i < rows && i < columns; i++) tensor_set_int(tensor, (Index){{i, i}}, 1);
    return tensor;
}

// ---- the rows, for the record ------------------------------------------------------------------

// A row that no call runs: how such a tensor was made, and how long that takes.
#define MADE(id, its_signature, its_shape, its_doc, ...)                                           \
    OP(id, its_signature, its_shape, its_doc, 0, .effort = {__VA_ARGS__})

MADE(tensor, "data: Number, dtype: dtype? = None", "-> (...)", "the number that the program gives",
     160, 90)
MADE(zeros, "size: ints, dtype: dtype? = None", "-> (size)", "0 everywhere", 25, 15)
MADE(ones, "size: ints, dtype: dtype? = None", "-> (size)", "1 everywhere", 25, 15)
MADE(full, "size: ints, fill_value: Number, dtype: dtype? = None", "-> (size)",
     "the same number everywhere", 25, 15)
MADE(arange, "start: Number, end: Number, step: Number, dtype: dtype? = None", "-> (n)",
     "numbers from the start up to, but not including, the end, one step apart", 12)
MADE(linspace, "start: Number, end: Number, steps: int, dtype: dtype? = None", "-> (steps)",
     "evenly spaced numbers from the start to the end", 18)
MADE(eye, "n: int, m: int? = None, dtype: dtype? = None", "-> (n, m)",
     "1 on the diagonal, 0 elsewhere", 25, 15)
MADE(zeros_like, "input: Tensor, dtype: dtype? = None", "(...) -> (...)",
     "0 everywhere, in the shape of another tensor", 25, 15)
MADE(ones_like, "input: Tensor, dtype: dtype? = None", "(...) -> (...)",
     "1 everywhere, in the shape of another tensor", 25, 15)
MADE(full_like, "input: Tensor, fill_value: Number, dtype: dtype? = None", "(...) -> (...)",
     "the same number everywhere, in the shape of another tensor", 25, 15)
MADE(tril_indices, "row: int, col: int, offset: int = 0, dtype: dtype? = None", "-> (2, n)",
     "rows and columns of the cells on and below the diagonal", 12)
MADE(triu_indices, "row: int, col: int, offset: int = 0, dtype: dtype? = None", "-> (2, n)",
     "rows and columns of the cells on and above the diagonal", 12)
