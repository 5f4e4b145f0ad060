// The module collections, as far as it is written in C; the rest is src/library/collections.py.
// counter.c and deque.c have the types, collections.c puts the module together.
#pragma once

#include "lang/value.h"

extern const Type type_counter, type_deque;

// `deque` holds no more items than `from` may.
void deque_take_limit(Value deque, Value from);
