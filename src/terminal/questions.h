// What the terminal is asked at the start, in one go, and what its answers say.
//
// Every terminal answers the last question; so one that knows no answer to the others is not waited
// for. Within tmux or screen it is they that answer.
#pragma once

#include "terminal/pixels.h"
#include "terminal/signs.h"

typedef struct Questions {
    bool colors; // of its own background and letters
    bool depth;  // whether it takes colours in 24 bits
    bool signs;  // how wide they are
    bool kitty;  // whether it shows pictures by kitty's protocol
} Questions;

typedef struct TerminalAnswers {
    bool is_complete; // nothing more will come
    bool is_direct;   // it takes 24 bits
    bool has_page, has_text;
    Color page, text;              // background and letters
    PixelWay pixels;               // the best way of those it knows
    int cell_width, cell_height;   // in pixels; 0: it did not tell
    int sixel_colors;              // at the same time; 0: it did not tell
    int sixel_width, sixel_height; // at most; 0: it did not tell
    bool is_wide[SIGNS_MOST];      // signs that take more than a column
} TerminalAnswers;

// The bytes that ask. The cursor must be in an empty row, which is empty again afterwards.
void questions_write(const Questions *asked, Buf *out);

// Reads answers among the bytes that have come; what is none is skipped.
TerminalAnswers answers_read(Str bytes);
// "?62;4;22": at most `most` of the numbers in it; returns how many.
int numbers_read(Str text, int *numbers, int most);
