// The methods of str, by file; str_methods.c lists them all.
#pragma once

#include "lang/value.h"

// ---- characters.c: places in a text are counted in characters, and found without reading it all
int text_count(Value string);
int text_byte(Run *run, Value string, int64_t character); // where it begins; at the end: the length
int text_character(Run *run, Value string, int byte);     // the one that begins there

// ---- str_methods.c
int text_find(Str text, Str part, int from);         // byte offset, or -1
bool text_take_search(Run *run, Str text, Str part); // the steps of looking for it
bool text_need_str(Run *run, const char *method, Value value);
extern const Native str_methods[], str_functions[];

// ---- str_case.c
Value str_change_case(Run *run, Value *arg);
Value str_is_kind(Run *run, Value *arg);
Value str_isdigit(Run *run, Value *arg);
Value str_has_case(Run *run, Value *arg);

// ---- format.c
// !r, !s or !a; `conversion` 0 leaves the value.
Value format_convert(Run *run, Value value, char conversion);
