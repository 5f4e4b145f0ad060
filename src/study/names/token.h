// Tokens as people read them: without the marks of tokenizers, Ġ, ▁, ## and </w>.
//
// A word loses its mark, "Ġcat" and "▁cat" are "cat"; a piece that goes on with a word begins with
// a dot, "##phal" is "·phal". Byte-level tokens are decoded, "Ã©" is "é". A line break is "↵", a
// tab "⇥", a blank alone "␣".
#pragma once

#include "base/str.h"

#include <stdint.h>

// Which marks the tokens of one list have.
typedef enum TokenMarks {
    TOKENS_UNMARKED,
    TOKENS_OF_BYTES,  // Ġ, and a letter for each byte: GPT-2, Llama 3
    TOKENS_UNDERLINE, // ▁: SentencePiece
    TOKENS_HASHES,    // ##: BERT
    TOKENS_WITH_ENDS, // </w>: GPT, CLIP
} TokenMarks;

TokenMarks token_marks(const char *const *token, int64_t count);

// `before`: the token before it, or NULL. In `arena`.
const char *token_readable(TokenMarks marks, const char *token, const char *before, Arena *arena);

// Is it a further piece of the word that `before` belongs to?
bool token_goes_on(TokenMarks marks, const char *token, const char *before);

// Is `word` what a reader calls the token: as it is, as it is readable, or without any mark?
bool token_is_called(TokenMarks marks, const char *token, Str word);
