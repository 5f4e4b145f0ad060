// A task on paper: its code, the matrices that it takes its numbers from, and the boxes. What
// another task of the same page is to find out is named and not printed, for it would be the
// answer; on a later page it is printed, so that a mistake is not carried on.
#include "figure/kinds/worksheet_parts.h"

#include "tensor/op.h"

#include <math.h>
#include <string.h>

static const double item_gap = 8;
static const double sign_width = 15;
static const double line_gap = 8;
static const double reference_height = 30, reference_margin = 5;
static const double longest_name = 16; // font sizes

const char *sheet_points(int points, Arena *arena)
{
    return arena_printf(arena, "%d pt%s", points, points == 1 ? "" : "s");
}

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
        if (other->number && other->page == page && other->asked->part->entry == origin)
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

static void read_reference(const Worksheet *sheet, const Operand *operand, int number,
                           SheetItem *item)
{
    const Pen *pen = &sheet->pen;
    const char *name = entry_title(sheet->request->trace, operand->entry, pen->figure->arena);
    item->name = pen_fit(pen, name, longest_name, true);
    item->where = pen_fit(pen, where_it_is(sheet, operand, number), longest_name, false);
    double widest = fmax(pen_width(pen, item->name, true) * sheet_name,
                         pen_width(pen, item->where, false) * sheet_small);
    item->width = widest + 2 * reference_margin;
    item->height = reference_height;
    item->middle = reference_height / 2;
}

// ---- matrices ---------------------------------------------------------------------------------

static double item_left(const SheetItem *item)
{
    return item->sign[0] ? sign_width : 0;
}

static double item_width(const SheetItem *item)
{
    return item_left(item) + item->width;
}

static void measure_block(SheetItem *item)
{
    item->width = item->block.width * sheet_scale;
    item->height = item->block.height * sheet_scale;
    item->middle = item->block.middle * sheet_scale;
}

static void read_operand(const Worksheet *sheet, const SheetTask *task, const Operand *operand,
                         int page, SheetItem *item)
{
    const SheetTask *other = task_near(sheet, task, operand->origin, page);
    if (other) {
        read_reference(sheet, operand, other->number, item);
        return;
    }
    BlockLook look = sheet_block_look(sheet, operand->entry, operand->at, 1);
    block_read(&item->block, sheet->request->trace, operand->entry, operand->at, look, &sheet->pen);
    measure_block(item);
}

// The operator between two operands, or NULL: the operation is written in another way.
static const char *operator_of(const Worksheet *sheet, const SheetTask *task)
{
    const WalkPart *part = task->asked->part;
    const OpCall *call = &sheet->request->trace->entries[part->entry].call;
    bool is_binary = task->asked->operand_count == 2 && !part->call && call->input_count == 2;
    return is_binary ? call->op->symbol : NULL;
}

static void read_items(const Worksheet *sheet, SheetTask *task, int page)
{
    const ExerciseTask *asked = task->asked;
    const char *sign = operator_of(sheet, task);
    task->item_count = 0;
    for (int i = 0; i < asked->operand_count; i++) {
        SheetItem *item = &task->item[task->item_count++];
        *item = (SheetItem){.sign = i && sign ? sign : ""};
        read_operand(sheet, task, &asked->operand[i], page, item);
    }
    SheetItem *result = &task->item[task->item_count++];
    *result = (SheetItem){.block = task->result, .sign = sign ? "=" : "→"};
    measure_block(result);
}

// ---- lines ------------------------------------------------------------------------------------

// What is in a line has the same middle. Returns its height.
static double place_line(SheetTask *task, int first, int end, double y)
{
    double above = 0, below = 0, x = 0;
    for (int i = first; i < end; i++) {
        const SheetItem *item = &task->item[i];
        above = fmax(above, item->middle);
        below = fmax(below, item->height - item->middle);
    }
    for (int i = first; i < end; i++) {
        SheetItem *item = &task->item[i];
        item->x = x + item_left(item);
        item->y = y + above - item->middle;
        x += item_width(item) + item_gap;
    }
    task->width = fmax(task->width, x - item_gap);
    return above + below;
}

static void place_items(SheetTask *task, double room)
{
    for (int first = 0, end; first < task->item_count; first = end) {
        double x = item_width(&task->item[first]);
        for (end = first + 1; end < task->item_count; end++) {
            x += item_gap + item_width(&task->item[end]);
            if (x > room) break;
        }
        if (first) task->height += line_gap;
        task->height += place_line(task, first, end, task->height);
    }
}

void sheet_task_lay_out(const Worksheet *sheet, SheetTask *task, int page)
{
    const Pen *pen = &sheet->pen;
    const char *points = sheet_points(task->blanks, pen->figure->arena);
    double points_width = pen_width(pen, points, false) * sheet_small + sheet_points_gap;
    double room = sheet->width - 2 * page_margin;
    read_items(sheet, task, page);
    const char *line = arena_printf(pen->figure->arena, "%d.  %s", task->number, task->code);
    task->line = pen_fit_mono(pen, line, sheet_code, room - points_width);
    task->width = pen_mono_width(pen, task->line, sheet_code) + points_width;
    task->height = sheet_code_height;
    place_items(task, room);
}
