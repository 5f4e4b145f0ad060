// Lines finer than characters: light ones of Braille dots, two beside and four above each other in
// a character, heavy ones of quarter blocks. Where only ASCII is shown both become letters.
#pragma once

#include "tui/core/canvas.h"

typedef struct Dots {
    int columns, rows; // characters
    struct DotCell {
        unsigned char shape;
        bool is_solid; // of quarter blocks
        Style style;
    } * cell;
} Dots;

typedef enum DotLine { // how heavy a line is
    DOT_LINE_DOTTED,
    DOT_LINE_THIN,
    DOT_LINE_HEAVY, // half as high as a character
    DOT_LINE_FULL,  // as high
    DOT_LINES
} DotLine;

Dots dots_new(Arena *arena, int columns, int rows);

// From the left edge in one row to the right edge in another. Where lines cross, what is drawn last
// is seen: the heaviest, if it is.
void dots_line(const Dots *dots, int from_row, int to_row, DotLine line, Style style);

// From one place to another, in dots from the upper left corner: DOTS_WIDE to the right and
// DOTS_HIGH down are a character, about as far on a screen. Dotted or thin.
enum { DOTS_WIDE = 2, DOTS_HIGH = 4 };
void dots_segment(const Dots *dots, double from_x, double from_y, double to_x, double to_y,
                  DotLine line, Style style);

void dots_draw(const Dots *dots, Canvas *canvas, Rect clip, int column, int row);

const char *dots_sample(DotLine line); // one character of a level line
