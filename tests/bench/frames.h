// From a key to its first frame: CPU time in the lesson and with 4096 x 4096 matrices open.
#pragma once

#include <stdbool.h>

// Of one lesson only, or of everything when `only` is NULL. False when the large ones cost many
// times as much as the lesson.
bool bench_frames(const char *only);
