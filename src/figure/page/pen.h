// What every part of a figure needs at hand to draw: where to, in which style, how wide text is.
#pragma once

#include "figure/page/theme.h"
#include "trace/explain/sight.h"

typedef struct Pen {
    Figure *figure;
    const FigureTheme *theme;
    const Measure *measure;
    double unit;     // all sizes are multiples of it: a figure of twice the size has unit 2
    double pixel;    // of the file, in points; 0: it has none, or none is known
    bool quiet;      // boxes and lines are not the point: their colours come closer to the ground
    bool untitled;   // what the figure is about is said elsewhere: it has no heading
    bool raw_tokens; // labels keep the marks of tokenizers
    Sight sight;
} Pen;

// The ground of all cells; a line in it is seen on cells of any colour.
Color pen_ground(const Pen *pen);
// What a box or a line of that colour is drawn in.
Color pen_shade(const Pen *pen, Color color);

// Width of `text` in multiples of the font size.
double pen_width(const Pen *pen, const char *text, bool bold);

// In the font of equal widths, in points.
double pen_mono_width(const Pen *pen, const char *text, double size);

// As much of a text of equal widths as `room` points have room for, with "…" where it goes on.
const char *pen_fit_mono(const Pen *pen, const char *text, double size, double room);

// `text` on one line, no wider than `most` font sizes: control characters are written as in
// Python ("\n"), a longer text is cut between characters and ends in "…". In the figure's arena.
const char *pen_fit(const Pen *pen, const char *text, double most, bool bold);

// The same for one of many labels, which may differ at their ends alone: where it is cut, its last
// three letters stay ("antidi…t12").
const char *pen_fit_label(const Pen *pen, const char *text, double most);

// A text, its anchor at (x, y). What is returned may be changed until the next shape is drawn.
FigureShape *pen_text(const Pen *pen, double x, double y, const char *text, double size,
                      Align align, Color color);

FigureShape *pen_bold(const Pen *pen, double x, double y, const char *text, double size,
                      Align align, Color color);

// A line from (x, y) over (dx, dy), cubic curves, in their own colours.
FigureShape *pen_stroke(const Pen *pen, double x, double y, double dx, double dy, double width,
                        Color color);
FigureShape *pen_curve(const Pen *pen, const Point *points, int count, double width, Color color);

// A line through points, round at each but its ends, and the head of an arrow.
void pen_path(const Pen *pen, const Point *at, int count, double radius, double width, Color color);
void pen_arrowhead(const Pen *pen, Point from, Point tip, double length, double width, Color color);
// The point that is `far` from a on the way to b.
Point point_towards(Point a, Point b, double far);

// A filled rectangle with round corners.
void pen_box(const Pen *pen, double x, double y, double width, double height, double radius,
             Color color);

// A hairline from (x, y) over (dx, dy).
void pen_line(const Pen *pen, double x, double y, double dx, double dy, Color color);

// Its outline, half as wide as a hairline, inside of it.
void pen_frame(const Pen *pen, double x, double y, double width, double height, double radius,
               Color color);

// A text broken into lines.

enum { MOST_TITLE_LINES = 3, MOST_CAPTION_LINES = 40 };

typedef struct FigureLines {
    const char **line;
    int count;
    double widest; // in font sizes
} FigureLines;

// Lines no wider than `room` font sizes, broken between words; a word that is wider is broken
// between characters. The last one of `most` ends in "…" where the text goes on.
FigureLines lines_wrap(const char *text, double room, int most, bool bold, const Pen *pen);

// The text below a figure, in lines as wide as there is room (units).
FigureLines figure_caption_wrap(const char *text, double room, const Pen *pen);
double figure_caption_height(const FigureLines *caption, double unit);
void figure_caption_draw(const FigureLines *caption, const Pen *pen, double x, double y);

// Lines across what a colour does not show: no number, masked, below zero.

typedef struct HatchBox {
    double x, y, width, height, radius;
} HatchBox;

// Lines at 45 degrees, cut at the box.
void hatch_box(const Pen *pen, HatchBox box, bool rising, Color color);

// The sign of a number whose colour, `ground`, is that of the opposite one as well.
void hatch_negative(const Pen *pen, HatchBox box, Color ground);
// The colour of these lines.
Color hatch_negative_color(Color ground);
