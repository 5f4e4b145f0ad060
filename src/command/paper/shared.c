// What several formats of papers need.
#include "command/paper/format.h"

#include "base/utf8.h"

#include <inttypes.h>

static const char *link_of(const Paragraph *paragraph, int part)
{
    bool is_one = part >= 0 && part < paragraph->count;
    return is_one ? paragraph->inlines[part].link : NULL;
}

bool paper_link_begins(const Paragraph *paragraph, int part)
{
    const char *link = link_of(paragraph, part);
    return link && link != link_of(paragraph, part - 1);
}

bool paper_link_ends(const Paragraph *paragraph, int part)
{
    const char *link = link_of(paragraph, part);
    return link && link != link_of(paragraph, part + 1);
}

char paper_letter(int choice)
{
    return (char)('a' + choice % 26);
}

const char *paper_numbers(const Foreseen *foreseen, Arena *arena)
{
    Buf numbers = {.arena = arena};
    for (int i = 0; i < foreseen->count; i++)
        buf_printf(&numbers, "%s`%.*s`", i ? ", " : "", STR_ARG(foreseen->numbers[i]));
    return buf_text(&numbers);
}

static int wider(int width, const char *text)
{
    int own = utf8_width(str_from(text));
    return own > width ? own : width;
}

// So many columns fit a page of A4, one at least: in quarters of a millimetre.
static int columns_that_fit(const TextMatrix *matrix)
{
    enum { PAGE = 660, LETTER = 9, PADDING = 21 };
    int used = 0, width = 0;
    for (int row = 0; row < matrix->rows && matrix->row_labels; row++)
        width = wider(width, matrix->row_labels[row]);
    used = LETTER * width + PADDING;
    for (int column = 0; column < matrix->columns; column++) {
        width = matrix->column_labels ? wider(0, matrix->column_labels[column]) : 0;
        for (int row = 0; row < matrix->rows; row++)
            width = wider(width, text_matrix_cell(matrix, row, column));
        used += LETTER * width + PADDING;
        if (used > PAGE && column) return column;
    }
    return matrix->columns;
}

const char *paper_slices(Paper *paper, const Binding *binding,
                         void (*add)(Paper *paper, const char *title, const TextMatrix *matrix))
{
    enum { MOST_COLUMNS = 16 };
    const Shape *shape = &paper->walk->trace->entries[binding->entry].call.output->shape;
    const Sight *sight = &paper->sight;
    int64_t all = shape_slices(shape);
    Index at = {0};
    int shown = 0;
    if (shape_count(shape) == 0) return "(empty)";
    do {
        TextMatrix matrix =
            text_matrix_of(paper->walk, binding->entry, at, MOST_COLUMNS, sight, paper->arena);
        int columns = columns_that_fit(&matrix);
        if (columns < matrix.columns)
            matrix = text_matrix_of(paper->walk, binding->entry, at, columns, sight, paper->arena);
        const char *slice = shape->ndim > 2 ? index_text(paper->arena, at, shape->ndim - 2) : "";
        add(paper, arena_printf(paper->arena, "%s%s", binding->name, slice), &matrix);
    } while (++shown < TEXT_SLICES && index_move_slice(shape, &at, 1));
    if (shown == all) return NULL;
    return arena_printf(paper->arena, "(%d of %" PRId64 " matrices)", shown, all);
}

void paper_reason(Paper *paper, const Prediction *prediction,
                  void (*prose)(Paper *paper, const Block *blocks, int count))
{
    for (int i = 0; i < prediction->reason_count; i++) {
        Block block = {.kind = BLOCK_PROSE, .prose = prediction->reason[i]};
        block.prose.depth = 0;
        if (block.prose.kind == PARAGRAPH_QUOTE) block.prose.kind = PARAGRAPH_TEXT;
        prose(paper, &block, 1);
    }
}
