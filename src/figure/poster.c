// Equations flow like words: from left to right as long as there is room, then on the next line.
// Lines make columns, of about the same height; the heading of a step stays with its first line.
#include "figure/poster.h"

#include "figure/equation.h"
#include "figure/kinds.h"
#include "figure/sheet.h"

#include <math.h>

static const double heading_size = 14;
static const double heading_height = 30;
static const double code_size = 10;
static const double code_height = 16;
static const double item_gap = 34;
static const double line_gap = 22;
static const double column_gap = 46;
static const double column_room = 560;
static const double proportion = 1.41; // width to height

enum { MOST_PARTS = 300, MOST_COLUMNS = 5, MOST_SHOWN = 6 };

typedef struct PosterItem {
    const WalkPart *part;
    FigureEquation equation;
    const char *code; // NULL where the equation says it all
    double width, height;
} PosterItem;

typedef struct PosterLine {
    int first, end; // items
    const char *heading;
    double width, height;
} PosterLine;

typedef struct Poster {
    Pen pen;
    const FigureRequest *request;
    PosterItem *item;
    int item_count;
    PosterLine *line;
    int line_count;
    double column_width;
} Poster;

// ---- items ------------------------------------------------------------------------------------

static void read_item(Poster *p, PosterItem *item)
{
    const FigureRequest *request = p->request;
    EquationAsk ask = {.trace = request->trace,
                       .entry = item->part->entry,
                       .call = item->part->call,
                       .unmarked = true,
                       .look = {.digits = request->look.digits,
                                .most = MOST_SHOWN,
                                .heat = request->look.no_values,
                                .scale = request->look.scale}};
    equation_read(&item->equation, &ask, &p->pen);
    item->width = item->equation.width;
    item->height = item->equation.height;
    if (item->equation.count < 2) return; // what is given has nothing to say
    double room = fmax(item->width, 0.7 * column_room);
    int columns = (int)(room / fmax(pen_mono_width(&p->pen, "0", code_size), 1));
    item->code = pen_fit(&p->pen, item->part->code, columns * 0.55, false);
    if (pen_mono_width(&p->pen, item->code, code_size) > room)
        item->code = pen_fit(&p->pen, item->part->code, columns * 0.4, false);
    item->width = fmax(item->width, pen_mono_width(&p->pen, item->code, code_size));
    item->height += code_height;
}

static void read_items(Poster *p)
{
    const FigureRequest *request = p->request;
    p->item = NEW_ARRAY(p->pen.figure->arena, PosterItem, MOST_PARTS);
    for (int i = 0; i < request->part_count && p->item_count < MOST_PARTS; i++) {
        if (request->parts[i].entry < 0) continue;
        PosterItem *item = &p->item[p->item_count++];
        item->part = &request->parts[i];
        read_item(p, item);
    }
}

// ---- lines ------------------------------------------------------------------------------------

static bool begins_step(const Poster *p, int i)
{
    return i == 0 || p->item[i].part->step != p->item[i - 1].part->step;
}

static const char *heading_of(const Poster *p, int i)
{
    const WalkPart *part = p->item[i].part;
    const char *text = arena_printf(p->pen.figure->arena, "%d  %s", part->step + 1, part->title);
    return pen_fit(&p->pen, text, column_room / heading_size, true);
}

static void begin_line(Poster *p, int i)
{
    PosterLine *line = &p->line[p->line_count++];
    *line = (PosterLine){.first = i, .end = i};
    if (!begins_step(p, i)) return;
    line->heading = heading_of(p, i);
    line->width = pen_width(&p->pen, line->heading, true) * heading_size;
}

static void break_lines(Poster *p)
{
    p->line = NEW_ARRAY(p->pen.figure->arena, PosterLine, p->item_count + 1);
    double used = 0;
    for (int i = 0; i < p->item_count; i++) {
        const PosterItem *item = &p->item[i];
        bool fits = used + item_gap + item->width <= column_room;
        if (begins_step(p, i) || !fits) {
            begin_line(p, i);
            used = -item_gap;
        }
        PosterLine *line = &p->line[p->line_count - 1];
        used += item_gap + item->width;
        line->end = i + 1;
        line->width = fmax(line->width, used);
        double heading = line->heading ? heading_height : 0;
        line->height = fmax(line->height, item->height + heading);
        p->column_width = fmax(p->column_width, line->width);
    }
}

static double lines_height(const Poster *p)
{
    double height = 0;
    for (int i = 0; i < p->line_count; i++) height += p->line[i].height + line_gap;
    return height;
}

static int best_columns(const Poster *p)
{
    double height = lines_height(p), best = HUGE_VAL;
    int columns = 1;
    for (int c = 1; c <= MOST_COLUMNS && c <= p->line_count; c++) {
        double width = c * (p->column_width + column_gap);
        double off = fabs(log(width / (height / c) / proportion));
        if (off >= best) continue;
        best = off;
        columns = c;
    }
    return columns;
}

// ---- drawing ----------------------------------------------------------------------------------

static void draw_item(const Poster *p, const PosterItem *item, double x, double y, double height)
{
    if (item->code) {
        pen_text(&p->pen, x, y + height - code_size / 2, item->code, code_size, ALIGN_START,
                 p->pen.theme->muted)
            ->mono = true;
        height -= code_height;
    }
    equation_draw(&item->equation, &p->pen, x, y + height - item->equation.height);
}

static void draw_line(const Poster *p, const PosterLine *line, double x, double y)
{
    double height = line->height;
    if (line->heading) {
        pen_text(&p->pen, x, y + heading_size / 2, line->heading, heading_size, ALIGN_START,
                 p->pen.theme->text)
            ->bold = true;
        y += heading_height;
        height -= heading_height;
    }
    for (int i = line->first; i < line->end; i++) {
        draw_item(p, &p->item[i], x, y, fmin(height, p->item[i].height));
        x += p->item[i].width + item_gap;
    }
}

// Lines from top to bottom, the next column when this one has its share. Returns the lower end.
static double draw_lines(const Poster *p, int columns, double top, double *width)
{
    double share = lines_height(p) / columns, x = SHEET_MARGIN, y = top, bottom = top;
    double widest = 0; // of this column
    for (int i = 0, column = 0; i < p->line_count; i++) {
        const PosterLine *line = &p->line[i];
        bool full = y - top + line->height / 2 > share && column + 1 < columns;
        if (full) {
            column++;
            x += widest + column_gap;
            y = top;
            widest = 0;
        }
        draw_line(p, line, x, y);
        bottom = fmax(bottom, y + line->height);
        widest = fmax(widest, line->width);
        *width = fmax(*width, x + line->width);
        y += line->height + line_gap;
    }
    return bottom;
}

static const char *describe(const Poster *p)
{
    Arena *arena = p->pen.figure->arena;
    Buf text = {.arena = arena};
    buf_printf(&text, "The equations of %s, step by step.", p->request->lesson);
    for (int i = 0; i < p->item_count; i++) {
        const WalkPart *part = p->item[i].part;
        const char *name = entry_title(p->request->trace, part->entry, arena);
        if (!begins_step(p, i))
            buf_printf(&text, ", %s", name);
        else
            buf_printf(&text, "%s %d %s: %s", i ? "." : "", part->step + 1, part->title, name);
    }
    buf_add_char(&text, '.');
    return buf_text(&text);
}

static const char *rest_of(const Poster *p)
{
    int all = 0;
    for (int i = 0; i < p->request->part_count; i++) all += p->request->parts[i].entry >= 0;
    if (all <= p->item_count) return NULL;
    return arena_printf(p->pen.figure->arena, "The first %d of %d equations.", p->item_count, all);
}

bool poster_draw(Figure *figure, const FigureRequest *request, PosterPage page,
                 const Measure *measure, Error *error)
{
    Poster p = {.request = request};
    if (!sheet_pen(&p.pen, figure, &request->look, measure, error)) return false;
    read_items(&p);
    if (!p.item_count) {
        error_set(error, NULL, "there is no tensor in %s to draw", request->lesson);
        return error_hint(error, "a lesson needs a block of ```python code");
    }
    break_lines(&p);
    figure->title = request->look.title ? request->look.title : request->lesson;
    figure->description = describe(&p);
    double width = SHEET_MARGIN + p.column_width;
    double y = sheet_heading(&p.pen, figure->title, rest_of(&p), &width);
    double bottom = draw_lines(&p, page.columns ? page.columns : best_columns(&p), y, &width);
    if (page.scale > 0) return sheet_end_at(&p.pen, page.scale, &request->look);
    return sheet_end(&p.pen, width, bottom, &request->look, error);
}

bool poster_build(Figure *figure, const FigureRequest *request, const Measure *measure,
                  Error *error)
{
    if (poster_draw(figure, request, (PosterPage){0}, measure, error)) return true;
    return error_hint(error, "--all DIR writes a figure for each step");
}
