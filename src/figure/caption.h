// The text below a figure, in lines as wide as there is room.
#pragma once

#include "figure/pen.h"

enum { MOST_CAPTION_LINES = 40, MOST_CAPTION_COLUMNS = 4000 };

typedef struct Caption {
    const char **line;
    int count;
} Caption;

// Lines no wider than `room` units, broken between words; a word that is wider is broken between
// characters. Of what takes more than MOST_CAPTION_LINES the rest is cut.
Caption caption_wrap(const char *text, double room, const Pen *pen);

double caption_height(const Caption *caption, double unit);
void caption_draw(const Caption *caption, const Pen *pen, double x, double y);
