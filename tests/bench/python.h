// The Python to compare with: the command that PYTHON names, or the system's.
#pragma once

#include <stdbool.h>

const char *python(void);

// Can it import these, as in "matplotlib, torch"? Where it cannot, says in a line what is left out.
bool python_has(const char *modules, const char *left_out);
