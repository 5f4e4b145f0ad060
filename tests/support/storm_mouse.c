// What a mouse does, and what a terminal may report of it.
#include "support/test.h"

#include "support/storm_events.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ROWS = 80 };

// As xterm reports it; columns and rows from 0.
static void report(Storm *storm, int button, int column, int row, char final)
{
    char bytes[64];
    snprintf(bytes, sizeof bytes, "\033[<%d;%d;%d%c", button, column + 1, row + 1, final);
    storm_type_text(storm, bytes);
}

static void click_at(Storm *storm, int column, int row)
{
    report(storm, 0, column, row, 'M');
    report(storm, 0, column, row, 'm');
}

void storm_click(Storm *storm)
{
    static int before; // a second click in the same place would be another key
    int column = storm_any(storm, storm->vt.columns), row = storm_any(storm, storm->vt.rows);
    if (column * MOST_ROWS + row == before) return;
    before = column * MOST_ROWS + row;
    storm_expect_same(storm);
    click_at(storm, column, row);
    storm_expect_same(storm);
}

void storm_turn_wheel(Storm *storm)
{
    enum { UP = 64 };
    int column = storm_any(storm, storm->vt.columns), row = storm_any(storm, storm->vt.rows);
    report(storm, UP + storm_any(storm, 2), column, row, 'M');
}

static void double_click(Storm *storm)
{
    char bytes[128];
    int column = 1 + storm_any(storm, storm->vt.columns),
        row = 1 + storm_any(storm, storm->vt.rows);
    storm_settle(storm);
    snprintf(bytes, sizeof bytes, "\033[<0;%d;%dM\033[<0;%d;%dm\033[<0;%d;%dM\033[<0;%d;%dm",
             column, row, column, row, column, row, column, row);
    storm_type_text(storm, bytes);
    storm_expect_same(storm);
}

static void drag(Storm *storm)
{
    int column = storm_any(storm, storm->vt.columns), row = storm_any(storm, storm->vt.rows);
    storm_expect_same(storm);
    report(storm, 0, column, row, 'M');
    for (int i = storm_any(storm, 3); i > 0; i--) report(storm, 32, column + i, row, 'M');
    report(storm, 0, storm_any(storm, storm->vt.columns), row, 'm');
    storm_expect_same(storm);
}

static void release_without_press(Storm *storm)
{
    report(storm, storm_any(storm, 3), storm_any(storm, 80), storm_any(storm, 24), 'm');
}

static void click_outside(Storm *storm)
{
    static const int FAR[] = {-1, 0, 80, 222, 223, 224, 255, 999, 9999, 99999999};
    int column = ANY_OF(storm, FAR), row = ANY_OF(storm, FAR);
    if (column < storm->vt.columns && row < storm->vt.rows) return storm_click(storm);
    storm_expect_same(storm);
    report(storm, storm_any(storm, 8), column, row, storm_any(storm, 2) ? 'M' : 'm');
    storm_expect_same(storm);
}

static void other_button(Storm *storm)
{
    static const int BUTTONS[] = {1, 2, 3, 4 + 64, 8, 16 + 65, 35, 66, 67, 128, 131, 9999};
    int column = storm_any(storm, storm->vt.columns), row = storm_any(storm, storm->vt.rows);
    storm_expect_same(storm);
    report(storm, ANY_OF(storm, BUTTONS), column, row, 'M');
    storm_expect_same(storm);
}

// Of a terminal whose columns end at 223.
static void old_click(Storm *storm)
{
    char bytes[] = "\033[M !!";
    static const char BUTTONS[] = " #`a!\"";
    storm_expect_same(storm);
    bytes[3] = BUTTONS[storm_any(storm, (int)sizeof BUTTONS - 1)];
    bytes[4] = (char)(33 + storm_any(storm, 223));
    bytes[5] = (char)(33 + storm_any(storm, 223));
    storm_type(storm, bytes, 6);
    storm_settle(storm);
    storm_expect_same(storm);
}

const StormEvent storm_mouse[] = {
    {20, storm_press_action}, {20, storm_click},
    {12, double_click},       {10, drag},
    {10, storm_turn_wheel},   {10, release_without_press},
    {10, click_outside},      {6, other_button},
    {8, old_click},           {0, NULL},
};
