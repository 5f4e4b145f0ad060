// The operation as an equation of matrices: operands, sign, result, side by side.
#pragma once

#include "tui/parts/grid.h"

typedef struct EquationBlock {
    Grid grid;
    Grid *gradient;     // that is shown below it, or NULL
    Index at;           // a cell that is to be seen
    const char *before; // what is written to its left: "", " @ ", " = "
    int64_t needed;     // columns of it that the result's cell is made from
    int columns;        // given to the block
    bool hidden;        // no room: "…" is in its place
} EquationBlock;

typedef struct Equation {
    EquationBlock *blocks; // operands, then the result
    int count;
    int columns;    // of all blocks with their signs
    bool is_part;   // operands alone, without the result
    int decimals;   // of operands, without which their sum or difference would not be seen
    int hidden;     // how many blocks are
    int grid_rows;  // of the tallest window, as cells
    Air air;        // between the cells
    bool heads;     // a row of what the slices are called comes first
    bool labels;    // a row of column labels follows
    bool gradients; // below the matrices
    int note_lines; // "rows 3-12 of 40": lines below, 0 … 2
    Marks marks;
} Equation;

// The walk's focus, whole. To measure its numbers may take long, so it is done once for a frame;
// then it is fitted into `columns` x `rows` as often as one likes.
Equation equation_measure(const App *app, Arena *arena);
Equation equation_fit(const Equation *measured, const Walk *walk, int columns, int rows,
                      Arena *arena);

// The same with one slice of what has several.
Equation equation_without_stacks(const Equation *measured, Arena *arena);

bool equation_is_whole(const Equation *fitted);  // shows all rows, columns and matrices
bool equation_is_coarse(const Equation *fitted); // has less than two decimals, where there are more

// Draws it. Where room was missing, notes say what is shown. (view_equation.c)
void equation_show(Canvas *canvas, const Equation *equation, Rect inside, const Marks *marks);

// Takes more room, so that it can be read from afar: air between cells and around signs. It must
// have been fitted whole.
Equation equation_spread(const Equation *fitted, Air air, Arena *arena);

// Rows of its matrices on the screen, with their labels, without title and notes.
int equation_body_rows(const Equation *equation);

// What is said of the columns shown, in `columns`: "columns 0-1 of 8", where it is tight "0-1 of
// 8".
const char *equation_columns_note(const Grid *grid, int columns, Arena *arena);

// Rows that it would like at this width.
int equation_rows(const Equation *measured, const Walk *walk, int columns, Arena *arena);
