// Lines on a poster, each from a result to where it is used next. They run in the gaps between the
// lines and columns of equations, so that none crosses a number: down from the result, along the
// gap below it to the side of the column, along that, and down to the operand.
#include "figure/kinds/exercise.h"
#include "figure/kinds/poster.h"
#include "figure/parts/block.h"

#include <math.h>

static const double thickness = 1.4;
static const double corner = 5;
static const double lane_width = 3;
static const double beside = 7; // the first lane, from a column
static const double arrow = 3.2;

enum { LANES = 5, LINK_CORNERS = 8 };

typedef struct Link {
    const PosterItem *from, *to;
    const EquationPart *result, *operand;
} Link;

// ---- which ------------------------------------------------------------------------------------

static bool finds_use(const Poster *p, int from, Link *link)
{
    const Trace *trace = p->request->trace;
    const FigureEquation *made = &p->item[from].equation;
    link->from = &p->item[from];
    link->result = &made->part[made->count - 1];
    int entry = link->result->block.entry;
    for (int i = from + 1; i < p->item_count; i++) {
        const FigureEquation *equation = &p->item[i].equation;
        for (int k = 0; k < equation->count - 1; k++) {
            const EquationPart *part = &equation->part[k];
            if (part->hidden || part->block.is_number) continue;
            if (part->block.entry != entry && exercise_origin(trace, part->block.entry) != entry)
                continue;
            link->to = &p->item[i];
            link->operand = part;
            return true;
        }
    }
    return false;
}

// ---- how --------------------------------------------------------------------------------------

// The lane beside a column; on the left of it, in the gap before the column.
static double lane_x(const Poster *p, int column, int lane)
{
    const PosterLine *first = &p->line[p->column[column].first];
    return first->x - beside - lane * lane_width;
}

static void draw_link(const Poster *p, const Link *link, int lane)
{
    const FigureBlock *made = &link->result->block, *used = &link->operand->block;
    const PosterLine *below = &p->line[link->from->line], *above = &p->line[link->to->line];
    int from_middle = lane - LANES / 2;
    double shift = from_middle * lane_width;
    Color chip = made->sign.letter[0] ? made->sign.chip : p->pen.theme->muted;
    Color color = color_mix(p->pen.theme->background, chip, 0.6);
    double from_x = link->from->x + link->result->x + made->left + block_cells_width(made) / 2;
    double from_y = link->from->y + link->result->y + made->top + block_cells_height(made) + 4;
    double to_x = link->to->x + link->operand->x + used->title_left + shift / 2 + 8;
    double to_y = link->to->y + link->operand->y - arrow - 1;
    double leave = below->gap_below + shift, enter = above->gap_above + shift / 2;
    Point path[LINK_CORNERS];
    int count = 0;
    bool same_line = above == below;
    bool next_line = above == below + 1 && above->column == below->column && !above->title;
    if (same_line) from_y = link->from->y + link->result->y - 2;
    path[count++] = (Point){from_x, from_y};
    if (!same_line) path[count++] = (Point){from_x, leave};
    if (next_line) enter = leave;
    if (!same_line && !next_line) {
        double x = lane_x(p, above->column, lane);
        path[count++] = (Point){x, leave};
        path[count++] = (Point){x, enter};
    }
    if (same_line) path[count++] = (Point){from_x, enter};
    path[count++] = (Point){to_x, enter};
    path[count++] = (Point){to_x, to_y};
    Point tip = {to_x, to_y + arrow};
    pen_path(&p->pen, path, count, corner, thickness, color);
    pen_arrowhead(&p->pen, path[count - 2], tip, 2 * arrow, 2 * arrow, color);
}

double poster_link_room(const Poster *p)
{
    for (int i = 0; i < p->item_count; i++) {
        Link link;
        if (finds_use(p, i, &link)) return beside + (LANES - 1) * lane_width + thickness;
    }
    return 0;
}

void poster_draw_links(const Poster *p)
{
    int lane = 0;
    for (int i = 0; i < p->item_count; i++) {
        Link link;
        if (finds_use(p, i, &link)) draw_link(p, &link, lane++ % LANES);
    }
}
