// The screen: ncurses draws frames on it. There is one.
#pragma once

#include "terminal/theme.h"

#include <stdio.h>

// Takes over the terminal that `out` and `in` are, keys one by one and without echo, and empties
// its screen. `name` has just been opened by capabilities_open(). False: there is no memory.
bool screen_open(const char *name, FILE *out, FILE *in, const Theme *theme);
void screen_leave(void); // gives the terminal back, as it was
void screen_enter(void); // takes it over again; the screen is empty
void screen_close(void); // and leaves it

const Theme *screen_theme(void);
void screen_set_theme(const Theme *theme); // of no more colours than can be said here

// Of the frame that is shown; 0: the next one is drawn in full, whatever is on the screen.
int screen_columns(void);
int screen_rows(void);
void screen_forget(void);

// Makes the terminal show `frame`, with the cursor where the frame has it. What ncurses has no word
// for, pictures, is added to `out`, to be sent afterwards. What is under a picture is not shown.
void screen_show(Frame *frame, const Pixels *pixels, Buf *out);
// The same of one row, in place of the last.
void screen_show_row(const Glyph *glyphs);
// Takes the picture away; the next frame shows it again.
void screen_hide_picture(Buf *out);
