// What the writers of the formats have in common; copy.c lists them.
#pragma once

#include "command/figures/copy.h"

#include "base/sink.h"

typedef struct Copy {
    const CopySource *source;
    const CopyFormat *format;
    Tensor part; // the view of what is copied
    Sink sink;
    Error *error;
    int decimals; // latex: of all numbers of the matrix at hand
} Copy;

// What is no number, in words.
typedef struct CopyWords {
    const char *nan, *inf, *minus_inf, *yes, *no;
} CopyWords;

struct CopyFormat {
    const char *name, *ending;
    bool (*write)(Copy *copy); // false: the error is set
    const CopyWords *words;
    const char *between; // the cells of a row
    bool binary;
    bool for_people; // at most four decimals unless told otherwise
};

// At most so many decimals; -1: as many as it takes. copy_cells.c.
int copy_decimals(const Copy *copy);

// One cell: copy_cells.c.
void copy_cell(Copy *copy, Index at);       // as its format writes it
void copy_latex_cell(Copy *copy, Index at); // "6.03e-06" as 6.03\times10^{-6}

// Matrix by matrix, with a blank line between: copy_tables.c.
bool copy_write_table(Copy *copy);
bool copy_write_latex(Copy *copy);
bool copy_write_markdown(Copy *copy);

// All dimensions in one: copy_arrays.c.
bool copy_write_json(Copy *copy);
bool copy_write_numpy(Copy *copy);
bool copy_write_npy(Copy *copy);
