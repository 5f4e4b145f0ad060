// Numbers of files that are text. Each is valid until the ninth one after it, so that several fit
// into one buf_printf().
#pragma once

// With at most two decimals, none where there is nothing to say: "12", "12.5", "0.25".
const char *coordinate(double value);
// The same with more.
const char *coordinate_exact(double value);
