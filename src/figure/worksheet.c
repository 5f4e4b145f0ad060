// Printable pages: what the lesson gives as it is, then each result with its boxes empty but for a
// first row that shows how it goes. The same pages follow with the answers.
#include "figure/block.h"
#include "figure/exercise.h"
#include "figure/kinds.h"
#include "figure/sheet.h"

#include <inttypes.h>
#include <math.h>

// Points. DIN A4 unless a size is asked for.
static const double page_width = 595, page_height = 842;
static const double page_margin = 42;
static const double gap_x = 30, gap_y = 26;
static const double code_size = 10.5;
static const double code_height = 20;
static const double title_size = 17;

enum { MOST_TASKS = 120, MOST_SHOWN = 6, DECIMALS = 2 };

typedef struct Task {
    FigureBlock block;
    const char *code; // NULL: given
    double width, height;
} Task;

typedef struct Worksheet {
    Pen pen;
    const FigureRequest *request;
    Task *task;
    int count, given; // the given ones come first
    double width, height;
    bool answers;
    double x, y, line_height; // where the next task goes
    int pages;
} Worksheet;

// ---- tasks ------------------------------------------------------------------------------------

// One row, or one cell of a single row, shows how it goes.
static void mark_task(Worksheet *sheet, Task *task)
{
    FigureBlock *block = &task->block;
    bool one_row = block->rows.shown.count == 1;
    for (int row = 0; row < block->rows.shown.count; row++) {
        for (int column = 0; column < block->columns.shown.count; column++) {
            bool shown = one_row ? column == 0 && block->columns.shown.count > 1 : row == 0;
            if (!shown) block->mark[row][column] = sheet->answers ? MARK_ANSWER : MARK_BLANK;
        }
    }
}

static const char *task_code(const Worksheet *sheet, const WalkPart *part)
{
    const char *code =
        arena_printf(sheet->pen.figure->arena, "%d.  %s", sheet->count - sheet->given, part->code);
    double room = sheet->width - 2 * page_margin;
    double letters = room / fmax(pen_mono_width(&sheet->pen, "0", code_size), 1);
    return pen_mono_width(&sheet->pen, code, code_size) <= room
               ? code
               : pen_fit(&sheet->pen, code, 0.5 * letters, false);
}

// Room for one more: its matrix.
static Task *add_matrix(Worksheet *sheet, int entry)
{
    const FigureLook *look = &sheet->request->look;
    BlockLook block = {.digits = look->digits ? look->digits : DECIMALS, .most = MOST_SHOWN};
    Task *task = &sheet->task[sheet->count++];
    *task = (Task){0};
    block_read(&task->block, sheet->request->trace, entry, (Index){0}, block, &sheet->pen);
    task->width = task->block.width;
    task->height = task->block.height;
    return task;
}

static bool has_room(const Worksheet *sheet, int entry)
{
    const Tensor *tensor = sheet->request->trace->entries[entry].call.output;
    return shape_count(&tensor->shape) > 0 && sheet->count < MOST_TASKS;
}

static void add_question(Worksheet *sheet, const WalkPart *part)
{
    Task *task = add_matrix(sheet, part->entry);
    mark_task(sheet, task);
    task->code = task_code(sheet, part);
    task->width = fmax(task->width, pen_mono_width(&sheet->pen, task->code, code_size));
    task->height += code_height;
}

static void read_tasks(Worksheet *sheet)
{
    const FigureRequest *request = sheet->request;
    const WalkPart *parts = request->parts;
    Arena *arena = sheet->pen.figure->arena;
    Exercise exercise;
    exercise_read(&exercise, request, arena);
    sheet->task = NEW_ARRAY(arena, Task, MOST_TASKS);
    for (int i = 0; i < request->part_count; i++) {
        bool given = exercise.is_given[i];
        if (given && has_room(sheet, parts[i].entry)) add_matrix(sheet, parts[i].entry);
    }
    for (int i = 0; i < exercise.added_count; i++) {
        if (has_room(sheet, exercise.added[i])) add_matrix(sheet, exercise.added[i]);
    }
    sheet->given = sheet->count;
    for (int i = 0; i < request->part_count; i++) {
        if (exercise.is_asked[i] && has_room(sheet, parts[i].entry)) add_question(sheet, &parts[i]);
    }
}

// ---- pages ------------------------------------------------------------------------------------

static const char *instructions(const Worksheet *sheet)
{
    const FigureLook *look = &sheet->request->look;
    int decimals = look->digits > 0 ? look->digits : look->digits < 0 ? 0 : DECIMALS;
    Buf text = {.arena = sheet->pen.figure->arena};
    if (sheet->answers)
        buf_add(&text, STR("The boxes that were to be filled in are tinted."));
    else
        buf_printf(&text, "Fill in the empty boxes, rounded to %d decimal%s.", decimals,
                   decimals == 1 ? "" : "s");
    if (sheet->request->seed >= 0) buf_printf(&text, "   Sheet %" PRId64 ".", sheet->request->seed);
    return buf_text(&text);
}

static void draw_head(Worksheet *sheet)
{
    const Pen *pen = &sheet->pen;
    const FigureLook *look = &sheet->request->look;
    const char *title = look->title ? look->title : sheet->request->lesson;
    if (sheet->answers) title = arena_printf(pen->figure->arena, "Answers: %s", title);
    double right = sheet->width - page_margin, room = right - page_margin;
    if (!sheet->answers) room -= 190; // for the name
    title = pen_fit(pen, title, room / title_size, true);
    pen_text(&sheet->pen, page_margin, sheet->y + title_size / 2, title, title_size, ALIGN_START,
             sheet->pen.theme->text)
        ->bold = true;
    if (!sheet->answers) {
        pen_text(pen, right - 150, sheet->y + title_size / 2, "Name", 11, ALIGN_END,
                 pen->theme->muted);
        pen_line(pen, right - 142, sheet->y + title_size, 142, 0, pen->theme->muted);
    }
    sheet->y += title_size + 16;
    pen_text(pen, page_margin, sheet->y, instructions(sheet), 11, ALIGN_START, pen->theme->muted);
    sheet->y += 26;
}

static void begin_page(Worksheet *sheet)
{
    if (sheet->pages++) figure_add(sheet->pen.figure, (FigureShape){.kind = SHAPE_PAGE});
    sheet->x = page_margin;
    sheet->y = page_margin;
    sheet->line_height = 0;
}

static void begin_line(Worksheet *sheet)
{
    if (sheet->line_height > 0) sheet->y += sheet->line_height + gap_y;
    sheet->x = page_margin;
    sheet->line_height = 0;
}

static void draw_task(const Worksheet *sheet, const Task *task)
{
    double y = sheet->y;
    if (task->code) {
        pen_text(&sheet->pen, sheet->x, y + code_size / 2, task->code, code_size, ALIGN_START,
                 sheet->pen.theme->text)
            ->mono = true;
        y += code_height;
    }
    block_draw(&task->block, &sheet->pen, sheet->x, y);
}

static void draw_tasks(Worksheet *sheet)
{
    double right = sheet->width - page_margin, bottom = sheet->height - page_margin;
    begin_page(sheet);
    draw_head(sheet);
    for (int i = 0; i < sheet->count; i++) {
        const Task *task = &sheet->task[i];
        if (i == sheet->given) begin_line(sheet);
        if (sheet->x > page_margin && sheet->x + task->width > right) begin_line(sheet);
        if (sheet->y + task->height > bottom) begin_page(sheet);
        draw_task(sheet, task);
        sheet->x += task->width + gap_x;
        sheet->line_height = fmax(sheet->line_height, task->height);
    }
}

static bool check_tasks(const Worksheet *sheet, Error *error)
{
    if (sheet->count == sheet->given) {
        error_set(error, NULL, "nothing is computed in %s that could be asked",
                  sheet->request->lesson);
        return error_hint(error, "a worksheet needs a lesson that multiplies or adds tensors");
    }
    for (int i = 0; i < sheet->count; i++) {
        const Task *task = &sheet->task[i];
        bool fits = task->block.width + 2 * page_margin <= sheet->width &&
                    task->height + 2 * page_margin + 60 <= sheet->height;
        if (fits) continue;
        error_set(error, NULL, "a page of %.0f x %.0f points has no room for %s", sheet->width,
                  sheet->height, task->block.name);
        return error_hint(error, "--size 210x297mm is A4, --size 8.5x11in is letter");
    }
    return true;
}

bool worksheet_build(Figure *figure, const FigureRequest *request, const Measure *measure,
                     Error *error)
{
    const FigureLook *look = &request->look;
    Worksheet sheet = {.request = request};
    if (!sheet_pen(&sheet.pen, figure, look, measure, error)) return false;
    sheet.width = figure->width = look->width > 0 ? look->width : page_width;
    sheet.height = figure->height = look->height > 0 ? look->height : page_height;
    for (int answers = 0; answers < 2; answers++) {
        sheet.answers = answers;
        sheet.count = sheet.given = 0;
        read_tasks(&sheet);
        if (!check_tasks(&sheet, error)) return false;
        draw_tasks(&sheet);
    }
    figure->title = look->title ? look->title : request->lesson;
    figure->description =
        arena_printf(figure->arena, "Worksheet with %d tasks, %d pages with the answers",
                     sheet.count - sheet.given, sheet.pages);
    return true;
}
