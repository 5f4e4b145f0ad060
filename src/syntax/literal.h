// How far a string literal reaches, and an expression between the braces of an f-string: strings
// in it may have the same quotes again, and its lines may end (PEP 701).
#pragma once

#include "base/error.h"

enum { MAX_NESTED_LITERALS = 150 }; // f-strings and formats, one in another, as in Python

// The letters before a quote that belong to it, of the text at `at`; -1: no literal begins there.
int literal_prefix(const char *text, int at, int end);

// `*at` goes from where a literal begins to behind its closing quotes.
bool literal_skip(const Source *source, int *at, int end, Error *error);

// `*at` goes from where the expression begins to the "!", ":", "=" or "}" behind it, or to `end`.
bool literal_skip_expression(const Source *source, int *at, int end, Error *error);
