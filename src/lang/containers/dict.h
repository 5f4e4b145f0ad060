// dict, as far as others look into it: type_dict.c.
#pragma once

#include "lang/value.h"

Dict *dict_of(Value value);
bool value_is_dict(Value value); // or of a type derived from dict

Value dict_get(Run *run, const Dict *dict, Value key); // NOTHING without an error: not there
Value dict_take(Run *run, Value self, Value key);      // likewise; takes it out
// Makes it the first entry; there is none of this key.
bool dict_set_first(Run *run, Dict *dict, Value key, Value value);
Value dict_key_error(Run *run, Value key);
// The entry at `*at` (0 at first), which moves on, or NULL.
const DictEntry *dict_next(Value self, int64_t *at);
// The same for the program: an error when the dict has changed its size meanwhile.
const DictEntry *dict_iterate(Run *run, Value self, int64_t *at);
// Adds all of a dict, or all pairs of anything else.
bool dict_merge(Run *run, Dict *dict, Value from);

// What derived types take over.
void dict_repr(Run *run, Value self, Buf *out);
int64_t dict_length(Run *run, Value self);
Value dict_next_key(Run *run, Value self, int64_t *at);
bool dict_contains(Run *run, Value self, Value item, bool *found);
Value dict_binary(Run *run, Operator op, Value left, Value right);
Value dict_subscript(Run *run, Value self, Value key);
bool dict_set_subscript(Run *run, Value self, Value key, Value value);
bool dict_delete_subscript(Run *run, Value self, Value key);
void dict_visit(Run *run, Object *object);
void dict_drop(Run *run, Object *object);
#define DICT_ROW                                                                                   \
    .repr = dict_repr, .length = dict_length, .next = dict_next_key, .contains = dict_contains,    \
    .binary = dict_binary, .subscript = dict_subscript, .drop = dict_drop

// dict_view.c:
void dict_clear(Dict *dict);
Value dict_view_new(Run *run, const Type *type, Value dict);
