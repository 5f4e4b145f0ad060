// Usual mistakes with an expression that is no cell of a tensor: a product of sizes, a count.
#pragma once

#include "walk/walk.h"

// Gives the question the mistakes that can be made with the expression, or where it is a name, with
// what was assigned to it: a factor forgotten, numbers added and not multiplied, a condition the
// wrong way round, everything counted. Nothing is evaluated that could have effects.
void written_mistakes(Walk *walk, Question *question, const Source *expression);
