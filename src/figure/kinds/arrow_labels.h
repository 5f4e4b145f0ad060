// The labels at the tips of arrows: two lines of text each, placed where they hide least.
#pragma once

#include "figure/page/pen.h"

typedef struct ArrowLabel {
    Point tip;
    double direction; // of its arrow: radians, clockwise from the right as y grows downwards
    const char *name, *note;
    double width, height;
    Color color; // of the name
    // Where it is placed: its upper left corner, and the point of its edge that is nearest the tip.
    Point corner, anchor;
    double distance; // of that point from the tip
    Align align;
} ArrowLabel;

// A line that labels should keep off.
typedef struct ArrowLine {
    Point from, to;
    double harm; // of each point of its length that is in a label
} ArrowLine;

// What it shows is in `name`, `note` and `color`; its size follows from these.
ArrowLabel arrow_label(const Pen *pen, const char *name, const char *note, Color color);

// Places them all, those first in the list first, at their tips where they can be.
void arrow_labels_place(ArrowLabel *label, int count, const ArrowLine *line, int lines);

// The ground that keeps thin lines off the text, to be drawn below the arrows, and the text, with a
// hairline to the tip where it is away from it. All is moved by (x, y).
void arrow_label_draw_ground(const ArrowLabel *label, const Pen *pen, double x, double y);
void arrow_label_draw_text(const ArrowLabel *label, const Pen *pen, double x, double y);
