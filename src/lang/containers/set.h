// Sets: the table behind set and frozenset, laid out as CPython lays out its own, so that sets of
// numbers print in Python's order. Strings, whose order Python draws anew for each process, keep
// the order in which they came; so does a set with anything but numbers in it.
#pragma once

#include "lang/value.h"

typedef struct SetEntry {
    Value key; // NOTHING: deleted
    uint64_t hash;
} SetEntry;

typedef struct Set {
    Object object;
    SetEntry *entry; // in order of insertion; as many as slots that are not free
    int *slot;       // index of an entry + 1, negative where it was deleted, or 0: free
    size_t slots;    // a power of 2, or 0
    size_t filled;   // slots that are not free
    size_t count;    // items
    size_t finger;   // where pop() looks next
    bool by_slot;    // run through by slots: all numbers
} Set;

Set *set_of(Value value);
bool value_is_set(Value value); // set or frozenset

Value set_new(Run *run, const Type *type);
bool set_add(Run *run, Set *set, Value key);
bool set_find(Run *run, const Set *set, Value key, bool *found);
// Takes `key` out; `*found` says whether it was there.
bool set_discard(Run *run, Set *set, Value key, bool *found);
// Adds all items of anything that can be run through.
bool set_update(Run *run, Set *set, Value source);
void set_clear(Set *set);
// Takes all items of the set `other` out.
bool set_subtract(Run *run, Set *set, Value other);
// Takes out what is in both, adds what is in `other` alone.
bool set_toggle(Run *run, Set *set, Value other);
// `set` gets the items of `from`, which is empty afterwards.
void set_take_over(Set *set, Set *from);
// The item behind `*at` (0 at first), or NULL.
const SetEntry *set_next(const Set *set, int64_t *at);
// The entry that pop() takes, or NULL.
const SetEntry *set_any(Set *set);
// A new set with the items of `source`.
Value set_from(Run *run, const Type *type, Value source);

// ---- the operators; each gives a new set ----

Value set_intersection(Run *run, const Type *type, Value left, Value right);
Value set_difference(Run *run, const Type *type, Value left, Value right);
Value set_symmetric_difference(Run *run, const Type *type, Value left, Value right);
bool set_is_subset(Run *run, Value left, Value right, bool *result);
