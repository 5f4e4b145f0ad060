// Styled text in lines of a given width: what the lesson, the help and the derivations are made of.
#pragma once

#include "base/text/code.h"
#include "terminal/frame.h"

enum { PROSE_COLUMNS = 72 }; // longer lines read badly

typedef struct TextRun { // a stretch of one style
    Style style;
    Str text;
} TextRun;

typedef struct TextLine {
    TextRun *runs;
    int count;
} TextLine;

typedef struct Text {
    Arena *arena;
    int columns; // lines are no wider
    TextLine *lines;
    int count;
} Text;

// One line as it is; what is wider goes on in the next line, indented, behind "↪".
void text_line(Text *text, const TextRun *runs, int count);
void text_plain(Text *text, Style style, const char *line);

// A line of a program behind the first run, which is before it. What is wider is folded between
// tokens, behind a comma or at an operator, never inside a name, and goes on behind "↪".
void text_code(Text *text, const TextRun *runs, int count, CodeState *state);

// Words, wrapped: `first` is before the first line, `rest` before the others; an empty `rest`
// means an indent as wide as `first`.
void text_wrap(Text *text, Str first, Str rest, const TextRun *runs, int count);

// The same of one style, behind `first`.
void text_words(Text *text, Style style, const char *first, const char *words);

// An empty line, unless there is one already or the text is empty.
void text_blank(Text *text);

// Draws lines from `top` on.
void text_draw(const Text *text, Frame *frame, Rect area, int top);
