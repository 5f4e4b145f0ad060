// What can be done with any value: each function asks the type, and says in Python's words what the
// type cannot do.
#pragma once

#include "lang/value.h"
#include "syntax/parser.h"

// ---- operators.c, arithmetic.c ----
const char *name_for_message(Value value); // of its type: 'torch.return_types.max'

Value unary(Run *run, Operator op, Value operand);
Value binary(Run *run, Operator op, Value left, Value right);
Value binary_in_place(Run *run, Operator op, Value left, Value right);
Value compare(Run *run, Operator op, Value left, Value right);
bool values_equal(Run *run, Value a, Value b, bool *equal);
bool same_value(Value a, Value b); // a is b

Value number_binary(Run *run, Operator op, Value left, Value right);
Value number_unary(Run *run, Operator op, Value operand);
Value int_overflow(Run *run); // the error: more than 64 bits

// ---- protocol.c, type_slice.c, iterators.c ----

void value_repr(Run *run, Value value, Buf *out);
void value_str(Run *run, Value value, Buf *out);
bool value_truth(Run *run, Value value, bool *truth);
bool value_hash(Run *run, Value value, uint64_t *hash);
int64_t value_length(Run *run, Value value); // -1: failed
Value get_attribute(Run *run, Value object, const char *name);
bool set_attribute(Run *run, Value object, const char *name, Value value);
bool delete_attribute(Run *run, Value object, const char *name);
Value type_of(Value value); // its class
// Of functions that end with a row without name; NULL: not there.
const Native *native_named(const Native *natives, const char *name);
// The names of a type's methods, with room for `more` behind them; they live in run->scratch.
const char **method_names(Run *run, const Type *type, int more, int *count);
Value get_subscript(Run *run, Value object, Value key);
// Run through: `for (int64_t at = 0; (item = value_next(run, source, &at)).type;)`, after
// start_iteration(), which puts the iterator of a class's instance in its place, and with a look
// at the error afterwards.
bool start_iteration(Run *run, Value *source);
Value value_next(Run *run, Value source, int64_t *at);
// Has the text that is being made not become too long? To be asked before every part.
bool text_fits(Run *run, const Buf *text);
// All items, as a new list or tuple.
Value collect(Run *run, const Type *type, Value source);
bool has_failed(const Run *run);
// Is `value` not being printed already? To be left again when it was printed.
bool repr_enter(Run *run, Value value);
void repr_leave(Run *run);
// Keys of a table keep their place and the table's size in `*at`; an error when it has changed.
bool same_size(Run *run, const char *what, size_t count, int64_t *at);
int64_t place_of(int64_t at);
int64_t with_place(int64_t at, int64_t place);
// An int, or an object whose value is one; false with Python's error.
bool index_of(Run *run, Value value, int64_t *index);
// A value that `next` runs through once.
Value new_iterator(Run *run, const char *name, Value (*next)(Run *run, Iterator *iterator),
                   const Value *source, int count);
Value iterate_sources(Run *run, Iterator *iterator); // the items of its only source
Value list_sort(Run *run, Value *arg);
// What min, max and sort go by: key(item), or the item.
Value key_of(Run *run, Value key, Value item);
bool precedes(Run *run, Operator op, Value a, Value b, bool *result); // a op b
extern const Native iterating_builtins[], number_builtins[], text_builtins[], str_builtins[];

// What the program's __index__ methods give takes the place of the objects in an index or a slice:
// to be asked before the length of what may change meanwhile.
bool plain_key(Run *run, Value *key);
// An index or the positions of a slice in a sequence of `length`.
bool wrap_index(Run *run, const char *what, Value key, int64_t length, int64_t *index);
bool slice_bounds(Run *run, Value slice, int64_t length, int64_t *start, int64_t *stop,
                  int64_t *step);
bool slice_positions(Run *run, Value slice, int64_t length, int64_t *start, int64_t *step,
                     int64_t *count);
