// Prints a tensor as one or several matrices. A column is as wide as its widest number or label,
// all numbers of a matrix have the same decimals, and only as many columns are shown as the page
// is wide. A tensor of more than two dimensions is a matrix for each combination of its leading
// indices, "wv[0]", "wv[1]" ...
#include "text/matrix.h"

#include "tensor/dtype.h"
#include "tensor/print.h"
#include "text/cells.h"
#include "text/prose.h"
#include "trace/names/convention.h"

#include <inttypes.h>

enum { COLUMN_GAP = 2 };

// ---- cells -----------------------------------------------------------------------------------

// With the fewest digits that read back the same: "0.063378938", "4", "nan"; bool as 1 or 0.
static void cell_print_exact(Buf *out, const Tensor *tensor, Index at)
{
    if (!dtype_is_float(tensor->dtype)) {
        buf_printf(out, "%" PRId64, tensor_get_int(tensor, at));
        return;
    }
    tensor_print_cell(out, tensor, at);
    if (out->n > 2 && str_ends(buf_str(out), ".0")) {
        out->n -= 2;
        out->p[out->n] = '\0';
    }
}

// ---- a matrix --------------------------------------------------------------------------------

static void add_row(Buf *out, const TextMatrix *matrix, int row, int label_width)
{
    prose_left(out, row >= 0 && matrix->row_labels ? matrix->row_labels[row] : "", label_width);
    for (int column = 0; column < matrix->columns; column++) {
        const char *cell =
            row < 0 ? matrix->column_labels[column] : text_matrix_cell(matrix, row, column);
        prose_right(out, cell ? cell : "____", COLUMN_GAP + text_matrix_width(matrix, column));
    }
    buf_add_char(out, '\n');
}

static void print_slice(Buf *out, const TextMatrix *matrix)
{
    int label_width = text_matrix_label_width(matrix);
    if (matrix->is_slice) buf_printf(out, "%s\n", matrix->title);
    for (int row = matrix->column_labels ? -1 : 0; row < matrix->rows; row++)
        add_row(out, matrix, row, label_width);
    const char *left_out = text_matrix_left_out(matrix, out->arena);
    if (left_out) buf_printf(out, "%s\n", left_out);
}

// ---- tensors of any number of dimensions -----------------------------------------------------

void matrix_print(Buf *out, const Walk *walk, int entry, const char *name, MatrixRoom room)
{
    const Tensor *tensor = walk->trace->entries[entry].call.output;
    SCRATCH(arena);
    if (tensor->shape.ndim == 0) {
        buf_printf(out, "%s = ", name);
        if (sight_of(&room.sight, (Cell){entry, {{0}}}) != SEEN)
            buf_add(out, STR("____"));
        else
            dtype_write(out, tensor->dtype, tensor_get(tensor, (Index){0}), walk->view.digits);
        buf_add_char(out, '\n');
    } else {
        const char *held = entry_held(walk->trace, entry, &arena);
        buf_printf(out, "%s  %s%s%s\n", name, convention_tuple(walk->trace, entry, &arena),
                   held ? "  " : "", held ? held : "");
        PageRoom page = {room.columns + COLUMN_GAP, 1, COLUMN_GAP, room.columns};
        const char *left_out = text_slices(out, walk, entry, name, page, &room.sight, print_slice);
        if (left_out) buf_printf(out, "%s\n", left_out);
    }
}

void matrix_print_cells(Buf *out, const Tensor *tensor, const char *name)
{
    if (tensor_count(tensor) == 0) return;
    int ndim = tensor->shape.ndim;
    const char *slice = name;
    Index at = {0};
    do {
        int64_t row = ndim > 1 ? at.at[ndim - 2] : 0;
        int64_t column = ndim > 0 ? at.at[ndim - 1] : 0;
        if (row == 0 && column == 0)
            slice = arena_printf(out->arena, "%s%s", name, index_text(out->arena, at, ndim - 2));
        buf_printf(out, "%s\t%" PRId64 "\t%" PRId64 "\t", slice, row, column);
        cell_print_exact(out, tensor, at);
        buf_add_char(out, '\n');
    } while (index_next(&tensor->shape, &at));
}
