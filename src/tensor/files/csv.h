// A table of numbers as text: a row on each line, its cells apart by a character or by white space.
#pragma once

#include "base/readable.h"
#include "tensor/tensor.h"

typedef struct CsvFormat {
    char between; // cells; 0: white space
    char quote;   // around a cell that may then hold anything, doubled where it is meant; 0: none
    char comment; // from here on a line says nothing; 0: none
    int64_t skip; // lines at the beginning
    int64_t first, end; // the columns that are read: [first, end); end < 0: all from the first on
    bool may_miss;      // a cell that is empty, or says so as pandas does, is NaN
    bool comma;         // 0,5 is a number
} CsvFormat;

// All rows as a matrix of float64. Lines with nothing on them are passed over. Errors: ValueErrors
// as numpy.loadtxt's for what is no number and for a row of another length, with the line as hint;
// bytes that are no text; more than 256 MiB.
Tensor *csv_read(const ReadableFile *file, const CsvFormat *format, TensorHeap *heap, Error *error);

// What a file seems to be: how its cells are apart, whether numbers are missing or have decimal
// commas, and whether its first line and its first column are names.
typedef struct CsvLook {
    CsvFormat format;
    const char **column, **row; // names; NULL: none, or mere numbers from 0 on
    int columns, rows;          // of names and numbers alike
    int blocks;                 // of as many rows each, with empty lines between
} CsvLook;

bool csv_look(const ReadableFile *file, Arena *arena, CsvLook *look, Error *error);
