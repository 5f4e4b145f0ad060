// Sorting and selecting, with equal items left where PyTorch's CPU leaves them.
//
// PyTorch sorts with std::stable_sort and selects with std::nth_element, std::partial_sort and
// std::sort of GCC's library, or with a quickselect of its own. Which of several equal items these
// bring to the front follows from their steps, so they are done here step by step.
#pragma once

#include <stdint.h>

// A cell as a number to compare by, and where it stood in its line.
typedef struct Item {
    int64_t key;
    int64_t at;
} Item;

#define NAN_KEY INT64_MAX // NaN counts as larger than everything

// An integer that compares as the number does; -0 and 0 have the same one.
int64_t order_key(double number);
// Turns the order around: what was larger is smaller.
void order_reverse(Item *items, int64_t n);

void order_stable_sort(Item *items, int64_t n);
void order_sort(Item *items, int64_t n);                   // std::sort
void order_nth(Item *items, int64_t nth, int64_t n);       // std::nth_element
void order_partial(Item *items, int64_t k, int64_t n);     // std::partial_sort
void order_quickselect(Item *items, int64_t k, int64_t n); // PyTorch's, for kthvalue
