// Sorting, as list.sort() and sorted() do it: merge sort, where equal items keep their order.
#pragma once

#include "lang/value.h"

// The method sort(): self, key, reverse.
Value list_sort(Run *run, Value *arg);
// The items of `source` in order, as a new list.
Value sort_to_list(Run *run, Value source, Value key, Value reverse);
// What min, max and sort go by: key(item), or the item.
Value sort_key(Run *run, Value key, Value item);
bool sort_precedes(Run *run, Operator op, Value a, Value b, bool *result); // a op b
