// What went wrong, for the person who can mend it: place, cause, and what to try.
//
// Rule of the whole program: a function that returns false or NULL has already set the error.
// The first error wins; callers write `if (!x) return NULL;` and add nothing.
#pragma once

#include "base/source.h"

enum { ERROR_CALLS = 4 };

// A call on the way to the place of the error.
typedef struct ErrorCall {
    Span at;
    const char *function;
} ErrorCall;

typedef struct Error {
    Arena *arena; // where messages are kept; set by the code that makes the Error
    bool set;
    bool final;          // no program may catch it: a limit, or what qkv does not run
    Span at;             // the offending piece of source; zero for errors of the environment
    const char *kind;    // Python's class name ("ValueError"), or NULL for other errors
    const char *message; // lower case unless it is PyTorch's own wording; no full stop
    const char *hint;    // what to try, or NULL
    ErrorCall calls[ERROR_CALLS]; // innermost first; of more than fit, the outermost is the last
    int call_count;
} Error;

// Set the error unless one is set already. Both return false, so that a failing function can say
// `return error_set(error, …);`. `kind` may be NULL.
bool error_set(Error *error, const char *kind, const char *format, ...) PRINTF_LIKE(3, 4);
bool error_set_at(Error *error, Span at, const char *kind, const char *format, ...)
    PRINTF_LIKE(4, 5);

// Adds "what to try" to an error just set, unless it has a hint. Returns false as well.
bool error_hint(Error *error, const char *format, ...) PRINTF_LIKE(2, 3);

// Both, of an error of the environment with a hint that is always the same.
bool error_fail(Error *error, const char *hint, const char *format, ...) PRINTF_LIKE(3, 4);

// Makes an error just set final. Returns false as well.
bool error_final(Error *error);

// Gives the error a place, unless it has one. A place in the library is none: what is shown is the
// program's own call that led there.
void error_place(Error *error, Span at);

// Notes the call in which the error happened; from the innermost call outwards.
void error_called(Error *error, Span at, const char *function);

// The whole message as printed to stderr, each line terminated:
//
//     qkv: lessons/a.md:12:5: RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)
//       scores = queries @ keys
//                ^~~~~~~~~~~~~~
//       try: keys.T has shape (5, 4) …
//       in attention, called at lessons/a.md:20:9: attention(queries, keys)
void error_print(const Error *error, Buf *out);
