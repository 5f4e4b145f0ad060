// Wraps a caption to the width of its figure and draws it line by line. Sizes are in units, which
// the pen converts to points.
#include "figure/caption.h"

// In units.
static const double text_size = 11.5;
static const double line_height = 16;

FigureLines caption_wrap(const char *text, double room, const Pen *pen)
{
    return lines_wrap(text, room / text_size, MOST_CAPTION_LINES, false, pen);
}

double caption_height(const FigureLines *caption, double unit)
{
    return caption->count * line_height * unit;
}

void caption_draw(const FigureLines *caption, const Pen *pen, double x, double y)
{
    for (int i = 0; i < caption->count; i++) {
        figure_add(pen->figure, (FigureShape){.kind = SHAPE_TEXT,
                                              .x = x,
                                              .y = y + (i + 0.5) * line_height * pen->unit,
                                              .text = caption->line[i],
                                              .size = text_size * pen->unit,
                                              .color = pen->theme->text});
    }
}
