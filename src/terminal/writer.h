// A frame as the bytes that are written to the terminal: only what has changed since the last one.
#pragma once

#include "terminal/theme.h"

typedef struct TerminalWriter {
    Theme theme;
    int columns, rows; // of the frame that is shown
    Arena arena;
    Glyph *shown;  // that frame; NULL: nobody knows what is shown
    bool is_known; // where the terminal's cursor is, and how it writes
    int column, row;
    Look look;
    struct WriterLook { // styles that were looked up
        Style style;
        Look look;
        bool is_known;
    } looks[64];
    Pixels pixels;
    uint64_t picture;               // a number of the one that is shown; 0: none is
    const char *reset, *erase_line; // of the terminal, asked once; NULL: not there
    bool erases_in_color, wraps_at_end;
} TerminalWriter;

// Ready for the terminal that capabilities.h speaks of.
TerminalWriter writer_new(Theme theme);
void writer_free(TerminalWriter *writer);

// The next frame is written in full.
void writer_forget(TerminalWriter *writer);

// Adds what makes the terminal show `frame`, with the cursor where the frame has it. What lies
// under its picture is taken out of the frame.
void writer_show(TerminalWriter *writer, Frame *frame, Buf *out);
// Takes the picture away; the next frame shows it again.
void writer_hide_picture(TerminalWriter *writer, Buf *out);
// The same of one row, which is `row` of the terminal; the cursor is left behind it.
void writer_show_row(TerminalWriter *writer, const Glyph *glyphs, int row, Buf *out);
