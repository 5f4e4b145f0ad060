// Other inputs for a lesson: small integers, so that each sheet of a class can be worked by hand.
// Of several draws the one is taken in which the fewest results have numbers of three digits.
#pragma once

#include "command/command.h"
#include "walk/walk.h"

// With --seed N: runs the lesson of the walk again, its matrices of inputs and of the weights for
// keys, queries and values replaced by small integers, the same for the same N. Without it nothing
// happens. False: the error is set. Errors: no such matrix, a lesson from standard input; what the
// program then does wrong is in walk->error.
bool reseed_walk(Walk *walk, Session *session, const Arguments *arguments);
