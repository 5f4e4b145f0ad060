// The module collections, as far as it is written in C; the rest is src/library/collections.py.
#pragma once

#include "lang/value.h"

Value make_collections(Run *run);
void deque_take_limit(Value deque, Value from);
// list.count(), which works for whatever is laid out as a list.
Value sequence_count(Run *run, Value *arg);
void sequence_visit(Run *run, Object *object);
void sequence_drop(Run *run, Object *object);
