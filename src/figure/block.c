// All cells of a block are equally wide, as wide as the widest number: a matrix is a grid.
#include "figure/block_parts.h"

#include "base/number.h"
#include "trace/labels.h"

#include <inttypes.h>
#include <math.h>

// In units.
static const double least_cell = 28;
static const double label_cell = 44; // as wide a cell gets for the sake of level labels
static const double heat_side = 132;
static const double smallest_heat = 4;
static const double thinnest_heat = 14; // of all rows, or all columns, of a long matrix

static const double longest_name = 22; // in font sizes
static const double longest_label = 7; // likewise

// ---- numbers ----------------------------------------------------------------------------------

double block_value(const FigureBlock *block, int row, int column)
{
    return matrix_value(&block->matrix, block->rows.shown.at[row], block->columns.shown.at[column]);
}

Seen block_seen(const FigureBlock *block, const Pen *pen, int row, int column)
{
    Index at =
        matrix_index(&block->matrix, block->rows.shown.at[row], block->columns.shown.at[column]);
    return sight_of(&pen->sight, (Cell){block->entry, at});
}

bool block_shows(const FigureBlock *block, int row, int column)
{
    return block->rows.shown.at[row] >= 0 && block->columns.shown.at[column] >= 0;
}

static int shown_values(const FigureBlock *block, const Pen *pen, double *value)
{
    int count = 0;
    for (int row = 0; row < block->rows.shown.count; row++) {
        for (int column = 0; column < block->columns.shown.count; column++) {
            if (block_shows(block, row, column) && block_seen(block, pen, row, column) == SEEN)
                value[count++] = block_value(block, row, column);
        }
    }
    return count;
}

const char *block_number(const FigureBlock *block, const Pen *pen, double value)
{
    Buf text = {.arena = pen->figure->arena};
    if (block->by_hand && isfinite(value) && value != floor(value)) {
        bool is_zero = fabs(value) < 0.5 * pow(10, -block->decimals); // no -0.00
        buf_printf(&text, "%.*f", block->decimals, is_zero ? 0 : value);
        number_typeset(&text, 0);
        return buf_text(&text);
    }
    plane_write(&block->matrix, value, block->decimals, block->largest, &text);
    return buf_text(&text);
}

static void choose_digits(FigureBlock *block, int most, const Pen *pen)
{
    enum { FEW_COLUMNS = 4, FEW_DECIMALS = 2 };
    bool is_float32 = block->matrix.tensor->dtype != DTYPE_FLOAT64;
    double value[MOST_LINES * MOST_LINES] = {0};
    int count = shown_values(block, pen, value);
    if (most == 0 && block->columns.shown.count > FEW_COLUMNS) most = FEW_DECIMALS;
    block->decimals = 0;
    block->largest = 0;
    for (int i = 0; i < count; i++) {
        int decimals = number_decimals(value[i], is_float32, plane_digits(most));
        if (decimals > block->decimals) block->decimals = decimals;
        if (isfinite(value[i])) block->largest = fmax(block->largest, fabs(value[i]));
    }
    double widest = 0, boldest = 0; // a marked number is bold, and needs its box
    for (int i = 0; i < count; i++) {
        const char *number = block_number(block, pen, value[i]);
        widest = fmax(widest, pen_width(pen, number, false));
        boldest = fmax(boldest, pen_width(pen, number, true));
    }
    block->cell_width = fmax(widest * block_number_size + 11, boldest * block_number_size + 8);
    block->cell_width = fmax(least_cell, ceil(block->cell_width));
    double labels = ceil(block->columns.widest * block_label_size + 5);
    if (labels <= label_cell) block->cell_width = fmax(block->cell_width, labels);
}

// ---- reading ----------------------------------------------------------------------------------

static const char *shape_text(const Matrix *matrix, Arena *arena)
{
    if (!matrix->tensor->shape.ndim) return "";
    if (matrix->tensor->shape.ndim == 1)
        return arena_printf(arena, "%" PRId64, matrix->tensor->shape.dim[0]);
    return arena_printf(arena, "%" PRId64 " × %" PRId64, matrix->rows, matrix->columns);
}

// "weights", or "weights[0,1]" for one matrix of several.
static const char *name_text(const Trace *trace, const FigureBlock *block, const Pen *pen)
{
    enum { DECIMALS_BY_HAND = 4 };
    Arena *arena = pen->figure->arena;
    const Matrix *matrix = &block->matrix;
    if (block->is_number && block->by_hand) {
        Buf number = {.arena = arena};
        number_trimmed(&number, tensor_get(matrix->tensor, (Index){0}), DECIMALS_BY_HAND);
        number_typeset(&number, 0);
        return buf_text(&number);
    }
    int leading = matrix->tensor->shape.ndim - 2;
    const char *title = slice_title(trace, block->entry, matrix->base, leading, arena);
    return pen_fit(pen, title, longest_name, true);
}

static void read_labels(BlockSide *side, const Trace *trace, int entry, int dim, bool words,
                        const Pen *pen)
{
    DimLabels labels = dim_labels(trace, entry, dim);
    for (int i = 0; i < side->shown.count; i++) {
        side->label[i] = "";
        if (words && !labels.items) continue;
        if (!labels.axis || side->shown.at[i] < 0) continue;
        const char *text = dim_label(&labels, side->shown.at[i], pen->figure->arena);
        side->label[i] = pen_fit_label(pen, text, longest_label);
        side->widest = fmax(side->widest, pen_width(pen, side->label[i], false));
    }
}

static bool choose_scale(FigureBlock *block, const Trace *trace, const BlockLook *look,
                         const Pen *pen)
{
    ScaleOptions options = look->scale;
    options.whole = true; // no bar tells where the colours end: all weights are on one scale
    Error error = {.arena = pen->figure->arena}; // too large for colours: then numbers
    if (!plane_of(&block->plane, trace, block->matrix, pen->sight, error.arena, &error))
        return false;
    scale_read(&block->scale, &block->plane);
    return scale_choose(&block->scale, &options, pen->theme, &error);
}

static void read_heat(FigureBlock *block)
{
    double longest = (double)(block->matrix.rows > block->matrix.columns ? block->matrix.rows
                                                                         : block->matrix.columns);
    double side = fmin(heat_side / longest, 22);
    side = fmax(side, fmin(smallest_heat, 2 * heat_side / longest));
    block->cell_width = fmax(side, thinnest_heat / (double)block->matrix.columns);
    block->cell_height = fmax(side, thinnest_heat / (double)block->matrix.rows);
}

void block_read(FigureBlock *block, const Trace *trace, int entry, Index at, BlockLook look,
                const Pen *pen)
{
    const Tensor *tensor = trace->entries[entry].call.output;
    int ndim = tensor->shape.ndim, most = look.most ? look.most : 8;
    *block =
        (FigureBlock){.entry = entry, .cell_height = block_cell_height, .by_hand = look.by_hand};
    block->matrix = matrix_shown(trace, entry, at);
    block->is_number = tensor->is_number && !trace->entries[entry].name;
    block->name = name_text(trace, block, pen);
    block->shape = shape_text(&block->matrix, pen->figure->arena);
    const char *held = entry_held(trace, entry, pen->figure->arena);
    if (held) block->shape = arena_printf(pen->figure->arena, "%s, %s", block->shape, held);
    block->sign = theme_role(pen->theme, role_of(trace, entry));
    block->sign.letter = role_sign(role_of(trace, entry)).letter;
    bool empty = shape_count(&tensor->shape) == 0;
    int64_t row = matrix_row_of(&block->matrix, at), column = matrix_column_of(&block->matrix, at);
    block->rows.shown = excerpt_ends(empty ? 0 : block->matrix.rows, most, row);
    block->columns.shown = excerpt_ends(empty ? 0 : block->matrix.columns, most, column);
    bool can_heat = look.heat && ndim > 0 && !empty;
    block->heat = can_heat && choose_scale(block, trace, &look, pen);
    if (!look.no_labels && !block->heat) {
        read_labels(&block->rows, trace, entry, block->matrix.row_dim, look.by_hand, pen);
        read_labels(&block->columns, trace, entry, block->matrix.column_dim, look.by_hand, pen);
    }
    if (block->heat)
        read_heat(block);
    else
        choose_digits(block, look.digits, pen);
    block_measure(block, pen);
}

void block_mark(FigureBlock *block, Index at, CellMark mark)
{
    int ndim = block->matrix.tensor->shape.ndim;
    for (int dim = 0; dim < ndim - 2; dim++) {
        if (at.at[dim] != block->matrix.base.at[dim]) return;
    }
    int row = excerpt_find(&block->rows.shown, matrix_row_of(&block->matrix, at));
    int column = excerpt_find(&block->columns.shown, matrix_column_of(&block->matrix, at));
    if (row < 0 || column < 0 || block->mark[row][column] > mark) return;
    block->mark[row][column] = mark;
}
