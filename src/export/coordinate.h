// Numbers of files that are text.
#pragma once

#include "base/buf.h"

// With at most two decimals, none where there is nothing to say: "12", "12.5", "0.25".
void add_coordinate(Buf *out, double value);
// The same with more.
void add_exact(Buf *out, double value);
void add_pair(Buf *out, double x, char between, double y);
