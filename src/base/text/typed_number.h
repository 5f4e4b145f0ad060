// A number as people type it: "0.47", "-3,5", "47%", "1/2", "1*4 + 0*4", "exp(2)/62".
//
// A number with decimals means all that round to it, and so does what is computed from it;
// whole numbers in arithmetic are exact. So "0.47*8" is a rounding of 3.7465, and "1/3" is not one
// of 0.36.
#pragma once

#include "base/str.h"

#include <stdbool.h>

typedef struct TypedNumber {
    double value;
    double low, high; // what may have been rounded to it
    bool is_computed; // it was typed as arithmetic
} TypedNumber;

// False: it is no number. Understood are + - * / ^ ( ) %, exp, sqrt, log, e and pi, the signs of
// typography for minus and times, a decimal comma, inf and nan.
bool typed_number_read(Str typed, TypedNumber *number);
