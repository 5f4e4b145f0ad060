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

static const char *const blank = "____"; // a cell to fill in

// A matrix that is being printed, and how wide it comes out.
typedef struct MatrixPage {
    TextMatrix matrix;
    int columns; // shown
    int *widths; // of the columns
    int label_width;
} MatrixPage;

static const char *cell(const MatrixPage *page, int row, int column)
{
    const char *text = text_matrix_cell(&page->matrix, row, column);
    return text ? text : blank;
}

static int column_width(const MatrixPage *page, int column)
{
    const char **labels = page->matrix.column_labels;
    int width = labels ? prose_wider(0, labels[column]) : 0;
    for (int row = 0; row < page->matrix.rows; row++)
        width = prose_wider(width, cell(page, row, column));
    return width;
}

// Decides how many columns there is room for.
static void lay_out(MatrixPage *page, int room, Arena *arena)
{
    const TextMatrix *matrix = &page->matrix;
    page->widths = NEW_ARRAY(arena, int, matrix->columns + 1);
    for (int row = 0; row < matrix->rows && matrix->row_labels; row++)
        page->label_width = prose_wider(page->label_width, matrix->row_labels[row]);
    int used = page->label_width;
    while (page->columns < matrix->columns) {
        int width = column_width(page, page->columns);
        used += COLUMN_GAP + width;
        if (used > room && page->columns > 0) break;
        page->widths[page->columns++] = width;
    }
}

static void add_head(const MatrixPage *page, Buf *out)
{
    if (!page->matrix.column_labels) return;
    buf_add_repeat(out, ' ', page->label_width);
    for (int column = 0; column < page->columns; column++)
        prose_right(out, page->matrix.column_labels[column], COLUMN_GAP + page->widths[column]);
    buf_add_char(out, '\n');
}

static void add_row(const MatrixPage *page, int row, Buf *out)
{
    prose_left(out, page->matrix.row_labels ? page->matrix.row_labels[row] : "", page->label_width);
    for (int column = 0; column < page->columns; column++)
        prose_right(out, cell(page, row, column), COLUMN_GAP + page->widths[column]);
    buf_add_char(out, '\n');
}

static void print_slice(Buf *out, const Walk *walk, int entry, Index through, MatrixRoom room)
{
    SCRATCH(arena);
    MatrixPage page = {.matrix =
                           text_matrix_of(walk, entry, through, room.columns, &room.sight, &arena)};
    lay_out(&page, room.columns, &arena);
    add_head(&page, out);
    for (int row = 0; row < page.matrix.rows; row++) add_row(&page, row, out);
    page.matrix.columns = page.columns;
    const char *left_out = text_matrix_left_out(&page.matrix, &arena);
    if (left_out) buf_printf(out, "%s\n", left_out);
}

// ---- tensors of any number of dimensions -----------------------------------------------------

static void print_slices(Buf *out, const Walk *walk, int entry, const char *name, MatrixRoom room)
{
    const Shape *shape = &walk->trace->entries[entry].call.output->shape;
    Index at = {0};
    int shown = 0;
    do {
        buf_printf(out, "%s%s\n", name, index_text(out->arena, at, shape->ndim - 2));
        print_slice(out, walk, entry, at, room);
    } while (++shown < TEXT_SLICES && index_move_slice(shape, &at, 1));
    int64_t all = shape_slices(shape);
    if (shown < all) buf_printf(out, "(%d of %" PRId64 " matrices)\n", shown, all);
}

void matrix_print(Buf *out, const Walk *walk, int entry, const char *name, MatrixRoom room)
{
    const Tensor *tensor = walk->trace->entries[entry].call.output;
    SCRATCH(arena);
    if (tensor->shape.ndim == 0) {
        buf_printf(out, "%s = ", name);
        if (sight_of(&room.sight, (Cell){entry, {{0}}}) != SEEN)
            buf_add(out, str_from(blank));
        else
            dtype_write(out, tensor->dtype, tensor_get(tensor, (Index){0}), walk->view.digits);
        buf_add_char(out, '\n');
    } else {
        const char *held = entry_held(walk->trace, entry, &arena);
        buf_printf(out, "%s  %s%s%s\n", name, convention_tuple(walk->trace, entry, &arena),
                   held ? "  " : "", held ? held : "");
        if (tensor_count(tensor) == 0)
            buf_add(out, STR("(empty)\n"));
        else if (tensor->shape.ndim > 2)
            print_slices(out, walk, entry, name, room);
        else
            print_slice(out, walk, entry, (Index){0}, room);
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
