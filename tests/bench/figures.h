// Figures, each as a whole process, next to what others take for the same pixels.
#pragma once

#include <stdbool.h>

// False: a run failed.
bool bench_figures(const char *program);
