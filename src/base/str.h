// Text that is borrowed: a pointer and a length, not terminated, never owned.
//
// Parts of a lesson are slices of its source. Print one with "%.*s" and STR_ARG(s).
#pragma once

#include "base/arena.h"

#include <stdbool.h>

typedef struct Str {
    const char *p; // not terminated; may be NULL when n is 0
    int n;         // bytes
} Str;

#define STR_ARG(s)   (s).n, (s).p
#define STR(literal) ((Str){"" literal, (int)sizeof(literal) - 1})

Str str_from(const char *text);      // of a terminated text, NULL counts as empty
char *str_copy(Arena *arena, Str s); // terminated copy
bool str_equal(Str a, Str b);
bool str_is(Str s, const char *text); // equal to a terminated text
bool str_starts(Str s, const char *prefix);
bool str_take_start(Str *rest, const char *prefix); // takes it off, if it starts so
bool str_ends(Str s, const char *suffix);
Str str_trim(Str s);                    // without white space at both ends
Str str_slice(Str s, int from, int to); // bytes [from, to), clamped
int str_word(Str s, int from);          // where the letters, digits and "_" from `from` on end
int str_digits_at_end(Str s);           // how many: 2 of "key12"
int str_find(Str s, const char *part);  // byte offset, or -1

// Takes the next line off `*rest` (without its line end); false when nothing is left.
bool str_next_line(Str *rest, Str *line);
// The same for words between blanks.
bool str_next_word(Str *rest, Str *word);
// Takes what is before the separator off `*rest`, and the separator, or all where there is
// none; without white space around it.
Str str_take(Str *rest, const char *separator);
bool str_has_word(const char *words, Str word); // is it one of them?
int str_begins(Str s, const char *words); // bytes of the first of them that it begins with, or 0
bool str_names(Str text, Str name);       // is one of its names (str_word) this one?

// The same, whatever the case of ASCII letters.
bool str_equal_as(Str a, Str b);
bool str_starts_as(Str s, const char *prefix);
bool str_has_word_as(const char *words, Str word);

// The one of `names` (`count` of them) that a mistyped `name` most likely meant, or NULL.
const char *str_nearest(Str name, const char *const *names, int count);
