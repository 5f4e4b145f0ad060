// Why? What the operation of the selected cell does, and the usual mistakes with it.
#pragma once

#include "terminal/text.h"
#include "tui/app.h"

// Of the selected cell; without one it is empty.
Text why_text(const Walk *walk, int columns, Arena *arena);

bool why_scroll(App *app, int by); // lines
