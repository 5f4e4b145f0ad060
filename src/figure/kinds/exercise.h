// What of a lesson can be asked on paper: arithmetic, of numbers that are beside it.
#pragma once

#include "figure/kind.h"

enum { EXERCISE_SIDE = 6 }; // rows or columns: what has more is not for a pencil

// What a task is computed from.
typedef struct Operand {
    int entry;  // as the operation uses it: keys.T
    int origin; // whose numbers these are: keys
    Index at;   // a cell of the slice that is used
} Operand;

typedef struct ExerciseTask {
    const WalkPart *part;
    Operand *operand; // without the numbers that the code says
    int operand_count;
    int repeats; // how many tasks before it ask for the same operation
} ExerciseTask;

typedef struct Exercise {
    ExerciseTask *task; // in the order of the lesson
    int count;
} Exercise;

// Where the numbers come from that were only moved: of keys.T, keys.
int exercise_origin(const Trace *trace, int entry);

// A task is a result of arithmetic, as the row of its operation declares it: what only moves
// numbers, compares or rounds them is none. Nor is a number of the program's, or the result of a
// call of several operations that uses numbers that are not shown. With inputs of another seed
// what follows from a result that the program has as a number is left out too, for that belongs to
// its own inputs. Only steps that are asked for. In `arena`.
void exercise_read(Exercise *exercise, const FigureRequest *request, Arena *arena);
