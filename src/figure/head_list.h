// Which attention matrices stand in a grid, and where: a row for each layer, a column for each
// head. The layers of a tensor of attention are the others of the program of its shape; those of
// another tensor the ones that were made like it, of its role and shape. Its heads are its leading
// dimensions. Where there are no heads, or layers have one each, all of them stand one after the
// other.
#pragma once

#include "figure/kind.h"

typedef struct HeadPanel {
    int entry;
    Index slice;
    int layer; // which of the tensors
    int row, column;
} HeadPanel;

typedef struct HeadList {
    const Trace *trace;
    HeadPanel *head;
    int count, rows, columns;
    const char **layer_name; // of each tensor: what tells its tensor from the others
    int64_t heads;           // of each item of a batch
    bool has_tensors;        // several
    bool has_layers;         // several tensors, each with its heads in a row
    bool has_heads;
} HeadList;

// In `arena`. Errors: too many of them.
bool head_list_read(HeadList *list, const FigureRequest *request, Arena *arena, Error *error);

// "head 3", "batch 2 · head 3", or the tensor's where it has no heads or shows one: the title in
// the grid, where the rows are named by their layers.
const char *head_title(const HeadList *list, const HeadPanel *head, Arena *arena);

// The same with its layer, unlike that of any other: "step 9 · decoder_1.ask · head 2".
const char *head_full_title(const HeadList *list, const HeadPanel *head, Arena *arena);

// Of a row: the tensor's name, or the module that made it, with its step or line where these are
// not enough.
const char *head_layer_title(const HeadList *list, const HeadPanel *head, Arena *arena);

// "4 layers, 8 heads, ", "5 matrices, ", or nothing for a single one.
void head_list_count(const HeadList *list, Buf *out);
