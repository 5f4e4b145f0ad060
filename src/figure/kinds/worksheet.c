// A sheet to hand out: tasks step by step, each with the numbers it needs, and boxes to fill in.
// The same pages, filled, are its answers.
//
// Tasks go onto a page from left to right, two beside each other where both are narrow. Where the
// pages would be too many, those go that ask most often for the same operation.
#include "figure/kinds/worksheet_parts.h"
#include "figure/page/sheet.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// DIN A4 unless a size is asked for.
static const double page_width = 595, page_height = 842;
static const double column_gap = 12, row_gap = 14, step_gap = 20;

enum { MOST_PAGES = 4, ABOUT_LINES = 3 };

// ---- boxes ------------------------------------------------------------------------------------

// One row, or one cell of a single row, shows how it goes.
static bool is_example(const FigureBlock *block, int row, int column)
{
    if (block->rows.shown.count > 1) return row == 0;
    return column == 0 && block->columns.shown.count > 1;
}

// "(scores ** 2)", which is in brackets in a longer expression, does not alone.
static const char *code_alone(const char *code, Arena *arena)
{
    int depth = 0;
    size_t length = strlen(code);
    for (size_t i = 0; i < length; i++) {
        depth += (code[i] == '(') - (code[i] == ')');
        if (depth == 0 && i + 1 < length) return code;
    }
    return length > 2 ? arena_printf(arena, "%.*s", (int)length - 2, code + 1) : code;
}

static void read_task(Worksheet *sheet, SheetTask *task)
{
    FigureBlock *block = &task->result;
    task->code = code_alone(task->asked->part->code, sheet->pen.figure->arena);
    int entry = task->asked->part->entry;
    block_read(block, sheet->request->trace, entry, (Index){0},
               sheet_block_look(sheet, entry, (Index){0}, 0), &sheet->pen);
    for (int row = 0; row < block->rows.shown.count; row++) {
        for (int column = 0; column < block->columns.shown.count; column++)
            task->boxes += !is_example(block, row, column);
    }
}

// One to each task in turn, until there are as many as were asked for.
static void share_blanks(Worksheet *sheet)
{
    int left = sheet->request->tasks.blanks ? sheet->request->tasks.blanks : INT32_MAX;
    for (bool any = true; any && left > 0;) {
        any = false;
        for (int i = 0; i < sheet->count && left > 0; i++) {
            SheetTask *task = &sheet->task[i];
            if (task->blanks == task->boxes) continue;
            any = true;
            task->blanks++;
            left--;
        }
    }
}

static void mark_blanks(const Worksheet *sheet, SheetTask *task)
{
    FigureBlock *block = &task->result;
    CellMark mark = sheet->request->tasks.answers ? MARK_ANSWER : MARK_BLANK;
    int left = task->blanks;
    for (int row = 0; row < block->rows.shown.count; row++) {
        for (int column = 0; column < block->columns.shown.count; column++) {
            if (left == 0 || is_example(block, row, column)) continue;
            block->mark[row][column] = mark;
            left--;
        }
    }
}

static void read_tasks(Worksheet *sheet)
{
    Arena *arena = sheet->pen.figure->arena;
    Exercise *exercise = NEW(arena, Exercise);
    exercise_read(exercise, sheet->request, arena);
    sheet->count = exercise->count;
    sheet->task = NEW_ARRAY(arena, SheetTask, exercise->count + 1);
    for (int i = 0; i < sheet->count; i++) {
        sheet->task[i].asked = &exercise->task[i];
        read_task(sheet, &sheet->task[i]);
    }
    share_blanks(sheet);
    for (int i = 0; i < sheet->count; i++) {
        mark_blanks(sheet, &sheet->task[i]);
        sheet->task[i].number = sheet->task[i].blanks > 0;
    }
}

// ---- places -----------------------------------------------------------------------------------

typedef struct Cursor {
    int page, step;
    bool alone;              // the tasks of the row are the only ones of their steps
    double x, y, row_height; // of the row of tasks that is being filled
} Cursor;

static double bottom_of(const Worksheet *sheet)
{
    return sheet->height - page_margin - sheet_foot;
}

static double column_width(const Worksheet *sheet)
{
    return (sheet->width - 2 * page_margin - column_gap) / 2;
}

static void end_row(Cursor *cursor)
{
    if (cursor->row_height > 0) cursor->y += cursor->row_height + row_gap;
    cursor->x = page_margin;
    cursor->row_height = 0;
}

static void begin_page(Cursor *cursor)
{
    *cursor = (Cursor){
        .page = cursor->page + 1, .step = cursor->step, .x = page_margin, .y = page_margin};
}

static FigureBox *heading_box(const Worksheet *sheet, const WalkPart *part, bool is_continued,
                              double room)
{
    const double size = 12, height = 19, line = 13, after = 4;
    const Pen *pen = &sheet->pen;
    const char *title = arena_printf(pen->figure->arena, "%d  %s%s", part->step + 1, part->title,
                                     is_continued ? ", continued" : "");
    title = pen_fit(pen, title, room / size, true);
    FigureBox *box = box_new(pen);
    box_below(box, box_text(pen, TEXT_BOLD, title, size, ALIGN_START, pen->theme->text), 0);
    box->below = height;
    FigureLines about = {0};
    if (part->about && part->about[0] && !is_continued)
        about = lines_wrap(part->about, room / sheet_small, ABOUT_LINES, false, pen);
    for (int i = 0; i < about.count; i++)
        box_below(
            box,
            box_text(pen, TEXT_PLAIN, about.line[i], sheet_small, ALIGN_START, pen->theme->muted),
            i ? line - sheet_small : 0);
    box->below = height + line * about.count + after;
    return box;
}

// So that another may be beside it, which is narrower then than half of the page.
static bool is_narrow(const Worksheet *sheet, const SheetTask *task)
{
    return box_width(task->place.box) <= 1.1 * column_width(sheet);
}

static bool is_only_one(const Worksheet *sheet, const SheetTask *task)
{
    for (int i = 0; i < sheet->count; i++) {
        const SheetTask *other = &sheet->task[i];
        bool beside = other != task && other->number;
        if (beside && other->asked->part->step == task->asked->part->step) return false;
    }
    return true;
}

static bool fits_row(const Worksheet *sheet, const Cursor *cursor, const SheetTask *task,
                     double heading)
{
    return cursor->row_height > 0 &&
           cursor->x + box_width(task->place.box) <= sheet->width - page_margin &&
           cursor->y + heading + box_height(task->place.box) <= bottom_of(sheet);
}

static void put_task(const Worksheet *sheet, Cursor *cursor, SheetTask *task, double heading)
{
    FigureBox *box = task->place.box;
    task->place = (SheetPlace){box, cursor->page, cursor->x, cursor->y + heading};
    cursor->x += fmax(box_width(box), column_width(sheet)) + column_gap;
    cursor->row_height = fmax(cursor->row_height, heading + box_height(box));
}

static void put_heading(Worksheet *sheet, const Cursor *cursor, FigureBox *heading)
{
    sheet->heading[sheet->heading_count++] =
        (SheetPlace){heading, cursor->page, cursor->x, cursor->y};
}

// A step of one narrow task takes a column, with its heading.
static bool place_beside(Worksheet *sheet, Cursor *cursor, SheetTask *task)
{
    const WalkPart *part = task->asked->part;
    bool begins = part->step != cursor->step;
    if (begins != cursor->alone || (begins && !is_only_one(sheet, task))) return false;
    FigureBox *heading = heading_box(sheet, part, false, column_width(sheet));
    double above = begins ? heading->below : 0;
    if (!fits_row(sheet, cursor, task, above)) return false;
    if (begins) put_heading(sheet, cursor, heading);
    cursor->step = part->step;
    put_task(sheet, cursor, task, above);
    return true;
}

// In a new row, on this page or on the next one, where more of its numbers are printed.
static void place_below(Worksheet *sheet, Cursor *cursor, SheetTask *task)
{
    const WalkPart *part = task->asked->part;
    bool begins = part->step != cursor->step, is_first = cursor->page == 0 && cursor->step < 0;
    end_row(cursor);
    if (begins && !is_first) cursor->y += step_gap - row_gap;
    bool alone = is_only_one(sheet, task) && is_narrow(sheet, task);
    double room = alone ? column_width(sheet) : sheet->width - 2 * page_margin;
    FigureBox *heading = heading_box(sheet, part, !begins, room);
    double above = begins ? heading->below : 0;
    if (!is_first && cursor->y + above + box_height(task->place.box) > bottom_of(sheet)) {
        begin_page(cursor);
        task->place.box = sheet_task_box(sheet, task, cursor->page);
        alone = alone && is_narrow(sheet, task);
        above = heading->below;
    }
    if (above > 0) put_heading(sheet, cursor, heading);
    if (!alone) {
        cursor->y += above;
        above = 0;
    }
    cursor->step = part->step;
    cursor->alone = alone;
    put_task(sheet, cursor, task, above);
}

static void place_task(Worksheet *sheet, Cursor *cursor, SheetTask *task)
{
    task->place.box = sheet_task_box(sheet, task, cursor->page);
    if (!place_beside(sheet, cursor, task)) place_below(sheet, cursor, task);
}

static void place_tasks(Worksheet *sheet)
{
    Cursor cursor = {.step = -1, .x = page_margin, .y = page_margin + sheet_head};
    sheet->heading = NEW_ARRAY(sheet->pen.figure->arena, SheetPlace, sheet->count + 1);
    sheet->heading_count = sheet->tasks = sheet->points = 0;
    for (int i = 0; i < sheet->count; i++) {
        SheetTask *task = &sheet->task[i];
        if (!task->number) continue;
        task->number = ++sheet->tasks;
        sheet->points += task->blanks;
        place_task(sheet, &cursor, task);
    }
    sheet->pages = cursor.page + 1;
}

// The last one of those that repeat an operation most often.
static void leave_one_out(Worksheet *sheet)
{
    SheetTask *least = NULL;
    for (int i = 0; i < sheet->count; i++) {
        SheetTask *task = &sheet->task[i];
        if (task->number && (!least || task->asked->repeats >= least->asked->repeats)) least = task;
    }
    if (least) least->number = 0;
}

static void place_as_many_as_fit(Worksheet *sheet)
{
    bool chosen = sheet->request->tasks.blanks || sheet->request->tasks.step_end;
    place_tasks(sheet);
    while (!chosen && sheet->pages > MOST_PAGES) {
        leave_one_out(sheet);
        place_tasks(sheet);
    }
}

// ---- all of it --------------------------------------------------------------------------------

static bool check_tasks(const Worksheet *sheet, Error *error)
{
    if (sheet->tasks == 0) {
        bool some = sheet->request->tasks.step_end > 0;
        return error_fail(error, "a worksheet needs steps that multiply or add small matrices",
                          "nothing is computed in %s%s that could be asked",
                          some ? "those steps of " : "", sheet->request->walk.lesson);
    }
    for (int i = 0; i < sheet->count; i++) {
        const SheetTask *task = &sheet->task[i];
        if (!task->number) continue;
        bool fits = task->place.x + box_width(task->place.box) + page_margin <= sheet->width &&
                    task->place.y + box_height(task->place.box) <= bottom_of(sheet);
        if (fits) continue;
        return error_fail(error, "--size 210x297mm is A4, --size 8.5x11in is letter",
                          "a page of %.0f x %.0f points has no room for %s", sheet->width,
                          sheet->height, task->result.name);
    }
    return true;
}

static bool build(Pen *pen, const FigureRequest *request, Error *error)
{
    Figure *figure = pen->figure;
    const FigureLook *look = &request->look;
    Worksheet sheet = {.request = request, .pen = *pen};
    sheet.width = figure->width = look->width > 0 ? look->width : page_width;
    sheet.height = figure->height = look->height > 0 ? look->height : page_height;
    read_tasks(&sheet);
    place_as_many_as_fit(&sheet);
    if (!check_tasks(&sheet, error)) return false;
    sheet_draw(&sheet);
    figure->title = look->title ? look->title : request->walk.lesson;
    figure->description =
        arena_printf(figure->arena, "%s with %d of %d tasks, %d points on %d page%s",
                     request->tasks.answers ? "Answers to a worksheet" : "Worksheet", sheet.tasks,
                     sheet.count, sheet.points, sheet.pages, sheet.pages == 1 ? "" : "s");
    return true;
}

const FigureKind worksheet_kind = {
    .name = "worksheet",
    .summary = "a lesson's results to fill in by hand, or with the answers",
    .options = "seed steps blanks answers",
    .whole = true,
    .has_pages = true,
    .hides = true,
    .build = build,
};
