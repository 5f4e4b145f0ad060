// From a key to the finished frame: CPU time in the lesson and with 4096 x 4096 matrices open.
#pragma once

#include <stdbool.h>

bool bench_frames(void);
