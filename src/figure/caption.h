// The text below a figure, in lines as wide as there is room.
#pragma once

#include "figure/lines.h"

enum { MOST_CAPTION_LINES = 40 };

FigureLines caption_wrap(const char *text, double room, const Pen *pen); // room: units

double caption_height(const FigureLines *caption, double unit);
void caption_draw(const FigureLines *caption, const Pen *pen, double x, double y);
