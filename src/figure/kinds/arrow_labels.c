// Each label tries places around its tip, in all directions and ever farther away, and takes the
// one that does least harm; as a place that is good for one may be better for another, all of them
// choose again once all have one.
#include "figure/kinds/arrow_labels.h"

#include <math.h>

enum { DIRECTIONS = 16, ROUNDS = 4 };

static const double PI = 3.14159265358979323846;
static const double name_size = 12, note_size = 10.5, line_height = 14;
static const double longest_name = 14; // font sizes
static const double distances[] = {8, 14, 24, 38, 56, 78, 104};
static const double around = 2; // that lines and labels keep away
static const double led_from = 12;

// Harm: what a point of distance does is 1.
static const double harm_of_label = 4; // for each point of the overlapping area's root
static const double harm_of_overlap = 400;
static const double harm_of_leader = 12; // for each point that it runs through a label
static const double harm_of_direction = 6;

ArrowLabel arrow_label(const Pen *pen, const char *name, const char *note, Color color)
{
    ArrowLabel label = {.name = pen_fit_label(pen, name, longest_name), .note = note};
    double width = pen_width(pen, label.name, true) * name_size;
    label.width = fmax(width, pen_width(pen, note, false) * note_size);
    label.height = 2 * line_height;
    label.color = color;
    return label;
}

// ---- harm ---------------------------------------------------------------------------------------

// Narrows [*first, *last], parts of a line, to where it is between `low` and `high`.
static void clip(double from, double change, double low, double high, double *first, double *last)
{
    if (change == 0) {
        if (from < low || from > high) *last = -1;
        return;
    }
    double enters = (low - from) / change, leaves = (high - from) / change;
    *first = fmax(*first, fmin(enters, leaves));
    *last = fmin(*last, fmax(enters, leaves));
}

// How much of the line is in the label or close by.
static double length_within(const ArrowLabel *label, const ArrowLine *line)
{
    double dx = line->to.x - line->from.x, dy = line->to.y - line->from.y, first = 0, last = 1;
    Point corner = label->corner;
    clip(line->from.x, dx, corner.x - around, corner.x + label->width + around, &first, &last);
    clip(line->from.y, dy, corner.y - around, corner.y + label->height + around, &first, &last);
    return last > first ? (last - first) * hypot(dx, dy) : 0;
}

static double overlap(double a, double a_size, double b, double b_size)
{
    return fmax(fmin(a + a_size, b + b_size) - fmax(a, b) + around, 0);
}

static double overlap_harm(const ArrowLabel *a, const ArrowLabel *b)
{
    double across = overlap(a->corner.x, a->width, b->corner.x, b->width);
    double down = overlap(a->corner.y, a->height, b->corner.y, b->height);
    double area = across * down;
    return area > 0 ? harm_of_overlap + harm_of_label * sqrt(area) : 0;
}

// The line from the tip of one to it, where it runs through the other.
static double leader_harm(const ArrowLabel *led, const ArrowLabel *crossed)
{
    if (led->distance <= led_from) return 0;
    return harm_of_leader * length_within(crossed, &(ArrowLine){led->tip, led->anchor, 0});
}

static double harm_of(const ArrowLabel *placed, const ArrowLabel *label, int count, int own,
                      const ArrowLine *line, int lines)
{
    double harm = placed->distance;
    for (int i = 0; i < count; i++) {
        if (i == own || label[i].distance == 0) continue;
        harm += overlap_harm(placed, &label[i]);
        harm += leader_harm(placed, &label[i]) + leader_harm(&label[i], placed);
    }
    for (int i = 0; i < lines; i++) harm += line[i].harm * length_within(placed, &line[i]);
    return harm;
}

// ---- places -------------------------------------------------------------------------------------

// Beside the tip the text begins or ends there; above and below it is centred.
static ArrowLabel placed_at(ArrowLabel label, double direction, double distance)
{
    double dx = cos(direction), dy = sin(direction);
    label.distance = distance;
    label.anchor = (Point){label.tip.x + distance * dx, label.tip.y + distance * dy};
    label.corner = (Point){label.anchor.x - label.width * (1 - dx) / 2,
                           label.anchor.y - label.height * (1 - dy) / 2};
    label.align = dx > 0.3 ? ALIGN_START : dx < -0.3 ? ALIGN_END : ALIGN_MIDDLE;
    return label;
}

static ArrowLabel best_place(const ArrowLabel *label, int count, int own, const ArrowLine *line,
                             int lines)
{
    ArrowLabel best = label[own];
    double least = HUGE_VAL;
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
        for (int turn = 0; turn < DIRECTIONS; turn++) {
            double direction = 2 * PI * turn / DIRECTIONS;
            ArrowLabel placed = placed_at(label[own], direction, distances[i]);
            double harm = harm_of(&placed, label, count, own, line, lines);
            harm += harm_of_direction * (1 - cos(direction - label[own].direction));
            if (harm < least - 1e-9) {
                least = harm;
                best = placed;
            }
        }
    }
    return best;
}

void arrow_labels_place(ArrowLabel *label, int count, const ArrowLine *line, int lines)
{
    for (int i = 0; i < ROUNDS * count; i++)
        label[i % count] = best_place(label, count, i % count, line, lines);
}

// ---- drawing ------------------------------------------------------------------------------------

void arrow_label_draw_ground(const ArrowLabel *label, const Pen *pen, double x, double y)
{
    pen_box(pen, x + label->corner.x - around, y + label->corner.y, label->width + 2 * around,
            label->height, 2, pen->theme->background);
}

void arrow_label_draw_text(const ArrowLabel *label, const Pen *pen, double x, double y)
{
    double left = x + label->corner.x, top = y + label->corner.y;
    double at = label->align == ALIGN_START ? left
                : label->align == ALIGN_END ? left + label->width
                                            : left + label->width / 2;
    if (label->distance > led_from)
        pen_line(pen, x + label->tip.x, y + label->tip.y, label->anchor.x - label->tip.x,
                 label->anchor.y - label->tip.y, label->color);
    pen_bold(pen, at, top + line_height / 2, label->name, name_size, label->align, label->color);
    pen_text(pen, at, top + 1.5 * line_height, label->note, note_size, label->align,
             pen->theme->muted);
}
