// What lists, tuples and whatever else is laid out as a Sequence have in common (type_sequence.c).
#pragma once

#include "lang/value.h"

void sequence_visit(Run *run, Object *object);
void sequence_drop(Run *run, Object *object);

void sequence_repr_items(Run *run, const Sequence *sequence, Buf *out); // "1, 2, 3"
int64_t sequence_length(Run *run, Value self);
Value sequence_next(Run *run, Value self, int64_t *at);
Value sequence_binary(Run *run, Operator op, Value left, Value right);
Value sequence_subscript(Run *run, Value self, Value key);
Value sequence_repeat(Run *run, Value self, int64_t times); // self * times

// A list or tuple, as `type` says.
Value sequence_of_ints(Run *run, const Type *type, const int64_t *ints, int count);

bool tuple_hash(Run *run, Value self, uint64_t *hash); // type_tuple.c

// The methods index() and count().
Value sequence_index(Run *run, Value *arg);
Value sequence_count(Run *run, Value *arg);

// list(…) and tuple(…)
Value sequence_construct(Run *run, const Type *type, const Args *args);
