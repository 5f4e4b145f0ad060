// Sums as people write them into a text: "1×4 + 0×4 + 2×0 = 4", "0.2447 × 2.718 ≈ 0.6652".
#pragma once

#include "base/text/typed_number.h"
#include "walk/walk.h"

// May both be the same number?
bool sum_meets(TypedNumber a, TypedNumber b);

// Is `result`, a number, what the digits of `sum` give with a pencil, in its decimals?
bool sum_gives(const Sum *sum, const Sum *result);

// Rows of numbers in prose, "query 0 is (1, 0, 2)": are they in a tensor of the program?
enum { LONGEST_TUPLE = 64 };

typedef struct Tuple {
    int length; // bytes of the text, brackets included
    int count;
    TypedNumber item[LONGEST_TUPLE];
} Tuple;

// Reads "(1, -0.5, 2)" at the start of the text: two numbers or more. False: it is none.
bool tuple_read(Str text, Tuple *tuple);

// Does some tensor have these numbers side by side along one of its dimensions, or this shape?
bool tuple_is_known(const Trace *trace, const Tuple *tuple);

// Does some tensor have them from the start of its row, or column, number `index` on?
bool tuple_is_line(const Trace *trace, const Tuple *tuple, int64_t index);

// The factors of "1×4 + 0×4 + 2×0", as (1, 0, 2) and (4, 4, 0). False: it is no sum of products,
// or none of them has a factor 0. Beside a zero any number makes the sum hold.
bool tuples_of_products(Str sum, Tuple *left, Tuple *right);
