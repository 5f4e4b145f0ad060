// A text broken into lines.
#pragma once

#include "figure/pen.h"

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
