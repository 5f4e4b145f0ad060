// A frame: the characters and styles of a whole screen, before any terminal sees them.
//
// Views draw into it; term.c copies it to the terminal; `qkv show --screen` and the tests print it.
// All text is UTF-8 and measured by base/utf8.h; a double-width character owns two cells.
#pragma once

#include "base/buf.h"

#include <stdint.h>

typedef enum Ink { // what a colour means; theme.c says what it looks like
    INK_PLAIN,
    INK_INPUT,
    INK_KEY,
    INK_QUERY,
    INK_VALUE,
    INK_SCORE,
    INK_WEIGHTED,
    INK_OUTPUT, // roles
    INK_RULE,
    INK_CODE,
    INK_ERROR,
    INK_HEAT_0,
    INK_HEAT_1,
    INK_HEAT_2,
    INK_HEAT_3,
    INK_HEAT_4,
    INK_HEAT_5,
    INK_HEAT_6,
    INK_SIGNED_0, // heat of numbers of both signs; INK_SIGNED_3 is zero
    INK_SIGNED_1,
    INK_SIGNED_2,
    INK_SIGNED_3,
    INK_SIGNED_4,
    INK_SIGNED_5,
    INK_SIGNED_6,
    INK_COUNT,
} Ink;

enum { // attributes; they carry every meaning that colour has, on terminals without it
    ATTR_BOLD = 1,
    ATTR_UNDERLINE = 2,
    ATTR_REVERSE = 4,
    ATTR_CHIP = 8, // the ink's background instead of its foreground: "[Q]"
};

typedef struct Style {
    Ink ink;
    unsigned attributes;
} Style;

typedef struct Glyph {
    char text[16]; // one character with its combining marks, terminated; "" right of a wide one
    Style style;
} Glyph;

typedef struct Frame {
    int columns, rows;
    Glyph *glyphs;                 // rows * columns, in the arena given to frame_new
    int cursor_column, cursor_row; // where the hardware cursor belongs
} Frame;

typedef struct Rect {
    int column, row, columns, rows;
} Rect;

Frame frame_new(Arena *frame_arena, int columns, int rows); // all blank

// Draws `text` at a place, clipped to `clip` and to the frame; returns the column after it.
// Newlines and tabs are shown as blanks, what is not safe to show is spelled (base/visible.h); a
// wide character that would be cut is left out.
int frame_text(Frame *frame, Rect clip, int column, int row, Style style, Str text);
int frame_printf(Frame *frame, Rect clip, int column, int row, Style style, const char *format, ...)
    PRINTF_LIKE(6, 7);

// The whole frame as text, trailing blanks cut, each row terminated.
void frame_print(const Frame *frame, Buf *out);

// What stands for a character where only ASCII is shown; it is one column.
char frame_ascii(uint32_t code);

// Replaces what is not ASCII by what comes closest ("-" for a dash), else by "?".
void frame_to_ascii(Frame *frame);
