// Reads off a matrix what is printed of it, whatever it is printed on.
#include "text/cells.h"

#include "study/looks/number.h"
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

TextMatrix text_matrix_of(const Walk *walk, int entry, Index through, int most_columns,
                          const Sight *sight, Arena *arena)
{
    Matrix matrix = matrix_shown(walk->trace, entry, through);
    TextMatrix text = {.all_rows = matrix.rows, .all_columns = matrix.columns};
    text.rows = matrix.rows < TEXT_ROWS ? (int)matrix.rows : TEXT_ROWS;
    text.columns = matrix.columns < most_columns ? (int)matrix.columns : most_columns;
    text.row_labels = labels(walk, entry, matrix.row_dim, text.rows, arena);
    text.column_labels = labels(walk, entry, matrix.column_dim, text.columns, arena);
    text.cells = NEW_ARRAY(arena, const char *, text.rows *text.columns + 1);
    NumberColumn numbers = number_column(&matrix, walk->view.digits);
    for (int i = 0; i < text.rows * text.columns; i++) {
        Index at = matrix_index(&matrix, i / text.columns, i % text.columns);
        bool seen = sight_of(sight, (Cell){entry, at}) == SEEN;
        text.cells[i] = seen ? cell_text(&matrix, at, &numbers, arena) : NULL;
    }
    return text;
}

const char *text_matrix_cell(const TextMatrix *matrix, int row, int column)
{
    return matrix->cells[row * matrix->columns + column];
}

const char *text_matrix_left_out(const TextMatrix *matrix, Arena *arena)
{
    if (matrix->rows == matrix->all_rows && matrix->columns == matrix->all_columns) return NULL;
    return arena_printf(arena, "(%d of %" PRId64 " rows, %d of %" PRId64 " columns)", matrix->rows,
                        matrix->all_rows, matrix->columns, matrix->all_columns);
}
