// Are the numbers in a lesson's prose those of its program?
//
// - A sum written out, "1×4 + 0×4 + 2×0 = 4", is worked out. A decimal number represents all that
//   round to it, so "0.0634×2 = 0.127" holds as well. What is no arithmetic is left alone.
// - A number with two decimals or more is one that the program computed, printed or wrote, or
//   part of a sum that holds.
// - A row of numbers, "(1, 0, 2)", is in a tensor, along one of its dimensions, or is a shape.
// - A cell named in code, "`scores[0, 2]` is 4", exists, and the number said to be in it is its
// own.
// - The reason of a prediction that asks for a number states that number.
#pragma once

#include "walk/walk.h"

typedef struct ProseNumbers ProseNumbers;

// Numbers of the walk's tensors (small ones), of what it printed, and of its code. In `arena`.
ProseNumbers *prose_numbers_read(const Walk *walk, Arena *arena);

// Looks through a paragraph, whose cells are those that the program has at its end. False: the
// error says which number or cell, and what would be right. `*sums` counts the sums that hold. Code
// that is `asked` (or empty) is a prediction's own.
bool prose_holds(const ProseNumbers *known, const Paragraph *paragraph, Str asked,
                 const Source *source, int *sums, Error *error);

// Does the reason state the value, or no number at all?
bool prose_states(const ProseNumbers *known, const Prediction *prediction, double value);
