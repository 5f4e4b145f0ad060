// The module collections, as far as it is written in C; the rest is src/library/collections.py.
#pragma once

#include "lang/value.h"

Value make_collections(Run *run);
void deque_take_limit(Value deque, Value from);
