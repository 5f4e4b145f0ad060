// What the files that lay out and draw a worksheet know of it together. Sizes are in points.
#pragma once

#include "figure/kinds/exercise.h"
#include "figure/page/box.h"
#include "figure/parts/block.h"

// A box on one of the pages.
typedef struct SheetPlace {
    FigureBox *box;
    int page; // from 0
    double x, y;
} SheetPlace;

typedef struct SheetTask {
    const ExerciseTask *asked;
    int number; // on the sheet, from 1; 0: it is left out
    FigureBlock result;
    int boxes;        // that can be left empty
    int blanks;       // that are
    const char *code; // "scores = queries @ keys.T"
    SheetPlace place;
} SheetTask;

typedef struct Worksheet {
    Pen pen;
    const FigureRequest *request;
    SheetTask *task;
    int count; // with those left out
    SheetPlace *heading;
    int heading_count;
    double width, height;
    int pages, tasks, points;
} Worksheet;

static const double page_margin = 38;
static const double sheet_head = 80; // of the first page
static const double sheet_foot = 14;
static const double sheet_small = 9;

// How a matrix of the sheet is written, with `more` decimals more than an answer. Without --digits
// an answer has two, fewer where its numbers are large, more where they are small.
BlockLook sheet_block_look(const Worksheet *sheet, int entry, Index at, int more);

// The task for a page on which the tasks before it already have their places. (worksheet_task.c)
FigureBox *sheet_task_box(const Worksheet *sheet, const SheetTask *task, int page);

// All pages, once everything has its place. (worksheet_draw.c)
void sheet_draw(const Worksheet *sheet);
