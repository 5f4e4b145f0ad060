// What the views share: the canvas they draw on, and one function each.
//
// A view reads the app and the walk and writes glyphs; what can be clicked it also notes as a hit.
// No view knows an operation by name: it shows what the operation's row says of itself.
#pragma once

#include "terminal/theme.h"
#include "tui/actions.h"

// Whatever a click or the wheel does where a view says so.
typedef bool HitDo(App *app, int number);

typedef struct Hit { // what a click on `area` means: a cell, an action, or what `click` does
    Rect area;
    Cell cell; // entry -1: none
    const Action *action;
    HitDo *click, *open; // a click, and a second one soon after it (NULL: the same)
    HitDo *wheel;        // a turn of the wheel: -1 up, 1 down
    int number;          // for `click` and `open`
} Hit;

typedef struct Canvas {
    const App *app;
    const Walk *walk;
    Arena *arena; // of the frame
    Frame *frame;
    Hit *hits;
    int hit_count;
    size_t hit_capacity;
    // Of the screen of the walk, both made before its views are drawn:
    const Layout *layout;
    const struct Equation *equation; // measured
} Canvas;

typedef void View(Canvas *canvas, Rect area);

// Each in the file of its name, but view_map (view_title.c), view_progress (view_status.c),
// view_steps (view_present.c) and view_outline (outline.c).
View view_title, view_map, view_equation, view_pipeline, view_inspector, view_lesson, view_code,
    view_progress, view_status, view_keys, view_help, view_outline, view_cost, view_why,
    view_lessons, view_present, view_steps, view_notes, view_figure, view_large, view_heads,
    view_flow, view_left, view_prompt;

int left_rows(const App *app, Arena *arena); // of view_left; 0: nothing yet (walk/view_left.c)

// ---- drawing (draw.c) ---------------------------------------------------------------------------

void canvas_hit(Canvas *canvas, Rect area, Cell cell, const Action *action);
void canvas_click(Canvas *canvas, Rect area, HitDo *click, HitDo *open, int number);
void canvas_wheel(Canvas *canvas, Rect area, HitDo *wheel);

// The message, if there is one, in place of what would stand there (walk/view_status.c).
bool canvas_message(Canvas *canvas, Rect area);

// The last row of a screen without a row for messages: the message in place of the keys
// (view_keys.c).
void canvas_last_row(Canvas *canvas);

// The cursor to the place of what is typed next in a prompt that begins at the corner of `area`:
// the "_" behind what has been typed. Without one, to the corner.
void canvas_cursor_behind(Canvas *canvas, Str prompt, Rect area);
// "── title ─────── right ──" over the whole row.
void canvas_rule(Canvas *canvas, Rect row, const char *title, const char *right);

// Columns that a title may have beside what stands on the right of its rule.
int canvas_rule_room(int columns, const char *right);

// The first of the texts, up to a NULL, that fits into `columns`; else the last one.
const char *first_fitting(const char *const *texts, int columns);

// `text` cut to `columns` between whole characters, with "…" where something was cut.
const char *fit_text(Arena *arena, Str text, int columns);

// Facts with two blanks or more between them: as many, from the first on, as fit whole.
const char *fit_facts(Arena *arena, Str facts, int columns);

// The code that made an entry, on one line: "scores = querys @ keys.T" (walk/view_equation.c).
const char *entry_code(const Walk *walk, int entry, Arena *arena);

// ---- how numbers are marked (parts/marks.c) -----------------------------------------------------

// What stands out in a matrix: the selected cell and the cells it is made from.
typedef struct Marks {
    Cell selected;
    Cell *sources;
    int source_count;
    struct MarksBox *boxes; // around the sources, one for each entry
    int box_count;
} Marks;

// Marks for the walk's selected cell: its sources as inputs of the focus, and seen through moves.
Marks marks_of(const Walk *walk, Arena *arena);
bool marks_source(const Marks *marks, Cell cell);
// The cell of an entry that should be visible: the selected one, else a source; false: neither.
bool marks_in(const Marks *marks, int entry, Index *at);
