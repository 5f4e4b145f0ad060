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

// A sum in prose: "1×4 + 0×4 + 2×0".
typedef struct Sum {
    int length;     // bytes of the text that were read
    int operations; // 0: a number alone
    int decimals;   // most of any number in it
    TypedNumber
        value; // whole numbers are as they are; `value` is what a pencil makes of the digits
} Sum;

// Reads the longest sum that `text` begins with: numbers, + - × * · / ÷, roots, squares, brackets,
// per cent. False: it begins with none. What is no number of that kind ends it.
bool sum_read(Str text, Sum *sum);
