// What can be done with any value: each function asks the type, and says in Python's words what the
// type cannot do.
#pragma once

#include "base/text/guess.h"
#include "lang/value.h"
#include "syntax/parser.h"

// ---- operators.c, arithmetic.c ----
const char *value_type_name(Value value); // of its type: 'torch.return_types.max'

Value value_unary(Run *run, Operator op, Value operand);
Value value_binary(Run *run, Operator op, Value left, Value right);
Value value_binary_in_place(Run *run, Operator op, Value left, Value right);
Value value_compare(Run *run, Operator op, Value left, Value right);
bool values_equal(Run *run, Value a, Value b, bool *equal);
bool value_is_same(Value a, Value b); // a is b

// ---- protocol.c, type_slice.c, iterators.c ----

void value_repr(Run *run, Value value, Buf *out);
void value_str(Run *run, Value value, Buf *out);
bool value_truth(Run *run, Value value, bool *truth);
bool value_hash(Run *run, Value value, uint64_t *hash);
int64_t value_length(Run *run, Value value); // -1: failed
Value value_get_attribute(Run *run, Value object, const char *name);
bool value_set_attribute(Run *run, Value object, const char *name, Value value);
// The object has no attribute of that name, and no place for one. False.
bool raise_no_dict(Run *run, Value object, const char *name);
bool value_delete_attribute(Run *run, Value object, const char *name);
// A name that the program computed: getattr(x, name). NULL: it is no string, and the error is set.
const char *attribute_name(Run *run, Value name);
Value value_class(Value value); // its class
// Of functions that end with a row without name; NULL: not there.
const Native *native_named(const Native *natives, const char *name);
// A method in C of this very type, or NULL; among them what its functions do: [].__len__().
const Native *type_find_own_method(const Type *type, const char *name);
const Native *type_find_slot_method(const Type *type, const char *name); // classes/slot_methods.c
// What every value has. NOTHING without an error: none of these.
Value value_common_attribute(Run *run, Value self, const char *name);
// Tries the names of a type's methods; those of a table that do not begin with `hidden`, unless "".
void guess_methods(Guess *guess, const Type *type);
void guess_names(Guess *guess, const Table *table, const char *hidden);
Value iterator_next_method(Run *run, Value *arg); // __next__
Value iterator_self_method(Run *run, Value *arg); // __iter__, of what is an iterator
Value value_get_subscript(Run *run, Value object, Value key);
// Run through: `for (int64_t at = 0; (item = value_next(run, source, &at)).type;)`, after
// value_start_iteration(), which puts the iterator of a class's instance in its place, and with a
// look at the error afterwards.
bool value_start_iteration(Run *run, Value *source);
Value value_next(Run *run, Value source, int64_t *at);
// Has it __next__?
bool value_is_iterator(Run *run, Value value);
// Has the text that is being made not become too long? To be asked before every part.
bool run_text_fits(Run *run, const Buf *text);
// All items, as a new list or tuple.
Value value_collect(Run *run, const Type *type, Value source);
bool run_has_failed(const Run *run);
// Is `value` not being printed already? To be left again when it was printed.
bool value_repr_enter(Run *run, Value value);
void value_repr_leave(Run *run);
// Keys of a table keep their place and the table's size in `*at`; an error when it has changed.
bool table_same_size(Run *run, const char *what, size_t count, int64_t *at);
int64_t table_place_of(int64_t at);
int64_t table_with_place(int64_t at, int64_t place);
// The two readers of an argument that is to be a number: whatever has __index__ (__float__, or
// else __index__), tensors of one cell among them; false with Python's error. An int may be of any
// size: value_whole() puts it in the place of the value.
bool value_whole(Run *run, Value *value);
bool value_index(Run *run, Value value, int64_t *index);
bool value_double(Run *run, Value value, double *number);
// A value that `next` runs through once.
Value iterator_new(Run *run, const char *name, Value (*next)(Run *run, Iterator *iterator),
                   const Value *source, int count);

// ---- calls (evaluation/call.c, native.c) -------------------------------------------------------

Value call_value(Run *run, Value function, const Args *args);
Value call_with(Run *run, Value function, const Value *item, int count); // positional only
// With `first` before the other arguments.
Value call_with_first(Run *run, Value function, Value first, const Args *args);
// The arguments that a function in C took as *args and **keywords, its arg[1] and arg[2].
bool args_of_rest(Run *run, const Value *arg, Args *args);
// The only argument, where one may be given; NOTHING without an error: none was.
Value args_only(Run *run, const char *name, const Args *args); // type_number.c
// `self`: the object whose method it is, or NULL.
Value native_invoke(Run *run, const Native *native, const Args *args, const Value *self);

// ---- text (text/format.c) ----------------------------------------------------------------------

// format(value, spec), as in f"{value:spec}".
bool format_value(Run *run, Value value, Str spec, Buf *out);
// The same without the __format__ that the class of an instance defines.
bool format_plain(Run *run, Value value, Str spec, Buf *out);

// What represents an address: as different as the objects, and the same in every run. (object.c)
int64_t identity(Run *run, Value value);
int64_t identity_of_pointer(Run *run, const void *pointer);
