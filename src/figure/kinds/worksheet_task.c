// A task on paper: its code, the matrices that it takes its numbers from, and the boxes. What
// another task of the same page is to find out is named and not printed, for it would be the
// answer; on a later page it is printed, so that a mistake is not carried on.
#include "figure/kinds/worksheet_parts.h"
#include "figure/page/sheet.h"

#include <math.h>
#include <string.h>

static const double scale = 0.75; // of blocks
static const double code_size = 9, code_height = 16, points_gap = 8;
static const double name_size = 10, sign_size = 13;
static const double item_gap = 8, line_gap = 8;
static const double sign_width = 15, sign_middle = 3;
static const double reference_height = 30, reference_margin = 5;
static const double longest_name = 16; // font sizes

// ---- numbers ----------------------------------------------------------------------------------

static double largest_of(const Matrix *matrix)
{
    double largest = 0;
    for (int64_t row = 0; row < matrix->rows; row++) {
        for (int64_t column = 0; column < matrix->columns; column++) {
            double value = fabs(matrix_value(matrix, row, column));
            if (isfinite(value)) largest = fmax(largest, value);
        }
    }
    return largest;
}

BlockLook sheet_block_look(const Worksheet *sheet, int entry, Index at, int more)
{
    enum { DECIMALS = 2, MOST_DECIMALS = 8 };
    BlockLook look = {.most = EXERCISE_SIDE, .by_hand = true};
    int digits = sheet->request->look.digits, decimals = digits < 0 ? 0 : digits;
    if (!digits) {
        Matrix matrix = matrix_shown(sheet->request->trace, entry, at);
        double largest = largest_of(&matrix);
        int magnitude = largest > 0 ? (int)floor(log10(largest)) : 0;
        decimals = DECIMALS;
        if (magnitude < -1) decimals = (int)fmin(DECIMALS - 1 - magnitude, MOST_DECIMALS);
        if (magnitude > 1) decimals = (int)fmax(DECIMALS + 1 - magnitude, 0);
    }
    look.digits = decimals + more ? decimals + more : -1;
    return look;
}

// ---- what is near -----------------------------------------------------------------------------

static const SheetTask *task_near(const Worksheet *sheet, const SheetTask *task, int origin,
                                  int page)
{
    for (const SheetTask *other = sheet->task; other < task; other++) {
        if (other->number && other->place.page == page && other->asked->part->entry == origin)
            return other;
    }
    return NULL;
}

// "task 1", or of what has another name "queries, task 2".
static const char *where_it_is(const Worksheet *sheet, const Operand *operand, int number)
{
    const Trace *trace = sheet->request->trace;
    Arena *arena = sheet->pen.figure->arena;
    const char *name = entry_title(trace, operand->entry, arena);
    const char *origin = entry_title(trace, operand->origin, arena);
    bool told = strncmp(name, origin, strlen(origin)) == 0;
    return told ? arena_printf(arena, "task %d", number)
                : arena_printf(arena, "%s, task %d", origin, number);
}

// ---- matrices ---------------------------------------------------------------------------------

static void draw_edge(const void *what, const Pen *pen, double x, double y)
{
    const FigureBox *box = what;
    figure_add(pen->figure, (FigureShape){.kind = SHAPE_RECTANGLE,
                                          .x = x,
                                          .y = y - box->above,
                                          .width = box_width(box),
                                          .height = box_height(box),
                                          .radius = 4,
                                          .stroke = 0.75,
                                          .color = pen->theme->rule});
}

// Where its numbers are, in place of a matrix.
static FigureBox *reference_box(const Worksheet *sheet, const Operand *operand, int number)
{
    const Pen *pen = &sheet->pen;
    const char *name = entry_title(sheet->request->trace, operand->entry, pen->figure->arena);
    const char *where = pen_fit(pen, where_it_is(sheet, operand, number), longest_name, false);
    name = pen_fit(pen, name, longest_name, true);
    FigureBox *above = box_text(pen, TEXT_BOLD, name, name_size, ALIGN_MIDDLE, pen->theme->text);
    FigureBox *below =
        box_text(pen, TEXT_PLAIN, where, sheet_small, ALIGN_MIDDLE, pen->theme->muted);
    double width = fmax(box_width(above), box_width(below)) + 2 * reference_margin;
    FigureBox *box = box_leaf(pen, width, reference_height / 2, draw_edge, NULL);
    box->what = box;
    box->above = reference_height / 2;
    box_put(box, above, width / 2, -5);
    box_put(box, below, width / 2, 6);
    return box;
}

// Its point is at the left, in the middle of its cells.
static void draw_block(const void *what, const Pen *pen, double x, double y)
{
    const FigureBlock *block = what;
    int first = pen->figure->count;
    block_draw(block, pen, 0, 0);
    sheet_transform(pen->figure, first, scale, x, y - block->middle * scale);
}

static FigureBox *block_box(const FigureBlock *block, const Pen *pen)
{
    double below = (block->height - block->middle) * scale;
    FigureBox *box = box_leaf(pen, block->width * scale, below, draw_block, block);
    box->above = block->middle * scale;
    return box;
}

static FigureBox *operand_box(const Worksheet *sheet, const SheetTask *task, const Operand *operand,
                              int page)
{
    const SheetTask *other = task_near(sheet, task, operand->origin, page);
    if (other) return reference_box(sheet, operand, other->number);
    FigureBlock *block = NEW(sheet->pen.figure->arena, FigureBlock);
    BlockLook look = sheet_block_look(sheet, operand->entry, operand->at, 1);
    block_read(block, sheet->request->trace, operand->entry, operand->at, look, &sheet->pen);
    return block_box(block, &sheet->pen);
}

// The operator between two operands, or NULL: the operation is written in another way.
static const char *operator_of(const Worksheet *sheet, const SheetTask *task)
{
    const WalkPart *part = task->asked->part;
    const OpCall *call = &sheet->request->trace->entries[part->entry].call;
    bool is_binary = task->asked->operand_count == 2 && !part->call && call->input_count == 2;
    return is_binary ? call->op->symbol : NULL;
}

// Operand or result with the sign before it.
static FigureBox *signed_box(const Pen *pen, const char *sign, FigureBox *item)
{
    if (!sign) return item;
    FigureBox *box = box_new(pen);
    box_put(box, box_text(pen, TEXT_PLAIN, sign, sign_size, ALIGN_MIDDLE, pen->theme->text),
            sign_middle, 0);
    box_put(box, item, sign_width, 0);
    box->left = 0;
    return box;
}

// ---- all of it --------------------------------------------------------------------------------

// "4.  scores = queries @ keys.T  3 pts".
static FigureBox *code_box(const Worksheet *sheet, const SheetTask *task)
{
    const Pen *pen = &sheet->pen;
    Arena *arena = pen->figure->arena;
    const char *points = arena_printf(arena, "%d pt%s", task->blanks, task->blanks == 1 ? "" : "s");
    FigureBox *worth =
        box_text(pen, TEXT_PLAIN, points, sheet_small, ALIGN_START, pen->theme->muted);
    double room = sheet->width - 2 * page_margin - box_width(worth) - points_gap;
    const char *line = arena_printf(arena, "%d.  %s", task->number, task->code);
    line = pen_fit_mono(pen, line, code_size, room);
    FigureBox *code = box_text(pen, TEXT_MONO, line, code_size, ALIGN_START, pen->theme->text);
    box_beside(code, worth, points_gap);
    code->above = code_size / 2;
    code->below = code_height - code_size / 2;
    return code;
}

FigureBox *sheet_task_box(const Worksheet *sheet, const SheetTask *task, int page)
{
    const Pen *pen = &sheet->pen;
    const ExerciseTask *asked = task->asked;
    const char *sign = operator_of(sheet, task);
    FigureBox *box = box_new(pen);
    FigureBox **item = NEW_ARRAY(pen->figure->arena, FigureBox *, asked->operand_count + 1);
    int count = 0;
    for (int i = 0; i < asked->operand_count; i++)
        item[count++] =
            signed_box(pen, i ? sign : NULL, operand_box(sheet, task, &asked->operand[i], page));
    item[count++] = signed_box(pen, sign ? "=" : "→", block_box(&task->result, pen));
    box_below(box, code_box(sheet, task), 0);
    double room = sheet->width - 2 * page_margin;
    box_below(box, box_wrap(pen, item, count, room, item_gap, line_gap), 0);
    return box;
}
