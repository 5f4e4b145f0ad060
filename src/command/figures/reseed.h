// Other inputs for a lesson: small integers, so that each sheet of a class can be worked by hand.
// Of many draws the first is taken that teaches something (reseed.c).
#pragma once

#include "command/command.h"
#include "walk/walk.h"

// With --seed N: runs the lesson of the walk again, its matrices of inputs and of the weights for
// keys, queries and values replaced by small integers, the same for the same N. Without it nothing
// happens. False: the error is set, and the walk is still to be closed. Errors: no such matrix, a
// lesson from standard input, no draw that teaches anything; what the program does wrong by itself
// is in walk->error.
bool reseed_walk(Walk *walk, Session *session, const Arguments *arguments);
