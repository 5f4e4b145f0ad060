// The words of a paragraph in one piece, and where they stand in the lesson.
#pragma once

#include "lesson/lesson.h"

typedef struct Words {
    Arena *arena;
    Str text; // a "`" stands for code, which is no prose
} Words;

Words prose_words(const Paragraph *paragraph, Arena *arena);

// The place of a part of the words; of words that are wrapped there that of the first line.
Span prose_place(const Words *words, const Source *source, Str said);

// The place of code in the paragraph: of "`code`", its first.
Span prose_code_place(const Words *words, const Source *source, Str code);
