// A frame: the characters and styles of a whole screen, before any terminal sees them.
//
// Views draw into it; term.c copies it to the terminal; `qkv show --screen` and the tests print it.
// All text is UTF-8 and measured by base/text/utf8.h; a double-width character owns two cells.
#pragma once

#include "terminal/pixels.h"

#include <stdint.h>

typedef enum Ink { // what the colour of a letter means; theme.c says what it looks like
    INK_PLAIN,
    INK_INPUT,
    INK_KEY,
    INK_QUERY,
    INK_VALUE,
    INK_SCORE,
    INK_WEIGHTS, // as scores: they are these, shared out
    INK_WEIGHTED,
    INK_OUTPUT, // roles
    INK_QUIET,  // what is not the point now
    INK_FAINT,  // lines and brackets
    INK_CODE,
    INK_ERROR,
    INK_ACCENT, // the reader's turn
    INK_HEAD,   // one of several heads: the first of so many inks (ink_of_head)
    INK_LAST_HEAD = INK_HEAD + 6,
    INK_COUNT,
} Ink;

typedef enum Ground { // what the colour behind a letter means
    GROUND_PAGE,      // nothing: it stays what it is
    GROUND_PANEL,     // what this is about now
    GROUND_TURN,      // a question: the reader's turn
    GROUND_CHIP,      // filled with the ink: "[Q]"
    GROUND_SOURCE,    // a cell that the selected one was computed from: a tint of the ink
    GROUND_SELECTED,  // the one bright thing
    GROUND_HEAT,      // as large as the style's level says
    GROUND_SIGNED,    // the same of numbers of both signs: the level in the middle is zero
    GROUND_COUNT,
} Ground;

enum { HEAT_LEVELS = 33 };

enum { // attributes; they carry every meaning that colour has, on terminals without it
    ATTR_BOLD = 1,
    ATTR_UNDERLINE = 2,
    ATTR_REVERSE = 4,
    ATTR_MARK = 8,    // a character that says what colours say: a blank where those show
    ATTR_TINT = 16,   // a character that speaks of colours: a blank where they do not show
    ATTR_HALVES = 32, // a mark for two things, one above the other, each with a ground of its own
    ATTR_PAST = 64,   // what is past: letters and heat are dimmed; where colours do not show,
                      // halves are blank
};

typedef struct Style {
    Ink ink;
    unsigned attributes;
    Ground ground;
    int level;    // of heat: 0 … HEAT_LEVELS - 1
    Ground below; // of the lower half, with ATTR_HALVES
    int level_below;
} Style;

// Both halves in one character, which is the mark of the two where they cannot be distinguished.
Style style_of_halves(Style above, Style below);
// The half that says more, as a whole: where no character can be halved.
Style style_of_larger_half(Style halves);

typedef struct Glyph {
    char text[16]; // one character with its combining marks, terminated; "" right of a wide one
    Style style;
} Glyph;

typedef struct Rect {
    int column, row, columns, rows;
} Rect;

typedef struct Frame {
    int columns, rows;
    Glyph *glyphs;                 // rows * columns, in the arena given to frame_new
    int cursor_column, cursor_row; // where the hardware cursor belongs
    // Where the terminal shows pictures, this one is over what is drawn in its area, which must
    // not reach into the last row. Its pixels hold as long as the frame.
    Image picture; // .rgb NULL: none
    Rect picture_area;
} Frame;

Frame frame_new(Arena *frame_arena, int columns, int rows); // all blank
Glyph *frame_glyph(const Frame *frame, int column, int row);

// Lays a ground under what is drawn there from now on.
void frame_fill(Frame *frame, Rect area, Ground ground);
// What has been drawn there is past.
void frame_dim(Frame *frame, Rect area);

// Draws `text` at a place, clipped to `clip` and to the frame; returns the column after it.
// Newlines and tabs are shown as blanks, what is not safe to show is spelled (base/text/visible.h);
// a wide character that would be cut is left out. What the text marks as of a role (role_mark) has
// its ink.
int frame_text(Frame *frame, Rect clip, int column, int row, Style style, Str text);
int frame_printf(Frame *frame, Rect clip, int column, int row, Style style, const char *format, ...)
    PRINTF_LIKE(6, 7);

int frame_columns(const char *text); // that it takes

// The whole frame as text, trailing blanks cut, each row terminated.
void frame_print(const Frame *frame, Buf *out);
