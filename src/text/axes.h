// What the axes of a tensor are and how that is known, for `qkv explain --axes`.
#pragma once

#include "study/role.h"

// "wei: attention weights, 3 × 4 × 4", and a line for each axis: its number, what it is, its size,
// and how that is known. The first
// `given` axes are left out.
void axes_print(const Trace *trace, int entry, int given, Buf *out);
