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
#define SEQUENCE_ROW                                                                               \
    .length = sequence_length, .next = sequence_next, .binary = sequence_binary,                   \
    .subscript = sequence_subscript, .visit = sequence_visit, .drop = sequence_drop

// A list or tuple, as `type` says.
Value sequence_of_ints(Run *run, const Type *type, const int64_t *ints, int count);

bool tuple_hash(Run *run, Value self, uint64_t *hash); // type_tuple.c

// The methods index() and count().
Value sequence_index(Run *run, Value *arg);
Value sequence_count(Run *run, Value *arg);

// list(…) and tuple(…)
Value sequence_construct(Run *run, const Type *type, const Args *args);

// ---- type_slice.c: indices and slices of whatever has a length ----------------------------------

// What the program's __index__ methods give takes the place of the objects in an index or a slice:
// to be asked before the length of what may change meanwhile.
bool slice_plain_key(Run *run, Value *key);
// An index or the positions of a slice in a sequence of `length`.
bool slice_wrap_index(Run *run, const char *what, Value key, int64_t length, int64_t *index);
// One part of a slice: given or `otherwise`, counted from the end if negative, kept in [low, high].
bool slice_part(Run *run, Value part, int64_t length, int64_t low, int64_t high, int64_t otherwise,
                int64_t *result);
bool slice_bounds(Run *run, Value slice, int64_t length, int64_t *start, int64_t *stop,
                  int64_t *step);
bool slice_positions(Run *run, Value slice, int64_t length, int64_t *start, int64_t *step,
                     int64_t *count);

// ---- sort.c: list.sort() and sorted(), where equal items keep their order -----------------------

// The method sort(): self, key, reverse.
Value list_sort(Run *run, Value *arg);
// The items of `source` in order, as a new list.
Value sort_to_list(Run *run, Value source, Value key, Value reverse);
// What min, max and sort go by: key(item), or the item.
Value sort_key(Run *run, Value key, Value item);
bool sort_precedes(Run *run, Operator op, Value a, Value b, bool *result); // a op b

// ---- type_sequence.c: what to try where a text is not among those that a program knows ----------

enum { NEAR_ITEMS = 1000 }; // among more nothing is looked for

// "one of the 152 words; near: Hund", if what was wanted and all of several items are texts.
// Returns false, as what sets errors does.
bool error_hint_near(Run *run, Value wanted, const Value *item, int count);
