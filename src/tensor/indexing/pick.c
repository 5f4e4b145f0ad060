// Copies the blocks of cells that an index picks. Where the cells of a block lie side by side they
// are copied as rows; otherwise the first cell of all picks is copied, then the second, so that an
// index along the last dimension is fast as well.
#include "tensor/indexing/pick.h"

#include "base/bug.h"
#include "tensor/convert.h"
#include "tensor/layout.h"
#include "tensor/rows.h"

#include <string.h>

// ---- rows of cells -----------------------------------------------------------------------------

#define CELLS(name, Cell, statement)                                                               \
    static void name(void *target, int64_t to_stride, const void *source, int64_t from_stride,     \
                     int64_t n)                                                                    \
    {                                                                                              \
        Cell *to = target;                                                                         \
        const Cell *from = source;                                                                 \
        for (int64_t i = 0; i < n; i++) {                                                          \
            Cell *x = &to[i * to_stride];                                                          \
            Cell y = from[i * from_stride];                                                        \
            statement;                                                                             \
        }                                                                                          \
    }

CELLS(copy_1, uint8_t, *x = y)
CELLS(copy_2, uint16_t, *x = y)
CELLS(copy_4, uint32_t, *x = y)
CELLS(copy_8, uint64_t, *x = y)
CELLS(add_floats, float, *x += y)
CELLS(add_doubles, double, *x += y)
CELLS(add_1, uint8_t, *x = (uint8_t)(*x + y))
CELLS(add_2, uint16_t, *x = (uint16_t)(*x + y))
CELLS(add_4, uint32_t, *x += y)
CELLS(add_8, uint64_t, *x += y)
CELLS(add_bools, uint8_t, *x |= y)
CELLS(multiply_floats, float, *x *= y)
CELLS(multiply_doubles, double, *x *= y)
CELLS(multiply_1, uint8_t, *x = (uint8_t)(*x * y))
CELLS(multiply_2, uint16_t, *x = (uint16_t)((uint32_t)*x * y))
CELLS(multiply_4, uint32_t, *x *= y)
CELLS(multiply_8, uint64_t, *x *= y)
CELLS(multiply_bools, uint8_t, *x &= y)

// Integers wrap around, so that only their size matters. Halves are added as float32 (op_apply).
static const struct {
    CellFunction *copy, *add, *multiply;
} functions[DTYPE_COUNT] = {
    [DTYPE_FLOAT32] = {copy_4, add_floats, multiply_floats},
    [DTYPE_FLOAT64] = {copy_8, add_doubles, multiply_doubles},
    [DTYPE_INT64] = {copy_8, add_8, multiply_8},
    [DTYPE_INT32] = {copy_4, add_4, multiply_4},
    [DTYPE_INT16] = {copy_2, add_2, multiply_2},
    [DTYPE_INT8] = {copy_1, add_1, multiply_1},
    [DTYPE_UINT8] = {copy_1, add_1, multiply_1},
    [DTYPE_BOOL] = {copy_1, add_bools, multiply_bools},
    [DTYPE_FLOAT16] = {copy_2, NULL, NULL},
    [DTYPE_BFLOAT16] = {copy_2, NULL, NULL},
};

CellFunction *cells_copy(DType dtype)
{
    return functions[dtype].copy;
}

CellFunction *cells_add(DType dtype)
{
    return functions[dtype].add;
}

CellFunction *cells_multiply(DType dtype)
{
    return functions[dtype].multiply;
}

// ---- picks -------------------------------------------------------------------------------------

void picks_begin(Picks *picks, const Tensor *tensor, const bool indexed[MAX_DIMS], int before,
                 const Shape *shape, Arena *scratch)
{
    *picks =
        (Picks){.block = layout_dims(tensor, indexed, false), .before = before, .shape = *shape};
    picks->count = shape_count(shape);
    picks->offset = arena_array(scratch, (size_t)picks->count, sizeof *picks->offset);
}

const int64_t *index_positions(const Tensor *index, int64_t *stride, Arena *scratch)
{
    memcpy(stride, index->stride, sizeof index->stride);
    if (index->dtype == DTYPE_INT64) return tensor_ints(index) + index->offset;
    shape_strides(&index->shape, stride);
    return tensor_contiguous_cells(index, DTYPE_INT64, scratch);
}

void picks_add(Picks *picks, const int64_t *position, const int64_t *stride, int64_t size,
               int64_t step)
{
    Shape outer = picks->shape;
    int64_t length = outer.ndim ? outer.dim[--outer.ndim] : 1, inner = stride[outer.ndim];
    int64_t *offset = picks->offset;
    Index at = {0};
    if (picks->count == 0) return;
    do {
        const int64_t *from = position;
        for (int d = 0; d < outer.ndim; d++) from += at.at[d] * stride[d];
        for (int64_t i = 0; i < length; i++) {
            int64_t p = from[i * inner];
            *offset++ += (p < 0 ? p + size : p) * step;
        }
    } while (index_next(&outer, &at));
}

bool picks_result(const Picks *picks, Shape *shape)
{
    const Shape *block = &picks->block.shape;
    if (block->ndim + picks->shape.ndim > MAX_DIMS) return false;
    *shape = (Shape){0};
    for (int d = 0; d <= block->ndim; d++) {
        for (int p = 0; d == picks->before && p < picks->shape.ndim; p++) {
            shape->dim[shape->ndim++] = picks->shape.dim[p];
        }
        if (d < block->ndim) shape->dim[shape->ndim++] = block->dim[d];
    }
    return true;
}

// ---- copying -----------------------------------------------------------------------------------

// A tensor of the result's shape as a block, and where each pick of it is.
static void split_result(const Picks *picks, const Tensor *result, Tensor *block, int64_t *stride)
{
    int n = picks->shape.ndim;
    *block = *result;
    block->shape = picks->block.shape;
    for (int d = 0; d < block->shape.ndim; d++) {
        block->stride[d] = result->stride[d < picks->before ? d : d + n];
    }
    for (int p = 0; p < n; p++) stride[p] = result->stride[picks->before + p];
}

static void result_offsets(const Picks *picks, const int64_t *stride, int64_t *offset)
{
    Index at = {0};
    for (int64_t i = 0; i < picks->count; i++) {
        offset[i] = 0;
        for (int p = 0; p < picks->shape.ndim; p++) offset[i] += at.at[p] * stride[p];
        index_next(&picks->shape, &at);
    }
}

typedef struct PickedSide {
    Tensor block;
    const int64_t *offset; // of each pick
    const void *data;
} PickedSide;

static void *cell_of(const PickedSide *side, int64_t offset)
{
    size_t bytes = (size_t)offset * dtype_bytes(side->block.dtype);
    return (unsigned char *)(uintptr_t)side->data + bytes;
}

static void rows_of_each_pick(const PickedSide *to, const PickedSide *from, int64_t count,
                              CellFunction *function, const Rows *all)
{
    for (int64_t i = 0; i < count; i++) {
        Rows rows = *all;
        while (rows_next(&rows)) {
            void *target = cell_of(to, rows.offset[0] + to->offset[i]);
            const void *source = cell_of(from, rows.offset[1] + from->offset[i]);
            if (function)
                function(target, rows.stride[0], source, rows.stride[1], rows.length);
            else
                memcpy(target, source, (size_t)rows.length * dtype_bytes(to->block.dtype));
        }
    }
}

#define PICK(name, Cell)                                                                           \
    static void name(void *target, const int64_t *to_offset, const void *source,                   \
                     const int64_t *from_offset, int64_t n)                                        \
    {                                                                                              \
        Cell *to = target;                                                                         \
        const Cell *from = source;                                                                 \
        for (int64_t i = 0; i < n; i++) to[to_offset[i]] = from[from_offset[i]];                   \
    }

PICK(pick_1, uint8_t)
PICK(pick_2, uint16_t)
PICK(pick_4, uint32_t)
PICK(pick_8, uint64_t)

typedef void PickFunction(void *to, const int64_t *to_offset, const void *from,
                          const int64_t *from_offset, int64_t n);

static PickFunction *const pick[9] = {[1] = pick_1, [2] = pick_2, [4] = pick_4, [8] = pick_8};

static void picks_of_each_cell(const PickedSide *to, const PickedSide *from, int64_t count,
                               Rows *rows)
{
    PickFunction *function = pick[dtype_bytes(to->block.dtype)];
    while (rows_next(rows)) {
        for (int64_t i = 0; i < rows->length; i++) {
            function(cell_of(to, rows->offset[0] + i * rows->stride[0]), to->offset,
                     cell_of(from, rows->offset[1] + i * rows->stride[1]), from->offset, count);
        }
    }
}

static void copy_sides(const PickedSide *to, const PickedSide *from, int64_t count,
                       CellFunction *function)
{
    Rows rows;
    const Tensor *block[] = {&to->block, &from->block};
    if (count == 0) return;
    rows_begin(&rows, &to->block.shape, block, 2);
    bool side_by_side = rows.length > 1 && rows.stride[0] == 1 && rows.stride[1] == 1;
    if (function || side_by_side)
        rows_of_each_pick(to, from, count, function, &rows);
    else
        picks_of_each_cell(to, from, count, &rows);
}

void picks_read(const Picks *picks, Tensor *out)
{
    SCRATCH(scratch);
    PickedSide to = {.data = tensor_data(out)};
    PickedSide from = {picks->block, picks->offset, tensor_data(&picks->block)};
    int64_t stride[MAX_DIMS];
    int64_t *offset = arena_array(&scratch, (size_t)picks->count, sizeof *offset);
    split_result(picks, out, &to.block, stride);
    result_offsets(picks, stride, offset);
    to.offset = offset;
    copy_sides(&to, &from, picks->count, NULL);
}

void given_begin(Given *given, const Tensor *value, DType dtype)
{
    *given = (Given){.view = *value, .data = tensor_data(value)};
    if (value->dtype == dtype) return;
    REQUIRE(tensor_count(value) == 1);
    const unsigned char *cell = tensor_data(value);
    convert_row(value->dtype, cell + (size_t)value->offset * dtype_bytes(value->dtype), 1, dtype,
                &given->room, 1, 1);
    given->view.dtype = dtype;
    given->view.offset = 0;
    given->data = &given->room;
}

void picks_write(const Picks *picks, const Given *value, bool add, Arena *scratch)
{
    Shape shape;
    REQUIRE(picks_result(picks, &shape));
    Tensor over = value->view;
    over.shape = shape;
    layout_repeated(&value->view.shape, value->view.stride, &shape, over.stride);
    PickedSide to = {picks->block, picks->offset, tensor_data(&picks->block)};
    PickedSide from = {.data = value->data};
    int64_t stride[MAX_DIMS];
    int64_t *offset = arena_array(scratch, (size_t)picks->count, sizeof *offset);
    split_result(picks, &over, &from.block, stride);
    result_offsets(picks, stride, offset);
    from.offset = offset;
    copy_sides(&to, &from, picks->count, add ? cells_add(over.dtype) : NULL);
}
