// What several formats of papers need.
#include "command/paper/format.h"

#include "text/prose.h"

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

// How many columns fit a page of A4, one at least: in quarters of a millimetre.
static int columns_that_fit(const TextMatrix *matrix)
{
    enum { PAGE = 660, LETTER = 9, PADDING = 21 };
    int used = 0, width = 0;
    for (int row = 0; row < matrix->rows && matrix->row_labels; row++)
        width = prose_wider(width, matrix->row_labels[row]);
    used = LETTER * width + PADDING;
    for (int column = 0; column < matrix->columns; column++) {
        width = matrix->column_labels ? prose_wider(0, matrix->column_labels[column]) : 0;
        for (int row = 0; row < matrix->rows; row++)
            width = prose_wider(width, text_matrix_cell(matrix, row, column));
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

// ---- questions ----------------------------------------------------------------------------------

const char *paper_numbers(const Paper *paper, const Foreseen *foreseen)
{
    const PaperFormat *format = paper->format;
    Buf numbers = {.arena = paper->arena};
    for (int i = 0; i < foreseen->count; i++) {
        buf_printf(&numbers, "%s%s", i ? ", " : "", format->number.before);
        format->escape(&numbers, foreseen->numbers[i]);
        buf_add(&numbers, str_from(format->number.behind));
    }
    return buf_text(&numbers);
}

static void add_item(Paper *paper, PaperMarks marks, const char *label, const Paragraph *text)
{
    const char *mark = marks.behind
                           ? arena_printf(paper->arena, "%s%s%s", marks.before, label, marks.behind)
                           : marks.before;
    paper->format->item(paper, mark, text);
}

static const char *letter(Paper *paper, int choice)
{
    return arena_printf(paper->arena, "%c", 'a' + choice % 26);
}

static void begin_question(Paper *paper, const PaperQuestion *question)
{
    const PaperFormat *format = paper->format;
    const Prediction *prediction = question->prediction;
    format->begin_question(paper, question);
    if (!prediction->choice_count) return;
    buf_add(paper->out, str_from(format->choices.before));
    for (int i = 0; i < prediction->choice_count; i++)
        add_item(paper, format->choice, letter(paper, i), &prediction->choices[i].text);
    buf_add(paper->out, str_from(format->choices.behind));
}

static void add_replies(Paper *paper, const Prediction *prediction)
{
    const PaperFormat *format = paper->format;
    int from = paper->out->n;
    buf_add(paper->out, str_from(format->replies.before));
    int empty = paper->out->n;
    for (int i = 0; i < prediction->choice_count; i++) {
        const Paragraph *says = &prediction->choices[i].says;
        if (says->count) add_item(paper, format->reply, letter(paper, i), says);
    }
    for (int i = 0; i < prediction->foreseen_count; i++) {
        const Foreseen *foreseen = &prediction->foreseen[i];
        add_item(paper, format->reply, paper_numbers(paper, foreseen), &foreseen->says);
    }
    if (paper->out->n == empty)
        buf_cut(paper->out, from);
    else
        buf_add(paper->out, str_from(format->replies.behind));
}

// The reason is no quotation here.
static void add_answer(Paper *paper, const PaperQuestion *question)
{
    const PaperFormat *format = paper->format;
    const Prediction *prediction = question->prediction;
    if (question->solution) {
        buf_add(paper->out, str_from(format->solution.before));
        format->escape(paper->out, str_from(question->solution));
        buf_add(paper->out, str_from(format->solution.behind));
    }
    for (int i = 0; i < prediction->reason_count; i++) {
        Block block = {.kind = BLOCK_PROSE, .prose = prediction->reason[i]};
        block.prose.depth = 0;
        if (block.prose.kind == PARAGRAPH_QUOTE) block.prose.kind = PARAGRAPH_TEXT;
        format->prose(paper, &block, 1);
    }
    add_replies(paper, prediction);
}

void paper_question(Paper *paper, const PaperQuestion *question)
{
    const PaperFormat *format = paper->format;
    if (paper->kind == PAPER_WHOLE && format->whole) {
        format->whole(paper, question->prediction);
        return;
    }
    begin_question(paper, question);
    if (paper->kind == PAPER_WHOLE) {
        buf_add(paper->out, str_from(format->answer.before));
        add_answer(paper, question);
        buf_add(paper->out, str_from(format->answer.behind));
    } else {
        buf_add(paper->out, str_from(format->room[question->prediction->choice_count > 0]));
    }
    format->end_question(paper);
}

void paper_answer(Paper *paper, const PaperQuestion *question)
{
    begin_question(paper, question);
    add_answer(paper, question);
    paper->format->end_question(paper);
}
