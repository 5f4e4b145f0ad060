// Memory from the system, where having none is the end: bug.h says how. What a program can make
// large is asked for elsewhere, so that it can be told where it asked.
#pragma once

#include <stddef.h>

void *memory_new(size_t bytes); // zeroed
void *memory_resize(void *block, size_t bytes);

// What this process may take at all: the least of the machine's memory, its own limits (ulimit) and
// those of the control groups that it is in.
size_t memory_allowed(void);
