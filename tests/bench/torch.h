// qkv next to PyTorch: the same listings, on the same number of threads, in one run.
#pragma once

#include <stdbool.h>

// Prints a table for each listing; where python3 has no torch, that it is left out. False: a run
// failed.
bool bench_torch(const char *program);
