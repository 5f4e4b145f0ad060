// Which attention matrices are in a grid, and where: a row for each layer, or item of a batch, a
// column for each head. The layers of a tensor of attention that was not named are the others of
// the program of its shape; those of another tensor the ones that were made like it, of its role
// and shape. Where there are no heads, or layers have one each, all of them are one after the
// other.
#pragma once

#include "figure/kind.h"

typedef struct HeadPanel {
    int entry;
    Index slice;
    const char *title; // "head 3"; its row's where that has no heads
    int row, column;
} HeadPanel;

typedef struct HeadList {
    const Trace *trace;
    Arena *arena;
    HeadPanel *head;
    int count, rows, columns;
    const char **row_name; // what distinguishes it from the others: "layer 3", a tensor, a module
    const char *noun;      // what the rows are: "layers"
    const char *columns_are;
    bool has_tensors; // several
    bool has_layers;  // several rows with their heads
} HeadList;

// In `arena`. Errors: too many of them.
bool head_list_read(HeadList *list, const FigureRequest *request, Arena *arena, Error *error);

// With its row, unlike that of any other: "step 9 · decoder_1.ask · head 2".
const char *head_full_title(const HeadList *list, const HeadPanel *head, Arena *arena);

// "4 layers, 8 heads, ", "5 matrices, ", or nothing for a single one.
void head_list_count(const HeadList *list, Buf *out);
