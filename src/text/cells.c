// Reads off a matrix what is printed of it, whatever it is printed on.
#include "text/cells.h"

#include "study/looks/number.h"
#include "text/prose.h"
#include "trace/names/labels.h"

#include <inttypes.h>

static const char **labels(const Walk *walk, int entry, int dim, int count, Arena *arena)
{
    if (dim < 0) return NULL;
    const char **labels = NEW_ARRAY(arena, const char *, count + 1);
    for (int i = 0; i < count; i++) {
        const char *text = label_at(walk->trace, entry, dim, i, arena);
        labels[i] = *text ? text : arena_printf(arena, "[%d]", i);
    }
    return labels;
}

static const char *cell_text(const Matrix *matrix, Index at, const NumberColumn *numbers,
                             Arena *arena)
{
    Buf text = {.arena = arena};
    number_write(&text, matrix->tensor, at, numbers->decimals, number_column_largest(numbers));
    return buf_text(&text);
}

const char *text_matrix_cell(const TextMatrix *matrix, int row, int column)
{
    return matrix->cells[row * matrix->stride + column];
}

int text_matrix_label_width(const TextMatrix *matrix)
{
    int width = 0;
    for (int row = 0; row < matrix->rows && matrix->row_labels; row++)
        width = prose_wider(width, matrix->row_labels[row]);
    return width;
}

int text_matrix_width(const TextMatrix *matrix, int column)
{
    int width = matrix->column_labels ? prose_wider(0, matrix->column_labels[column]) : 0;
    for (int row = 0; row < matrix->rows; row++) {
        const char *cell = text_matrix_cell(matrix, row, column);
        width = cell ? prose_wider(width, cell) : width > TEXT_BLANK ? width : TEXT_BLANK;
    }
    return width;
}

// Leaves out columns that there is no room for, but for the first.
static void fit(TextMatrix *matrix, PageRoom room)
{
    int used = room.letter * text_matrix_label_width(matrix) + room.gap, fits = 0;
    for (; fits < matrix->columns; fits++) {
        used += room.letter * text_matrix_width(matrix, fits) + room.gap;
        if (used > room.width && fits) break;
    }
    matrix->columns = fits;
}

static TextMatrix text_matrix_of(const Walk *walk, int entry, Index through, PageRoom room,
                                 const Sight *sight, Arena *arena)
{
    Matrix matrix = matrix_shown(walk->trace, entry, through);
    TextMatrix text = {.all_rows = matrix.rows, .all_columns = matrix.columns};
    text.rows = matrix.rows < TEXT_ROWS ? (int)matrix.rows : TEXT_ROWS;
    text.columns = matrix.columns < room.most ? (int)matrix.columns : room.most;
    text.row_labels = labels(walk, entry, matrix.row_dim, text.rows, arena);
    text.column_labels = labels(walk, entry, matrix.column_dim, text.columns, arena);
    text.cells = NEW_ARRAY(arena, const char *, text.rows *text.columns + 1);
    text.stride = text.columns;
    NumberColumn numbers = number_column(&matrix, walk->view.digits);
    for (int i = 0; i < text.rows * text.columns; i++) {
        Index at = matrix_index(&matrix, i / text.columns, i % text.columns);
        bool seen = sight_of(sight, (Cell){entry, at}) == SEEN;
        text.cells[i] = seen ? cell_text(&matrix, at, &numbers, arena) : NULL;
    }
    fit(&text, room);
    return text;
}

const char *text_slices(Buf *out, const Walk *walk, int entry, const char *name, PageRoom room,
                        const Sight *sight, TextMatrixPrint *print)
{
    const Shape *shape = &walk->trace->entries[entry].call.output->shape;
    int64_t all = shape_slices(shape);
    int shown = 0;
    Index at = {0};
    if (shape_count(shape) == 0) return "(empty)";
    do {
        SCRATCH(arena);
        TextMatrix matrix = text_matrix_of(walk, entry, at, room, sight, &arena);
        matrix.is_slice = shape->ndim > 2;
        const char *slice = matrix.is_slice ? index_text(&arena, at, shape->ndim - 2) : "";
        matrix.title = arena_printf(&arena, "%s%s", name, slice);
        print(out, &matrix);
    } while (++shown < TEXT_SLICES && index_move_slice(shape, &at, 1));
    if (shown == all) return NULL;
    return arena_printf(out->arena, "(%d of %" PRId64 " matrices)", shown, all);
}

const char *text_matrix_left_out(const TextMatrix *matrix, Arena *arena)
{
    if (matrix->rows == matrix->all_rows && matrix->columns == matrix->all_columns) return NULL;
    return arena_printf(arena, "(%d of %" PRId64 " rows, %d of %" PRId64 " columns)", matrix->rows,
                        matrix->all_rows, matrix->columns, matrix->all_columns);
}
