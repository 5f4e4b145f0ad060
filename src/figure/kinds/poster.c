// Equations flow like words: from left to right as long as there is room, then on the next line.
// Lines make columns, as equal in height as they can be; the heading of a step stays with its first
// line, and is said again where a column begins in the middle of a step.
#include "figure/kinds/poster.h"

#include "figure/page/sheet.h"
#include "figure/parts/block.h"
#include "tensor/op.h"

#include <math.h>

static const double heading_size = 14;
static const double heading_height = 30;
static const double code_size = 10;
static const double code_height = 16;
static const double item_gap = 34;
static const double line_gap = 26;
static const double column_gap = 50;
static const double least_room = 400; // of a line

enum { MOST_SHOWN = 6 };

// ---- items ------------------------------------------------------------------------------------

// A tensor as it was, handed on: nothing is computed, and nothing is moved.
static bool hands_on(const OpCall *call)
{
    const int64_t enough = 64; // cells to look at
    if (call->input_count != 1 || !call->op->sources) return false;
    if (!shape_equal(&call->input[0]->shape, &call->output->shape)) return false;
    SCRATCH(scratch);
    int64_t count = shape_count(&call->output->shape);
    Index at = {0};
    bool same = true;
    for (int64_t i = 0; i < count && i < enough && same; i++) {
        Terms terms = {.arena = &scratch};
        op_sources(call, at, &terms);
        same = terms.kind == TERMS_MOVED && terms.count == 1 &&
               index_ravel(&call->output->shape, terms.term[0].at) == i;
        index_next(&call->output->shape, &at);
    }
    return same;
}

// An assignment of a number to cells, which the language alone makes.
static bool sets_a_number(const Entry *entry)
{
    if (!entry->is_write || entry->call.op->found) return false;
    bool number = false;
    for (int i = 0; i < entry->call.input_count; i++) number |= entry->call.input[i]->is_number;
    return number;
}

bool poster_shows(const FigureRequest *request, const WalkPart *part)
{
    if (part->entry < 0) return false;
    const Entry *entry = &request->trace->entries[part->entry];
    return part->call || (!hands_on(&entry->call) && !sets_a_number(entry));
}

static void join_scale(HeatScale *common, const Trace *trace, int entry, Arena *arena)
{
    Plane plane;
    Error error = {.arena = arena}; // what has no cells has no colours
    if (entry >= 0 &&
        plane_of(&plane, trace, matrix_shown(trace, entry, (Index){0}), (Sight){0}, arena, &error))
        scale_join(common, &plane);
}

ScaleOptions poster_scale(const FigureRequest *request, Arena *arena)
{
    ScaleOptions scale = request->look.scale;
    for (int i = 0; i < request->walk.part_count && request->look.no_values; i++) {
        if (!poster_shows(request, &request->walk.parts[i])) continue;
        int entry = request->walk.parts[i].entry;
        const OpCall *call = &request->trace->entries[entry].call;
        join_scale(&scale.common, request->trace, entry, arena);
        for (int k = 0; k < call->input_count; k++)
            join_scale(&scale.common, request->trace, call->input[k]->origin, arena);
    }
    return scale;
}

static void read_code(Poster *p, PosterItem *item)
{
    double room = fmax(item->width, least_room);
    int columns = (int)(room / fmax(pen_mono_width(&p->pen, "0", code_size), 1));
    item->code = pen_fit(&p->pen, item->part->code, columns * 0.55, false);
    if (pen_mono_width(&p->pen, item->code, code_size) > room)
        item->code = pen_fit(&p->pen, item->part->code, columns * 0.4, false);
    item->width = fmax(item->width, pen_mono_width(&p->pen, item->code, code_size));
    item->height += code_height;
}

static void read_item(Poster *p, PosterItem *item, ScaleOptions scale)
{
    const FigureRequest *request = p->request;
    EquationAsk ask = {.trace = request->trace,
                       .entry = item->part->entry,
                       .call = item->part->call,
                       .unmarked = true,
                       .look = {.digits = request->look.digits,
                                .most = MOST_SHOWN,
                                .heat = request->look.no_values,
                                .scale = scale}};
    equation_read(&item->equation, &ask, &p->pen);
    item->width = item->equation.width;
    item->height = item->equation.height;
    bool is_given = item->equation.count < 2; // and has nothing to say
    if (!is_given) read_code(p, item);
}

static bool poster_read(Poster *p, const Pen *pen, const FigureRequest *request, Error *error)
{
    Figure *figure = pen->figure;
    *p = (Poster){.request = request, .pen = *pen};
    p->item = NEW_ARRAY(figure->arena, PosterItem, MOST_ITEMS);
    ScaleOptions scale = request->look.scale;
    bool is_part = scale.common.low < scale.common.high;
    if (!is_part) scale = poster_scale(request, figure->arena);
    int number = 0;
    for (int i = 0; i < request->walk.part_count && p->item_count < MOST_ITEMS; i++) {
        if (!poster_shows(request, &request->walk.parts[i])) continue;
        PosterItem *item = &p->item[p->item_count++];
        item->part = &request->walk.parts[i];
        number += p->item_count == 1 || item->part->step != item[-1].part->step;
        item->number = number;
        read_item(p, item, scale);
    }
    if (p->item_count) return true;
    return error_fail(error, "a lesson needs a block of ```python code",
                      "there is no tensor in %s to draw", request->walk.lesson);
}

// ---- lines ------------------------------------------------------------------------------------

static bool begins_step(const Poster *p, int i)
{
    return i == 0 || p->item[i].part->step != p->item[i - 1].part->step;
}

// What is above a line: the step that begins with it, or goes on in a new column.
static const char *heading_of(const Poster *p, int i, double room)
{
    const PosterLine *line = &p->line[i];
    int number = p->item[line->first].number;
    bool column_begins = p->columns && p->column[line->column].first == i;
    Arena *arena = p->pen.figure->arena;
    if (p->untitled || (!line->title && !column_begins)) return NULL;
    if (!line->title) return arena_printf(arena, "%d, continued", number);
    const char *text = arena_printf(arena, "%d  %s", number, line->title);
    return pen_fit(&p->pen, text, room / heading_size, true);
}

static double height_of(const Poster *p, int i)
{
    return p->line[i].height + (heading_of(p, i, 0) ? heading_height : 0);
}

static void break_lines(Poster *p, double room)
{
    double used = 0;
    p->line_count = 0;
    for (int i = 0; i < p->item_count; i++) {
        const PosterItem *item = &p->item[i];
        if (begins_step(p, i) || used + item_gap + item->width > room) {
            p->line[p->line_count++] =
                (PosterLine){.first = i, .title = begins_step(p, i) ? item->part->title : NULL};
            used = -item_gap;
        }
        PosterLine *line = &p->line[p->line_count - 1];
        used += item_gap + item->width;
        line->end = i + 1;
        line->width = used;
        line->height = fmax(line->height, item->height);
        p->item[i].line = p->line_count - 1;
    }
}

// ---- columns ----------------------------------------------------------------------------------

static double heading_width(const Poster *p, int i)
{
    const char *text = heading_of(p, i, fmax(p->line[i].width, least_room));
    return text ? pen_width(&p->pen, text, true) * heading_size : 0;
}

// With the gap below it.
static double height_in(const Poster *p, int i, bool column_begins)
{
    bool headed = !p->untitled && (p->line[i].title || column_begins);
    return p->line[i].height + (headed ? heading_height : 0) + line_gap;
}

// Fills columns of at most `height` from the left. Returns whether `columns` of them are enough.
static bool fill_columns(Poster *p, int columns, double height)
{
    p->columns = 0;
    PosterColumn *column = NULL;
    for (int i = 0; i < p->line_count; i++) {
        double line = height_in(p, i, false);
        if (!column || column->height + line > height) {
            if (p->columns == columns) return false;
            column = &p->column[p->columns++];
            *column = (PosterColumn){.first = i};
            line = height_in(p, i, true);
        }
        p->line[i].column = p->columns - 1;
        column->end = i + 1;
        column->height += line;
        column->width = fmax(column->width, fmax(p->line[i].width, heading_width(p, i)));
    }
    return true;
}

// The columns as low as that number of them can be.
static void balance(Poster *p, int columns)
{
    double low = 0, high = 0;
    for (int i = 0; i < p->line_count; i++) high += p->line[i].height + heading_height + line_gap;
    for (int i = 0; i < 24; i++) {
        double middle = (low + high) / 2;
        *(fill_columns(p, columns, middle) ? &high : &low) = middle;
    }
    fill_columns(p, columns, high);
    p->width = poster_link_room(p);
    p->height = 0;
    for (int i = 0; i < p->columns; i++) {
        p->column[i].x = p->width + (i ? column_gap : 0);
        p->width = p->column[i].x + p->column[i].width;
        p->height = fmax(p->height, p->column[i].height); // with a gap for links below
    }
}

static void poster_arrange(Poster *p, double width, double height)
{
    static const double rooms[] = {1, 1.25, 1.6, 2.1, 2.8}; // in widths of the widest equation
    enum { ROOMS = sizeof rooms / sizeof *rooms };
    double best = 0, best_room = 0, widest = 0;
    int best_columns = 1;
    for (int i = 0; i < p->item_count; i++) widest = fmax(widest, p->item[i].width);
    p->line = NEW_ARRAY(p->pen.figure->arena, PosterLine, p->item_count + 1);
    for (int r = 0; r < ROOMS; r++) {
        break_lines(p, rooms[r] * widest);
        for (int columns = 1; columns <= MOST_COLUMNS && columns <= p->line_count; columns++) {
            balance(p, columns);
            double scale = fmin(width / p->width, height / p->height);
            if (scale <= best * 1.001) continue;
            best = scale;
            best_room = rooms[r] * widest;
            best_columns = columns;
        }
    }
    break_lines(p, best_room);
    balance(p, best_columns);
}

// ---- drawing ----------------------------------------------------------------------------------

// A tint of the role behind the cells.
static void draw_ground(const Poster *p, const PosterItem *item, const FigureBlock *block, double x,
                        double y)
{
    const double tint = 0.13;
    const Pen *pen = &p->pen;
    if (block->is_number || block->heat || !block->sign.letter[0]) return;
    Color color = color_mix(pen->theme->background, block->sign.chip, tint);
    pen_box(pen, item->x + x + block->left - 2, item->y + y + block->top - 1,
            block_cells_width(block) + 4, block_cells_height(block) + 2, 4, color);
}

static void draw_item(const Poster *p, const PosterItem *item)
{
    const FigureEquation *equation = &item->equation;
    for (int i = 0; i < equation->count; i++) {
        const EquationPart *part = &equation->part[i];
        if (!part->hidden) draw_ground(p, item, &part->block, part->x, part->y);
    }
    equation_draw(equation, &p->pen, item->x, item->y);
    if (!item->code) return;
    double y = item->y + equation->height + code_height - code_size / 2;
    figure_group(p->pen.figure, "code");
    pen_text(&p->pen, item->x, y, item->code, code_size, ALIGN_START, p->pen.theme->muted)->mono =
        true;
    figure_group_end(p->pen.figure);
}

static void place_line(Poster *p, int i, double x, double y)
{
    PosterLine *line = &p->line[i];
    line->x = x;
    line->y = y;
    double below = y + height_of(p, i);
    line->gap_below = below + line_gap / 2;
    line->gap_above = below - line->height - (heading_of(p, i, 0) ? 4 : line_gap / 2);
    for (int k = line->first; k < line->end; k++) {
        PosterItem *item = &p->item[k];
        item->x = x;
        item->y = below - item->height;
        x += item->width + item_gap;
    }
}

static void draw_heading(const Poster *p, int i)
{
    const PosterLine *line = &p->line[i];
    const char *text = heading_of(p, i, fmax(line->width, least_room));
    if (!text) return;
    pen_bold(&p->pen, line->x, line->y + heading_size / 2, text, heading_size, ALIGN_START,
             line->title ? p->pen.theme->text : p->pen.theme->muted);
}

static void poster_draw(Poster *p, double left, double top)
{
    for (int c = 0; c < p->columns; c++) {
        double y = top;
        for (int i = p->column[c].first; i < p->column[c].end; i++) {
            place_line(p, i, left + p->column[c].x, y);
            y += height_of(p, i) + line_gap;
        }
    }
    Figure *figure = p->pen.figure;
    figure_group(figure, "links");
    poster_draw_links(p);
    figure_group_end(figure);
    figure_group(figure, "steps");
    for (int i = 0; i < p->line_count; i++) draw_heading(p, i);
    figure_group_end(figure);
    for (int i = 0; i < p->item_count; i++) {
        figure_group(figure, "equation")->number = i + 1;
        draw_item(p, &p->item[i]);
        figure_group_end(figure);
    }
}

static const char *poster_describe(const Poster *p)
{
    Arena *arena = p->pen.figure->arena;
    Buf text = {.arena = arena};
    buf_printf(&text, "The equations of %s, step by step.", p->request->walk.lesson);
    for (int i = 0; i < p->item_count; i++) {
        const WalkPart *part = p->item[i].part;
        const char *name = entry_title(p->request->trace, part->entry, arena);
        if (i && p->item[i - 1].part->step == part->step)
            buf_printf(&text, ", %s", name);
        else
            buf_printf(&text, "%s %d %s: %s", i ? "." : "", part->step + 1, part->title, name);
    }
    buf_add_char(&text, '.');
    return buf_text(&text);
}

// ---- a slide ----------------------------------------------------------------------------------
//
// A slide: the title of a step, and its equations as large as there is room below it, in the
// middle; few and small ones are not larger than the rest of a deck's.

// In heights of the page.
static const double title_size = 0.05;
static const double lesson_size = 0.029;
static const double largest_number = 0.052;
static const double gap = 0.035;

// Returns where the rest begins.
static double draw_title(const Poster *p, int number, bool continued)
{
    const FigureLook *look = &p->request->look;
    const WalkPart *part = p->item[0].part;
    const Pen *pen = &p->pen;
    double margin = sheet_margin(look), high = look->height, y = margin;
    double room = look->width - 2 * margin;
    if (pen->untitled) return margin;
    const char *lesson = look->title ? look->title : p->request->walk.lesson;
    lesson = pen_fit(pen, lesson, room / (lesson_size * high), false);
    pen_text(pen, margin, y + lesson_size * high / 2, lesson, lesson_size * high, ALIGN_START,
             pen->theme->muted);
    y += 1.5 * lesson_size * high;
    const char *title = arena_printf(pen->figure->arena, "%d  %s%s", number, part->title,
                                     continued ? ", continued" : "");
    title = pen_fit(pen, title, room / (title_size * high), true);
    pen_bold(pen, margin, y + title_size * high / 2, title, title_size * high, ALIGN_START,
             pen->theme->text);
    return y + (title_size + gap) * high;
}

bool poster_draw_slide(Figure *figure, const FigureRequest *request, int number, bool continued,
                       const Measure *measure, double *smallest, Error *error)
{
    Poster p;
    Pen pen;
    const FigureLook *look = &request->look;
    if (!sheet_pen(&pen, figure, look, measure, error) || !poster_read(&p, &pen, request, error))
        return false;
    p.untitled = true;
    int before = figure->count;
    figure->title = p.item[0].part->title;
    figure->description = poster_describe(&p);
    figure->width = look->width;
    figure->height = look->height;
    double margin = sheet_margin(look), top = draw_title(&p, number, continued);
    double width = look->width - 2 * margin, height = look->height - margin - top;
    poster_arrange(&p, width, height);
    int first = figure->count;
    poster_draw(&p, 0, 0);
    double scale = fmin(fmin(width / p.width, height / p.height),
                        largest_number * look->height / block_number_size);
    sheet_transform(figure, first, scale, margin + (width - p.width * scale) / 2,
                    top + (height - p.height * scale) / 2);
    *smallest = figure_smallest_text(
        &(Figure){.shapes = figure->shapes + before, .count = figure->count - before});
    return true;
}

// ---- the poster -------------------------------------------------------------------------------
//
// The poster of a walk: the equations of all steps, in columns.

static const double proportion = 1.41; // width to height, where no size was asked for
static const double heading = 60;      // about

static const char *rest_of(const Poster *p)
{
    const WalkPart *last = p->item[p->item_count - 1].part;
    const FigureRequest *request = p->request;
    int left = 0;
    for (const WalkPart *part = last + 1; part < request->walk.parts + request->walk.part_count;
         part++)
        left += part->entry >= 0;
    if (!left || p->item_count < MOST_ITEMS) return NULL;
    return arena_printf(p->pen.figure->arena, "The first %d equations; %d more follow.",
                        p->item_count, left);
}

static bool build(Pen *pen, const FigureRequest *request, Error *error)
{
    Poster p;
    Figure *figure = pen->figure;
    const FigureLook *look = &request->look;
    if (!poster_read(&p, pen, request, error)) return false;
    double across = look->width > 0 ? look->width : 1000 * proportion;
    double down = look->height > 0 ? look->height : across / proportion;
    poster_arrange(&p, across, fmax(down - heading, 1));
    figure->title = look->title ? look->title : request->walk.lesson;
    figure->description = poster_describe(&p);
    double width = SHEET_MARGIN + p.width;
    double y = sheet_heading(&p.pen, figure->title, rest_of(&p), &width);
    poster_draw(&p, SHEET_MARGIN, y);
    if (sheet_end(&p.pen, width, y + p.height, look, error)) return true;
    return error_hint(error, "--all deck.pdf makes a page of each step");
}

const FigureKind steps_kind = {
    .name = "steps",
    .summary = "all equations of a lesson on one poster",
    .options = "all cmap range animate",
    .whole = true,
    .way_out = "--all deck.pdf makes a page of each step",
    .hides = true,
    .build = build,
    .move = walk_move,
};
