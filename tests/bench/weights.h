// What the step limit counts, against the time that it takes.
#pragma once

#include <stdbool.h>

// Runs the expressions of weights.txt that contain `part` (NULL: all) and prints those whose steps
// last more than twice as long as one of a plain loop, or less than half; `every` prints all.
// False when one fails, or when a step lasts too long.
bool bench_weights(const char *part, bool every);
