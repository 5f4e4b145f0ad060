// What the reader left in the lesson: answers, edits, marks. A pane of the largest screens.
#pragma once

#include "tui/view.h"

int left_rows(const App *app, Arena *arena); // 0: nothing yet
