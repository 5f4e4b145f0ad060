// The words of a slide: the caption of its equation, a question with its votes, prose.
#pragma once

#include "terminal/text.h"
#include "tui/core/app.h"

typedef enum SlideWords {
    WORDS_ALL,
    WORDS_SHORT,     // the votes of two rounds in one line
    WORDS_OF_ANSWER, // and, of a question that is settled, without what was asked
} SlideWords;

Text slide_text(const App *app, bool has_equation, SlideWords words, int columns, Arena *arena);

// Rows of what is asked here with its votes, or of its answer and the reason; 0: nothing is asked.
int slide_asked_rows(const App *app, int columns, Arena *arena);
