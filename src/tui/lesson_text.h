// The lesson's text of one step, wrapped to a width, with the line that the walk is at.
#pragma once

#include "tui/text.h"
#include "tui/view.h"

typedef struct LessonText {
    Text text;
    int current; // line of the statement at hand, or -1
    int passage; // first line of the prose before it, or of its code
} LessonText;

LessonText lesson_text(const App *app, int columns, Arena *arena);

// The first line to show in `rows` rows.
int lesson_top(const App *app, const LessonText *lesson, int rows);
