// Rows of numbers in prose, "query 0 is (1, 0, 2)": do they stand in a tensor of the program?
#pragma once

#include "base/error.h"
#include "walk/walk.h"

enum { LONGEST_TUPLE = 64 };

typedef struct Tuple {
    int length; // bytes of the text, brackets included
    int count;
    struct {
        double low, high; // all numbers that it may be short for
    } item[LONGEST_TUPLE];
} Tuple;

// Reads "(1, -0.5, 2)" at the start of the text: two numbers or more. False: it is none.
bool tuple_read(Str text, Tuple *tuple);

// Does some tensor have these numbers side by side along one of its dimensions, or this shape?
bool tuple_is_known(const Trace *trace, const Tuple *tuple);
