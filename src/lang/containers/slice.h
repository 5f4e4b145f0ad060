// Indices and slices of whatever has a length (type_slice.c).
#pragma once

#include "lang/value.h"

// What the program's __index__ methods give takes the place of the objects in an index or a slice:
// to be asked before the length of what may change meanwhile.
bool slice_plain_key(Run *run, Value *key);
// An index or the positions of a slice in a sequence of `length`.
bool slice_wrap_index(Run *run, const char *what, Value key, int64_t length, int64_t *index);
bool slice_bounds(Run *run, Value slice, int64_t length, int64_t *start, int64_t *stop,
                  int64_t *step);
bool slice_positions(Run *run, Value slice, int64_t length, int64_t *start, int64_t *step,
                     int64_t *count);
