// Python source as tokens.
//
// Indentation becomes INDENT and DEDENT, the end of a logical line NEWLINE; comments, blank lines,
// and line ends inside brackets or after a backslash leave nothing. Messages are Python's own.
#pragma once

#include "base/error.h"

typedef enum TokenKind {
    TOKEN_END,
    TOKEN_NEWLINE,
    TOKEN_INDENT,
    TOKEN_DEDENT,
    TOKEN_NAME,
    TOKEN_KEYWORD,
    TOKEN_NUMBER,
    TOKEN_STRING, // as written: prefix, quotes and escapes
    TOKEN_OPERATOR,
    TOKEN_BODY, // of a function of the library, which is read when the function is called
} TokenKind;

typedef struct Token {
    TokenKind kind;
    char sign;      // the first byte of an operator or a keyword; 0: it is neither
    int start, end; // bytes of the source text
} Token;

typedef struct Tokens {
    Token *token; // the last one is TOKEN_END
    size_t count;
} Tokens;

enum {
    MAX_SOURCE_BYTES = 4 << 20,
    MAX_BRACKETS = 200, // nested, as in Python
    MAX_INDENTS = 100,
};

// The tokens of bytes [start, end) of the text. `nested`: the piece is between braces of an
// f-string, where line ends mean nothing.
bool lexer_run(const Source *source, int start, int end, bool nested, Arena *arena, Tokens *tokens,
               Error *error);

// Is there anything but a piece of text that Python can read? Refuses what is too large, is not
// UTF-8, or contains NUL bytes.
bool lexer_check_text(const Source *source, Error *error);

// `*at` goes from where an expression in an f-string begins to the "!", ":", "=" or "}" behind it,
// or to `end`: strings in it may have the quotes of the f-string again (PEP 701).
bool lexer_skip_expression(const Source *source, int *at, int end, Error *error);

// The letters before a quote that belong to it, of the text at `at`; -1: no literal begins there.
int literal_prefix(const char *text, int at, int end);
