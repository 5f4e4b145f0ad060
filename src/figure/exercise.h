// What of a lesson can be asked on paper: what follows from matrices that stand there too.
#pragma once

#include "figure/kind.h"

typedef struct Exercise {
    bool *is_asked; // for each part of the request
    bool *is_given; // likewise: something that is asked is computed from it
    int *added;     // entries that are no parts, and that what is asked is computed from
    int added_count;
} Exercise;

// A result is not asked where it is a number of the program's, or the result of a call that uses
// numbers which nobody sees, as the weights of a layer; nor, with inputs of another seed, where it
// follows from a result that the program has as a number, for that belongs to its own inputs. In
// `arena`.
void exercise_read(Exercise *exercise, const FigureRequest *request, Arena *arena);
