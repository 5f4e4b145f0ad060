// Sums as people write them into a text: "1×4 + 0×4 + 2×0 = 4", "0.2447 × 2.718 ≈ 0.6652".
#pragma once

#include "base/str.h"

// All numbers that a decimal one may be short for: 0.25 is 0.245 to 0.255, 4 is 4.
typedef struct Between {
    double low, high;
    double written; // what its digits say, and of a sum what a pencil makes of them
} Between;

typedef struct Sum {
    int length;     // bytes of the text that were read
    int operations; // 0: a number alone
    int decimals;   // most of any number in it
    Between value;
} Sum;

// Reads the longest sum that `text` begins with: numbers, + - × * · / ÷, roots, squares, brackets,
// per cent. False: it begins with none. What is no number of that kind ends it.
bool sum_read(Str text, Sum *sum);

// May both be the same number?
bool sum_meets(Between a, Between b);

// Is `result`, a number, what the digits of `sum` give with a pencil, in its decimals?
bool sum_gives(const Sum *sum, const Sum *result);
