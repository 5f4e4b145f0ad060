// The poster of a walk: the equations of all steps, in columns.
#include "figure/kinds.h"
#include "figure/poster_parts.h"
#include "figure/sheet.h"

#include <math.h>

static const double proportion = 1.41; // width to height, where no size was asked for
static const double heading = 60;      // about

static const char *rest_of(const Poster *p)
{
    const WalkPart *last = p->item[p->item_count - 1].part;
    const FigureRequest *request = p->request;
    int left = 0;
    for (const WalkPart *part = last + 1; part < request->parts + request->part_count; part++)
        left += part->entry >= 0;
    if (!left || p->item_count < MOST_ITEMS) return NULL;
    return arena_printf(p->pen.figure->arena, "The first %d equations; %d more follow.",
                        p->item_count, left);
}

bool poster_build(Figure *figure, const FigureRequest *request, const Measure *measure,
                  Error *error)
{
    Poster p;
    const FigureLook *look = &request->look;
    if (!poster_read(&p, figure, request, measure, error)) return false;
    double across = look->width > 0 ? look->width : 1000 * proportion;
    double down = look->height > 0 ? look->height : across / proportion;
    poster_arrange(&p, across, fmax(down - heading, 1));
    figure->title = look->title ? look->title : request->lesson;
    figure->description = poster_describe(&p);
    double width = SHEET_MARGIN + p.width;
    double y = sheet_heading(&p.pen, figure->title, rest_of(&p), &width);
    poster_draw(&p, SHEET_MARGIN, y);
    if (sheet_end(&p.pen, width, y + p.height, look, error)) return true;
    return error_hint(error, "--all deck.pdf makes a page of each step");
}
