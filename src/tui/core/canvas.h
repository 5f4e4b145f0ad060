// What views draw on.
//
// A view reads the app and the walk and writes glyphs; what can be clicked it also notes as a hit.
// No view knows an operation by name: it shows what the operation's row says of itself.
#pragma once

#include "study/looks/sign.h"
#include "terminal/theme.h"
#include "tui/core/actions.h"

typedef struct Hit { // what a click on `area` means: an action, what `click` does, or else a cell
    Rect area;
    Cell cell; // entry -1: none
    const Action *action;
    ActionRun *click;
    ActionRun *wheel; // a turn of the wheel: -1 up, 1 down
    int number;       // for `click`
    bool selects;     // a second click does what Enter does
} Hit;

typedef struct Hits { // of a frame
    Hit *list;
    int count;
    bool is_of_now; // nothing has changed since it was drawn
    Arena arena;
} Hits;

typedef struct Canvas {
    const App *app;
    const Walk *walk;
    Arena *arena; // of the frame
    Frame *frame;
    Hits *hits;      // NULL: nothing here can be clicked
    ScreenId screen; // that is drawn
    // Of the screen of the walk, both made before its views are drawn:
    const Layout *layout;
    const struct Equation *equation; // measured
} Canvas;

typedef void View(Canvas *canvas, Rect area);

#define PLAIN ((Style){0})
#define BOLD  ((Style){.attributes = ATTR_BOLD})
#define QUIET ((Style){.ink = INK_QUIET})
#define FAINT ((Style){.ink = INK_FAINT})

void canvas_hit(Canvas *canvas, Rect area, Cell cell, const Action *action);
void canvas_click(Canvas *canvas, Rect area, ActionRun *click, int number);
void canvas_select(Canvas *canvas, Rect area, ActionRun *select, int number);
void canvas_wheel(Canvas *canvas, Rect area, ActionRun *wheel);

// The message, if there is one, in place of what would be there.
bool canvas_message(Canvas *canvas, Rect area);

// The last row: the keys that have something to do here (keys_line.c).
View view_keys;
// One of them, "?:help"; returns the column behind it.
int canvas_hint(Canvas *canvas, Rect area, int column, const char *hint);
// The same of a screen without a row for messages: the message in place of the keys.
void canvas_last_row(Canvas *canvas);

// The first of `count` lines that is shown in `rows`, so that line `at` is near their middle.
int canvas_first_line(int at, int count, int rows);

// The cursor to the place of what is typed next in a prompt that begins at the corner of `area`:
// the "_" behind what has been typed. Without one, to the corner.
void canvas_cursor_behind(Canvas *canvas, Str prompt, Rect area);
void canvas_cursor(Canvas *canvas, int column, int row);

// A text, or facts with two blanks or more between them, cut to a place; return the column behind.
int canvas_put(Canvas *canvas, Rect place, Style style, const char *text);
int canvas_facts(Canvas *canvas, Rect place, Style style, const char *facts);

// "[Q]", the sign of a role, mostly on GROUND_CHIP; returns the column after it.
int canvas_chip(Canvas *canvas, Rect clip, int column, Style chip, const char *letter);
// A line down the left side of a part, where no ground sets it apart from its neighbour.
void canvas_border(Canvas *canvas, Rect part);
void canvas_box(Canvas *canvas, Rect clip, Rect box, Style style); // its lines

// " title ───────── right ──" over the whole row; the line only where no ground sets parts apart.
void canvas_rule(Canvas *canvas, Rect row, const char *title, const char *right);

// The same with the first of the titles that has room, up to a NULL.
void canvas_rule_fitting(Canvas *canvas, Rect row, const char *const *titles, const char *right);

// Columns that a title may have beside what is on the right of its rule.
int canvas_rule_room(int columns, const char *right);

// The first of the texts, up to a NULL, that fits into `columns`; else the last one.
const char *canvas_first_fitting(const char *const *texts, int columns);

// `text` cut to `columns` between whole characters, with "…" where something was cut.
const char *canvas_fit_text(Arena *arena, Str text, int columns);

// Facts with two blanks or more between them: as many, from the first on, as fit whole.
const char *canvas_fit_facts(Arena *arena, Str facts, int columns);
