// What terminfo says of the terminal; the one place that asks it. There is one terminal.
#pragma once

#include "base/buf.h"

typedef enum Known {
    TERMINAL_UNKNOWN,
    TERMINAL_FIXED, // known, but cannot place its cursor
    TERMINAL_USABLE,
} Known;

// Looks a terminal up by its name; what is asked from then on is of the last that was usable.
Known capabilities_open(const char *name, int descriptor);

// By their short names of terminfo(5): "cup", "colors". Strings come without the padding
// that terminals made of metal needed, and NULL where there is none; numbers are -1.
const char *capability(const char *name, Arena *arena);
int capability_number(const char *name);

// A string with one or two parameters: "setaf" and a colour, "cup" and row, column.
void capability_add(Buf *out, const char *name, int first, int second);

// An entry made from that of the terminal, as tic compiles it, with a palette of 8 or 256 colours.
// After those come the terminal's own and, for blanks, any: whichever letters have now; and all
// that are LOOK_DIRECT. It writes attributes and colours in as few bytes as can be, from where they
// were at the start or at capabilities_forget().
#define ENTRY_NAME "qkv"
enum { COLOR_OWN = 256, COLOR_ANY };
void capabilities_add_entry(Buf *out, int colors);
void capabilities_forget(void);

void capabilities_library(Buf *out); // "ncurses 6.4.20221231"
