// The text of the help screen: the keys, the signs, the mouse.
#pragma once

#include "tui/text.h"

Text help_text(int columns, Arena *arena);

// Where it stands on a screen of this size, and the last line that may be the first one shown.
Rect help_area(int columns, int rows);
int help_last_top(const Text *text, Rect area);
