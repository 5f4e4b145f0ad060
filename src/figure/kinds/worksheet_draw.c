// The pages of a worksheet as shapes, once everything has its place.
#include "figure/kinds/worksheet_parts.h"
#include "figure/page/sheet.h"

#include <inttypes.h>
#include <math.h>

static const double title_size = 16;

static FigureShape *draw_small(const Pen *pen, double x, double y, const char *text, Align align)
{
    return pen_text(pen, x, y, text, sheet_small, align, pen->theme->muted);
}

// ---- head and foot ----------------------------------------------------------------------------

typedef struct SheetField {
    const char *name, *after;
    double rule; // the line to write on
} SheetField;

static const double field_inset = 5, field_gap = 14; // before a rule, behind a field

static double words_width(const Pen *pen, const SheetField *field)
{
    double words = pen_width(pen, field->name, false) + pen_width(pen, field->after, false);
    return words * sheet_small + field_inset + (field->after[0] ? field_inset : 0);
}

// Of `room`, what the words of the first `count` fields leave for rules.
static double room_for_rules(const Pen *pen, const SheetField *field, int count, double room)
{
    for (int i = 0; i < count; i++) room -= words_width(pen, &field[i]) + (i > 0 ? field_gap : 0);
    return room;
}

// "Name ______  Date ____  Points __ of 9": the rules share what room the words leave them. A page
// too narrow for the words has fewer fields.
static void draw_fields(const Worksheet *sheet, double y, double room)
{
    const Pen *pen = &sheet->pen;
    const char *of = arena_printf(pen->figure->arena, "of %d", sheet->points);
    const SheetField fields[] = {{"Name", "", 150}, {"Date", "", 70}, {"Points", of, 26}};
    int count = (int)(sizeof fields / sizeof *fields);
    while (count > 1 && room_for_rules(pen, fields, count, room) < 0) count--;
    room = room_for_rules(pen, fields, count, room);
    double rules = 0;
    for (int i = 0; i < count; i++) rules += fields[i].rule;
    double part = fmax(fmin(room / rules, 1), 0), x = page_margin;
    for (int i = 0; i < count; i++) {
        draw_small(pen, x, y, fields[i].name, ALIGN_START);
        double rule = x + pen_width(pen, fields[i].name, false) * sheet_small + field_inset;
        if (part > 0) pen_line(pen, rule, y + 5, part * fields[i].rule, 0, pen->theme->muted);
        x += words_width(pen, &fields[i]) + part * fields[i].rule;
        if (fields[i].after[0]) draw_small(pen, x, y, fields[i].after, ALIGN_END);
        x += field_gap;
    }
}

static const char *name_of_sheet(const Worksheet *sheet)
{
    int64_t seed = sheet->request->tasks.seed;
    return seed < 0 ? "" : arena_printf(sheet->pen.figure->arena, "Sheet %" PRId64, seed);
}

static const char *instructions(const Worksheet *sheet)
{
    if (sheet->request->tasks.answers)
        return "The boxes that were to be filled in are tinted. Rounding on the way may change a "
               "last digit.";
    return "Fill in the empty boxes, one point each. Round as the numbers shown do, else to 2 "
           "decimals.";
}

static const char *title_of(const Worksheet *sheet)
{
    const FigureLook *look = &sheet->request->look;
    const char *title = look->title ? look->title : sheet->request->walk.lesson;
    return sheet->request->tasks.answers
               ? arena_printf(sheet->pen.figure->arena, "Answers: %s", title)
               : title;
}

static void draw_head(const Worksheet *sheet)
{
    const Pen *pen = &sheet->pen;
    double room = sheet->width - 2 * page_margin, y = page_margin;
    const char *title = pen_fit(pen, title_of(sheet), room / title_size, true);
    pen_bold(pen, page_margin, y + title_size / 2, title, title_size, ALIGN_START,
             pen->theme->text);
    y += title_size + 16;
    if (sheet->request->tasks.answers)
        draw_small(pen, page_margin, y,
                   arena_printf(pen->figure->arena, "%d points", sheet->points), ALIGN_START);
    else
        draw_fields(sheet, y,
                    room - pen_width(pen, name_of_sheet(sheet), false) * sheet_small - 10);
    if (sheet->request->tasks.seed >= 0)
        draw_small(pen, sheet->width - page_margin, y, name_of_sheet(sheet), ALIGN_END);
    const char *how = pen_fit(pen, instructions(sheet), room / sheet_small, false);
    draw_small(pen, page_margin, y + 20, how, ALIGN_START);
}

static void draw_foot(const Worksheet *sheet, int page)
{
    const Pen *pen = &sheet->pen;
    Arena *arena = pen->figure->arena;
    double y = sheet->height - page_margin + 4;
    Buf left = {.arena = arena};
    buf_add(&left, str_from(title_of(sheet)));
    if (sheet->request->tasks.seed >= 0) buf_printf(&left, " · %s", name_of_sheet(sheet));
    double room = sheet->width - 2 * page_margin - 80;
    draw_small(pen, page_margin, y, pen_fit(pen, buf_text(&left), room / sheet_small, false),
               ALIGN_START);
    draw_small(pen, sheet->width - page_margin, y,
               arena_printf(arena, "page %d of %d", page + 1, sheet->pages), ALIGN_END);
}

// ---- all of it --------------------------------------------------------------------------------

static void draw_placed(const Pen *pen, const SheetPlace *place, int page)
{
    if (place->page == page) box_draw(place->box, pen, place->x, place->y);
}

void sheet_draw(const Worksheet *sheet)
{
    for (int page = 0; page < sheet->pages; page++) {
        if (page) figure_add(sheet->pen.figure, (FigureShape){.kind = SHAPE_PAGE});
        if (page == 0) draw_head(sheet);
        for (int i = 0; i < sheet->heading_count; i++)
            draw_placed(&sheet->pen, &sheet->heading[i], page);
        for (int i = 0; i < sheet->count; i++) {
            if (!sheet->task[i].number) continue;
            figure_group(sheet->pen.figure, "task")->number = sheet->task[i].number;
            draw_placed(&sheet->pen, &sheet->task[i].place, page);
            figure_group_end(sheet->pen.figure);
        }
        draw_foot(sheet, page);
    }
}
