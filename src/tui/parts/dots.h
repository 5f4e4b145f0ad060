// Lines finer than characters: Braille dots, two beside and four above each other in a character.
// Where only ASCII is shown they become letters, the heavier the more dots there are.
#pragma once

#include "tui/core/canvas.h"

typedef struct Dots {
    int columns, rows; // characters
    unsigned char *shape;
    Style *style;
} Dots;

typedef enum DotLine { // how heavy a line is
    DOT_LINE_DOTTED,
    DOT_LINE_THIN,
    DOT_LINE_HEAVY,
    DOT_LINE_FULL, // as high as a character
    DOT_LINES
} DotLine;

Dots dots_new(Arena *arena, int columns, int rows);

// From the left edge in one row to the right edge in another. Where lines cross, what was drawn
// last has the style.
void dots_line(Dots *dots, int from_row, int to_row, DotLine line, Style style);

void dots_draw(const Dots *dots, Canvas *canvas, Rect clip, int column, int row);

const char *dots_sample(DotLine line); // one character of a level line
