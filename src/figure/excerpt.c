// Chooses which rows (or columns) of a matrix are drawn when there is no room for all: the first
// ones, the one of the marked cell, and the last; "…" stands for those between.
#include "figure/excerpt.h"

#include "trace/labels.h"

#include <math.h>

static const double dots_side = 20;    // of what is left out, in units
static const double longest_label = 7; // in font sizes

static void add_line(Excerpt *lines, int64_t at)
{
    lines->at[lines->count++] = at;
}

// The first ones, `keep`, and the last one. No "…" stands for a single line.
void excerpt_choose(Excerpt *lines, int64_t count, int most, int64_t keep)
{
    *lines = (Excerpt){0};
    if (count <= most) {
        for (int64_t i = 0; i < count; i++) add_line(lines, i);
        return;
    }
    int first = most - 2;
    bool inside = keep >= first && keep < count - 1;
    if (inside) first -= 2;
    for (int i = 0; i < first; i++) add_line(lines, i);
    if (!inside || keep > first) add_line(lines, -1);
    if (inside) {
        add_line(lines, keep);
        if (keep < count - 2) add_line(lines, -1);
    }
    add_line(lines, count - 1);
}

void excerpt_label(Excerpt *lines, const Trace *trace, int entry, int dim, const Pen *pen)
{
    bool named = dim >= 0 && label_axis(trace, entry, dim);
    Arena *arena = pen->figure->arena;
    for (int i = 0; i < lines->count; i++) {
        lines->label[i] = "";
        if (!named || lines->at[i] < 0) continue;
        const char *text = label_at(trace, entry, dim, lines->at[i], arena);
        lines->label[i] = pen_fit_label(pen, text, longest_label);
        lines->widest = fmax(lines->widest, pen_width(pen, lines->label[i], false));
    }
}

int excerpt_find(const Excerpt *lines, int64_t at)
{
    for (int i = 0; i < lines->count; i++) {
        if (lines->at[i] == at) return i;
    }
    return -1;
}

double excerpt_side(const Excerpt *lines, int i, double side)
{
    return lines->at[i] < 0 ? dots_side : side;
}

double excerpt_extent(const Excerpt *lines, double side)
{
    double extent = 0;
    for (int i = 0; i < lines->count; i++) extent += excerpt_side(lines, i, side);
    return extent;
}
