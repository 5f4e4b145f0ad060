// Golden screens: tests/screens/*.test say a lesson, a size and keys, then the exact screen.
//
//     === What is to be seen
//     lesson: eight-steps
//     size: 80x24
//     keys: ]]<Space>
//     ---
//     (as many lines as the screen has rows)
//
// With several sizes, "size: 60x16 80x24", a line "--- 80x24" stands before each further screen.
//
// What the key line says, and how many keys and commands there are, is stated in help.sizes.test
// alone, so that another action changes no other file: elsewhere "(keys)" stands in the place of
// the line, and of the counts. There "row: keys" states the key line alone.
//
// "styles: yes" states also what each character means, as styles.h writes it.
#pragma once

#include "support/test.h"

#include "terminal/frame.h"
#include "tui/core/options.h"

enum { MOST_SIZES = 12 };

typedef struct Shot { // at one size
    int columns, rows;
    Str screen; // as stated
} Shot;

typedef struct ScreenCase {
    Str title, lesson, sizes, keys;
    Str known_as; // the name of that lesson among those to choose from, or none
    bool ascii;
    TuiMode mode;
    bool lessons; // there are lessons to choose from, and the list of them comes first
    bool figures; // can be exported, and where to is said
    bool only_keys, styles;
    Shot shots[MOST_SIZES];
    int count;
} ScreenCase;

// Takes one case off `*rest`; false at the end of the file.
bool screen_case_next(Str *rest, ScreenCase *one);

// What stands before its screens.
void screen_case_write(Buf *out, const ScreenCase *one);

// The frame at one size, in the arena.
Frame screen_case_frame(const ScreenCase *one, const Shot *shot, Arena *arena);

// Does something with each file.
void screen_case_files(void (*with)(const char *path, Str text));
