// Where everything is on a screen of a given size. A pure function, computed from nothing on
// each drawing, so that a resize needs no memory of the old size.
#pragma once

#include "terminal/frame.h"

typedef enum Tier {
    TIER_NONE, // too small: only a message
    TIER_S,    // from 60x16: one operation and its arithmetic; the rest as far as there is room
    TIER_M,    // from 80x24: one operation, its arithmetic, the lesson
    TIER_L,    // from 120x30: also pictures of the matrices so far
    TIER_XL,   // from 200x60: also four levels of arithmetic, what the reader left
} Tier;

typedef enum Part {
    PART_TITLE,
    PART_MAP,
    PART_EQUATION, // each with its rule as the first row
    PART_INSPECTOR,
    PART_LESSON,
    PART_NOTES, // questions, edits, marks
    PART_PROGRESS,
    PART_STATUS,
    PART_KEYS,
    PART_COUNT,
} Part;

typedef enum LessonPane { LESSON_BESIDE, LESSON_WHOLE, LESSON_HIDDEN, LESSON_PANES } LessonPane;

// What the contents would like; rows without the rule above them.
typedef struct LayoutWish {
    int equation_rows;   // 0: there is no operation here, only prose
    int inspector_rows;  // 0: none
    int inspector_least; // of these, what the equation gives way to; 0: a few
    LessonPane lesson;
    int notes_rows;    // shown on the largest screens; 0: none
    bool lesson_first; // a few lines of it come before the equation, on the smallest screens too
    int picture_rows;  // below the map, on large screens
} LayoutWish;

typedef struct Layout {
    Tier tier;
    Rect part[PART_COUNT]; // empty (0 rows) when not shown
} Layout;

// The nearest number to `value` that is at most or at least another, or both: `low`, where nothing
// is between the two.
int at_most(int value, int limit);
int at_least(int value, int limit);
int within(int value, int low, int high);

// Takes the first rows off what is left, and returns them.
Rect rect_take(Rect *left, int rows);

Tier layout_tier(int columns, int rows);

// Whether parts have room around them.
bool layout_is_roomy(int columns, int rows);

// Columns that the arithmetic and questions get at this size, if there is an equation: what wishes
// are computed from. An equation has all columns.
int layout_inspector_columns(int columns, LessonPane lesson);

Layout layout(int columns, int rows, LayoutWish wish);
