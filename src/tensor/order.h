// Sorting and selecting, with equal items left where PyTorch's CPU leaves them.
//
// PyTorch sorts with std::stable_sort and selects with std::nth_element, std::partial_sort and
// std::sort of GCC's library, or with a quickselect of its own. Which of several equal items these
// bring to the front follows from their steps, so they are done here step by step.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// A cell and where it stood in its line.
typedef struct Item {
    double number;   // of a float cell
    int64_t integer; // of any other
    int64_t at;
} Item;

// Does `a` come before `b`? NaN counts as larger than everything.
typedef bool Before(const Item *a, const Item *b);
Before *order_before(bool floats, bool descending);

void order_stable_sort(Item *items, int64_t n, Before *before);
void order_sort(Item *items, int64_t n, Before *before);               // std::sort
void order_nth(Item *items, int64_t nth, int64_t n, Before *before);   // std::nth_element
void order_partial(Item *items, int64_t k, int64_t n, Before *before); // std::partial_sort
// PyTorch's quickselect, for kthvalue: the k-th smallest item at its place.
void order_quickselect(Item *items, int64_t k, int64_t n, Before *descending);
