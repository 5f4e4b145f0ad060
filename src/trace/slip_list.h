// The values that mistakes give for one cell, as they are collected (trace/slip.h: slip_values).
#pragma once

#include "trace/slip.h"

typedef struct SlipList {
    const Trace *trace;
    Cell cell;
    Arena *arena;
    SlipValue *values;
    int count;
    size_t capacity;
} SlipList;

// What is no number is left out.
void slip_list_add(SlipList *list, SlipValue value);

// Other cells of the same tensor: row for column, another row, another slice, another column.
void slip_list_other_cells(SlipList *list);

// Of a sum of products: one of them forgotten, the numbers added and not multiplied.
void slip_list_terms(SlipList *list);
