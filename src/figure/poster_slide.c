// A slide: the title of a step, and its equations as large as there is room below it, in the
// middle; few and small ones are not larger than the rest of a deck's.
#include "figure/block_parts.h"
#include "figure/poster.h"
#include "figure/poster_parts.h"
#include "figure/sheet.h"

#include <math.h>

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
    const char *lesson = look->title ? look->title : p->request->lesson;
    lesson = pen_fit(pen, lesson, room / (lesson_size * high), false);
    pen_text(pen, margin, y + lesson_size * high / 2, lesson, lesson_size * high, ALIGN_START,
             pen->theme->muted);
    y += 1.5 * lesson_size * high;
    const char *title = arena_printf(pen->figure->arena, "%d  %s%s", number, part->title,
                                     continued ? ", continued" : "");
    title = pen_fit(pen, title, room / (title_size * high), true);
    pen_text(pen, margin, y + title_size * high / 2, title, title_size * high, ALIGN_START,
             pen->theme->text)
        ->bold = true;
    return y + (title_size + gap) * high;
}

bool poster_draw_slide(Figure *figure, const FigureRequest *request, int number, bool continued,
                       const Measure *measure, double *smallest, Error *error)
{
    Poster p;
    const FigureLook *look = &request->look;
    if (!poster_read(&p, figure, request, measure, error)) return false;
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
