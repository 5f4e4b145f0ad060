// Which attention matrices stand in a grid, and where: a row for each layer, a column for each
// head. The layers of a tensor are the others that were made like it, of its role and shape; its
// heads are its leading dimensions. Where there are no heads, all of them stand one after the
// other.
#pragma once

#include "figure/kind.h"

typedef struct HeadPanel {
    int entry;
    Index slice;
    int row, column;
} HeadPanel;

typedef struct HeadList {
    const Trace *trace;
    HeadPanel *head;
    int count, rows, columns;
    bool has_layers; // several tensors, each with its heads in a row
    bool has_names;  // they are told apart by their names, not counted as layers
    bool has_heads;
} HeadList;

// In `arena`. Errors: too many of them.
bool head_list_read(HeadList *list, const FigureRequest *request, Arena *arena, Error *error);

// "head 3", "2, head 3", or the tensor's where it has no heads.
const char *head_title(const HeadList *list, const HeadPanel *head, Arena *arena);

// "layer 2", or the tensor's name: of a row.
const char *head_layer_title(const HeadList *list, const HeadPanel *head, Arena *arena);

// "4 layers, 8 heads, ", "5 matrices, ", or nothing for a single one.
void head_list_count(const HeadList *list, Buf *out);
