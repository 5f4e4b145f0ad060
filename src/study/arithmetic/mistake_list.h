// The values that mistakes give for one cell, as they are collected (study/arithmetic/mistake.h:
// mistake_values).
#pragma once

#include "study/arithmetic/mistake.h"

typedef struct MistakeList {
    const Trace *trace;
    Cell cell;
    Arena *arena;
    MistakeValue *values;
    int count;
} MistakeList;

// What is no number is left out.
void mistake_list_add(MistakeList *list, MistakeValue value);

// Other cells of the same tensor: row for column, another row, another slice, another column.
void mistake_list_other_cells(MistakeList *list);

// Of a sum of products: one of them forgotten, the numbers added and not multiplied.
void mistake_list_terms(MistakeList *list);

// Of a gradient: a factor turned the wrong way; what came through one of several uses alone; what
// the backward() before left, added or forgotten.
void mistake_list_gradients(MistakeList *list);
