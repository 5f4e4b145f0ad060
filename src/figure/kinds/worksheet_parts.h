// What the files that lay out and draw a worksheet know of it together. Sizes are in points.
#pragma once

#include "figure/kinds/exercise.h"
#include "figure/page/pen.h"
#include "figure/parts/block.h"

enum { MOST_ITEMS = 8 };

// One of the matrices of a task, in order; the result is the last one. What another task of the
// page is to find out is only named.
typedef struct SheetItem {
    FigureBlock block;
    const char *name, *where; // "keys", "task 1"; NULL: it is a block
    const char *sign;         // before it, or ""
    double width, height, middle;
    double x, y; // from the corner of the task
} SheetItem;

typedef struct SheetTask {
    const ExerciseTask *asked;
    int number; // on the sheet, from 1; 0: it is left out
    FigureBlock result;
    int boxes;        // that can be left empty
    int blanks;       // that are
    const char *code; // "scores = queries @ keys.T"
    const char *line; // "4.  scores = queries @ keys.T", cut to the page
    SheetItem item[MOST_ITEMS];
    int item_count;
    int page; // from 0
    double x, y, width, height;
} SheetTask;

typedef struct SheetHeading {
    const char *title;
    FigureLines about;
    int page;
    double x, y, height;
} SheetHeading;

typedef struct Worksheet {
    Pen pen;
    const FigureRequest *request;
    SheetTask *task;
    int count; // with those left out
    SheetHeading *heading;
    int heading_count;
    double width, height;
    int pages, tasks, points;
} Worksheet;

static const double page_margin = 38;
static const double sheet_scale = 0.75; // of blocks
static const double sheet_head = 80;    // of the first page
static const double sheet_foot = 14;
static const double sheet_code = 9, sheet_code_height = 16;
static const double sheet_name = 10; // of a reference
static const double sheet_small = 9, sheet_small_height = 14;
static const double sheet_step = 12, sheet_step_height = 19;

static const double sheet_points_gap = 8;

const char *sheet_points(int points, Arena *arena); // "3 pts"

// How a matrix of the sheet is written, with `more` decimals more than an answer. Without --digits
// an answer has two, fewer where its numbers are large, more where they are small.
BlockLook sheet_block_look(const Worksheet *sheet, int entry, Index at, int more);

// Lays the task out for a page on which the tasks before it already have their places. Sets its
// size. (worksheet_task.c)
void sheet_task_lay_out(const Worksheet *sheet, SheetTask *task, int page);

// All pages, once everything has its place. (worksheet_draw.c)
void sheet_draw(const Worksheet *sheet);
