// Matrices stand as close as their brackets and titles allow: a long title reaches over its
// neighbour where that leaves room. Each line has its own middle, on which its signs stand.
#include "figure/equation_place.h"

#include <math.h>

static const double least_gap = 12; // between what stands side by side
static const double line_gap = 22;  // between the operands and a result below them

static bool is_empty(const Outline *outline)
{
    return outline->bottom <= outline->top;
}

// Do they share a height?
static bool side_by_side(const EquationPart *a, const Outline *of_a, const EquationPart *b,
                         const Outline *of_b)
{
    return !is_empty(of_a) && !is_empty(of_b) && a->y + of_a->top < b->y + of_b->bottom &&
           b->y + of_b->top < a->y + of_a->bottom;
}

// How far left a part may stand because of one before it.
static double least_x(const EquationPart *before, const EquationPart *part)
{
    double x = 0;
    for (int i = 0; i < OUTLINES; i++) {
        for (int k = 0; k < OUTLINES; k++) {
            const Outline *a = &before->block.outline[i], *b = &part->block.outline[k];
            if (side_by_side(before, a, part, b))
                x = fmax(x, before->x + a->right + least_gap - b->left);
        }
    }
    return x;
}

// What closes or separates stays with the matrix before it; other signs stand half way.
static double sign_place(const EquationPart *part, double before)
{
    double room = part->x + part->block.outline[OUTLINE_BODY].left - before;
    bool closes = part->sign[0] == ')' || part->sign[0] == ',';
    return before + (closes ? part->sign_width : room) / 2;
}

static void place_across(EquationPart *part, int first, int end)
{
    double before = 0; // where the brackets of the last matrix end
    for (int i = first; i < end; i++) {
        if (part[i].hidden) continue;
        const Outline *body = &part[i].block.outline[OUTLINE_BODY];
        part[i].x = fmax(0, before + part[i].sign_width - body->left);
        for (int k = first; k < i; k++) {
            if (!part[k].hidden) part[i].x = fmax(part[i].x, least_x(&part[k], &part[i]));
        }
        part[i].sign_x = sign_place(&part[i], before);
        before = part[i].x + body->right;
    }
}

// Returns the lower end.
static double place_down(EquationPart *part, int first, int end, double top)
{
    double middle = 0, below = 0;
    for (int i = first; i < end; i++) {
        if (part[i].hidden) continue;
        middle = fmax(middle, part[i].block.middle);
        below = fmax(below, part[i].block.height - part[i].block.middle);
    }
    for (int i = first; i < end; i++) {
        part[i].sign_y = top + middle;
        part[i].y = top + middle - part[i].block.middle;
    }
    return top + middle + below;
}

void equation_place(FigureEquation *equation, bool result_below)
{
    EquationPart *part = equation->part;
    int end = equation->count, last = end - 1;
    bool breaks = result_below && last > 0;
    equation->parts_height = place_down(part, 0, breaks ? last : end, 0);
    place_across(part, 0, breaks ? last : end);
    if (breaks) {
        equation->parts_height = place_down(part, last, end, equation->parts_height + line_gap);
        place_across(part, last, end);
    }
    equation->width = 0;
    for (int i = 0; i < end; i++) {
        if (!part[i].hidden)
            equation->width = fmax(equation->width, part[i].x + part[i].block.width);
    }
    equation->height = equation->parts_height;
}
