// Memory from the system, where having none is the end: bug.h says how. What a program can make
// large is asked for elsewhere, so that an error can say where.
#pragma once

#include <stdbool.h>
#include <stddef.h>

void *memory_new(size_t bytes); // zeroed
void *memory_resize(void *block, size_t bytes);
void memory_free(void *block); // of these two

// The budget: what this process may take for all that a file or a program can make large. The
// blocks above, arenas, objects, tensors and what is unpacked count towards it; code, stacks and
// what libraries take besides do not. `bytes` is what --memory says, 0: half of what the process
// may take at all, and at most 6 GiB. Before it is set there is none.
void memory_bound(size_t bytes);
size_t memory_budget(void);

// False: the budget does not have so much left, and who asks says so.
bool memory_take(size_t bytes);
void memory_give(size_t bytes);
size_t memory_taken(void);

// What this process may take at all: the least of the machine's memory, its own limits (ulimit) and
// those of the control groups that it is in.
size_t memory_allowed(void);

// Does a limit of its addresses (ulimit -v) leave it that many more? For libraries that cannot do
// without.
bool memory_has_room(size_t bytes);
