// Searching a lesson: its titles, its text and code, the names of its tensors and the labels of
// their rows and columns. "=4" finds the cells that show a 4, among those computed so far.
//
// What the reader has not come to is searched as the lesson first shows it, so that a search never
// gives an answer away.
#pragma once

#include "text/lesson_text.h"

typedef struct Found {
    int step;
    int statement;     // in code: of the trace, else -1
    int occurrence;    // in the text of the step: which one, else -1
    Cell cell;         // of a tensor; entry -1: none
    const char *text;  // the line it is in, or what it is
    const char *where; // "step 4, code"
} Found;

enum { MOST_FOUND = 1000 };

// Everything that fits, in the order of the lesson, at most MOST_FOUND.
int search(const Walk *walk, LessonSight sight, Str wanted, Arena *arena, Found **found);

// The first that is found at the place of the walk, or behind it.
int search_from_here(const Walk *walk, const Found *found, int count);

// Goes there. True: to a statement, whose line is then the one at hand.
bool found_visit(Walk *walk, const Found *found);

// The line that it is in where the step's text is wrapped like this; -1: it is not in the text.
int found_line(const Found *found, Str wanted, const Text *text, Arena *arena);
